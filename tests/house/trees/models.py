"""A request to fell trees, and each tree in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db import models
from django_fsm import FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Stateful, Thing
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where a request to fell trees stands."""

    ASKED = "asked", "Asked"
    MARKED = "marked", "Trees marked"
    DONE = "done", "Felled"
    FORFEITED = "forfeited", "Forfeited"


class Felling(Stateful, TownOwned):
    """One request to fell trees."""

    case = WithinTown("towns.Case", related_name="+")
    state = FSMField(default=State.ASKED, choices=State.choices, protected=True)

    class Meta:
        app_label = "trees"
        constraints = [
            *walls("case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="trees_felling_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "trees_marked": "mark",
        "trees_felled": "finish",
        "felling_forfeited": "forfeit",
    }

    @transition(field=state, source=[State.ASKED, State.MARKED], target=State.MARKED)
    def mark(self, entry: Entry) -> None:
        """A tree was marked."""

    @transition(field=state, source=[State.MARKED, State.FORFEITED], target=State.DONE)
    def finish(self, entry: Entry) -> None:
        """The marked trees are down."""

    @transition(field=state, source=State.MARKED, target=State.FORFEITED)
    def forfeit(self, entry: Entry) -> None:
        """Nobody felled them in time."""


class Tree(Thing, TownOwned):
    """One marked tree: a thing in the case, numbered by its own fact."""

    KIND: ClassVar[str] = "tree"
    BEGINS: ClassVar[frozenset[str]] = frozenset({"trees_marked"})
    MOVES: ClassVar[dict[str, str]] = {"trees_marked": "mark"}
    ENDED: ClassVar[frozenset[str]] = frozenset({"standing"})  # each marking speaks of another tree
    TOLD: ClassVar[tuple[str, ...]] = ("marked",)

    case = WithinTown("towns.Case", related_name="+")
    number = models.PositiveSmallIntegerField()
    state = FSMField(
        default="standing", choices=[("standing", "Standing"), ("never_was", "Never marked")], protected=True
    )
    marked = models.DateField(null=True)

    class Meta:
        app_label = "trees"
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "number"), name="trees_tree_one_a_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=["standing", "never_was"]), name="trees_tree_state_known"
            ),
        ]

    @transition(field=state, source="standing", target="standing")
    def mark(self, entry: Entry) -> None:
        """It got its mark."""

    @transition(field=state, source="*", target="never_was")
    def never_was(self) -> None:
        """The marking was corrected away."""

    def tell(self, entries: Sequence[Entry]) -> None:
        """The day of its mark."""
        self.marked = entries[0].on if entries else None

    def facts(self) -> dict[str, Any]:
        """Its day."""
        return {"marked": self.marked.isoformat() if self.marked else ""}
