"""The cases that bind what is done about one violation."""

from __future__ import annotations

from enforcement.violations import steps
from enforcement.violations.models import UNDECIDED, State, Violation
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

VIOLATION = CaseType(
    kind="violation",
    name="violation",
    model=Violation,
    steps=steps_in(steps),
    opens="report_violation",
    plain=frozenset(
        {"inspection_requested", "inspection_scheduled", "inspection_held", "warning_given", "duplicate_of"}
    ),
    pending=frozenset(UNDECIDED),
    ended=frozenset({State.CLOSED, State.UNFOUNDED}),
    to_check=frozenset({State.REPORTED}),
    pages=(CasePage("The file", "violation"),),
)

TYPES = (VIOLATION,)
