"""Form fields for legal days and hours, forgiving about how they are typed and strict about whether they exist."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

_FORMATS = (
    "%Y-%m-%d",
    "%m/%d/%Y",
    "%m/%d/%y",
    "%b %d %Y",
    "%b %d, %Y",
    "%B %d %Y",
    "%B %d, %Y",
    "%a %b %d %Y",
    "%a %b %d, %Y",
)
_HOURS = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p")
_EARLIEST, _LATEST = date(1900, 1, 1), date(2199, 12, 31)


class LegalDay(forms.DateField):
    """A day of the calendar. A day that does not exist is named in the error."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("input_formats", _FORMATS)
        kwargs.setdefault("widget", forms.DateInput())
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> date | None:
        """The day; an error that repeats what was typed and says how to write it."""
        try:
            day: date | None = super().to_python(value)
        except ValidationError:
            raise ValidationError(
                f"“{str(value)[:40]}” is not a day in the calendar. Write it like 11/30/2026.", code="invalid"
            ) from None
        if isinstance(day, datetime):
            day = day.date()
        if day is not None and not _EARLIEST <= day <= _LATEST:
            raise ValidationError(f"The year {day.year} cannot be right. Check the day.", code="invalid")
        return day


class TownTime(forms.TimeField):
    """A time of day in the town."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "Write the time like 7:00 pm."}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("input_formats", _HOURS)
        kwargs.setdefault("widget", forms.TimeInput())
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> time | None:
        """The time; dots in “p.m.” are forgiven."""
        if isinstance(value, str):
            value = value.strip().lower().replace(".", "").upper()
        found: time | None = super().to_python(value)
        return found
