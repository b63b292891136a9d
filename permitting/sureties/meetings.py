"""When a board meets next, read from its own words such as “2nd and 4th Tuesday at 7:00 pm”."""

from __future__ import annotations

import re
from datetime import date, timedelta

from towns.law.days import Calendar

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NTH = {
    "1st": 1,
    "first": 1,
    "2nd": 2,
    "second": 2,
    "3rd": 3,
    "third": 3,
    "4th": 4,
    "fourth": 4,
    "5th": 5,
    "last": 0,
}


def meeting_days(words: str, first: date, last: date, calendar: Calendar) -> list[date]:
    """The days from `first` to `last` on which the board meets by its own rule; none where the words give no rule, and
    none on a closed day, since nobody knows to which day it is moved."""
    told = words.lower()
    weekday = next((place for place, name in enumerate(_WEEKDAYS) if re.search(rf"\b{name}s?\b", told)), None)
    if weekday is None:
        return []
    nth = {number for word, number in _NTH.items() if re.search(rf"\b{word}\b", told)}
    if (
        not nth
        and not re.search(r"\b(every|each|weekly)\b", told)
        and not re.search(rf"\b{_WEEKDAYS[weekday]}s\b", told)
    ):
        return []
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    found = []
    while day <= last:
        which = (day.day - 1) // 7 + 1
        is_last = (day + timedelta(days=7)).month != day.month
        if (not nth or which in nth or (0 in nth and is_last)) and not calendar.is_closed(day):
            found.append(day)
        day += timedelta(days=7)
    return found
