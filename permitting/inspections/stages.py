"""How a case stands with the inspections that its law asks for: which passed, which wait, which were never made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from permitting.inspections.models import PASSES, Inspection, InspectionState, Stage
from towns.law.inspection_rules import StageRule, inspections_of
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile

#: Where a stage stands that nobody asked for yet, and one that can no longer be made in time.
MISSING, NEVER_HELD = "missing", "never_held"


def inspections_in(file: CaseFile) -> list[Inspection]:
    """The inspections of a case by number; without those that a correction or a cancellation took away."""
    rows = [row for _, row in sorted(file.things.get(Inspection.KIND, {}).items())]
    return [row for row in rows if isinstance(row, Inspection) and row.state != InspectionState.CANCELLED]


def visits(file: CaseFile, number: int) -> list[Entry]:
    """The visits of one inspection, the first one first."""
    return [e for e in file.story if e.name == "inspection_held" and Inspection.number_in(e) == number]


def passed_on(file: CaseFile, inspection: Inspection) -> date | None:
    """The day on which an inspection passed; None while its last visit found otherwise. A later correction of the items
    that it passed with leaves it passed."""
    made = visits(file, inspection.number)
    return made[-1].on if made and made[-1].outcome in PASSES else None


@dataclass(frozen=True, slots=True)
class StageLine:
    """One inspection that the law asks for. `state` is the inspection's own, or `missing`, or `never_held` once the act
    before which it should have been made is done, or the work is completed and nothing is left open to see."""

    rule: StageRule
    point: str
    inspection: Inspection | None
    passed: date | None
    state: str
    too_late_for: str = ""

    @property
    def title(self) -> str:
        """Its name, with the point of the work where there are several."""
        return f"{self.rule.title}, after {self.point}" if self.point else self.rule.title

    @property
    def flagged(self) -> bool:
        """Whether the page has to warn of it."""
        return self.state == NEVER_HELD or bool(self.too_late_for)


def lines(file: CaseFile) -> list[StageLine]:
    """Every inspection that the matter's law asks for, in the order of its text."""
    return [line for rule in inspections_of(file.matter).stages for line in _of_rule(file, rule)]


def _of_rule(file: CaseFile, rule: StageRule) -> Iterator[StageLine]:
    made = [row for row in inspections_in(file) if row.stage == rule.stage]
    points = rule.points or ("",)
    named = {row.point: row for row in made if row.point in points and row.point}
    unnamed = [row for row in made if row not in named.values()]
    if rule.times == 1:
        # Of several, one that passed counts; else the last.
        best = next((row for row in made if passed_on(file, row)), made[-1] if made else None)
        yield _line(file, rule, "", best)
        return
    for point in points:
        row = named.get(point) or (unnamed.pop(0) if unnamed else None)
        yield _line(file, rule, point, row)


def _line(file: CaseFile, rule: StageRule, point: str, row: Inspection | None) -> StageLine:
    passed = passed_on(file, row) if row else None
    if passed is None and rule.stage == Stage.INITIAL and (told := file.last("initial_inspection")):
        passed = told.on
    bound = _bound(file, rule)
    late = bound is not None and (passed is None or passed > bound.on)
    if row is not None:
        state = str(row.state)
    elif passed:
        state = str(InspectionState.PASSED)
    elif bound is not None or (rule.stage != Stage.FINAL and file.has("work_completed")):
        state = NEVER_HELD
    else:
        state = MISSING
    return StageLine(rule, point, row, passed, state, bound.name if late and bound else "")


def _bound(file: CaseFile, rule: StageRule) -> Entry | None:
    """The act before which the inspection had to be made, if it is done. A refusal needs none."""
    if not rule.before:
        return None
    acts = [entry for entry in file.story if entry.name == rule.before]
    if rule.before == "decided":
        acts = [entry for entry in acts if entry.outcome != "disapproved"]
    return acts[-1] if acts else None


def missing_before(file: CaseFile, event: str, on: date) -> list[StageLine]:
    """The inspections that the law wants before an act and that had not passed on its day."""
    return [
        line
        for line in lines(file)
        if line.rule.before == event and (line.passed is None or line.passed > on)
    ]
