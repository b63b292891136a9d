"""Takes a town seal as it was uploaded, and refuses what is not plainly a picture."""

from __future__ import annotations

from typing import Any, Final
from xml.etree import ElementTree

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from towns.papers.problems import seal_type

LARGEST: Final = 300 * 1024
_TAKEN: Final = frozenset({"image/svg+xml", "image/png"})
#: Parts of an SVG that are no drawing.
_NO_DRAWING: Final = frozenset(
    {"script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler", "a"}
)


def read_seal(upload: UploadedFile[Any]) -> bytes:
    """The bytes of the seal. Raises ValidationError for anything but a small PNG or an SVG that only draws."""
    if (upload.size or 0) == 0:
        raise ValidationError("The file is empty (0 bytes). Choose the seal again.")
    if (upload.size or 0) > LARGEST:
        raise ValidationError(
            f"The file has {(upload.size or 0) // 1024} KB; a seal may have {LARGEST // 1024} KB."
        )
    data: bytes = upload.read()
    kind = seal_type(data)
    if kind not in _TAKEN:
        raise ValidationError("This is not a picture that can be used. Upload the seal as SVG or PNG.")
    if kind == "image/svg+xml":
        _check_drawing(data)
    return data


def _check_drawing(data: bytes) -> None:
    if b"<!DOCTYPE" in data.upper() or b"<!ENTITY" in data.upper():
        raise ValidationError(
            "The SVG begins with a document type, which a drawing does not need. Save it without."
        )
    for part in ElementTree.fromstring(data).iter():
        name = part.tag.rpartition("}")[2] if isinstance(part.tag, str) else ""
        if name in _NO_DRAWING:
            raise ValidationError(
                f"The SVG holds <{name}>, which is no drawing. Remove it and upload the seal again."
            )
        for key, value in part.attrib.items():
            short = key.rpartition("}")[2].lower()
            if short.startswith("on"):
                raise ValidationError(
                    f"The SVG reacts to events ({short}). Remove that and upload the seal again."
                )
            outside = short in ("href", "src") and not value.startswith(
                ("#", "data:image/png", "data:image/jpeg")
            )
            if outside or "url(http" in value.replace(" ", "").lower():
                raise ValidationError(
                    "The SVG fetches something from outside. Embed it and upload the seal again."
                )
