"""Defects that the law of clocks sees in an event: a later start that moves no duty, an agreement that lacks something."""

from __future__ import annotations

from collections.abc import Iterable

from towns.law.account import Account
from towns.law.days import Calendar, day_of
from towns.law.rules import Matter
from towns.law.starts import start_from_event
from towns.law.story import Event, Story

#: The agreement gives no last day.
WITHOUT_END = "agreement_without_end"
#: The agreement names no clock.
WITHOUT_CLOCK = "agreement_without_clock"
#: The agreement is of the day of the filing or earlier: whether one may be asked for with the application is doubtful.
WITH_THE_FILING = "agreement_with_the_filing"
_AGREEMENT = "extension_agreed"


def not_moved(matter: Matter, events: Iterable[Event], event: Event, calendar: Calendar) -> tuple[str, ...]:
    """`not_moved:CLOCK` for each duty that the event would start, but which counts from an earlier start for good.

    `events` are those recorded so far, without the event.
    """
    story = Story(matter, [*events, event], event.on)
    found = []
    for rule in matter.clocks:
        if not rule.duty or all(pattern.event != event.name for pattern in rule.from_):
            continue
        for of in story.instances(rule):
            account = Account(rule, calendar, of)
            start_from_event(account, story)
            if any(later is event for later in account.unmoved):
                found.append(f"not_moved:{rule.name}")
    return tuple(dict.fromkeys(found))


def agreement_defects(events: Iterable[Event], agreement: Event) -> tuple[str, ...]:
    """What an agreement to extend lacks, or what is doubtful in it, by name. `events` are those recorded so far."""
    if agreement.name != _AGREEMENT:
        return ()
    filings = [day_of(event.on) for event in events if event.name == "filed"]
    found = []
    if not agreement.facts.get("clock"):
        found.append(WITHOUT_CLOCK)
    if not agreement.facts.get("until"):
        found.append(WITHOUT_END)
    if filings and day_of(agreement.on) <= min(filings):
        found.append(WITH_THE_FILING)
    return tuple(found)
