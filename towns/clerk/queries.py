"""What waits for the town clerk: silences to confirm, decisions to stamp, filings to stamp."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Case, Event, Town
from towns.record.case_file import CaseFile, open_case_files
from towns.record.settle import HELD

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


def _folders(town: Town, cases: list[Case]) -> list[CaseFile]:
    return open_case_files(cases[:MOST], town)


def silences(town: Town, today: date) -> list[Silent]:
    """Held cases, the longest silent first."""
    found = []
    for file in _folders(town, list(Case.objects.filter(held=True))):
        entry = next((e for e in reversed(file.story) if e.is_system and e.name in HELD), None)
        if entry is None:
            continue
        reading = next((r for r in file.readings(today) if r.clock == entry.facts.get("clock")), None)
        late = next((e for e in file.story if e.name == "decided" and e.on >= entry.on), None)
        refused = next(
            (e for e in file.story if e.name == "certification_refused" and e.seq > entry.seq), None
        )
        found.append(Silent(file.case, entry, reading, late, refused))
    return sorted(found, key=lambda item: (item.refused is not None, item.entry.on))


def decisions_to_stamp(town: Town, today: date) -> list[Unstamped]:
    """Decisions made that the clerk has not stamped, the soonest last day first."""
    stamped = Event.objects.filter(name="decision_filed").values("case_id")
    decided = Event.objects.filter(name="decided").values("case_id")
    cases = (
        Case.objects.filter(pk__in=decided)
        .exclude(pk__in=stamped)
        .exclude(stage="permitted")
        .order_by("-opened")
    )
    found = []
    for file in _folders(town, list(cases[:MOST])):
        entry = file.last("decided")
        if entry is None or file.has("decision_filed"):
            continue
        stops = [r for r in file.readings(today) if any(p.event == "decision_filed" for p in r.rule.stops)]
        found.append(Unstamped(file.case, entry, stops[0] if stops else None))
    return sorted(
        found, key=lambda item: str(item.reading.due) if item.reading and item.reading.due else "9999"
    )


def filings_to_stamp(town: Town) -> list[Unstamped]:
    """Pending filings whose ledger does not say when the clerk stamped them, the oldest first."""
    cases = Case.objects.filter(closed=False, stage__in=("filed", "incomplete", "complete")).order_by(
        "opened", "id"
    )
    found = []
    for file in _folders(town, list(cases[:MOST])):
        entry = file.last("filed")
        if entry is not None and "filed_with_clerk" not in entry.facts:
            found.append(Unstamped(file.case, entry))
    return found
