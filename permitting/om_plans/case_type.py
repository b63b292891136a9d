"""The cases that are about an operation and maintenance plan."""

from __future__ import annotations

from permitting.om_plans import life, steps
from permitting.om_plans.models import BEFORE, OmPlan, State
from permitting.om_plans.papers import MaintenanceNotice
from permitting.om_plans.views.plan import PAGE
from towns.record.case_types import CaseType
from towns.record.steps import steps_in

#: Where a plan stands, in words for anyone. A plan that is only proposed is not shown outside.
PUBLIC_STAGES = {
    State.ACCEPTED: "Accepted; the agreement is not signed yet",
    State.SIGNED: "Agreement signed",
    State.RECORDED: "Agreement recorded",
    State.IN_FORCE: "In force",
    State.CURE_DUE: "In force; repairs asked for",
    State.FAILED: "In force; repairs asked for",
    State.ENDED: "Ended",
}

OM_PLAN = CaseType(
    kind="om_plan",
    name="operation and maintenance plan",
    papers=(MaintenanceNotice,),
    model=OmPlan,
    steps=steps_in(steps),
    opens="propose_om_plan",
    presupposes=steps.PRESUPPOSES,
    pending=frozenset(BEFORE),
    ended=frozenset({State.ENDED}),
    public_stages={str(state): words for state, words in PUBLIC_STAGES.items()},
    facts=life.figures,
    life=life.life,
    pages=(PAGE,),
)
