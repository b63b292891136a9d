"""A public hearing of a case, from the day it was planned to the day it closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Thing
from towns.wall import TownOwned, WithinTown, walls


class Hearing(Thing, TownOwned):
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

    KIND: ClassVar[str] = "hearing"
    BEGINS: ClassVar[frozenset[str]] = frozenset({"hearing_scheduled", "hearing_opened"})
    ENDED: ClassVar[frozenset[str]] = frozenset({"closed", "cancelled"})
    TOLD: ClassVar[tuple[str, ...]] = ("day", "time", "place", "remote", "board")

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

    @classmethod
    def setting(cls, case_file: Any) -> dict[str, Any]:
        """The ways of notice that the law asks for before this hearing."""
        return {"ways_needed": case_file.notice_events}

    def tell(self, entries: Sequence[Entry]) -> None:
        """When and where it sits next, from the last event that said so."""
        for entry in entries:
            if entry.name in ("hearing_scheduled", "hearing_continued") and "for" in entry.facts:
                said = datetime.fromisoformat(entry.facts["for"])
                self.day, self.time = said.date(), said.time() if "T" in entry.facts["for"] else None
                self.place = entry.facts.get("place", self.place)
                self.remote = entry.facts.get("remote", self.remote)
                self.board = entry.facts.get("board", self.board)
            elif entry.name == "hearing_opened" and self.day is None:
                self.day, self.time = entry.on, entry.at

    def never_was(self) -> None:
        """A correction says that it was never set."""
        self.cancel(None)

    def facts(self) -> dict[str, Any]:
        """When it sits next."""
        at = f"T{self.time:%H:%M}" if self.time else ""
        return {"for": f"{self.day.isoformat()}{at}"} if self.day else {}
