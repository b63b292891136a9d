"""Reads a question about dates from an address: the matter, the day, and what happened on which days.

`?matter=stormwater_permit&on=2026-11-30&hearing_closed=2026-11-05&extension_agreed=2026-11-20:clock=decide:until=2026-12-15`
A field of the page's form may also send a fact by itself: `hearing_scheduled.for=2026-10-13T19:00`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from towns.law.answers import StoryError, day_from, event_from_words, plain
from towns.law.clocks import Event, Reading, read
from towns.law.days import Calendar, day_of
from towns.law.events import DAY_FACTS, EVENTS, FACTS
from towns.law.schema import Bylaw, Matter
from towns.models import ClosedDay, Town
from towns.record import door
from towns.record.case_file import calendar_of, law_of

_OWN: Final = ("matter", "on")
#: More events than this are a mistake or a trick.
MOST: Final = 200
_LONGEST: Final = 2000


@dataclass(slots=True)
class Asked:
    """A question as it was read."""

    matter: str = ""
    on: date | None = None
    told: list[tuple[str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def query(self) -> str:
        """The same question as one short address."""
        day = [("on", self.on.isoformat())] if self.on else []
        return urlencode([("matter", self.matter), *day, *self.told], safe=":")


def written(given: QueryDict) -> list[tuple[str, str]]:
    """The events as `EVENT`, `DAY[:fact=value]`, blanks left out, a fact sent by itself joined to its event."""
    told: list[tuple[str, str]] = []
    for name in given:
        if name in _OWN or "." in name:
            continue
        days = given.getlist(name)
        for place, day in enumerate(days):
            text = day.strip()
            for fact in FACTS:
                values = given.getlist(f"{name}.{fact}")
                value = values[place].strip() if place < len(values) else ""
                if value and text:
                    text += f":{fact}={value}"
            if text:
                told.append((name, text))
    return told


def read_question(given: QueryDict, today: date) -> Asked:
    """The question, or `StoryError` naming what cannot be read."""
    asked = Asked(matter=given.get("matter", ""))
    said = given.get("on", "").strip()
    asked.on = day_of(day_from("on", said)) if said else today
    asked.told = written(given)
    if len(asked.told) > MOST or sum(len(text) for _, text in asked.told) > MOST * _LONGEST:
        raise StoryError(f"events: {len(asked.told)} are more than {MOST}. Ask about one case at a time.")
    asked.events = [event_from_words(f"{name}={text}") for name, text in asked.told]
    return asked


def law_for(town: Town, events: Iterable[Event]) -> tuple[Bylaw, Calendar]:
    """The edition in force on the earliest event (with none, the oldest text), the town's readings and closed days in it."""
    earliest = min((day_of(event.on) for event in events), default=date.min)
    law = law_of(door.edition_on(town, earliest), town)
    return law, calendar_of(town, law, ClosedDay.objects.all())


def answer(town: Town, asked: Asked) -> tuple[list[Reading], Matter, Calendar]:
    """The clocks of the matter as asked. Raises `StoryError` for a matter that the town has not."""
    law, calendar = law_for(town, asked.events)
    if asked.matter not in law.matters:
        raise StoryError(
            f"matter: {law.name} has no matter {asked.matter!r}. Give one of: {', '.join(law.matters)}."
        )
    matter = law.matters[asked.matter]
    assert asked.on is not None
    return read(matter, asked.events, asked.on, calendar), matter, calendar


def answer_plain(town: Town, given: QueryDict, today: date) -> list[dict[str, Any]]:
    """The same objects as `manage.py deadlines --json` prints."""
    readings, _matter, _calendar = answer(town, read_question(given, today))
    return [plain(reading) for reading in readings]


@dataclass(frozen=True, slots=True)
class Box:
    """One input of the form: its name, label, kind of input, and what was typed."""

    name: str
    label: str
    kind: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    wrong: bool = False


def boxes(matter: Matter, given: QueryDict) -> list[list[Box]]:
    """For every event of the matter's clocks a day, and the facts that its clocks read; filled in as asked."""
    named = [name for name in EVENTS if name in _named(matter)]
    rows = []
    typed: dict[str, list[str]] = {}
    for name, text in written(given):
        typed.setdefault(name, []).append(text)
    for name in named:
        for text in typed.get(name) or [""]:
            day = text.split(":")[0]
            said = dict(part.split("=", 1) for part in _facts_of(text))
            row = [
                Box(
                    name,
                    EVENTS[name].says,
                    "date" if len(day) <= 10 else "text",
                    text.split(":")[0] if "T" not in text[:11] else text[:16],
                )
            ]
            row += [
                Box(
                    f"{name}.{fact}",
                    _fact_label(fact),
                    _kind(fact),
                    said.get(fact, ""),
                    _options(matter, name, fact),
                )
                for fact in _facts(matter, name)
            ]
            rows.append(row)
    return rows


def _facts_of(text: str) -> list[str]:
    return [part for part in re.split(r":(?=[A-Za-z_]+=)", text)[1:] if "=" in part]


def _named(matter: Matter) -> set[str]:
    found = {p.event for rule in matter.clocks for p in (*rule.from_, *rule.stops) if p.event}
    found |= {rule.adds for rule in matter.clocks if rule.adds}
    if any(rule.extend for rule in matter.clocks):
        found.add("extension_agreed")
    if "hearing_closed" in found:
        found.add("hearing_reopened")
    return found | {matter.voided_by}


def _facts(matter: Matter, event: str) -> list[str]:
    """The facts of an event that the matter's clocks read."""
    wanted = []
    for rule in matter.clocks:
        for pattern in (*rule.from_, *rule.stops):
            if pattern.event == event:
                wanted += [pattern.fact] if pattern.fact else []
                wanted += ["outcome"] if pattern.outcome or pattern.but else []
                wanted += [rule.per] if rule.per else []
    if event == "extension_agreed":
        wanted += ["clock", "until"]
        if any(rule.extend == "filed_agreement" for rule in matter.clocks):
            wanted.append("filed")
    if event == "complete":
        wanted += ["found_on"] if any(p.event == "complete" for r in matter.clocks for p in r.stops) else []
    return list(dict.fromkeys(wanted))


def _kind(fact: str) -> str:
    return "datetime-local" if fact == "for" else "date" if fact in DAY_FACTS else "text"


def _fact_label(fact: str) -> str:
    return FACTS[fact][:1].upper() + FACTS[fact][1:]


def _options(matter: Matter, event: str, fact: str) -> tuple[tuple[str, str], ...]:
    if fact == "clock":
        return tuple((rule.name, rule.title) for rule in matter.clocks if rule.extend)
    if fact == "outcome":
        used = {p.outcome or p.but for r in matter.clocks for p in (*r.from_, *r.stops) if p.event == event}
        common = {"decided": ("approved", "approved_with_conditions", "disapproved")}.get(event, ())
        names = dict.fromkeys([*common, *sorted(filter(None, used))])
        return tuple((name, name.replace("_", " ").capitalize()) for name in names)
    return ()
