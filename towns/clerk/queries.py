"""What waits for the town clerk: silences to confirm, decisions to stamp, filings to stamp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db.models import QuerySet

from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Case, Event, Town
from towns.record import effects
from towns.record.case_file import CaseFile, open_readable
from towns.record.unreadable import Unread, each

_Told = TypeVar("_Told")

#: At most so many case files are opened for one list.
MOST = 200


@dataclass(frozen=True, slots=True)
class Silent:
    """A case whose time ran out and that nobody has confirmed."""

    case: Case
    entry: Entry
    reading: Reading | None
    late_act: Entry | None
    refused: Entry | None


@dataclass(frozen=True, slots=True)
class Unstamped:
    """A paper that the clerk has not stamped; `reading` is the clock that its stamp stops, where there is one."""

    case: Case
    entry: Entry
    reading: Reading | None = None


@dataclass(slots=True)
class Queue:
    """All that waits for the clerk; `unread` are the cases that cannot be read, each named with its sentence."""

    silences: list[Silent]
    decisions: list[Unstamped]
    filings: list[Unstamped]
    unread: list[Unread]


def queue(town: Town, today: date) -> Queue:
    """What waits for the clerk of the town set. A case that cannot be read hides none of the others."""
    unread: dict[int, Unread] = {}
    return Queue(
        silences(town, today, unread),
        decisions_to_stamp(town, today, unread),
        filings_to_stamp(town, unread),
        list(unread.values()),
    )


def silences(town: Town, today: date, unread: dict[int, Unread] | None = None) -> list[Silent]:
    """Held cases, the longest silent first."""

    def read(file: CaseFile) -> Silent | None:
        entry = next((e for e in reversed(file.story) if e.is_system and effects.of(e.name).held), None)
        if entry is None:
            return None
        reading = next((r for r in file.readings(today) if r.clock == entry.facts.get("clock")), None)
        late = next((e for e in file.story if e.name == "decided" and e.on >= entry.on), None)
        refused = next(
            (e for e in file.story if e.name == "certification_refused" and e.seq > entry.seq), None
        )
        return Silent(file.case, entry, reading, late, refused)

    found = _read(Case.objects.filter(held=True), town, read, unread)
    return sorted(found, key=lambda item: (item.refused is not None, item.entry.on))


def decisions_to_stamp(town: Town, today: date, unread: dict[int, Unread] | None = None) -> list[Unstamped]:
    """Decisions made that the clerk has not stamped, the soonest last day first."""
    stamped = Event.objects.filter(name="decision_filed").values("case_id")
    decided = Event.objects.filter(name="decided").values("case_id")
    cases = (
        Case.objects.filter(pk__in=decided)
        .exclude(pk__in=stamped)
        .exclude(stage="permitted")
        .order_by("-opened")
    )

    def read(file: CaseFile) -> Unstamped | None:
        entry = file.last("decided")
        if entry is None or file.has("decision_filed"):
            return None
        stops = [r for r in file.readings(today) if any(p.event == "decision_filed" for p in r.rule.stops)]
        return Unstamped(file.case, entry, stops[0] if stops else None)

    found = _read(cases, town, read, unread)
    return sorted(
        found, key=lambda item: str(item.reading.due) if item.reading and item.reading.due else "9999"
    )


def filings_to_stamp(town: Town, unread: dict[int, Unread] | None = None) -> list[Unstamped]:
    """Pending filings whose ledger does not say when the clerk stamped them, the oldest first."""
    cases = Case.objects.filter(closed=False, stage__in=("filed", "incomplete", "complete")).order_by(
        "opened", "id"
    )

    def read(file: CaseFile) -> Unstamped | None:
        entry = file.last("filed")
        return Unstamped(file.case, entry) if entry and "filed_with_clerk" not in entry.facts else None

    return _read(cases, town, read, unread)


def _read(
    cases: QuerySet[Case],
    town: Town,
    read: Callable[[CaseFile], _Told | None],
    unread: dict[int, Unread] | None,
) -> list[_Told]:
    unread = {} if unread is None else unread
    return each(open_readable(cases[:MOST], town, unread), read, unread)
