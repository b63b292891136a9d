"""A case's story as known on a day: its events, in order of legal day, up to what ended it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache

from towns.law.days import day_of, moment_of
from towns.law.patterns import Pattern
from towns.law.rules import ClockRule, Matter


@dataclass(frozen=True, slots=True)
class Event:
    """A legal fact with its legal day (or town-time moment). Days among the facts are ISO text."""

    name: str
    on: date
    facts: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=65536)
def when(text: str) -> date:
    """The day "2026-11-05" or moment "2026-11-05T19:00" in a text; ValueError if it is neither."""
    return datetime.fromisoformat(text) if len(text) > 10 else date.fromisoformat(text)


class Story:
    """What is known of a case on a day: its events by name, in order of day, and what ended it."""

    def __init__(self, matter: Matter, events: Iterable[Event], on: date) -> None:
        today = day_of(on)
        known = [event for event in events if _is_known(event, on, today)]
        known.sort(key=lambda event: moment_of(event.on))
        self.void_by = next((event for event in known if event.name == matter.voided_by), None)
        self.on = on
        if self.void_by is not None and day_of(self.void_by.on) < today:
            # Nothing dated later starts, moves, names or stops anything: the case is read as it stood that day.
            self.on = day_of(self.void_by.on)
            known = [event for event in known if day_of(event.on) <= self.on]
        self.day = day_of(self.on)
        self.by_name: dict[str, list[Event]] = {}
        for event in known:
            self.by_name.setdefault(event.name, []).append(event)

    def named(self, name: str) -> Sequence[Event]:
        """The known events of that name, by day."""
        return self.by_name.get(name, ())

    def instances(self, rule: ClockRule) -> Iterable[str | None]:
        """The boards or waivers for which the clock has started; one nameless instance if there is none."""
        if not rule.per:
            return (None,)
        values: dict[str | None, None] = {}
        for pattern in rule.from_:
            for event in self.named(pattern.event):
                if matches(pattern, event):
                    values.setdefault(event.facts.get(rule.per))
        return values or (None,)


def _is_known(event: Event, on: date, today: date) -> bool:
    if isinstance(on, datetime) and isinstance(event.on, datetime):
        return event.on <= on
    return day_of(event.on) <= today


def matches(pattern: Pattern, event: Event) -> bool:
    if pattern.outcome:
        return event.facts.get("outcome") == pattern.outcome
    if pattern.but:
        return event.facts.get("outcome") != pattern.but
    return True


def presumed_complete(events: Iterable[Event], on: date) -> list[Event] | None:
    """The story as it reads if the application was complete when filed; None if there is nothing to presume.

    Completeness is a fact, not a mark by staff: until someone says complete or incomplete, pages show the clocks that
    would run from the filing, marked as presumed, and never call them waiting.
    """
    known = [event for event in events if day_of(event.on) <= day_of(on)]
    names = {event.name for event in known}
    if "filed" not in names or names & {"complete", "returned_incomplete"}:
        return None
    first = min(day_of(event.on) for event in known if event.name == "filed")
    return [*known, Event("complete", first)]
