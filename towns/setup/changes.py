"""Changes of a town's settings: written down, and carried to every case whose dates they move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from towns.calendar.words import moment_words
from towns.law.clocks import Reading
from towns.models import BylawEdition, Case, ClosedDay, Person, SetupChange, Town
from towns.record.case_file import CaseFile, calendar_of, law_of, open_readable

_BATCH = 50
#: Cases that are looked at before a change is made: so many are read well within a web server's minute.
LOOK = 300


def note(town: Town, what: str, before: Any, after: Any, by: Person | None) -> None:
    """Write one change down; nothing where nothing changed."""
    one, other = _words(before), _words(after)
    if one != other:
        SetupChange.objects.create(
            town=town, what=what[:120], before=one, after=other, by=by, made=timezone.now()
        )


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Moved:
    """A clock of a running case whose last day a change would move."""

    case: Case
    title: str
    before: str
    after: str


def _folders(town: Town) -> Iterable[CaseFile]:
    soonest = Case.objects.filter(closed=False).order_by(F("next_due").asc(nulls_last=True), "pk")
    ids = sorted(soonest.values_list("pk", flat=True)[:LOOK])
    for at in range(0, len(ids), _BATCH):
        # A case that cannot be read has no dates that could move; the desk names it.
        yield from open_readable(Case.objects.filter(pk__in=ids[at : at + _BATCH]).order_by("pk"), town, {})


def moved_by(town: Town, today: date, change: Callable[[CaseFile], CaseFile]) -> list[Moved]:
    """The clocks that would read otherwise, were the open case files changed by `change`; nothing is saved.

    Of many cases only the LOOK are opened whose next last days come first; `looked_at` says how many were not.
    """
    found = []
    for file in _folders(town):
        found += differing(file, change(file), today)
    return found


@dataclass(frozen=True, slots=True)
class Looked:
    """How many cases a page looked at before a change, of how many that there are."""

    first: int
    of: int

    @property
    def all(self) -> bool:
        """Whether none was left out."""
        return self.first == self.of


def looked_at(cases: QuerySet[Case] | None = None) -> Looked:
    """How many cases a look opens: of the open ones, or of `cases`. Needs the town set."""
    count = (Case.objects.filter(closed=False) if cases is None else cases).count()
    return Looked(min(LOOK, count), count)


def differing(file: CaseFile, other: CaseFile, today: date) -> list[Moved]:
    """The clocks that read otherwise in another form of the same case file."""
    before = {(r.clock, r.of): r for r in file.readings(today)}
    after = {(r.clock, r.of): r for r in other.readings(today)}
    found = []
    for key in dict.fromkeys([*before, *after]):
        then, now = _said(before.get(key)), _said(after.get(key))
        if then != now:
            reading = after.get(key) or before[key]
            found.append(Moved(file.case, reading.title, then, now))
    return found


def _said(reading: Reading | None) -> str:
    if reading is None:
        return "no such clock"
    if reading.due is None:
        return "no last day"
    due: date | datetime = reading.due
    return f"{moment_words(due)}, {reading.status}"


def with_closed_days(town: Town, days: Iterable[ClosedDay]) -> Callable[[CaseFile], CaseFile]:
    """A case file as it would be with these declared closed days and the town's Saturday as it now stands."""
    rows = list(days)
    return lambda file: replace(file, town=town, calendar=calendar_of(town, file.law, rows))


def with_town(town: Town) -> Callable[[CaseFile], CaseFile]:
    """A case file as it would be with the town's settings (Saturday, readings) as they stand on this unsaved town."""
    editions: dict[int, BylawEdition] = {}
    rows = list(ClosedDay.objects.all())

    def change(file: CaseFile) -> CaseFile:
        if file.case.edition_id not in editions:
            editions[file.case.edition_id] = BylawEdition.objects.get(pk=file.case.edition_id)
        law = law_of(editions[file.case.edition_id], town)
        return replace(file, town=town, law=law, calendar=calendar_of(town, law, rows))

    return change
