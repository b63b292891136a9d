"""An operation and maintenance plan and its life."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where an operation and maintenance plan stands."""

    PROPOSED = "proposed", "Proposed"
    ACCEPTED = "accepted", "Accepted"
    SIGNED = "signed", "Agreement signed"
    RECORDED = "recorded", "Agreement recorded"
    IN_FORCE = "in_force", "In force"
    CURE_DUE = "cure_due", "Repairs due"
    FAILED = "failed", "Not maintained"
    ENDED = "ended", "Ended"


#: Before the plan binds.
BEFORE = (State.PROPOSED, State.ACCEPTED, State.SIGNED, State.RECORDED)
#: While it binds.
BINDING = (State.IN_FORCE, State.CURE_DUE, State.FAILED)
LIVE = (*BEFORE, *BINDING)


class OmPlan(Stateful, TownOwned):
    """The plan for the upkeep of the stormwater system on some parcels. It outlives the permit and the application."""

    case = WithinTown("towns.Case", related_name="om_plans")
    state = FSMField(default=State.PROPOSED, choices=State.choices, protected=True)
    plan_title = models.CharField(max_length=300, blank=True)
    plan_by = models.CharField(max_length=200, blank=True)
    plan_dated = models.DateField(null=True, blank=True)
    schedule_sheet = models.CharField(
        max_length=60, blank=True, help_text="The sheet of the plan on which the schedule is printed."
    )

    class Meta:
        verbose_name = "operation and maintenance plan"
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="permitting_omplan_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="permitting_omplan_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "plan_proposed": "stay_as_it_is",
        "plan_accepted": "accept",
        "agreement_signed": "sign",
        "agreement_recorded": "record_agreement",
        "plan_in_force": "put_in_force",
        "plan_amended": "stay_as_it_is",
        "owner_changed": "stay_as_it_is",
        "maintenance_notice": "give_notice",
        "maintenance_corrected": "correct",
        "plan_failed": "fail",
        "plan_ended": "end",
    }

    #: Where the plan stood when the notice to repair was given: there it returns once the repairs are made.
    stood_at: str = State.IN_FORCE

    def __str__(self) -> str:
        return f"operation and maintenance plan of {self.case}"

    def _go(self, target: State) -> str:
        """At least `target`: facts may be entered in any order, and none takes the plan back. While repairs are due, or
        were not made, what is told of the agreement changes only the place to which the plan returns."""
        if self.state not in BEFORE:
            if self.stood_at in BEFORE and _place(self.stood_at) < _place(target):
                self.stood_at = target
            return str(self.state)
        return target if _place(target) > _place(str(self.state)) else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay_as_it_is(self, entry: Entry) -> str:
        """The proposal, an amendment, a change of owner: the plan stands where it stood."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def accept(self, entry: Entry) -> str:
        """The authority accepted the plan."""
        return self._go(State.ACCEPTED)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def sign(self, entry: Entry) -> str:
        """The owners signed the agreement."""
        return self._go(State.SIGNED)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def record_agreement(self, entry: Entry) -> str:
        """The agreement stands in the land records. A plan in force stays in force."""
        return self._go(State.RECORDED)

    @transition(field=state, source=LIVE, target=RETURN_VALUE(*State.values))
    def put_in_force(self, entry: Entry) -> str:
        """The plan binds, even where its agreement was not recorded."""
        return self._go(State.IN_FORCE)

    @transition(field=state, source=LIVE, target=State.CURE_DUE)
    def give_notice(self, entry: Entry) -> None:
        """The town told the owners what to repair. A plan is not in force yet in which that is asked: that is a fact."""
        if self.state in (*BEFORE, State.IN_FORCE):
            self.stood_at = str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def correct(self, entry: Entry) -> str:
        """The repairs were made, in time or late."""
        return self.stood_at if self.state in (State.CURE_DUE, State.FAILED) else str(self.state)

    @transition(field=state, source=LIVE, target=State.FAILED)
    def fail(self, entry: Entry) -> None:
        """The maintenance was not carried out; the town found so."""
        if self.state in (*BEFORE, State.IN_FORCE):
            self.stood_at = str(self.state)

    @transition(field=state, source="*", target=State.ENDED)
    def end(self, entry: Entry) -> None:
        """The system is gone or another plan took its place."""


_ORDER = (*BEFORE, State.IN_FORCE)


def _place(state: str) -> int:
    return _ORDER.index(State(state))
