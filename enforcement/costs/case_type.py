"""The cases that are about what the town spent in another's place."""

from __future__ import annotations

from enforcement.costs import charges, protests, queries, steps
from enforcement.costs.defects import DEFECTS
from enforcement.costs.models import CostRecovery, State
from enforcement.costs.papers import CostNotice
from towns.hearings import steps as hearings
from towns.models import Hearing
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

COST_RECOVERY = CaseType(
    kind="cost_recovery",
    name="",  # called like its matter
    model=CostRecovery,
    steps=tuple(step for room in (steps, protests, charges, hearings) for step in steps_in(room)),
    opens="start_town_work",
    things=(Hearing,),
    presupposes=steps.PRESUPPOSES,
    pending=frozenset({State.PROTESTED, State.APPEALED}),
    ended=frozenset({State.PAID, State.RELEASED, State.RESCINDED}),
    may_be_heard=frozenset({State.PROTESTED}),
    public_stages={
        State.LIEN_RECORDED: "A lien for the town’s costs is recorded",
        State.RELEASED: "Lien released",
    },
    money=queries.money,
    defects=DEFECTS,
    papers=(CostNotice,),
    pages=(CasePage("Costs", "costs"),),
)

TYPES = (COST_RECOVERY,)
