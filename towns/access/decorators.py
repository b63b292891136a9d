"""Who is let through to a page: strangers find nothing, members without the role are told so, the rest go in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access import permissions
from towns.access.context import roles_held
from towns.access.kept_forms import forget, sign_in_first
from towns.access.tenancy import town_of

View = Callable[..., Any]


def members(action: str) -> Callable[[View], View]:
    """Only for people with a role in the town that the roles table allows `action`.

    Not signed in: the sign-in page, what was typed being kept. No role in this town: 404. Another role: 403.
    """

    def gate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            town_of(request)
            if not request.user.is_authenticated:
                return sign_in_first(request)
            held = roles_held(request)
            if not held:
                raise Http404("No such page.")
            if not permissions.may(held, action):
                return not_yours(request)
            return view(request, *args, **kwargs)

        return guarded

    return gate


def signed_in(view: View) -> View:
    """Only for people who are signed in, whoever they are."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return view(request, *args, **kwargs) if request.user.is_authenticated else sign_in_first(request)

    return guarded


def posted(back: str) -> Callable[[View], View]:
    """Only for what a form sends. Whoever comes by the address, as after signing in anew, is led to `back`.

    `back` is the form's own page, as seen from the address: "../".
    """

    def gate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            if forget(request):
                messages.warning(
                    request, "Your sign-in had run out, so nothing was recorded. Please do it once more."
                )
            return HttpResponseRedirect(back)

        return guarded

    return gate


def not_yours(request: HttpRequest, why: str = "") -> HttpResponse:
    """The page that says that none of the person's roles in this town include what they asked for."""
    return render(request, "403.html", {"why": why}, status=403)
