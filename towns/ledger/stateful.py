"""Things with a life: a row whose state moves only by replaying the ledger through django-fsm transitions."""

from __future__ import annotations

from collections.abc import Iterable
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
    """A row with a `state` that events move. `MOVES` names the transition for each event."""

    MOVES: ClassVar[dict[str, str]] = {}

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
        state = str(self.state).replace("_", " ")  # type: ignore[attr-defined]
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
        self._state.adding = False
        self._state.db = row._state.db
        return self
