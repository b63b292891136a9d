"""Keeps uploaded files for good under the hash of their content, and hands them out so that no browser runs them."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404
from django.utils import timezone

from towns.models import Case, Document, Person

#: Shown in the browser; everything else is saved to disk.
_SHOWN: Final = frozenset({"application/pdf", "image/png", "image/jpeg"})
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; plugin-types application/pdf; sandbox"
)
_NOT_IN_NAMES: Final = re.compile(r"[\x00-\x1f\x7f/\\]")


def check_upload(upload: UploadedFile) -> UploadedFile:
    """Refuse an empty file and one that is too large; ValidationError names the file and says why."""
    name, size = clean_name(upload.name or ""), upload.size or 0
    if size == 0:
        raise ValidationError(f"“{name}” is empty (0 bytes). Choose the file again.")
    if size > settings.DOCUMENT_MAX_BYTES:
        most = settings.DOCUMENT_MAX_BYTES // (1024 * 1024)
        raise ValidationError(
            f"“{name}” has {size / 1024 / 1024:.0f} MB; at most {most} MB can be kept. Split it."
        )
    return upload


def clean_name(name: str) -> str:
    """A file's own name without its folders and without what no file name holds; at most 200 characters."""
    last = _NOT_IN_NAMES.sub(" ", name.replace("\\", "/").rsplit("/", 1)[-1]).strip() or "file"
    stem, dot, ending = last.rpartition(".")
    return last if len(last) <= 200 else f"{stem[: 199 - len(ending)]}{dot}{ending}"[:200]


def _place(town_id: int, sha256: str) -> Path:
    return Path(settings.MEDIA_ROOT) / str(town_id) / sha256[:2] / sha256


def keep(
    upload: UploadedFile,
    *,
    case: Case,
    title: str,
    by: Person | None,
    public: bool = False,
    event_seq: int | None = None,
) -> Document:
    """Keep a checked upload with a case. The file stands on disk before the row does, so no row lacks its file."""
    folder = Path(settings.MEDIA_ROOT) / str(case.town_id)
    folder.mkdir(parents=True, exist_ok=True)
    mark, size = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
        for chunk in upload.chunks():
            mark.update(chunk)
            size += len(chunk)
            part.write(chunk)
        part.flush()
        os.fsync(part.fileno())
    place = _place(case.town_id, mark.hexdigest())
    place.parent.mkdir(parents=True, exist_ok=True)
    Path(part.name).replace(place)
    name = clean_name(upload.name or "")
    return Document.objects.create(
        town_id=case.town_id, case=case, title=title[:300] or name, filename=name,
        content_type=mimetypes.guess_type(name)[0] or "application/octet-stream", size=size,
        sha256=mark.hexdigest(), event_seq=event_seq, public=public, added=timezone.now(), by=by,
    )  # fmt: skip


def hand_out(document: Document) -> Any:
    """The file as an answer: PDF and pictures to look at in a sandbox, everything else to save."""
    place = _place(document.town_id, document.sha256)
    if not place.is_file():
        raise Http404("The file is not where it should be; tell whoever keeps this site.")
    shown = document.content_type in _SHOWN
    response = FileResponse(
        place.open("rb"), as_attachment=not shown, filename=document.filename,
        content_type=document.content_type if shown else "application/octet-stream",
    )  # fmt: skip
    response["Content-Security-Policy"] = _POLICY
    response["ETag"] = f'"{document.sha256}"'
    response["Cache-Control"] = "private, no-cache"
    return response
