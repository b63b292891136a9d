"""Events that were written together, one in each of several cases: each names the others, a correction reaches all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from towns.ledger.entries import Entry
from towns.models import Case, Event


def named_in(entry: Entry) -> list[str]:
    """The numbers of the other cases in which the same act was written; none for an act in one case."""
    said = entry.facts.get("with")
    return [str(number) for number in said] if isinstance(said, list) else []


def in_case(entries: Iterable[Entry], entry: Entry, number: str) -> Iterator[Entry]:
    """The twin of an entry of case `number` among the entries of another case: same act, same day, naming that case."""
    return (
        other
        for other in entries
        if other.name == entry.name and other.on == entry.on and number in named_in(other)
    )


def of_correction(case: Case, step: str, facts: Mapping[str, Any]) -> list[Case]:
    """The other cases that a correction will reach, to be locked with the first."""
    seq = str(facts.get("seq", ""))
    if step != "correct" or not seq.isdecimal() or len(seq) > 9:
        return []
    told = Event.objects.filter(case=case, seq=int(seq)).values_list("facts", flat=True).first() or {}
    numbers = told.get("with")
    return list(Case.objects.filter(number__in=numbers)) if isinstance(numbers, list) else []
