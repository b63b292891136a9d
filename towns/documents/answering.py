"""Files handed out by pages, always with the same headers: nothing that was uploaded runs in our pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.http import FileResponse, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase


def _disposition(to_save: bool, filename: str) -> str:
    """The name twice: in letters that every browser reads, and as it is."""
    plain = (
        filename.encode("ascii", "replace").decode().replace("?", "_").replace('"', "_").replace("\\", "_")
    )
    kind = "attachment" if to_save else "inline"
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(filename)}"


def answer_file(
    data: Any,
    *,
    filename: str,
    content_type: str,
    to_save: bool = True,
    etag: str = "",
    seen: str | None = None,
    keep: bool = False,
) -> HttpResponseBase:
    """A file as an answer: bytes or an open file, to save or (`to_save=False`) to look at.

    `etag` marks an unchanging content; with `seen`, the browser's own mark, an answer without a body where it has it
    already. What is not `keep` is not kept by the browser at all.
    """
    mark = f'"{etag}"' if etag else ""
    if mark and seen == mark:
        return HttpResponseNotModified()
    answer: HttpResponseBase
    if isinstance(data, bytes):
        answer = HttpResponse(data, content_type=content_type)
    else:
        answer = FileResponse(data, content_type=content_type)
    answer.headers["Content-Disposition"] = _disposition(to_save, filename)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    if to_save:
        answer.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    answer.headers["Cache-Control"] = "private, no-cache" if keep or mark else "private, no-store"
    if mark:
        answer.headers["ETag"] = mark
    return answer
