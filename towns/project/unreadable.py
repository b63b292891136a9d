"""Answers a page whose case or law cannot be read: says so plainly, changes nothing, and tells staff what is wrong."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from towns.access.context import roles_held
from towns.record.unreadable import Unreadable

log = logging.getLogger(__name__)


class UnreadableMiddleware:
    """Turns `Unreadable` into a page (503). Whatever the page had begun to write is rolled back with its transaction."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, trouble: Exception) -> HttpResponse | None:
        """The page, for `Unreadable` alone. The public is not told what is wrong with the record."""
        if not isinstance(trouble, Unreadable):
            return None
        log.error("%s: %s", request.path, trouble)
        staff = getattr(request, "town", None) is not None and bool(roles_held(request))
        return render(request, "503.html", {"why": str(trouble) if staff else ""}, status=503)
