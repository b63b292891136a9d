"""The cases that are about a release."""

from __future__ import annotations

from enforcement.discharges import steps
from enforcement.discharges.models import Spill, State
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

SPILL = CaseType(
    kind="spill",
    name="",  # called like its matter
    model=Spill,
    steps=steps_in(steps),
    opens="enter_release",
    ended=frozenset({State.CLOSED}),
    defects={
        "before_the_release_was_known": "Entered for a day before the release was known.",
        "not_reported_before": "Confirmed although no report is entered before it.",
        "not_confirmed_before": "The file was closed without a written confirmation of the report.",
    },
    pages=(CasePage("Release", "release"),),
)

TYPES = (SPILL,)
