"""The picture of days: one cell for each day that matters between a clock's start and its last day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from towns.law.clocks import Reading
from towns.law.days import Calendar, day_of, words

#: A span longer than this is drawn with its middle folded.
LONGEST = 35
#: So many days are kept at each end of a folded span.
KEPT = 7
_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DayCell:
    """One cell of the ribbon. `kind`: start, open, closed, strict, last, after or gap (several days folded).
    A day that is both the day as counted and the last day is `last`."""

    day: date
    kind: str
    label: str
    closed: bool = False
    number: int | None = None
    days: int = 1


def ribbon(reading: Reading, calendar: Calendar) -> list[DayCell]:
    """The cells of one reading from the earliest to the latest day; empty while the clock waits or has no last day.

    A clock that counts back runs from its last safe day to the day it counts from. The cell `after` is the first
    day on which the time is over.
    """
    if reading.started is None or reading.strict is None or reading.due is None:
        return []
    start, strict, due = day_of(reading.started), day_of(reading.strict), day_of(reading.due)
    first, last = min(start, strict, due), max(start, strict, due)
    if not reading.rule.before:
        last = max(last, due) + _ONE
    days = list(_span(first, last))
    cells = [_cell(day, start, strict, due, reading, calendar) for day in days]
    if len(cells) <= LONGEST:
        return cells
    folded = len(cells) - 2 * KEPT
    gap = DayCell(
        days[KEPT], "gap", f"{folded} days, {words(days[KEPT])} to {words(days[-KEPT - 1])}", days=folded
    )
    return [*cells[:KEPT], gap, *cells[-KEPT:]]


def _span(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += _ONE


def _cell(day: date, start: date, strict: date, due: date, reading: Reading, calendar: Calendar) -> DayCell:
    why = calendar.why_closed(day)
    number = abs((day - start).days) if reading.rule.unit == "calendar" else None
    text = words(day)
    if day == due:
        kind, text = "last", f"{text}: the last {'safe ' if reading.rule.before else ''}day"
    elif day == start:
        kind, text = "start", f"{text}: day 0"
    elif day == strict:
        kind, text = "strict", f"{text}: the day as counted"
    elif day > due and not reading.rule.before:
        kind, text = "after", f"{text}: the time is over"
    else:
        kind = "open" if why is None else "closed"
    if why is not None:
        text = f"{text}, {why}"
    return DayCell(day, kind, text, why is not None, number)
