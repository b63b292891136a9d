"""Days and moments as the town writes them."""

from __future__ import annotations

from datetime import date, datetime, time


def day_words(day: date) -> str:
    """A day with its weekday: Fri Nov 27 2026."""
    return f"{day:%a %b} {day.day} {day.year}"


def long_day(day: date) -> str:
    """A day as printed on paper: Friday, November 27, 2026."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def hour_words(at: time) -> str:
    """A time of day: 7:00 pm."""
    return f"{at.hour % 12 or 12}:{at:%M} {'am' if at.hour < 12 else 'pm'}"


def moment_words(moment: date | datetime) -> str:
    """A day, with its hour where it has one."""
    if isinstance(moment, datetime):
        return f"{day_words(moment.date())}, {hour_words(moment.time())}"
    return day_words(moment)
