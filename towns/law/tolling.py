"""Reads from the state layer the acts that lengthened permits by operation of law: shown, never counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from towns.law.entries import Entry

#: Where the acts stand in `Bylaw.sections`.
TOLLING = "tolling"


@dataclass(frozen=True, slots=True)
class TollingAct:
    """An act for permits in force on any day from `since` to `until`; it adds `years` and `days` to their terms."""

    title: str
    says: str
    cite: str
    since: date
    until: date
    years: int
    days: int


def acts(layer: Entry) -> tuple[TollingAct, ...]:
    """[[tolling]] of the state layer, in file order."""
    found = []
    for item in layer.entries(TOLLING):
        since, until = item.day("since"), item.day("until")
        act = TollingAct(
            title=item.text("title"),
            says=item.text("says"),
            cite=item.text("cite"),
            since=since or date.max,
            until=until or date.min,
            years=item.whole("years", 0) or 0,
            days=item.whole("days", 0) or 0,
        )
        item.done()
        found.append(act)
    return tuple(found)
