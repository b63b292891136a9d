"""A case's story as known on a day: its events, in order of legal day, up to what ended it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache

from towns.law.days import day_of
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


def _as_moved(matter: Matter, known: list[Event]) -> list[Event]:
    """The events with the days that later ones gave them anew: an order's last day to comply, extended since."""
    told: list[Event] = []
    for event in known:
        kind = matter.events.get(event.name)
        moved = kind.moves if kind is not None else None
        if moved is not None and (day := event.facts.get(moved[2])):
            told = [
                Event(one.name, one.on, {**one.facts, moved[1]: day}) if one.name == moved[0] else one
                for one in told
            ]
        told.append(event)
    return told


def _ends(matter: Matter, name: str) -> bool:
    kind = matter.events.get(name)
    return kind is not None and kind.ends


class Story:
    """What is known of a case on a day: its events by name, in order, and what ended it.

    The order is the legal day, within a day the ledger's order (the order in which the events are given).
    """

    def __init__(self, matter: Matter, events: Iterable[Event], on: date) -> None:
        today = day_of(on)
        known = [event for event in events if _is_known(event, on, today)]
        known.sort(key=_legal_day)
        known = _as_moved(matter, known)
        self.matter = matter
        self.void_by = next(
            (event for event in known if event.name == matter.voided_by or _ends(matter, event.name)), None
        )
        self.on = on
        if self.void_by is not None and day_of(self.void_by.on) < today:
            # Nothing dated later starts, moves, names or stops anything: the case is read as it stood that day.
            self.on = day_of(self.void_by.on)
            known = [event for event in known if day_of(event.on) <= self.on]
        self.day = day_of(self.on)
        self._keep(known)

    def _keep(self, known: list[Event]) -> None:
        self.known = known
        self.by_name: dict[str, list[Event]] = {}
        self._places: dict[int, int] = {}
        for place, event in enumerate(known):
            self.by_name.setdefault(event.name, []).append(event)
            self._places[id(event)] = place

    def named(self, name: str) -> Sequence[Event]:
        """The known events of that name, in order."""
        return self.by_name.get(name, ())

    def place(self, event: Event) -> int:
        """The event's place in the order of the story."""
        return self._places[id(event)]

    def before(self, event: Event) -> Story:
        """The story as it stood just before one of its events, on that event's day."""
        earlier = Story.__new__(Story)
        earlier.matter, earlier.void_by = self.matter, None
        earlier.on = earlier.day = day_of(event.on)
        earlier._keep(self.known[: self.place(event)])
        return earlier

    def instances(self, rule: ClockRule) -> Iterable[str | None]:
        """The boards, waivers or parties for which the clock has started; one nameless instance if none is named.

        Where no start names any, those that the stops name are meant by the start: it speaks of every one there is.
        """
        if not rule.per:
            return (None,)
        starts = self._answering(rule.from_)
        if not starts:
            return (None,)
        return _named_in(starts, rule.per) or _named_in(self._answering(rule.stops), rule.per) or (None,)

    def _answering(self, patterns: Iterable[Pattern]) -> list[Event]:
        """The events that answer to one of the patterns, in order."""
        found = [
            event for pattern in patterns for event in self.named(pattern.event) if matches(pattern, event)
        ]
        return sorted(found, key=self.place)


def _named_in(events: Iterable[Event], fact: str) -> list[str | None]:
    return list(dict.fromkeys(event.facts[fact] for event in events if event.facts.get(fact)))


def _legal_day(event: Event) -> date:
    return day_of(event.on)


def _is_known(event: Event, on: date, today: date) -> bool:
    if isinstance(on, datetime) and isinstance(event.on, datetime):
        return event.on <= on
    return day_of(event.on) <= today


def matches(pattern: Pattern, event: Event) -> bool:
    """Whether an event of the pattern's name has the outcome that the pattern wants."""
    if pattern.outcome:
        return event.facts.get("outcome") == pattern.outcome
    if pattern.but:
        return event.facts.get("outcome") != pattern.but
    return True


def concerns(event: Event, fact: str, of: str | None) -> bool:
    """Whether an event speaks of an instance: it names it, or names none and so speaks of every one."""
    return not fact or event.facts.get(fact) in (None, "", of)


def day_named(pattern: Pattern, event: Event) -> date | None:
    """The day by which an event answers to a pattern: its own, or the one that a fact names (None: it names none)."""
    if not pattern.fact:
        return event.on
    named = event.facts.get(pattern.fact)
    if named:
        return when(named)
    return event.on if pattern.or_own else None
