"""Defects that the law of clocks sees in an agreement to extend: what it lacks, and what is doubtful in it."""

from __future__ import annotations

from collections.abc import Iterable

from towns.law.days import day_of
from towns.law.story import Event

#: The agreement gives no last day, and so moves nothing.
WITHOUT_END = "agreement_without_end"
#: The agreement names no clock, and so moves nothing.
WITHOUT_CLOCK = "agreement_without_clock"
#: The agreement is of the day of the filing or earlier: whether one may be asked for with the application is doubtful.
WITH_THE_FILING = "agreement_with_the_filing"


def agreement_defects(events: Iterable[Event], agreement: Event) -> tuple[str, ...]:
    """What an agreement to extend lacks, or what is doubtful in it, by name. `events` are those recorded so far."""
    filings = [day_of(event.on) for event in events if event.name == "filed"]
    found = []
    if not agreement.facts.get("clock"):
        found.append(WITHOUT_CLOCK)
    if not agreement.facts.get("until"):
        found.append(WITHOUT_END)
    if filings and day_of(agreement.on) <= min(filings):
        found.append(WITH_THE_FILING)
    return tuple(found)
