"""What to ask before a day is declared closed: hearings set for it, and whether counter hours are meant."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from towns.models import ClosedDay, CounterHours, Hearing
from towns.record.disclosure import LIVE

#: Words of someone who tells when the counter is open, not which day the town closed its offices.
_EVERY_WEEK: Final = re.compile(
    r"\b(every|each|weekly|always|regular(ly)?|(mon|tues|wednes|thurs|fri|satur|sun)days)\b", re.IGNORECASE
)
_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: Weeks around a day in which the same weekday, declared closed before, makes a pattern.
_WEEKS: Final = 4


def hearings_on(day: date) -> list[Hearing]:
    """The hearings that are set for a day and not over. Needs the town set."""
    return list(Hearing.objects.filter(day=day, state__in=LIVE).select_related("case").order_by("time", "id"))


def looks_weekly(row: ClosedDay) -> str:
    """Why a declared day looks like a weekday on which the counter is always shut, as a sentence; empty where it does not.

    Counter hours move no deadline; a day declared closed does. Needs the town set.
    """
    weekday = _NAMES[row.on.weekday()]
    if _EVERY_WEEK.search(f"{row.name} {row.cite}"):
        return f"What you wrote speaks of every week, not of {weekday}, {row.on:%B} {row.on.day} {row.on.year} alone."
    near = ClosedDay.objects.filter(
        on__gte=row.on - timedelta(weeks=_WEEKS),
        on__lte=row.on + timedelta(weeks=_WEEKS),
        on__week_day=_sql_day(row.on),
    ).exclude(on=row.on)
    if near.exists():
        return f"Another {weekday} within four weeks has been declared closed."
    hours = CounterHours.objects.all()
    if (
        row.on.weekday() < _NAMES.index("Saturday")
        and hours.exists()
        and not hours.filter(weekday=row.on.weekday()).exists()
    ):
        return f"The counter has no hours on any {weekday}."
    return ""


def _sql_day(day: date) -> int:
    """The weekday as the database counts it: 1 is Sunday."""
    return (day.weekday() + 1) % 7 + 1
