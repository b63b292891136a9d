"""Telling a story to the one door, day by day, to see where the law takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Min

from towns.access import tenancy
from towns.law import clocks as law_clocks
from towns.law.events import DAY_FACTS, EVENTS
from towns.ledger.entries import Entry
from towns.models import Case, Town
from towns.record import door, steps
from towns.record.case_file import open_case_file
from towns.roles import Role

#: Tells every step of a story: holds every role of the town, so that permissions are not what a story is about.
TELLER: Final = door.Actor(None, frozenset(Role.values))
WHY: Final = "Told in a story."
_OUTCOMES: Final = frozenset({"approved", "approved_with_conditions", "disapproved"})
#: What the one door is told beside the facts; a fact cannot go by one of these names.
_NOT_FACTS: Final = frozenset(
    {"step", "case", "by", "today", "at", "once", "seen", "override", "keep", "town", "matter"}
)


class BadStory(ValueError):
    """A story that cannot be read; the sentence names the field, the value and the mend."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One step of a story: a legal day, an event and its facts. `entered` is the day on which the town enters it."""

    on: date
    at: time | None
    event: str
    facts: Mapping[str, Any]
    entered: date


@dataclass(frozen=True, slots=True)
class Story:
    """A story as read from a file."""

    town: str
    matter: str
    until: date
    steps: tuple[Telling, ...]


@dataclass(slots=True)
class Told:
    """How a story went: the case's state, its ledger, its clocks on the last day, and what was refused."""

    state: str = "draft"
    ledger: list[Entry] = field(default_factory=list)
    clocks: list[law_clocks.Reading] = field(default_factory=list)
    refused: list[tuple[date, str, str]] = field(default_factory=list)
    number: str = ""


def read_story(table: Mapping[str, Any]) -> Story:
    """A story from its TOML table. Raises `BadStory`."""
    unknown = set(table) - {"town", "matter", "until", "step", "name", "source", "expect"}
    if unknown:
        raise BadStory(f"{sorted(unknown)[0]}: no such key; use town, matter, until and [[step]].")
    for key in ("town", "matter"):
        if not isinstance(table.get(key), str):
            raise BadStory(f"{key}: is missing; add {key} = “…”.")
    rows = table.get("step", [])
    if not isinstance(rows, list) or not rows:
        raise BadStory("step: is missing; add at least one [[step]] with on and event.")
    told = tuple(_telling(place, row) for place, row in enumerate(rows, start=1))
    until = table.get("until", max(step.entered for step in told))
    return Story(table["town"], table["matter"], _day("until", until)[0], told)


def _telling(place: int, row: Mapping[str, Any]) -> Telling:
    where = f"step {place}"
    event = str(row.get("event"))
    if event not in EVENTS and event not in ("hearing_cancelled", "corrected"):
        raise BadStory(f"{where}: event: {event!r} is not an event; see docs/events.md for the names.")
    if "on" not in row:
        raise BadStory(f"{where}: on: is missing; add the legal day, on = 2026-11-05.")
    on, at = _day(f"{where}: on", row["on"])
    entered = _day(f"{where}: entered", row.get("entered", on))[0]
    if entered < on:
        raise BadStory(f"{where}: entered: {entered} is before the day it happened, {on}; give a later day.")
    facts = {key: _plain(value) for key, value in row.items() if key not in ("on", "event", "entered")}
    if taken := _NOT_FACTS & facts.keys():
        raise BadStory(f"{where}: {min(taken)}: is not a fact; leave it out.")
    for name in DAY_FACTS & facts.keys():
        _day(f"{where}: {name}", facts[name])
    return Telling(on, at, event, facts, entered)


def _day(where: str, value: Any) -> tuple[date, time | None]:
    if isinstance(value, datetime):
        return value.date(), value.time()
    if isinstance(value, date):
        return value, None
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadStory(f"{where}: {value!r} is not a day; write it as 2026-11-05.") from None
    return moment.date(), moment.time() if "T" in value else None


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    return value


