"""What happens when a clock runs out: one row for each effect, declared by the room that owns it.

Nothing is public, reminded of or held unless its row says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from towns.calendar.words import day_words


@dataclass(frozen=True, slots=True)
class Silence:
    """The consequence in bold, and the rest of the sentence."""

    bold: str = ""
    rest: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.bold, self.rest)))


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that the law does when a clock runs out (`if_missed`).

    `running` and `over` are the words for staff while time runs and once it has run out; {day} is the first day of the
    effect. `public`: whether the public may read it, once it is confirmed where it is held. `held`: whether it waits
    for the officer whom the town named, until the event `confirmed_by` is recorded. `reminded`: whether anybody has to
    be reminded of the clock at all; where its running out is what everybody waits for, nobody is. `waits`: once it ran
    out somebody of the town has to act, so the case stays in sight until it ends.
    """

    name: str
    running: Silence
    over: Silence
    public: bool = False
    held: bool = False
    confirmed_by: str = "lapse_certified"
    reminded: bool = True
    waits: bool = False


_EFFECTS: Final[dict[str, Effect]] = {}


def declare(*effects: Effect) -> None:
    """Make effects known. An effect may be declared once."""
    for effect in effects:
        if _EFFECTS.setdefault(effect.name, effect) != effect:
            raise ValueError(f"The effect {effect.name!r} is declared twice.")


def forget(*effects: Effect) -> None:
    """Take effects back; for tests that bring a department of their own."""
    for effect in effects:
        _EFFECTS.pop(effect.name, None)


def of(name: str) -> Effect:
    """The effect of this name. One that nobody declared is neither public nor held, and is called by its name."""
    known = _EFFECTS.get(name)
    if known is not None:
        return known
    words = Silence("", name.replace("_", " ").capitalize() + " from {day}")
    return Effect(name, words, words)


def every() -> Iterator[Effect]:
    """All declared effects, in the order declared."""
    yield from _EFFECTS.values()


def names(*, held: bool | None = None, reminded: bool | None = None) -> frozenset[str]:
    """The names of the effects that are (or are not) held, reminded of."""
    return frozenset(
        effect.name
        for effect in _EFFECTS.values()
        if (held is None or effect.held is held) and (reminded is None or effect.reminded is reminded)
    )


declare(
    Effect(
        "overdue",
        Silence("", "Overdue from {day}; no automatic approval"),
        Silence("", "Overdue; no automatic approval"),
        waits=True,
    )
)


def silence(effect: str, expires: date | None, *, ran_out: bool = False) -> Silence:
    """What silence means for a clock with this `if_missed`, whose last day is `expires`."""
    if not effect or expires is None:
        return Silence()
    known = of(effect)
    chosen = known.over if ran_out else known.running
    day = day_words(expires + timedelta(days=1))
    return Silence(chosen.bold, chosen.rest.replace("{day}", day))
