"""The cases that are about an order to somebody."""

from __future__ import annotations

from enforcement.orders import appeals, steps
from enforcement.orders.models import Order, State
from towns.hearings import steps as hearings
from towns.models import Hearing
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

ORDER = CaseType(
    kind="order",
    name="",  # each kind of order is called like its matter
    answers_as="order",
    model=Order,
    steps=(*steps_in(steps), *steps_in(appeals), *steps_in(hearings)),
    opens="draft_order",
    things=(Hearing,),
    plain=frozenset(
        {"access_suspended", "access_restored", "termination_proposed", "warning_given", "entry_refused"}
    ),
    presupposes=steps.PRESUPPOSES,
    pending=frozenset({State.DRAFTED, State.APPEALED}),
    ended=frozenset({State.RESCINDED, State.COMPLIED}),
    may_be_heard=frozenset({State.APPEALED, State.PARTLY_COMPLIED}),
    pages=(CasePage("The order", "order"),),
)

TYPES = (ORDER,)
