"""Photographs as they come from a phone: turned upright, freed of hidden data, and read for when and where."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from towns.documents.storage import BadFile, clean_name, problem_with

#: Pixels of the longer side that are kept, and of a thumbnail's.
LONGEST: Final = 3000
THUMBNAIL: Final = 320
#: A picture with more pixels than this is not opened at all.
MOST_PIXELS: Final = 80_000_000
_ZONE: Final = ZoneInfo("America/New_York")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture fit to be kept: the clean file, its thumbnail (JPEG), and what its hidden data said.

    Latitude and longitude are degrees, north and east positive, to six places.
    """

    file: UploadedFile[Any]
    thumbnail: bytes
    taken: datetime | None
    latitude: Decimal | None
    longitude: Decimal | None


def read(upload: UploadedFile[Any]) -> Picture:
    """Read a photograph. Raises `BadFile` with a sentence where it is none, or too large to open."""
    if problem := problem_with(upload):
        raise BadFile(problem)
    name = clean_name(upload.name or "photo")
    try:
        upload.seek(0)
        image: Image.Image = Image.open(upload)
        if image.width * image.height > MOST_PIXELS:
            raise BadFile(f"“{name}” has too many pixels. Send a smaller picture.")
        hidden = image.getexif()
        upright = ImageOps.exif_transpose(image).convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise BadFile(f"“{name}” is not a picture that can be read. Send a JPEG or PNG.") from None
    latitude, longitude = _place(hidden)
    stem = name.rpartition(".")[0] or name
    clean = SimpleUploadedFile(f"{stem}.jpg", _jpeg(upright, LONGEST, 88), content_type="image/jpeg")
    return Picture(clean, _jpeg(upright, THUMBNAIL, 78), _taken(hidden), latitude, longitude)


def _jpeg(image: Image.Image, longest: int, quality: int) -> bytes:
    """The picture as a JPEG without any hidden data, its longer side at most `longest` pixels."""
    smaller = image.copy()
    smaller.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    smaller.save(out, "JPEG", quality=quality)
    return out.getvalue()


def _taken(hidden: Image.Exif) -> datetime | None:
    """The moment by the camera's clock, in the town's zone; None where it says none that can be read."""
    inner = hidden.get_ifd(ExifTags.IFD.Exif)
    said = inner.get(ExifTags.Base.DateTimeOriginal) or hidden.get(ExifTags.Base.DateTime)
    try:
        return datetime.strptime(str(said), "%Y:%m:%d %H:%M:%S").replace(tzinfo=_ZONE)
    except ValueError:
        return None


def _place(hidden: Image.Exif) -> tuple[Decimal | None, Decimal | None]:
    gps = hidden.get_ifd(ExifTags.IFD.GPSInfo)
    north = _degrees(gps.get(ExifTags.GPS.GPSLatitude), gps.get(ExifTags.GPS.GPSLatitudeRef) == "S", 90)
    east = _degrees(gps.get(ExifTags.GPS.GPSLongitude), gps.get(ExifTags.GPS.GPSLongitudeRef) == "W", 180)
    return (north, east) if north is not None and east is not None else (None, None)


def _degrees(parts: Any, negative: bool, most: int) -> Decimal | None:
    """Degrees from degrees, minutes and seconds; None where they cannot be."""
    try:
        whole, minutes, seconds = (Decimal(str(float(part))) for part in parts)
    except (TypeError, ValueError, ZeroDivisionError, ArithmeticError):
        return None
    value = (whole + minutes / 60 + seconds / 3600).quantize(Decimal("0.000001"))
    if not 0 <= value <= most:
        return None
    return -value if negative else value
