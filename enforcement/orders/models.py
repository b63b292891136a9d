"""An order and its life, one for every kind: notice of violation, enforcement order, stop work, cease and desist,
suspension of access to the storm drains. The matter says which of them it is."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where an order stands."""

    DRAFTED = "drafted", "Drafted"
    ISSUED = "issued", "Issued"
    SERVED = "served", "Served"
    APPEALED = "appealed", "Under appeal"
    UPHELD = "upheld", "Upheld"
    MODIFIED = "modified", "Modified"
    RESCINDED = "rescinded", "Rescinded"
    PARTLY_COMPLIED = "partly_complied", "Complied with in part"
    COMPLIED = "complied", "Complied with"
    DEFAULTED = "defaulted", "In default"


#: What a body that hears an appeal, or a court, can make of an order.
OUTCOMES = (State.UPHELD, State.MODIFIED, State.RESCINDED)
#: Still binding, with something left to do.
BINDING = (
    State.ISSUED,
    State.SERVED,
    State.APPEALED,
    State.UPHELD,
    State.MODIFIED,
    State.PARTLY_COMPLIED,
    State.DEFAULTED,
)


class Order(Stateful, TownOwned):
    """One order to somebody. Every fact of its life may come late and in any order, so each transition is open from
    everywhere and says itself whether it moves; the steps name what the law holds against a fact."""

    case = WithinTown("towns.Case", related_name="orders")
    state = FSMField(default=State.DRAFTED, choices=State.choices, protected=True)
    contents = models.JSONField(
        default=dict, blank=True, help_text="What the order says, by the key of what the law wants in it."
    )
    signer = models.CharField(max_length=200, blank=True, help_text="Name and office of who signs it.")

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="enforcement_order_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="enforcement_order_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "order_drafted": "stay",
        "order_issued": "issue",
        "order_served": "serve",
        "order_ratified": "stay",
        "order_amended": "stay",
        "deadline_extended": "stay",
        "hearing_requested": "appeal",
        "appeal_filed": "appeal",
        "petition_filed": "appeal",
        "court_appeal_filed": "appeal",
        "appeal_decided": "decide_appeal",
        "court_final": "end_in_court",
        "complied": "comply",
        "compliance_confirmed": "confirm",
        "order_defaulted": "default",
        "order_rescinded": "rescind",
    }

    OUTCOMES: ClassVar[tuple[str, ...]] = ("in_part", "in_full", "refused")

    def __str__(self) -> str:
        return f"order of {self.case}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay(self, entry: Entry) -> str:
        """Drafted, amended, ratified, given more time: it binds as before, or does not bind yet."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def issue(self, entry: Entry) -> str:
        """Signed and dated; from this day it binds. One that was served before stays served."""
        return State.ISSUED if self.state == State.DRAFTED else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def serve(self, entry: Entry) -> str:
        """It reached someone to whom it is addressed. A further service, or a letter refused, changes nothing."""
        if entry.outcome == "refused":
            return str(self.state)
        return State.SERVED if self.state in (State.DRAFTED, State.ISSUED) else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def appeal(self, entry: Entry) -> str:
        """Somebody asks for a hearing or appeals. It does not undo a rescission, nor what was done to comply."""
        return str(self.state) if self.state in (State.RESCINDED, State.COMPLIED) else State.APPEALED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def decide_appeal(self, entry: Entry) -> str:
        """Upheld, modified or rescinded by the body that heard it."""
        if entry.outcome not in OUTCOMES:
            raise Impossible(
                f"An appeal cannot end as {entry.outcome or 'nothing'!r}; it is upheld, modified or rescinded.",
                field="outcome",
            )
        return self._outcome(entry)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def end_in_court(self, entry: Entry) -> str:
        """A court's last word; one that says nothing about the order leaves it as it is."""
        return self._outcome(entry) if entry.outcome in OUTCOMES else str(self.state)

    def _outcome(self, entry: Entry) -> str:
        if State.RESCINDED in (self.state, entry.outcome):
            return State.RESCINDED
        return State.COMPLIED if self.state == State.COMPLIED else State(entry.outcome)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def comply(self, entry: Entry) -> str:
        """What the order asks was done, in part or in full."""
        if self.state not in BINDING:
            return str(self.state)
        return State.PARTLY_COMPLIED if entry.outcome == "in_part" else State.COMPLIED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def confirm(self, entry: Entry) -> str:
        """The town saw that it was done: a stop of the work and the days of fines end."""
        return State.COMPLIED if self.state in BINDING else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def default(self, entry: Entry) -> str:
        """A person of the town finds that it was not complied with in its time."""
        return State.DEFAULTED if self.state in BINDING else str(self.state)

    @transition(field=state, source="*", target=State.RESCINDED)
    def rescind(self, entry: Entry) -> None:
        """Taken back: whatever still waits or runs ends for good."""


class Recipient(TownOwned):
    """Somebody to whom an order is addressed: the owner of the land, the violator, or one who is both."""

    class Kind(models.TextChoices):
        """Why the order goes to them."""

        OWNER = "owner", "Owner of the land"
        VIOLATOR = "violator", "Violator"
        BOTH = "both", "Owner and violator"

    case = WithinTown("towns.Case", related_name="recipients")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    name = models.CharField(max_length=300)
    address = models.TextField(blank=True, help_text="The mailing address, one line a line.")

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case"),
            models.CheckConstraint(
                condition=models.Q(kind__in=("owner", "violator", "both")),
                name="enforcement_recipient_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name