def tell(story: Story, town: Town, *, keep: bool = False) -> Told:
    """Tell a story through the one door; nothing is left behind unless `keep`."""
    told = Told()
    with transaction.atomic(), tenancy.town(town):
        _tell(story, town, told)
        if not keep:
            transaction.set_rollback(True)
    return told


def _tell(story: Story, town: Town, told: Told) -> None:
    case: Case | None = None
    by_day: dict[date, list[Telling]] = {}
    for step in story.steps:
        by_day.setdefault(step.entered, []).append(step)
    day: date | None = min(by_day)
    while day is not None and day <= story.until:
        if case is not None:
            _sweep(case, day, told)
        for step in by_day.get(day, ()):
            case = _take(story, town, case, step, told)
        day = _next_day(case, day, by_day)
    if case is None:
        return
    file = open_case_file(Case.objects.get(pk=case.pk), town)
    told.state = str(file.principal.state)  # type: ignore[attr-defined]
    told.ledger, told.number = file.entries, case.number
    told.clocks = file.readings(story.until)


def _sweep(case: Case, day: date, told: Told) -> None:
    """Just after midnight: settle what ran out."""
    if not case.clocks.filter(status="running", expires__lt=day).exists():
        return
    try:
        door.settle_case(case, today=day)
    except door.Impossible as refusal:
        told.refused.append((day, "sweep", str(refusal)))


def _next_day(case: Case | None, day: date, steps_on: Mapping[date, object]) -> date | None:
    """The next day on which something is told or something has run out; nothing happens on the days between."""
    coming = [told for told in steps_on if told > day]
    if case is not None:
        ends = case.clocks.filter(status="running", expires__gte=day).aggregate(first=Min("expires"))["first"]
        coming += [ends + timedelta(days=1)] if ends else []
    return min(coming, default=None)


def _take(story: Story, town: Town, case: Case | None, step: Telling, told: Told) -> Case | None:
    """One step with all that it presupposes, or nothing; a refusal is noted and the story goes on."""
    try:
        with transaction.atomic():
            if case is None:
                case = _open(story, town, step)
                if step.event == "filed":
                    return case
            for event in _missing(case, town, step.event):
                _act(case, replace(step, event=event, at=None, facts=_supplied(event, step.facts)))
            _act(case, step)
            return case
    except (door.Impossible, door.SoftStops, door.NotAllowed) as refusal:
        told.refused.append((step.on, step.event, str(refusal)))
        return case if case is not None and Case.objects.filter(pk=case.pk).exists() else None


def _open(story: Story, town: Town, step: Telling) -> Case:
    told = step.event == "filed"
    facts = dict(step.facts) if told else {"supplied": True}
    return door.open_case(
        town=town,
        matter=story.matter,
        by=TELLER,
        on=step.on,
        at=step.at if told else None,
        today=step.entered,
        title=str(facts.pop("title", "A story")),
        address=str(facts.pop("address", "")),
        map_lot=str(facts.pop("map_lot", "")),
        keep={},
        **facts,
    ).case


def _supplied(event: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an event that the story left out: the same board or waiver, and an approval where it decides."""
    facts: dict[str, Any] = {"supplied": True}
    facts |= {name: told[name] for name in ("board", "waiver", "hearing") if name in told}
    if event == "decided":
        facts["outcome"] = told["outcome"] if told.get("outcome") in _OUTCOMES else "approved"
    return facts


def _missing(case: Case, town: Town, event: str) -> Sequence[str]:
    """What must be supplied before an event, first things first."""
    chain: list[str] = []
    file = open_case_file(Case.objects.get(pk=case.pk), town)
    wanted = event
    while (earlier := steps.presupposes.missing(file, wanted)) and earlier not in chain:
        chain.append(earlier)
        wanted = earlier
    return chain[::-1]


def _act(case: Case, step: Telling) -> None:
    declared = steps.for_event(step.event)
    if declared is None:
        raise door.Impossible(
            f"{step.event}: the law itself does this when a clock runs out; it cannot be told."
        )
    door.act(
        declared.key,
        case=case,
        by=TELLER,
        on=step.on,
        at=step.at,
        today=step.entered,
        override=WHY,
        **step.facts,
    )
