"""Rows whose state follows from the ledger: it moves only by replaying events through django-fsm transitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from django.db import models
from django_fsm import FSMModelMixin, can_proceed

from towns.ledger.entries import Entry


class Impossible(Exception):
    """A fact that cannot be, such as closing a hearing that never opened. Carries a sentence for the person."""

    def __init__(self, because: str, *, field: str = "") -> None:
        super().__init__(because)
        self.because = because
        self.field = field


class Stateful(FSMModelMixin, models.Model):
    """A row with a `state` that events move. `MOVES` names the transition for each event, `OUTCOMES` the outcomes,
    beside the names of the states, on which it depends where one of them leads."""

    MOVES: ClassVar[dict[str, str]] = {}
    OUTCOMES: ClassVar[tuple[str, ...]] = ()

    state: Any  # each kind declares its own field, protected, with a check constraint of its states

    class Meta:
        abstract = True

    def take(self, entry: Entry) -> None:
        """Move by one event. Events without a move change nothing; a move not open from here is `Impossible`."""
        name = self.MOVES.get(entry.name)
        if name is None:
            return
        move = getattr(self, name)
        if not can_proceed(move):
            raise Impossible(self.why_not(entry))
        move(entry)

    def why_not(self, entry: Entry) -> str:
        """The sentence for an event that cannot follow from the present state."""
        state = str(self.state).replace("_", " ")
        thing = self._meta.verbose_name
        return (
            f"{entry.title} on {entry.day_words}: that cannot be, since the {thing} is “{state}” on that day."
        )

    @classmethod
    def replay(cls, entries: Iterable[Entry], **setting: Any) -> Self:
        """The thing as the entries make it, in memory. `setting` gives attributes that moves read."""
        thing = cls()
        for key, value in setting.items():
            setattr(thing, key, value)
        for entry in entries:
            thing.take(entry)
        return thing

    def stand_in_for(self, row: Self) -> Self:
        """Take the place of a stored row: same key and columns, but the state reached by replay."""
        for field in self._meta.concrete_fields:
            if field.attname != "state":
                setattr(self, field.attname, getattr(row, field.attname))
        self._state.adding = row._state.adding
        self._state.db = row._state.db
        return self


class Thing(Stateful):
    """A row that lives in a case beside the principal, numbered within the case and its kind, never reused.

    `KIND` names the kind and is the fact of an event that carries the number (`hearing`, `inspection`). `BEGINS` are
    the events that bring a thing of this kind into being; `ENDED` the states from which nothing more follows; `TOLD` the
    columns that follow from the events, beside the state.
    """

    KIND: ClassVar[str]
    BEGINS: ClassVar[frozenset[str]]
    ENDED: ClassVar[frozenset[str]] = frozenset()
    TOLD: ClassVar[tuple[str, ...]] = ()

    number: Any  # a PositiveSmallIntegerField of each kind

    class Meta:
        abstract = True

    @classmethod
    def number_in(cls, entry: Entry) -> int:
        """The number that an event carries; an event of an earlier version without one speaks of the first."""
        return int(entry.facts.get(cls.KIND, 1))

    @classmethod
    def number_for(cls, entry: Entry, things: Mapping[int, Self]) -> int:
        """The number of the thing that a new event without one means: the last live thing, else a new one."""
        live = [number for number, thing in things.items() if cls.means(entry, thing)]
        return max(live) if live else max(things, default=0) + 1

    @classmethod
    def means(cls, entry: Entry, thing: Self) -> bool:
        """Whether an event without a number may speak of this thing: it is alive. A kind with stages narrows this."""
        return str(thing.state) not in cls.ENDED

    @classmethod
    def setting(cls, case_file: Any) -> dict[str, Any]:
        """What a replay has to know beside the events, such as the ways of notice that the law asks for."""
        return {}

    def tell(self, entries: Sequence[Entry]) -> None:
        """Set the columns named in `TOLD` from this thing's own events, in the order of their legal days."""

    def never_was(self) -> None:
        """Every event that began it was corrected away: move to the state that says so."""
        raise NotImplementedError(f"{type(self).__name__} does not say what becomes of one that never was.")

    def facts(self) -> dict[str, Any]:
        """What `replay` answers of it beside number and state: plain, no personal data."""
        return {}
