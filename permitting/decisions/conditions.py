"""How a case stands with the conditions of its approval: what is due when, what is met, what remains in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from permitting.decisions.models import Condition, Decision, Phase
from towns.record.case_file import CaseFile

#: Where a condition stands.
OPEN, OVERDUE, MET, LASTING = "open", "overdue", "met", "lasting"


@dataclass(frozen=True, slots=True)
class ConditionLine:
    """One condition with its last day, the day on which it was met, and where it stands."""

    row: Condition
    due: date | None
    met: date | None
    state: str

    @property
    def name(self) -> str:
        """Its heading, else the beginning of its words."""
        return self.row.heading or (
            self.row.text if len(self.row.text) <= 90 else f"{self.row.text[:87].rstrip()}…"
        )


def standing(file: CaseFile) -> list[Condition]:
    """The conditions of the decision that stands; none where silence approved."""
    decided = file.last("decided")
    if decided is None:
        return []
    decision = Decision.objects.filter(case=file.case, event_seq=decided.seq).first()
    return list(decision.conditions.select_related("document", "by")) if decision else []


def lines(file: CaseFile, today: date) -> list[ConditionLine]:
    """Every condition that stands, in the order printed, as of a day."""
    return [_line(file, row, today) for row in standing(file)]


def _line(file: CaseFile, row: Condition, today: date) -> ConditionLine:
    told = file.last(row.met_by_event) if row.met_by_event else None
    met = row.met or (told.on if told else None)
    due = due_day(file, row)
    if row.phase == Phase.FOR_EVER or row.survives_as_built:
        state = LASTING
    elif met is not None:
        state = MET
    else:
        state = OVERDUE if due is not None and today > due else OPEN
    return ConditionLine(row, due, met, state)


def due_day(file: CaseFile, row: Condition) -> date | None:
    """The last day of a condition: its own, or so many calendar days after an event that has happened."""
    if row.due_day is not None or not row.due_event:
        return row.due_day
    start = file.last(row.due_event)
    return start.on + timedelta(days=row.due_days or 0) if start else None


def unmet(file: CaseFile, phase: str, today: date) -> list[ConditionLine]:
    """The conditions of a phase that nothing shows as met."""
    return [line for line in lines(file, today) if line.row.phase == phase and line.state in (OPEN, OVERDUE)]
