"""What pages need to know of an event beside its law: whether anyone may read it, and what a hold hides.

The name, the facts and what the pure law must know of an event stand in `towns.law.events`; this half is declared once,
by the room that owns the event. An event that nobody declared is read by the office alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class EventKind:
    """The page half of one kind of event.

    `public`: whether anyone may read it. `of_silence`: it speaks of a time that ran out, so it is public only once the
    named officer has certified that. `would_tell`: dated on or after the day on which time ran out, it would let one
    guess what is being checked, so it waits while the case is held.
    """

    name: str
    public: bool = False
    of_silence: bool = False
    would_tell: bool = False


_KINDS: Final[dict[str, EventKind]] = {}


def declare(*kinds: EventKind) -> None:
    """Make the page halves of events known. An event may be declared once, by the room that owns it."""
    for kind in kinds:
        if _KINDS.setdefault(kind.name, kind) != kind:
            raise ValueError(f"The event {kind.name!r} is declared twice.")


def forget(*kinds: EventKind) -> None:
    """Take events back; for tests that bring a department of their own."""
    for kind in kinds:
        _KINDS.pop(kind.name, None)


def of(name: str) -> EventKind:
    """The page half of an event; of one that nobody declared, that it is for the office alone."""
    return _KINDS.get(name) or EventKind(name)


def every() -> Iterator[EventKind]:
    """All declared events, in the order declared."""
    yield from _KINDS.values()
