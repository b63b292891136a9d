"""Takes a story as written on a command line or in JSON, and gives the clocks back as plain JSON values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from towns.law import schema
from towns.law.clocks import Event, Reading, read
from towns.law.days import day_of
from towns.law.events import DAY_FACTS, EVENTS, FACTS, EventKind
from towns.law.rules import Bylaw

#: Facts stand after colons; the colon inside a time of day is none of them.
_NEXT_FACT = re.compile(r":(?=[A-Za-z_]+=)")
_DAY, _MOMENT = len("2026-11-05"), len("2026-11-05T19:00")
FIRST_YEAR, LAST_YEAR = 1900, 2199
LATEST = date(LAST_YEAR, 12, 31)
_STORY_KEYS = ("town", "matter", "on", "events")
Plain = dict[str, Any]


class StoryError(ValueError):
    """A story that cannot be read: the message names the field, its value and what mends it."""


def answer(story: Plain, today: date) -> list[Plain]:
    """The clocks of one story {"town", "matter", "on", "events"}, as plain values. `today` is for a story that says
    no day. Raises StoryError."""
    if not isinstance(story, dict):
        raise StoryError(f"The story is {_shown(story)}. Write an object with {', '.join(_STORY_KEYS)}.")
    given = story.get("events")
    if not isinstance(given, list):
        raise StoryError(
            f'events: is {_shown(given)}. Give a list: [{{"event": "hearing_closed", "on": "2026-11-05"}}].'
        )
    town = story.get("town")
    kinds = kinds_of(town)
    events = [event_from(item, kinds) for item in given]
    said = story.get("on")
    return clocks_of(town, story.get("matter"), events, today if said is None else day_from("on", said))


def kinds_of(town: object) -> Mapping[str, EventKind]:
    """The events that a town's law knows, its own among them. Raises StoryError for a town that we do not hold."""
    if not isinstance(town, str):
        raise StoryError(f"town: we hold no law for {_shown(town)}. Give one of: {', '.join(schema.TOWNS)}.")
    return _law_of(town, LATEST).events


def clocks_of(town: object, matter: object, events: list[Event], on: date) -> list[Plain]:
    """The clocks of a matter on a day, by the edition in force on the story's earliest event."""
    if not isinstance(town, str):
        raise StoryError(f"town: we hold no law for {_shown(town)}. Give one of: {', '.join(schema.TOWNS)}.")
    earliest = min((day_of(event.on) for event in events), default=None)
    return clocks_under(_law_of(town, earliest), matter, events, on)


def _law_of(town: str, on: date | None) -> Bylaw:
    """The law of a town, shipped or imported, on a day. Raises StoryError where we hold none."""
    try:
        return schema.load(town, on)
    except schema.NoSuchTown:
        known = ", ".join(schema.TOWNS)
        raise StoryError(
            f"town: we hold no law for {_shown(town)}. Give one of: {known}, or a town whose law was imported."
        ) from None
    except LookupError as why:
        raise StoryError(f"town: {why.args[0]}") from None


def clocks_under(bylaw: Bylaw, matter: object, events: list[Event], on: date) -> list[Plain]:
    """The clocks of a matter on a day under a law that was read. Raises StoryError."""
    if not isinstance(matter, str) or matter not in bylaw.matters:
        matters = ", ".join(bylaw.matters)
        raise StoryError(f"matter: {bylaw.name} has no matter {_shown(matter)}. Give one of: {matters}.")
    for event in events:
        if event.name not in bylaw.events:
            raise StoryError(f"event: {event.name!r} is no event of the edition in force then.")
    return [plain(reading) for reading in read(bylaw.matters[matter], events, on, bylaw.calendar)]


def plain(reading: Reading) -> Plain:
    """One reading as it leaves the system: days as text, nulls while waiting, the doubts among the reasons."""
    return {
        "clock": reading.clock,
        "of": reading.of,
        "from": reading.from_,
        "started": _day_text(reading.started),
        "strict": _day_text(reading.strict),
        "due": _day_text(reading.due),
        "status": reading.status,
        "if_missed": reading.if_missed,
        "cite": reading.cite,
        "because": reading.because + reading.doubts,
    }


@lru_cache(maxsize=65536)
def _day_text(when: date | None) -> str | None:
    if isinstance(when, datetime):
        return when.isoformat(timespec="minutes")
    return None if when is None else when.isoformat()


def event_from(item: object, kinds: Mapping[str, EventKind] = EVENTS) -> Event:
    """One event {"event", "on", facts…} of the kinds known; a fact that is null is left out. Raises StoryError."""
    if not isinstance(item, dict):
        raise StoryError(f"events: has {_shown(item)}. Write an object with event and on.")
    name = item.get("event")
    if not isinstance(name, str) or name not in kinds:
        raise StoryError(f"event: {_shown(name)} is not an event. {_near(name, kinds)}")
    on = day_from(f"{name}: on", item.get("on"))
    facts = {}
    for key, value in item.items():
        if key in ("event", "on") or value is None:
            continue
        if key not in FACTS:
            raise StoryError(f"{name}: {key!r} is not a fact. Use one of: {', '.join(FACTS)}.")
        if key in DAY_FACTS:
            day_from(f"{name}: {key}", value)
            facts[key] = value
        elif isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            facts[key] = str(value)
        else:
            raise StoryError(f"{name}: {key} is {_shown(value)}. Write it as text.")
    return Event(name, on, facts)


def event_from_words(text: str, kinds: Mapping[str, EventKind] = EVENTS) -> Event:
    """One event as typed: `hearing_scheduled=2026-09-20:for=2026-10-13T19:00`. Raises StoryError."""
    first, *rest = _NEXT_FACT.split(text)
    name, sign, on = first.partition("=")
    if not sign:
        raise StoryError(
            f"event: {text!r} names no day. Write EVENT=DAY, for example hearing_closed=2026-11-05."
        )
    item: dict[str, str] = {"event": name, "on": on}
    for part in rest:
        key, _, value = part.partition("=")
        if key in item:
            raise StoryError(f"{name}: {key!r} stands twice. Give each fact once.")
        item[key] = value
    return event_from(item, kinds)


def day_from(field: str, value: object) -> date:
    """A day or town-time moment in text. Raises StoryError naming the field."""
    day = _day_in(value) if isinstance(value, str) else None
    if day is None:
        raise StoryError(
            f"{field}: {_shown(value)} is not a day. Write YYYY-MM-DD, or YYYY-MM-DDTHH:MM with the town's time, "
            f"from {FIRST_YEAR} to {LAST_YEAR}."
        )
    return day


@lru_cache(maxsize=65536)
def _day_in(text: str) -> date | None:
    try:
        if len(text) == _DAY and text[4] == text[7] == "-":
            day = date.fromisoformat(text)
        elif len(text) == _MOMENT and text[4] == text[7] == "-" and text[10] == "T" and text[13] == ":":
            day = datetime.fromisoformat(text)
        else:
            return None
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def _shown(value: object) -> str:
    return repr(value) if value is not None else "missing"


def _near(name: object, kinds: Mapping[str, EventKind]) -> str:
    """Which known events look like what was written."""
    words = set(str(name).split("_"))
    near: Iterable[str] = [known for known in kinds if words & set(known.split("_"))]
    return f"Did you mean: {', '.join(near)}?" if near else f"Use one of: {', '.join(kinds)}."
