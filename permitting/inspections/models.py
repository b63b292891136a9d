"""An inspection of a site, from the day it was asked for to the day it passed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Thing
from towns.wall import TownOwned, WithinTown, walls


class Stage(models.TextChoices):
    """What of the work is looked at; a town's law may name stages of its own."""

    INITIAL = "initial", "Initial site inspection"
    EROSION = "erosion", "Erosion control inspection"
    BURY = "bury", "Bury inspection"
    FINAL = "final", "Final inspection"
    ROUTINE = "routine", "Routine visit"
    STORM = "storm", "Visit after a storm"
    COMPLAINT = "complaint", "Visit upon a complaint"
    POST_CONSTRUCTION = "post_construction", "Visit after construction"


class Outcome(models.TextChoices):
    """What an inspection found."""

    PASSED = "passed", "Passed"
    PASSED_WITH_ITEMS = "passed_with_items", "Passed with items to correct"
    FAILED = "failed", "Failed"
    AWAITING = "awaiting", "Made; the outcome is still awaited"


class InspectionState(models.TextChoices):
    """Where an inspection stands."""

    REQUESTED = "requested", "Requested"
    SCHEDULED = "scheduled", "Scheduled"
    HELD = "held", "Made, outcome awaited"
    PASSED = "passed", "Passed"
    PASSED_WITH_ITEMS = "passed_with_items", "Passed with items to correct"
    FAILED = "failed", "Failed"
    CORRECTED = "corrected", "Corrected"
    CANCELLED = "cancelled", "Cancelled"


_S = InspectionState
PASSES = (_S.PASSED, _S.PASSED_WITH_ITEMS)


def found(outcome: str) -> str:
    """The state to which an outcome leads; none given is one still awaited. Raises `Impossible`."""
    try:
        told = Outcome(outcome) if outcome else Outcome.AWAITING
    except ValueError:
        known = ", ".join(Outcome.values)
        raise Impossible(
            f"An inspection cannot end with {outcome!r}; it is one of: {known}.", field="outcome"
        ) from None
    return str(_S.HELD if told == Outcome.AWAITING else _S(told.value))


class Inspection(Thing, TownOwned):
    """One inspection with all its visits: what failed is inspected again under the same number."""

    case = WithinTown("towns.Case", related_name="inspections")
    number = models.PositiveSmallIntegerField(default=1)
    state = FSMField(default=_S.REQUESTED, choices=_S.choices, protected=True)
    stage = models.CharField(max_length=60, default=Stage.ROUTINE)
    point = models.CharField(
        max_length=120,
        blank=True,
        help_text="The point of the work, where the law wants a stage made at several.",
    )
    day = models.DateField(null=True, blank=True, help_text="The day on which it is to be made.")
    time = models.TimeField(null=True, blank=True, help_text="The hour, in the town's zone.")
    held_on = models.DateField(null=True, blank=True, help_text="The day of the last visit.")
    mend_by = models.DateField(
        null=True, blank=True, help_text="The day by which what was found is to be corrected."
    )

    class Meta:
        ordering = ("case_id", "number")
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "number"), name="permitting_inspection_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=_S.values), name="permitting_inspection_state_known"
            ),
        ]
        indexes = [models.Index(fields=("town", "day"), name="permitting_inspection_day")]

    MOVES: ClassVar[dict[str, str]] = {
        "inspection_requested": "request",
        "inspection_scheduled": "schedule",
        "inspection_held": "hold",
        "inspection_corrected": "correct",
        "inspection_cancelled": "cancel",
    }

    OUTCOMES: ClassVar[tuple[str, ...]] = (Outcome.AWAITING.value,)
    KIND: ClassVar[str] = "inspection"
    BEGINS: ClassVar[frozenset[str]] = frozenset(
        {"inspection_requested", "inspection_scheduled", "inspection_held"}
    )
    ENDED: ClassVar[frozenset[str]] = frozenset(
        {_S.PASSED.value, _S.PASSED_WITH_ITEMS.value, _S.CANCELLED.value}
    )
    TOLD: ClassVar[tuple[str, ...]] = ("stage", "point", "day", "time", "held_on", "mend_by")

    def __str__(self) -> str:
        return f"inspection {self.number}"

    @property
    def stage_words(self) -> str:
        """The stage in words; one of a town's own by its name."""
        return stage_words(self.stage)

    @property
    def passed(self) -> bool:
        """Whether it passed, with or without items to correct."""
        return self.state in PASSES

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def request(self, entry: Entry) -> str:
        """It is asked for, or asked for again. One that has a day or that passed stays as it is."""
        return str(self.state) if self.state in (_S.SCHEDULED, *PASSES) else str(_S.REQUESTED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def schedule(self, entry: Entry) -> str:
        """A day is set. One that passed stays passed."""
        return str(self.state) if self.state in PASSES else str(_S.SCHEDULED)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def hold(self, entry: Entry) -> str:
        """The site was visited, whether anybody had asked for it or not; the last visit counts."""
        return found(entry.outcome)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def correct(self, entry: Entry) -> str:
        """What was found is corrected; where nothing was found there is nothing to correct."""
        return str(_S.CORRECTED if self.state in (_S.HELD, _S.FAILED, _S.PASSED_WITH_ITEMS) else self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*_S.values))
    def cancel(self, entry: Entry | None) -> str:
        """It will not be made. What a visit found before stays found."""
        return str(_S.CANCELLED if self.state in (_S.REQUESTED, _S.SCHEDULED) else self.state)

    @classmethod
    def means(cls, entry: Entry, thing: Any) -> bool:
        """The last live one of the event's stage; a correction speaks of one that found something."""
        stage = entry.facts.get("stage")
        if stage and stage != thing.stage:
            return False
        point = entry.facts.get("point")
        if point and thing.point and point != thing.point:
            return False
        if entry.name == "inspection_corrected":
            return thing.state in (_S.HELD, _S.FAILED, _S.PASSED_WITH_ITEMS)
        if entry.name == "inspection_cancelled":
            return thing.state in (_S.REQUESTED, _S.SCHEDULED)
        return str(thing.state) not in cls.ENDED

    def tell(self, entries: Sequence[Entry]) -> None:
        """Stage, day set, day held and day to correct by, each from the last event that says so."""
        self.day = self.time = self.held_on = self.mend_by = None
        for entry in entries:
            self.stage = str(entry.facts.get("stage") or self.stage)
            self.point = str(entry.facts.get("point") or self.point)
            if entry.name == "inspection_scheduled" and entry.facts.get("for"):
                said = datetime.fromisoformat(entry.facts["for"])
                self.day, self.time = said.date(), said.time() if "T" in entry.facts["for"] else None
            elif entry.name == "inspection_held":
                self.held_on = entry.on
                self.mend_by = (
                    date.fromisoformat(entry.facts["mend_by"]) if entry.facts.get("mend_by") else None
                )

    def never_was(self) -> None:
        """A correction says that it was neither asked for nor made."""
        self.cancel(None)

    def facts(self) -> dict[str, Any]:
        """Its stage, the day set, and the day of its last visit."""
        told = {"stage": self.stage, **({"point": self.point} if self.point else {})}
        if self.day:
            told["for"] = f"{self.day.isoformat()}{f'T{self.time:%H:%M}' if self.time else ''}"
        if self.held_on:
            told["held"] = self.held_on.isoformat()
        return told


def stage_words(stage: str) -> str:
    """A stage of inspection in words."""
    return dict(Stage.choices).get(stage, stage.replace("_", " ").capitalize())
