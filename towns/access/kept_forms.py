"""What somebody typed before their sign-in ran out is kept while they sign in again, and shown to them filled in.

A view builds its form from `typed(request)`: on a POST that is what was sent; on the first GET after a new sign-in it
is what was sent when the sign-in had run out; otherwise None. Only a POST may save.
"""

from __future__ import annotations

import time
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

_KEY: Final = "typed_before_signing_in"
#: Seconds for which it is kept.
KEPT_FOR: Final = 60 * 60
#: Characters beyond which it is not kept.
LONGEST: Final = 500_000


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """Send somebody who is not signed in to the sign-in page, keeping a form that they sent."""
    where = request.get_full_path()
    if request.method == "POST":
        sent = request.POST.copy()
        sent.pop("csrfmiddlewaretoken", None)
        text = sent.urlencode()
        if len(text) <= LONGEST:
            request.session[_KEY] = {
                "path": request.path, "form": text, "at": time.time(), "files": sorted(request.FILES),
            }  # fmt: skip
    asked = {"next": where, **({"kept": "1"} if request.method == "POST" else {})}
    address = f"{reverse('accounts:sign_in')}?{urlencode(asked)}"
    # A request for a part of a page must not put the sign-in page into that part.
    return (
        HttpResponseClientRedirect(address)
        if getattr(request, "htmx", False)
        else HttpResponseRedirect(address)
    )


def typed(request: HttpRequest) -> QueryDict | None:
    """What the form on this page should show as typed; None for a fresh form. Kept data is handed out once."""
    if request.method == "POST":
        return request.POST
    kept = request.session.get(_KEY)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[_KEY]
    if time.time() - kept["at"] > KEPT_FOR:
        return None
    lost = " Choose your files again: they could not be kept." if kept.get("files") else ""
    messages.warning(
        request,
        f"Your sign-in had run out, so nothing was saved. What you typed is still here; send it again.{lost}",
    )
    return QueryDict(kept["form"])


def forget(request: HttpRequest) -> bool:
    """Let go of what was sent to this address; answers whether anything was kept."""
    kept = request.session.get(_KEY)
    if not kept or kept["path"] != request.path:
        return False
    del request.session[_KEY]
    return True
