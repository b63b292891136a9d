"""The ledger read as a story: what stands after corrections, and the chain of hashes that proves nothing was lost."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Any, Final

from towns.law.events import EVENTS

GENESIS: Final = "0" * 64

#: Entries that speak about other entries; they stand in the ledger but not in the story.
ABOUT_ENTRIES: Final = frozenset({"corrected", "taken_back"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as the rest of the code reads it: a legal fact on a legal day. `seq` 0 is not written yet."""

    name: str
    on: date
    at: time | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    by_id: int | None = None
    role: str = ""
    seq: int = 0
    recorded: datetime | None = None
    corrected_by: int = 0

    @property
    def title(self) -> str:
        """What happened, as a clerk would say it."""
        kind = EVENTS.get(self.name)
        return kind.says if kind else self.name.replace("_", " ").capitalize()

    @property
    def day_words(self) -> str:
        """The legal day with its weekday."""
        return f"{self.on:%a %b} {self.on.day} {self.on.year}"

    @property
    def outcome(self) -> str:
        """The outcome, where the event has one."""
        return str(self.facts.get("outcome", ""))

    @property
    def is_system(self) -> bool:
        """Recorded by the sweep because a clock ran out; what only the law does, and not a fact loaded by the product.

        An effect that a town's own law file declares is not among the shipped kinds; it is known by the clock it names.
        """
        if self.role != "system":
            return False
        kind = EVENTS.get(self.name)
        return "clock" in self.facts if kind is None else kind.by_law or self.name == "taken_back"

    @property
    def moment(self) -> date | datetime:
        """The day, or the town's wall-clock time where the event carries one."""
        return datetime.combine(self.on, self.at) if self.at else self.on


def digest(previous: str, *, town_id: int, case_id: int, entry: Entry) -> str:
    """The hash of an entry, over everything in it and the hash of the one before."""
    assert entry.recorded is not None
    body = json.dumps(
        [
            previous,
            town_id,
            case_id,
            entry.seq,
            entry.name,
            entry.on.isoformat(),
            entry.at.isoformat() if entry.at else None,
            entry.facts,
            entry.by_id,
            entry.role,
            entry.recorded.timestamp().hex(),
        ],
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    return hashlib.sha256(body.encode()).hexdigest()


def story(entries: Iterable[Entry]) -> list[Entry]:
    """What stands: corrections applied, things taken back left out, in the order of their legal days."""
    entries = list(entries)
    undone = _undone(entries)
    standing: dict[int, Entry] = {}
    target: dict[int, int] = {}
    for entry in entries:
        if entry.name not in ABOUT_ENTRIES:
            standing[entry.seq] = entry
            continue
        named = int(entry.facts["seq"])
        named = target[entry.seq] = target.get(
            named, named
        )  # to correct a correction is to correct its entry anew
        earlier = standing.get(named)
        if earlier is None or entry.seq in undone:
            continue
        if entry.name == "taken_back" or entry.facts.get("remove"):
            if int(entry.facts["seq"]) == named:
                del standing[named]
        else:
            day = entry.facts.get("day")
            hour = entry.facts.get("hour")
            standing[named] = replace(
                earlier,
                on=date.fromisoformat(day) if day else earlier.on,
                at=time.fromisoformat(hour) if hour else earlier.at,
                facts={**earlier.facts, **entry.facts.get("facts", {})},
                corrected_by=entry.seq,
            )
    return sorted(standing.values(), key=lambda entry: (entry.on, entry.seq))


def _undone(entries: list[Entry]) -> set[int]:
    """The corrections that a later correction removed; one that is itself undone removes nothing."""
    corrections = {entry.seq for entry in entries if entry.name == "corrected"}
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.name == "corrected" and entry.seq not in undone and entry.facts.get("remove"):
            undone |= {int(entry.facts["seq"])} & corrections
    return undone


def corrections(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The corrections that stand, by number: a later one may undo or mend them."""
    entries = list(entries)
    undone = _undone(entries)
    return {entry.seq: entry for entry in entries if entry.name == "corrected" and entry.seq not in undone}


def entry_meant(entries: Iterable[Entry], seq: int) -> int:
    """The number of the entry that a correction is about in the end, through corrections of corrections."""
    named = {entry.seq: int(entry.facts["seq"]) for entry in entries if entry.name == "corrected"}
    while seq in named:
        seq = named[seq]
    return seq


def correctable(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entries that stand, by number: those that a correction may name."""
    return {entry.seq: entry for entry in story(entries)}
