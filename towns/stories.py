"""Telling a story to the one door, day by day, to see where the law takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import transaction

from towns import record, steps, tenancy
from towns.folder import Folder, open_folder
from towns.law import clocks as law_clocks
from towns.law.events import EVENTS
from towns.ledger import Entry
from towns.models import Case, Town
from towns.roles import Role

#: Tells every step of a story: holds every role of the town, so that permissions are not what a story is about.
TELLER: Final = record.Actor(None, frozenset(Role.values))
_WHY: Final = "Told in a story."


class BadStory(ValueError):
    """A story that cannot be read; the sentence names the field, the value and the mend."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One step of a story: a legal day, an event and its facts."""

    on: date
    at: time | None
    event: str
    facts: Mapping[str, Any]


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
    until = table.get("until", max(step.on for step in told))
    return Story(table["town"], table["matter"], _day("until", until)[0], told)


def _telling(place: int, row: Mapping[str, Any]) -> Telling:
    where = f"step {place}"
    event = row.get("event")
    if event not in EVENTS and event not in ("hearing_cancelled", "corrected"):
        raise BadStory(f"{where}: event: {event!r} is not an event; see docs/events.md for the names.")
    if "on" not in row:
        raise BadStory(f"{where}: on: is missing; add the legal day, on = 2026-11-05.")
    on, at = _day(f"{where}: on", row["on"])
    facts = {key: _plain(value) for key, value in row.items() if key not in ("on", "event")}
    return Telling(on, at, event, facts)


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
        by_day.setdefault(step.on, []).append(step)
    day = min(by_day)
    while day <= story.until:
        if case is not None and _something_ran_out(case, day):
            record.settle_case(case, today=day)
        for step in by_day.get(day, ()):
            case = _take(story, town, case, step, told)
        day += timedelta(days=1)
    if case is None:
        return
    folder = open_folder(Case.objects.get(pk=case.pk), town)
    told.state = str(folder.principal.state)  # type: ignore[attr-defined]
    told.ledger, told.number = folder.entries, case.number
    told.clocks = folder.readings(story.until)


def _something_ran_out(case: Case, day: date) -> bool:
    return case.clocks.filter(status="running", expires__lt=day).exists()


def _take(story: Story, town: Town, case: Case | None, step: Telling, told: Told) -> Case | None:
    """One step with all that it presupposes, or nothing; a refusal is noted and the story goes on."""
    try:
        with transaction.atomic():
            if case is None:
                opening = (
                    step if step.event == "filed" else Telling(step.on, None, "filed", {"supplied": True})
                )
                done = record.open_case(
                    town=town,
                    matter=story.matter,
                    by=TELLER,
                    on=opening.on,
                    at=opening.at,
                    today=step.on,
                    title="A story",
                    keep={},
                    **opening.facts,
                )
                case = done.case
                if opening is step:
                    return case
            for event in _missing(case, town, step.event):
                facts = {"supplied": True, **({"outcome": "approved"} if event == "decided" else {})}
                _act(case, event, Telling(step.on, None, event, facts))
            _act(case, step.event, step)
            return case
    except (record.Impossible, record.SoftStops, record.NotAllowed) as refusal:
        told.refused.append((step.on, step.event, str(refusal)))
        return case if case is not None and Case.objects.filter(pk=case.pk).exists() else None


def _missing(case: Case, town: Town, event: str) -> Sequence[str]:
    """What must be supplied before an event, first things first."""
    chain: list[str] = []
    folder = open_folder(Case.objects.get(pk=case.pk), town)
    wanted = event
    while (earlier := _presupposed(folder, wanted)) and earlier not in chain:
        chain.append(earlier)
        wanted = earlier
    return chain[::-1]


def _presupposed(folder: Folder, event: str) -> str | None:
    return steps.presupposes.missing(folder, event)


def _act(case: Case, event: str, step: Telling) -> None:
    declared = steps.for_event(event)
    if declared is None:
        raise record.Impossible(
            f"{event}: the law itself does this when a clock runs out; it cannot be told."
        )
    record.act(
        declared.key, case=case, by=TELLER, on=step.on, at=step.at, today=step.on, override=_WHY, **step.facts
    )
