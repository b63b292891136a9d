"""Cases read by another text, or in another sense, of the law: what would move is shown first, then done by one named act.

Nothing moves by itself. A case in which something ran out, or would run out, by the other reading counts as settled and
stays as it is unless whoever acts says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django.db import models, transaction
from django.db.models import F, Func, Q, QuerySet, Value
from django.db.models.functions import Cast

from towns.access import tenancy
from towns.calendar.words import day_words
from towns.law import schema
from towns.law.events import EVENTS
from towns.ledger.entries import Entry
from towns.models import BylawEdition, Case, ClosedDay, Person, Town
from towns.record import door
from towns.record.case_file import CaseFile, calendar_of, law_of, open_case_files, open_readable
from towns.record.settle import settle
from towns.record.store import write_all
from towns.record.unreadable import Unread, Unreadable, unreadable_case
from towns.setup import changes
from towns.setup.changes import Moved

_BATCH: Final = 50

#: Why cases are read by another text than the one they were filed under.
SAME_LAW, REACHES, FILED_SINCE = "same_law", "reaches", "filed_since"
WHYS: Final = {
    SAME_LAW: "It is the same law; only how this product holds it was corrected.",
    REACHES: "The amendment says that it reaches cases filed before its day.",
    FILED_SINCE: "They were filed on or after the day from which this text is in force.",
}

Change = Callable[[CaseFile], CaseFile]


class RereadingRefused(ValueError):
    """Cases cannot be read so; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What another reading does to one case: the clocks it moves, and what it would write into the ledger."""

    case: Case
    moved: tuple[Moved, ...]
    writes: tuple[str, ...]

    @property
    def settled(self) -> bool:
        """Whether it touches what is settled: a closed case, or one in which it writes or takes back an effect."""
        return bool(self.writes) or (self.case.closed and bool(self.moved))


def outcomes(
    town: Town,
    cases: QuerySet[Case],
    change: Change,
    today: date,
    unread: dict[int, Unread],
    first: int | None = None,
) -> list[Outcome]:
    """What `change` would do to each of the cases, those left out in which nothing moves. Nothing is saved.

    A case that cannot be read is put into `unread`. With `first`, only so many cases are looked at: the latest ones.
    """
    found = []
    for before, after in _pairs(town, cases, unread, first):
        try:
            told = _outcome(before, change(after), today)
        except Exception as trouble:
            why = trouble if isinstance(trouble, Unreadable) else unreadable_case(before.case, trouble)
            unread[before.case.pk] = Unread(before.case, str(why))
            continue
        if told.moved or told.writes:
            found.append(told)
    return found


def _pairs(
    town: Town, cases: QuerySet[Case], unread: dict[int, Unread], first: int | None
) -> Iterator[tuple[CaseFile, CaseFile]]:
    """Every case opened twice: to be settled as it stands, and as it would."""
    ids = sorted(cases.order_by("-pk").values_list("pk", flat=True)[:first])
    for at in range(0, len(ids), _BATCH):
        rows = Case.objects.filter(pk__in=ids[at : at + _BATCH]).order_by("pk")
        yield from zip(open_readable(rows, town, unread), open_readable(rows, town, {}), strict=True)


def _outcome(before: CaseFile, after: CaseFile, today: date) -> Outcome:
    settle(before, today)
    settle(after, today)
    moved = changes.differing(before, after, today)
    already = [_key(entry) for entry in before.fresh]
    writes = [entry for entry in after.fresh if _key(entry) not in already]
    return Outcome(before.case, tuple(moved), tuple(_said(entry, after) for entry in writes))


def _key(entry: Entry) -> tuple[object, ...]:
    return entry.name, entry.on, entry.facts.get("clock"), entry.facts.get("of"), entry.facts.get("seq")


def _said(entry: Entry, file: CaseFile) -> str:
    """What would be written, in words."""
    if entry.name == "taken_back":
        taken = next((e for e in file.entries if e.seq == entry.facts.get("seq")), None)
        return f"taken back: {taken.title} from {day_words(taken.on)}" if taken else "an effect is taken back"
    return f"{EVENTS[entry.name].says if entry.name in EVENTS else entry.title} from {day_words(entry.on)}"


# ---------------------------------------------------------------- another text


def under(edition: BylawEdition, town: Town) -> Change:
    """A case file as it would be under another edition."""
    closed = list(ClosedDay.objects.all())

    def change(file: CaseFile) -> CaseFile:
        law = law_of(edition, town, file.case.kept_readings)
        if file.case.matter not in law.matters:
            raise Unreadable(f"“{edition.label}” has no business called {file.case.matter!r}.")
        return replace(file, law=law, calendar=calendar_of(town, law, closed))

    return change


def candidates(edition: BylawEdition, why: str) -> QuerySet[Case]:
    """The cases that an edition may be asked to read, for one of WHYS. Needs the town set."""
    effective = edition.effective
    assert effective is not None
    others = Case.objects.exclude(edition=edition)
    if why == FILED_SINCE:
        later = (
            BylawEdition.objects.lawful()
            .filter(Q(effective__gt=effective) | Q(effective=effective, pk__gt=edition.pk))
            .order_by("effective", "pk")
            .first()
        )
        since = others.filter(opened__gte=effective)
        return since.filter(opened__lt=later.effective) if later is not None else since
    return others.filter(closed=False, edition__effective__lte=effective, opened__lt=effective)


def may_read(edition: BylawEdition, law: schema.Bylaw, today: date) -> list[str]:
    """For which of WHYS an edition may be asked to read cases; none before its day. Needs the town set."""
    if edition.effective is None or edition.effective > today:
        return []
    offered = [why for why in (SAME_LAW, FILED_SINCE) if candidates(edition, why).exists()]
    if law.reaches_pending and candidates(edition, REACHES).exists():
        offered.append(REACHES)
    return offered


@dataclass(frozen=True, slots=True)
class Reread:
    """What the act did: the cases now read by the text, and those left as they were because they are settled."""

    read: tuple[Case, ...]
    left: tuple[Case, ...]


@transaction.atomic
def read_by(
    edition: BylawEdition, why: str, cite: str, today: date, *, settled_too: bool = False, by: Person | None = None
) -> Reread:  # fmt: skip
    """Read cases by an edition, in one act that is written down with its reason. Raises `RereadingRefused`."""
    town = edition.town
    with tenancy.town(town):
        if why not in may_read(edition, law_of(edition, town), today):
            raise RereadingRefused("No case may be read by this text for that reason.")
        cases = candidates(edition, why)
        unread: dict[int, Unread] = {}
        told = {one.case.pk: one for one in outcomes(town, cases, under(edition, town), today, unread)}
        read, left, labels = [], [], set()
        for case in cases.select_related("edition").order_by("pk"):
            if case.pk in unread:
                continue
            outcome = told.get(case.pk)
            if outcome is not None and outcome.settled and not settled_too:
                left.append(case)
                continue
            labels.add(case.edition.label)
            Case.objects.filter(pk=case.pk).update(edition=edition)
            door.settle_case(case, today=today)
            read.append(case)
        words = f"{edition.label}. {WHYS[why]} {cite} Read by it: {_named(read)}."
        if left:
            words += f" Left as they were, because they are settled: {_named(left)}."
        changes.note(town, "Cases read by another text of the law", ", ".join(sorted(labels)), words, by)
        return Reread(tuple(read), tuple(left))


def _named(cases: Iterable[Case]) -> str:
    return ", ".join(case.number for case in cases) or "none"


# ---------------------------------------------------------------- another interpretation


def interpreted(town: Town, key: str, choice: str) -> Change:
    """A case file as it would be were the town to read unclear words in another sense."""
    editions: dict[int, BylawEdition] = {}
    closed = list(ClosedDay.objects.all())

    def change(file: CaseFile) -> CaseFile:
        pk = file.case.edition_id
        if pk not in editions:
            editions[pk] = BylawEdition.objects.get(pk=pk)
        law = law_of(editions[pk], town, {**file.case.kept_readings, key: choice})
        return replace(file, law=law, calendar=calendar_of(town, law, closed))

    return change


def reached(key: str, *, settled_too: bool) -> QuerySet[Case]:
    """The cases that another interpretation reaches: not those that stay under an earlier one, unless told to."""
    return Case.objects.all() if settled_too else Case.objects.exclude(kept_readings__has_key=key)


def interpret(
    town: Town, key: str, present: str, choice: str, today: date, *, settled_too: bool, told: str, by: Person | None
) -> list[int]:  # fmt: skip
    """Read unclear words in another sense from now on; answers the ids of the cases that are yet to be read in it.

    `told` says who decided it, when and why. Until its turn comes, each of these cases keeps the earlier sense, written on
    it, so that nothing that happens meanwhile settles it by the new one. Needs the town set, in a transaction.
    """
    row = Town.objects.select_for_update().get(pk=town.pk)
    ids = list(reached(key, settled_too=settled_too).order_by("pk").values_list("pk", flat=True))
    doubt = law_of(door.edition_on(row, today), row).open_readings[key]
    kept = Func(
        F("kept_readings"), Value({key: present}, models.JSONField()), template="(%(expressions)s)", arg_joiner=" || ",
        output_field=models.JSONField(),
    )  # fmt: skip
    Case.objects.exclude(kept_readings__has_key=key).update(kept_readings=kept)
    words = f"{doubt.choices[choice]} {told}"
    changes.note(row, f"Interpretation: {doubt.question}", doubt.choices[present], words, by)
    row.readings = {**row.readings, key: choice}
    row.save(update_fields=["readings"])
    return ids


# ---------------------------------------------------------------- batches


@dataclass(frozen=True, slots=True)
class Act:
    """One way of reading cases otherwise: how a case file would then be, and what makes it so for good."""

    change: Change
    save: Callable[[QuerySet[Case]], object]


def by_text(town: Town, edition: BylawEdition) -> Act:
    """Reading cases by another text."""
    return Act(under(edition, town), lambda cases: cases.update(edition=edition))


def by_interpretation(town: Town, key: str) -> Act:
    """Reading cases in the sense that the town has chosen, and no longer in the one written on them."""
    chosen = town.readings[key]
    without = Func(
        F("kept_readings"), Cast(Value(key), models.TextField()), template="(%(expressions)s)", arg_joiner=" - ",
        output_field=models.JSONField(),
    )  # fmt: skip
    return Act(interpreted(town, key, chosen), lambda cases: cases.update(kept_readings=without))


def read_batch(
    town: Town, ids: list[int], act: Act, today: date, *, settled_too: bool, unread: dict[int, Unread]
) -> list[Case]:
    """Read cases otherwise and write what moved; answers those left as they were because they are settled.

    A case that cannot be read is left as it is and put into `unread`. Runs in a transaction that has locked the cases.
    """
    found = outcomes(town, Case.objects.filter(pk__in=ids), act.change, today, unread)
    left = [one.case for one in found if one.settled and not settled_too]
    staying = {case.pk for case in left} | set(unread)
    moving = Case.objects.filter(pk__in=[pk for pk in ids if pk not in staying])
    act.save(moving)
    write_all([(file, settle(file, today)) for file in open_case_files(list(moving.order_by("pk")), town)])
    return left
