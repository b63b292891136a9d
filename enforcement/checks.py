"""What steps of enforcement ask of a fact: its place in the story, its time, its sum of money."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Final

from towns.law.patterns import Pattern
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile

#: Dollars and cents as a ledger keeps them.
_MONEY: Final = re.compile(r"\d{1,9}\.\d{2}")


def first(file: CaseFile, name: str) -> Entry | None:
    """The earliest standing event of this name."""
    return next((entry for entry in file.story if entry.name == name), None)


def precedes(file: CaseFile, entry: Entry, name: str) -> bool:
    """Whether the fact comes before any event of this name, or without one."""
    earlier = first(file, name)
    return earlier is None or entry.on < earlier.on


def late(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """The clocks that this fact would have met, and that had run out on its day: `late:CLOCK`."""
    return tuple(
        f"late:{reading.clock}"
        for reading in file.readings(entry.on)
        if reading.status == "missed" and any(_means(stop, entry) for stop in reading.rule.stops)
    )


def _means(stop: Pattern, entry: Entry) -> bool:
    """Whether a stop speaks of this fact: of the event with one outcome, with any but one, or with whatever one."""
    if stop.event != entry.name or (stop.but and stop.but == entry.outcome):
        return False
    return not stop.outcome or stop.outcome == entry.outcome


def day_of(entry: Entry | None, fact: str) -> date | None:
    """The day that a fact of an event names."""
    said = entry.facts.get(fact) if entry is not None else None
    return date.fromisoformat(str(said)[:10]) if said else None


def money(entry: Entry, *, fact: str = "amount", required: bool = True) -> Decimal | None:
    """The sum in dollars that an event carries. Raises `Impossible` for one that cannot be read, or is wanted and
    missing: a sum is never guessed."""
    said = entry.facts.get(fact)
    if said is None and not required:
        return None
    if said is None:
        raise Impossible(
            f"{entry.title}: {fact} is missing; enter it in dollars, such as 100.00.", field=fact
        )
    if not isinstance(said, str) or not _MONEY.fullmatch(said):
        raise Impossible(
            f"{fact}: {said!r} is not a sum in dollars and cents; write it as 100.00.", field=fact
        )
    return Decimal(said)
