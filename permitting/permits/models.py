"""The permit that follows a decision or a certified silence, from its issue to its certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Thing
from towns.wall import TownOwned, WithinTown, walls

#: What a certificate can say of the work; one that says nothing speaks of the whole.
WHOLE, PARTIAL, NEVER_BEGUN = "whole", "partial", "never_begun"
EXTENTS = {
    WHOLE: "The whole of the work",
    PARTIAL: "A part of the work",
    NEVER_BEGUN: "The work was never begun",
}


class PermitState(models.TextChoices):
    """Where a permit stands."""

    ISSUED = "issued", "Issued"
    ACTIVE = "active", "Work under way"
    SUSPENDED = "suspended", "Suspended"
    EXPIRED = "expired", "Expired"
    LAPSED = "lapsed", "Lapsed, never used"
    REVOKED = "revoked", "Revoked"
    SURRENDERED = "surrendered", "Surrendered"
    COMPLETED = "completed", "Completed"
    VOID = "void", "Entered by mistake"


_S = PermitState
#: Nothing more is done under a permit in one of these states.
ENDED = (_S.EXPIRED, _S.LAPSED, _S.REVOKED, _S.SURRENDERED, _S.COMPLETED, _S.VOID)


class Permit(Thing, TownOwned):
    """A permit as issued; it bears the case's own number."""

    case = WithinTown("towns.Case", related_name="permits")
    number = models.PositiveSmallIntegerField(default=1)
    state = FSMField(default=_S.ISSUED, choices=_S.choices, protected=True)
    issued = models.DateField(null=True, blank=True)
    begun = models.DateField(null=True, blank=True, help_text="The day on which the work began.")
    forced = models.BooleanField(
        default=False, help_text="Issued because the clerk certified that the time had passed."
    )
    permittee = models.CharField(max_length=300, blank=True)
    #: The ledger's line for the issue; 0 until it is known.
    event_seq = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-number",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "number"), name="permitting_permit_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=_S.values), name="permitting_permit_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "permit_issued": "issue",
        "work_begun": "begin",
        "work_completed": "begin",
        "permit_suspended": "suspend",
        "permit_reinstated": "reinstate",
        "permit_revoked": "revoke",
        "permit_surrendered": "surrender",
        "permit_transferred": "stay",
        "renewal_requested": "stay",
        "permit_renewed": "stay",
        "expired": "expire",
        "certificate_requested": "stay",
        "certificate_refused": "stay",
        "certificate_issued": "certify",
    }

    OUTCOMES: ClassVar[tuple[str, ...]] = tuple(EXTENTS)
    KIND: ClassVar[str] = "permit"
    BEGINS: ClassVar[frozenset[str]] = frozenset({"permit_issued"})
    ENDED: ClassVar[frozenset[str]] = frozenset(state.value for state in ENDED)
    TOLD: ClassVar[tuple[str, ...]] = ("issued", "begun", "event_seq")

    #: Set by a replay once the work began, so that a reinstatement leads back to it.
    was_begun = False

    def __str__(self) -> str:
        return f"permit {self.case}"

    @property
    def stands(self) -> bool:
        """Whether work may go on under it, as far as the permit itself is concerned."""
        return self.state in (_S.ISSUED, _S.ACTIVE)

    def _open(self) -> str:
        return str(_S.ACTIVE if self.was_begun else _S.ISSUED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def issue(self, entry: Entry) -> str:
        """It was issued; work that began before stays begun."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def begin(self, entry: Entry) -> str:
        """The work began, or was even completed. Under a permit that no longer stands this changes nothing."""
        self.was_begun = True
        return self._open() if self.stands else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def suspend(self, entry: Entry) -> str:
        """The work must rest. A permit that has ended stays as it is."""
        return str(self.state if self.state in ENDED else _S.SUSPENDED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def reinstate(self, entry: Entry) -> str:
        """A suspended or revoked permit stands again."""
        return self._open() if self.state in (_S.SUSPENDED, _S.REVOKED) else str(self.state)

    @transition(field=state, source="*", target=_S.REVOKED)
    def revoke(self, entry: Entry) -> None:
        """The authority took it back."""

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def surrender(self, entry: Entry) -> str:
        """The holder gave it up. What was completed stays completed."""
        return str(self.state if self.state == _S.COMPLETED else _S.SURRENDERED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def expire(self, entry: Entry) -> str:
        """Its term ran out."""
        return str(self.state if self.state in ENDED else _S.EXPIRED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def certify(self, entry: Entry) -> str:
        """The certificate: of the whole it completes the permit, of a part it leaves it open; where the work was never
        begun the permit lapsed unused."""
        if entry.outcome == PARTIAL:
            return str(self.state)
        return str(_S.LAPSED if entry.outcome == NEVER_BEGUN else _S.COMPLETED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def stay(self, entry: Entry) -> str:
        """A request, a refusal, a new holder or a longer term moves nothing by itself."""
        return str(self.state)

    @transition(field=state, source="*", target=_S.VOID)
    def void(self) -> None:
        """It was never issued."""

    @classmethod
    def number_for(cls, entry: Entry, things: Mapping[int, Self]) -> int:
        """The last live permit's number; only an issue makes a new one, everything else speaks of the last."""
        live = [number for number, thing in things.items() if cls.means(entry, thing)]
        if live or entry.name in cls.BEGINS:
            return max(live) if live else max(things, default=0) + 1
        return max(
            (n for n, thing in things.items() if thing.state != _S.VOID), default=max(things, default=1)
        )

    def tell(self, entries: Sequence[Entry]) -> None:
        """The days of issue and of the start of the work."""
        self.issued = self.begun = None
        self.event_seq = 0
        for entry in entries:
            if entry.name == "permit_issued":
                self.issued, self.event_seq = entry.on, entry.seq
            elif entry.name == "work_begun" and self.begun is None:
                self.begun = entry.on

    def never_was(self) -> None:
        """A correction says that it was never issued."""
        self.void()

    def facts(self) -> dict[str, Any]:
        """The days of its issue and of the start of the work."""
        days = {"issued": self.issued, "begun": self.begun}
        return {name: day.isoformat() for name, day in days.items() if day}
