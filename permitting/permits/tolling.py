"""Statewide acts that may have lengthened a permit's life: shown beside the term, never counted into it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from towns.law.rules import Bylaw


@dataclass(frozen=True, slots=True)
class ActReaching:
    """An act that may reach a permit, and the last day that the permit would have if it does."""

    title: str
    says: str
    cite: str
    until: date | None


def acts_reaching(law: Bylaw, issued: date | None, last: date | None) -> list[ActReaching]:
    """The acts of which a permit with this day of issue and last day was in force at the time they name."""
    if issued is None:
        return []
    found = []
    for act in law.sections.get("tolling", ()):
        if issued <= act.until and (last is None or last >= act.since):
            found.append(ActReaching(act.title, act.says, act.cite, _later(last, act.days, act.years)))
    return found


def _later(last: date | None, days: int, years: int) -> date | None:
    if last is None:
        return None
    try:
        moved = last.replace(year=last.year + years)
    except ValueError:  # Feb 29
        moved = last.replace(year=last.year + years, day=28)
    return moved + timedelta(days=days)
