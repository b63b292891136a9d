"""A public hearing of a case, from the day it was planned to the day it closed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Stateful
from towns.wall import TownOwned, WithinTown, walls


class Hearing(Stateful, TownOwned):
    """One hearing. `day` and `time` say when it sits next, in the town's zone."""

    class State(models.TextChoices):
        """Where a hearing stands."""

        PLANNED = "planned", "Planned"
        NOTICED = "noticed", "Noticed"
        OPEN = "open", "Open"
        CONTINUED = "continued", "Continued"
        CLOSED = "closed", "Closed"
        CANCELLED = "cancelled", "Cancelled"

    case = WithinTown("towns.Case", related_name="hearings")
    number = models.PositiveSmallIntegerField(default=1)
    state = FSMField(default=State.PLANNED, choices=State.choices, protected=True)
    board = models.CharField(max_length=60, blank=True)
    day = models.DateField(null=True, blank=True)
    time = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=200, blank=True)
    remote = models.CharField(max_length=300, blank=True, help_text="How to take part from elsewhere.")

    class Meta:
        ordering = ("case_id", "number")
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "number"), name="towns_hearing_number"),
            models.CheckConstraint(
                condition=models.Q(
                    state__in=("planned", "noticed", "open", "continued", "closed", "cancelled")
                ),
                name="towns_hearing_state_known",
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "hearing_scheduled": "schedule",
        "notice_published": "give_notice",
        "notice_posted": "give_notice",
        "notices_mailed": "give_notice",
        "notice_given": "give_notice",
        "hearing_opened": "open",
        "hearing_continued": "carry_on",
        "hearing_closed": "close",
        "hearing_reopened": "reopen",
        "hearing_cancelled": "cancel",
    }

    #: The ways of notice that the bylaw asks for (event names); set for a replay.
    ways_needed: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"hearing {self.number}"

    @transition(field=state, source=(State.PLANNED, State.NOTICED), target=State.PLANNED)
    def schedule(self, entry: Entry) -> None:
        """A new day is set; notice must be given again."""
        self.given: set[str] = set()

    @transition(
        field=state,
        source="*",
        target=RETURN_VALUE(*State.values),
    )
    def give_notice(self, entry: Entry) -> str:
        """One way of notice is proved; the hearing is noticed once every way the bylaw asks for is."""
        given: set[str] = getattr(self, "given", set())
        given.add(entry.name)
        self.given = given
        if self.state in (self.State.PLANNED, self.State.NOTICED) and self.ways_needed <= given:
            return self.State.NOTICED
        return str(self.state)

    @transition(field=state, source=(State.PLANNED, State.NOTICED), target=State.OPEN)
    def open(self, entry: Entry) -> None:
        """The chair opens the hearing."""

    @transition(field=state, source=(State.OPEN, State.CONTINUED), target=State.CONTINUED)
    def carry_on(self, entry: Entry) -> None:
        """Continued to a day, time and place that were announced."""

    @transition(field=state, source=(State.OPEN, State.CONTINUED), target=State.CLOSED)
    def close(self, entry: Entry) -> None:
        """The board closes the hearing; no more evidence is taken."""

    @transition(field=state, source=State.CLOSED, target=State.OPEN)
    def reopen(self, entry: Entry) -> None:
        """The board reopens a closed hearing."""

    @transition(field=state, source=(State.PLANNED, State.NOTICED), target=State.CANCELLED)
    def cancel(self, entry: Entry | None) -> None:
        """The hearing will not be held on the day set."""
