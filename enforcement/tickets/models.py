"""A noncriminal ticket and its life."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where a ticket stands."""

    DRAFT = "draft", "Being written"
    ISSUED = "issued", "Issued"
    DELIVERED = "delivered", "Delivered"
    WARNED = "warned", "Warning given"
    PAID = "paid", "Paid"
    HEARING_REQUESTED = "hearing_requested", "Hearing requested"
    HEARD = "heard", "Heard in court"
    COMPLAINT = "complaint", "Complaint applied for"
    DISMISSED = "dismissed", "Dismissed"
    VOIDED = "voided", "Voided"


#: Written and not settled yet.
OPEN = (State.ISSUED, State.DELIVERED, State.HEARING_REQUESTED, State.HEARD)
#: The last word: nothing that comes later moves it, save that a paid or warned one may still be voided.
SETTLED = (State.PAID, State.DISMISSED, State.VOIDED, State.WARNED)

#: The sum of a ticket that only warns.
WARNING = "0.00"


class Ticket(Stateful, TownOwned):
    """One citation for one offense on one day (M.G.L. c. 40 § 21D). Its number is never given twice, nor skipped."""

    case = WithinTown("towns.Case", related_name="tickets")
    state = FSMField(default=State.DRAFT, choices=State.choices, protected=True)
    offender = models.CharField(max_length=300, blank=True)
    offender_address = models.TextField(blank=True)
    offense = models.TextField(blank=True, help_text="The specific offense, in words.")
    place = models.CharField(max_length=300, blank=True, help_text="Where the violation was.")
    hour = models.TimeField(null=True, blank=True, help_text="When on its day the violation was seen.")
    signer = models.CharField(max_length=200, blank=True, help_text="Name and office of who signs it.")

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="enforcement_ticket_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="enforcement_ticket_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "violation_found": "stay",
        "ticket_issued": "issue",
        "warning_given": "warn",
        "ticket_delivered": "deliver",
        "ticket_paid": "pay",
        "ticket_hearing_requested": "ask_for_hearing",
        "ticket_heard": "hear",
        "ticket_dismissed": "dismiss",
        "ticket_voided": "void",
        "default_notified": "stay",
        "complaint_applied": "complain",
    }

    def __str__(self) -> str:
        return f"ticket of {self.case}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay(self, entry: Entry) -> str:
        """The finding that it stands on, or the court clerk's notice of a default: nothing moves by it."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def issue(self, entry: Entry) -> str:
        """Signed by the enforcing person."""
        if self.state != State.DRAFT:
            return str(self.state)
        return State.WARNED if entry.facts.get("amount") == WARNING else State.ISSUED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def warn(self, entry: Entry) -> str:
        """A first offense that the law answers with a warning: nothing is paid, and no court hears of it."""
        return State.WARNED if self.state in (State.DRAFT, State.ISSUED, State.DELIVERED) else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def deliver(self, entry: Entry) -> str:
        """Handed to the offender or mailed."""
        return State.DELIVERED if self.state in (State.DRAFT, State.ISSUED) else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def pay(self, entry: Entry) -> str:
        """Paid in full: that ends the matter (c. 40 § 21D)."""
        return str(self.state) if self.state in SETTLED else State.PAID

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def ask_for_hearing(self, entry: Entry) -> str:
        """The offender asks the court for a hearing."""
        return (
            State.HEARING_REQUESTED
            if self.state in (State.DRAFT, State.ISSUED, State.DELIVERED)
            else str(self.state)
        )

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def hear(self, entry: Entry) -> str:
        """The court heard it and fixed a sum, or found no violation."""
        return str(self.state) if self.state in SETTLED else State.HEARD

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def dismiss(self, entry: Entry) -> str:
        """The court dismissed it."""
        return str(self.state) if self.state in (State.PAID, State.VOIDED) else State.DISMISSED

    @transition(field=state, source="*", target=State.VOIDED)
    def void(self, entry: Entry) -> None:
        """Withdrawn by the town; it keeps its number."""

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def complain(self, entry: Entry) -> str:
        """A criminal complaint was applied for."""
        return str(self.state) if self.state in SETTLED else State.COMPLAINT
