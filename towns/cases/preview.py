"""What a step would do, seen before it is done: the door is tried, looked at, and everything is put back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from towns.cases import defects
from towns.cases.clock_lines import ClockLine, line_of
from towns.cases.docket_lines import detail
from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Case
from towns.record.case_file import CaseFile, open_case_file
from towns.record.door import Done
from towns.record.stages import stage_words


@dataclass(frozen=True, slots=True)
class ClockChange:
    """One clock before and after."""

    name: str
    cite: str
    before: ClockLine | None
    after: ClockLine | None
    changed: bool


@dataclass(slots=True)
class Foresight:
    """What would stand in the record afterwards."""

    entry: Entry
    stage_before: str
    stage_after: str
    clocks: list[ClockChange] = field(default_factory=list)
    defects: list[defects.Defect] = field(default_factory=list)
    also: list[str] = field(default_factory=list)

    @property
    def changed(self) -> list[ClockChange]:
        """The clocks that the step moves."""
        return [clock for clock in self.clocks if clock.changed]


def foresee(take: Callable[[], Done], file: CaseFile, today: date) -> Foresight:
    """Take the step in a savepoint, read the case as it then stands, and undo it. Raises what the door raises."""
    before = {(r.clock, r.of or ""): r for r in file.readings(today)}
    with transaction.atomic():
        done = take()
        after_file = open_case_file(Case.objects.get(pk=file.case.pk), file.town)
        transaction.set_rollback(True)
    after = {(r.clock, r.of or ""): r for r in after_file.readings(today)}
    stage = str(after_file.principal.state)
    return Foresight(
        entry=done.entry,
        stage_before=stage_words(file.case.kind, file.case.stage, held=file.case.held),
        stage_after=stage_words(file.case.kind, stage, held=after_file.case.held),
        clocks=[
            _change(file, after_file, before.get(key), after.get(key), today) for key in {**before, **after}
        ],
        defects=defects.of_entry(after_file, done.entry),
        also=[_also(file, entry) for entry in done.also],
    )


def _also(file: CaseFile, entry: Entry) -> str:
    if entry.name == "taken_back":
        seq = int(entry.facts.get("seq", 0))
        earlier = next((one for one in file.entries if one.seq == seq), None)
        return (
            f"Taken back: {earlier.title[:1].lower()}{earlier.title[1:]}, {earlier.day_words}."
            if earlier
            else "An effect is taken back."
        )
    if not entry.is_system:
        return f"Recorded with it: {entry.title[:1].lower()}{entry.title[1:]}, {entry.day_words}."
    return f"{entry.title}, from {entry.day_words}. {detail(entry)}".strip()


def _change(
    file: CaseFile, after_file: CaseFile, old: Reading | None, new: Reading | None, today: date
) -> ClockChange:
    one = old or new
    assert one is not None
    return ClockChange(
        name=one.title,
        cite=one.cite,
        before=line_of(file, old, today, drawn=False) if old else None,
        after=line_of(after_file, new, today, drawn=False) if new else None,
        changed=old is None
        or new is None
        or (old.status, old.due, old.strict) != (new.status, new.due, new.strict),
    )
