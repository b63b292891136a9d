"""A release and the duty to report it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where the report of a release stands."""

    KNOWN = "known", "Known"
    REPORTED = "reported", "Reported"
    CONFIRMED = "confirmed", "Confirmed in writing"
    CLOSED = "closed", "Closed"


#: What was released, as the bylaws tell kinds apart.
MATERIALS = ("hazardous", "nonhazardous")


class Spill(Stateful, TownOwned):
    """One release and what was done to report it. Each transition is open from everywhere: a report may come in before
    anybody enters when the release was known."""

    case = WithinTown("towns.Case", related_name="spills")
    state = FSMField(default=State.KNOWN, choices=State.choices, protected=True)
    material = models.CharField(max_length=200, blank=True, help_text="What was released.")
    quantity = models.CharField(max_length=200, blank=True, help_text="How much, as reported.")
    reached = models.CharField(
        max_length=300, blank=True, help_text="What it reached: a drain, a brook, the ground."
    )
    responsible = models.CharField(max_length=300, blank=True, help_text="Who has to report it.")

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="enforcement_spill_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="enforcement_spill_state_known"
            ),
        ]

    OUTCOMES: ClassVar[tuple[str, ...]] = MATERIALS
    MOVES: ClassVar[dict[str, str]] = {
        "release_known": "know",
        "spill_reported": "report",
        "state_notified": "stay",
        "spill_confirmed": "confirm",
        "release_demanded": "stay",
        "spill_closed": "close",
    }

    def __str__(self) -> str:
        return f"release of {self.case}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def know(self, entry: Entry) -> str:
        """Known or suspected. What it was decides how soon it must be reported."""
        if entry.outcome not in MATERIALS:
            raise Impossible(
                f"A release is hazardous or nonhazardous; {entry.outcome or 'nothing'!r} was entered.",
                field="outcome",
            )
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay(self, entry: Entry) -> str:
        """The state was told, or more was asked for: the report to the town stands where it stood."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def report(self, entry: Entry) -> str:
        """The town's officers were told. A second report changes nothing."""
        return State.REPORTED if self.state == State.KNOWN else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def confirm(self, entry: Entry) -> str:
        """The report was confirmed in writing."""
        return State.CONFIRMED if self.state in (State.KNOWN, State.REPORTED) else str(self.state)

    @transition(field=state, source="*", target=State.CLOSED)
    def close(self, entry: Entry) -> None:
        """Nothing more is to be done."""
