"""A violation and its life: reported, looked into, found, cured."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where a violation file stands."""

    REPORTED = "reported", "Reported"
    INVESTIGATING = "investigating", "Being investigated"
    FOUND = "found", "Violation found"
    CURED = "cured", "Cured"
    CLOSED = "closed", "Closed"
    UNFOUNDED = "unfounded", "No violation found"


#: Nobody has said yet whether there is a violation.
UNDECIDED = (State.REPORTED, State.INVESTIGATING)


class Violation(Stateful, TownOwned):
    """What is, or may be, wrong on one site. Its file binds the orders, tickets and costs that follow."""

    case = WithinTown("towns.Case", related_name="violations")
    state = FSMField(default=State.REPORTED, choices=State.choices, protected=True)

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="enforcement_violation_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="enforcement_violation_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "violation_reported": "report",
        "inspection_requested": "look_into",
        "inspection_scheduled": "look_into",
        "inspection_held": "look_into",
        "entry_refused": "look_into",
        "violation_found": "find",
        "violation_cured": "cure",
        "violation_unfounded": "find_nothing",
        "violation_closed": "close",
    }

    def __str__(self) -> str:
        return f"violation of {self.case}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def report(self, entry: Entry) -> str:
        """Someone told the town. A second report of the same thing changes nothing."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def look_into(self, entry: Entry) -> str:
        """The town goes to see, or was refused entry; a visit after the finding changes nothing."""
        return State.INVESTIGATING if self.state == State.REPORTED else str(self.state)

    @transition(field=state, source="*", target=State.FOUND)
    def find(self, entry: Entry) -> None:
        """A violation was found; also anew, after a cure or on a file that was closed."""

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def cure(self, entry: Entry) -> str:
        """It was cured. Where no violation was found, or the file is closed, that changes nothing."""
        return str(self.state) if self.state in (State.UNFOUNDED, State.CLOSED) else State.CURED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def find_nothing(self, entry: Entry) -> str:
        """There was no violation; a closed file stays closed."""
        return State.CLOSED if self.state == State.CLOSED else State.UNFOUNDED

    @transition(field=state, source="*", target=State.CLOSED)
    def close(self, entry: Entry) -> None:
        """Nothing is left to do about it."""


class Report(TownOwned):
    """What somebody told the town. Who it was stays in the office; a name may have to be released under the public
    records law, and the person was told so."""

    class Source(models.TextChoices):
        """How the report came."""

        WEB = "web", "Report form on the web"
        TELEPHONE = "telephone", "Telephone"
        COUNTER = "counter", "At the counter"
        MAIL = "mail", "Letter or e-mail"
        STAFF = "staff", "Seen by staff"

    case = WithinTown("towns.Case", related_name="reports")
    event_seq = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=20, choices=Source.choices, default=Source.STAFF)
    subject = models.CharField(max_length=40, blank=True, help_text="What kind of thing was seen.")
    words = models.TextField(blank=True)
    seen = models.DateField(null=True, blank=True, help_text="The day on which it was seen.")
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    reporter = models.CharField(max_length=200, blank=True)
    reporter_contact = models.CharField(max_length=300, blank=True)
    once = models.UUIDField(null=True, blank=True, unique=True)

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case"),
            models.CheckConstraint(
                condition=models.Q(source__in=("web", "telephone", "counter", "mail", "staff")),
                name="enforcement_report_source_known",
            ),
        ]

    def __str__(self) -> str:
        return f"report in {self.case}"
