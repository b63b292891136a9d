"""Asks for the clocks of a matter, with a story as a clerk would type it."""

from __future__ import annotations

from datetime import date, datetime

from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import Reading, read
from towns.law.days import ClosedDay


def clocks(
    town: str, matter: str, on: str, *events: str, closed: tuple[ClosedDay, ...] = ()
) -> dict[str, Reading]:
    bylaw = schema.load(town)
    story = [event_from_words(text) for text in events]
    day = datetime.fromisoformat(on) if "T" in on else date.fromisoformat(on)
    readings = read(bylaw.matters[matter], story, day, bylaw.calendar, closed)
    return {f"{r.clock}/{r.of}" if r.of else r.clock: r for r in readings}


def norfolk(on: str, *events: str, closed: tuple[ClosedDay, ...] = ()) -> dict[str, Reading]:
    return clocks("norfolk", "stormwater_permit", on, *events, closed=closed)


def grafton(on: str, *events: str) -> dict[str, Reading]:
    return clocks("grafton", "stormwater_permit", on, *events)


def special(on: str, *events: str) -> dict[str, Reading]:
    return clocks("ludlow", "special_permit", on, *events)


def costs(on: str, *events: str) -> dict[str, Reading]:
    return clocks("hopkinton", "cost_recovery", on, *events)
