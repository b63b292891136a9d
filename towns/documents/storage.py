"""Files of the cases: each is kept for good under the hash of its content, in whatever store the settings name."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, Storage, storages
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from towns.models import Case, Document, Person, Town

#: Characters of a file's name that are kept.
LONGEST_NAME: Final = 200
_HEAD: Final = 8192
_MAGIC: Final = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"AC10", "image/vnd.dwg"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"PK\x03\x04", "application/zip"),
)
_ZIPPED: Final = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class BadFile(Exception):
    """A file that cannot be kept; the sentence names the file and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a stored file."""

    filename: str
    content_type: str
    size: int
    sha256: str


def clean_name(name: str) -> str:
    """A file's name without folders and control characters, cut so that its ending stays."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])
    name = "".join(c for c in name if unicodedata.category(c)[0] != "C").strip(" .")
    name = re.sub(r'[<>:"|?*]', "_", name) or "file"
    if len(name) <= LONGEST_NAME:
        return name
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 12:
        return name[:LONGEST_NAME]
    return f"{stem[: LONGEST_NAME - len(ending) - 1].rstrip(' .')}.{ending}"


def sniffed(head: bytes, filename: str) -> str:
    """The kind of file by its first bytes; what was claimed counts for nothing."""
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return _ZIPPED.get(Path(filename).suffix.lower(), kind) if kind == "application/zip" else kind
    if b"\x00" not in head:
        try:
            head[: max(len(head) - 4, 0)].decode("utf-8", errors="strict")
        except UnicodeDecodeError:
            return "application/octet-stream"
        return "text/plain"
    return "application/octet-stream"


def problem_with(upload: UploadedFile[Any]) -> str:
    """Why a file cannot be kept, in a sentence that names it; empty if it can."""
    name = clean_name(upload.name or "")
    size = upload.size or 0
    if size == 0:
        return f"“{name}” is empty (0 bytes). Choose the file again."
    if size > settings.DOCUMENT_MAX_BYTES:
        return (
            f"“{name}” has {size / 1_048_576:.0f} MB; the most is {settings.DOCUMENT_MAX_BYTES // 1_048_576} MB. "
            "Make it smaller or send it in parts."
        )
    return ""


class DurableFileSystemStorage(FileSystemStorage):
    """A folder in which a file is whole or not there: written aside, forced to the disk, then moved into its place."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """The name asked for: what has the same name has the same content."""
        return name

    def _save(self, name: str, content: Any) -> str:
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".incoming-")
        try:
            with os.fdopen(handle, "wb") as out:
                for chunk in content.chunks():
                    out.write(chunk)
                out.flush()
                os.fsync(out.fileno())
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        return name


def files() -> Storage:
    """The store of documents that the settings name (`STORAGES["documents"]`): a folder, or any other of Django's kind."""
    return storages["documents"]


def key_of(town: Town, sha256: str) -> str:
    """The name of a content in the store; each town has its own."""
    return f"{town.slug}/{sha256[:2]}/{sha256}"


def store(town: Town, upload: UploadedFile[Any]) -> Kept:
    """Keep a file's content under its hash, once, without holding it in memory. Raises `BadFile`."""
    if problem := problem_with(upload):
        raise BadFile(problem)
    digest, head, size = hashlib.sha256(), b"", 0
    for chunk in upload.chunks():
        head = head or chunk[:_HEAD]
        size += len(chunk)
        digest.update(chunk)
    sha256, kept = digest.hexdigest(), files()
    key = key_of(town, sha256)
    if not _holds(kept, key, sha256):
        if kept.exists(key):
            kept.delete(key)  # it was altered on the disk
        upload.seek(0)
        saved = kept.save(key, upload)
        if saved != key:  # the same content came in at the same moment
            kept.delete(saved)
    name = clean_name(upload.name or "")
    return Kept(name, sniffed(head, name), size, sha256)


def _holds(kept: Storage, key: str, sha256: str) -> bool:
    """Whether the store has the content as it was stored."""
    if not kept.exists(key):
        return False
    digest = hashlib.sha256()
    with kept.open(key) as stored:
        for chunk in stored.chunks():
            digest.update(chunk)
    return digest.hexdigest() == sha256


def add(
    case: Case,
    upload: UploadedFile[Any],
    *,
    by: Person | None,
    title: str = "",
    event_seq: int | None = None,
    public: bool = False,
) -> Document:
    """Keep a file with a case; `event_seq` names the event that it proves. Raises `BadFile`."""
    kept = store(case.town, upload)
    return Document.objects.create(
        town=case.town,
        case=case,
        title=(title.strip() or kept.filename)[:300],
        filename=kept.filename,
        content_type=kept.content_type,
        size=kept.size,
        sha256=kept.sha256,
        event_seq=event_seq,
        public=public,
        added=timezone.now(),
        by=by,
    )


def opened(town: Town, document: Document) -> File[Any] | None:
    """A document's content to read in pieces, checked against its hash; None if the store does not hold it as it was."""
    kept, key = files(), key_of(town, document.sha256)
    return kept.open(key) if _holds(kept, key, document.sha256) else None


def content(town: Town, document: Document) -> bytes | None:
    """A document's content, checked against its hash; None if the store does not hold it as it was."""
    handle = opened(town, document)
    if handle is None:
        return None
    with handle:
        return bytes(handle.read())
