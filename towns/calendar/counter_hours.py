"""When town hall can be reached. Counter hours never move a deadline; they only say when to come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from towns.calendar.words import day_words, hour_words
from towns.law.days import Calendar
from towns.models import CounterHours

_LOOK = 21


def hours() -> list[CounterHours]:
    """The counter hours of the town set for this transaction."""
    return list(CounterHours.objects.all())


def on_day(table: Sequence[CounterHours], day: date, calendar: Calendar) -> list[tuple[time, time]]:
    """Opening and closing times on a day; none on a closed day."""
    if calendar.is_closed(day):
        return []
    return sorted((row.opens, row.closes) for row in table if row.weekday == day.weekday())


def last_hour(table: Sequence[CounterHours], due: date, calendar: Calendar) -> str:
    """The last hour at which the counter can be reached by the due day, where it is not the end of that day."""
    if not table:
        return ""
    for back in range(_LOOK):
        day = due - timedelta(days=back)
        if open_hours := on_day(table, day, calendar):
            return f"{day_words(day)}, {hour_words(open_hours[-1][1])}"
    return ""


def now_words(table: Sequence[CounterHours], now: datetime, calendar: Calendar) -> str:
    """Whether town hall is open at this moment, as a sentence's part; empty where no hours are on file."""
    if not table:
        return ""
    today, clock = now.date(), now.time()
    for opens, closes in on_day(table, today, calendar):
        if clock < opens:
            return f"town hall opens at {hour_words(opens)}"
        if clock < closes:
            return f"town hall open until {hour_words(closes)}"
    why = calendar.why_closed(today)
    closed = f"town hall closed today ({why})" if why else "town hall closed now"
    for ahead in range(1, _LOOK):
        day = today + timedelta(days=ahead)
        if open_hours := on_day(table, day, calendar):
            return f"{closed}, open again {day_words(day)} at {hour_words(open_hours[0][0])}"
    return closed
