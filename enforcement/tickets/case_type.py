"""The cases that are about one noncriminal ticket."""

from __future__ import annotations

from enforcement.tickets import court, steps
from enforcement.tickets.models import State, Ticket
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

TICKET = CaseType(
    kind="ticket",
    name="ticket",
    model=Ticket,
    steps=(*steps_in(steps), *steps_in(court)),
    opens="issue_ticket",
    presupposes=steps.PRESUPPOSES,
    pending=frozenset({State.DRAFT}),
    pages=(CasePage("The ticket", "ticket"),),
    ended=frozenset({State.WARNED, State.PAID, State.DISMISSED, State.VOIDED}),
)

TYPES = (TICKET,)
