"""A town's own law: brought in as a draft, adopted from a day on, and never changed after that."""

from __future__ import annotations

import hashlib
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from towns.access import permissions, tenancy
from towns.calendar.today import today
from towns.law import schema
from towns.law.check import faults
from towns.law.entries import BylawError, Problem
from towns.models import Board, BylawEdition, Case, EditionWithdrawal, Membership, Person, Town
from towns.setup.rereading import FILED_SINCE, may_read, read_by

#: Years ahead beyond which the day of an edition is asked about again.
FAR_YEARS = 5
#: Days before a deadline on which a new town's people are reminded.
REMIND = [14, 7, 3, 1, 0]


class EditionRefused(ValueError):
    """An edition cannot be brought in or adopted; the sentence says why and what to do."""


def sound(town: Town, text: str) -> schema.Bylaw:
    """The law in a text, sound in every edition and reading it holds, and this town's. Raises `BylawError`."""
    name = f"{town.slug}.toml"
    if found := faults(text, name=name):
        raise BylawError(found)
    law = schema.parse(text, name=name)
    if law.slug != town.slug:
        fault, mend = (
            f"is {law.slug!r}; this is {town.name}.",
            f'Write slug = "{town.slug}", or choose that town.',
        )
        raise BylawError([Problem(name, "town.slug", fault, mend)])
    schema.parse(text, name=name, settings=town.readings)  # what the town chose must still be there to choose
    return law


def _may(town: Town, by: Person | None) -> None:
    """Only a town's administrator brings in or adopts its law; None is the installation's own command line."""
    if by is None:
        return
    held = Membership.objects.filter(town=town, person=by).values_list("role", flat=True)
    if not permissions.may(held, "set_up_town"):
        raise EditionRefused(f"{by} is no administrator of {town.name}. Name one with --by.")


@transaction.atomic
def import_edition(town: Town, text: str, by: Person | None = None) -> BylawEdition:
    """Bring in a text as a draft. Raises `BylawError` naming every fault, or `EditionRefused`.

    The same text again gives the same draft. A draft counts for nothing until it is adopted.
    """
    law = sound(town, text)
    _may(town, by)
    with tenancy.town(town):
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        known = BylawEdition.objects.filter(town=town, sha256=sha256, withdrawals=None)
        held = known.order_by("adopted", "id").first()
        if held is not None and held.adopted:
            raise EditionRefused(
                f"{town.name} has adopted this very text already: {held.label}, {held.effective}."
            )
        return held or BylawEdition.objects.create(
            town=town, sha256=sha256, label=law.edition[:120], text=text, created=timezone.now()
        )


@transaction.atomic
def change_draft(edition: BylawEdition, text: str, seen: str, by: Person | None = None) -> BylawEdition:
    """Put another text into a draft. `seen` is the sha256 of the text that the writer had before them.

    Raises `BylawError` naming every fault, or `EditionRefused`; the draft then stays as it was.
    """
    town = edition.town
    _may(town, by)
    law = sound(town, text)
    with tenancy.town(town):
        edition = BylawEdition.objects.select_for_update().get(pk=edition.pk)
        if edition.adopted:
            raise EditionRefused(f"{edition.label} was adopted and cannot change. Make a new edition.")
        if edition.sha256 != seen:
            raise EditionRefused(
                "Somebody changed this draft since you opened it. Open it in another tab, then put in what is missing here."
            )
        edition.text, edition.label = text, law.edition[:120]
        edition.sha256 = hashlib.sha256(text.encode()).hexdigest()
        edition.save(update_fields=["text", "label", "sha256"])
        return edition


def plan(draft: BylawEdition, effective: date | None) -> None:
    """Note from which day a draft is meant to be the law; it is compared with the text in force the day before."""
    with tenancy.town(draft.town):
        BylawEdition.objects.filter(pk=draft.pk, adopted=False).update(effective=effective)


def discard(edition: BylawEdition, by: Person | None = None) -> None:
    """Throw a draft away. Raises `EditionRefused` for an edition that was adopted."""
    _may(edition.town, by)
    with transaction.atomic(), tenancy.town(edition.town):
        row = BylawEdition.objects.select_for_update().get(pk=edition.pk)
        if row.adopted:
            raise EditionRefused(f"{row.label} was adopted and stays.")
        row.delete()


def too_early(town: Town, effective: date) -> str:
    """Why an edition cannot begin on a day: another one begins later. Empty where nothing is against it."""
    latest = BylawEdition.objects.filter(town=town).lawful().order_by("-effective").first()
    if latest is None or latest.effective is None or effective >= latest.effective:
        return ""
    return (
        f"{latest.label} has been in force since {latest.effective}; an edition cannot begin before it, on "
        f"{effective}. Choose a later day."
    )


def too_far(effective: date, today: date) -> str:
    """Why a day is asked about again before an edition is adopted for it; empty for a day within five years."""
    if effective <= today.replace(year=today.year + FAR_YEARS, day=min(today.day, 28)):
        return ""
    return f"{effective} is more than {FAR_YEARS} years away. Look at the year again."


def filed_since(town: Town, effective: date) -> QuerySet[Case]:
    """The cases on record that were filed on or after a day, which an edition adopted for that day must read."""
    return Case.objects.filter(town=town, opened__gte=effective).order_by("number")


@transaction.atomic
def adopt(
    edition: BylawEdition,
    effective: date,
    by: Person | None = None,
    *,
    far: bool = False,
    reread: str = "",
    settled_too: bool = False,
) -> BylawEdition:
    """Adopt a draft: cases filed from `effective` on are pinned to it, earlier ones stay on theirs.

    Dated amendments in the text take effect on their own days. A day more than five years away wants `far`. Where
    cases filed since then are on record, `reread` says by which vote they are read by it, in this same act; those
    that are settled stay unless `settled_too`. Raises `BylawError` or `EditionRefused`.
    """
    town = edition.town
    _may(town, by)
    day = today(town)
    if not far and (why := too_far(effective, day)):
        raise EditionRefused(f"{why} Confirm it (--far) if it is meant.")
    with tenancy.town(town):
        edition = BylawEdition.objects.select_for_update().get(pk=edition.pk)
        if edition.adopted:
            raise EditionRefused(f"{edition.label} was adopted and cannot change. Bring in a new text.")
        law = sound(town, edition.text)
        if why := too_early(town, effective):
            raise EditionRefused(why)
        if BylawEdition.objects.filter(
            town=town, sha256=edition.sha256, effective=effective, adopted=True
        ).exists():
            raise EditionRefused(
                f"This very text was adopted for {effective} and withdrawn. Choose another day, or change its label."
            )
        since = list(filed_since(town, effective).values_list("number", flat=True))
        if since and not reread.strip():
            raise EditionRefused(
                f"{len(since)} case{'s' if len(since) != 1 else ''} filed on or after {effective} "
                f"{'are' if len(since) != 1 else 'is'} on record: {', '.join(since[:20])}. Say by which vote they are read "
                "by this text (--reread), or choose a later day."
            )
        edition.adopted, edition.effective = True, effective
        edition.save(update_fields=["adopted", "effective"])
        for day in law.amended:
            if day > effective:
                BylawEdition.objects.create(
                    town=town, sha256=edition.sha256, label=edition.label, text=edition.text, adopted=True,
                    effective=day, created=timezone.now(),
                )  # fmt: skip
        for key, board in law.boards.items():
            Board.objects.get_or_create(town=town, key=key, defaults={"name": board.name})
        if since and FILED_SINCE in may_read(edition, law, day):
            read_by(edition, FILED_SINCE, reread, day, settled_too=settled_too, by=by)
        return edition


@transaction.atomic
def withdraw(edition: BylawEdition, why: str, by: Person | None = None) -> list[BylawEdition]:
    """Take back an adopted edition before its day comes; the text stays on file. Raises `EditionRefused`.

    Answers the rows withdrawn: the edition, and the days of its later amendments.
    """
    town = edition.town
    _may(town, by)
    day = today(town)
    if not why.strip():
        raise EditionRefused("Say why it is withdrawn, and by which vote.")
    with tenancy.town(town):
        row = BylawEdition.objects.select_for_update().get(pk=edition.pk)
        if not row.adopted:
            raise EditionRefused(f"{row.label} is a draft; throw it away instead.")
        if row.effective is None or row.effective <= day:
            raise EditionRefused(
                f"{row.label} has been in force since {row.effective} and stays. Adopt another text."
            )
        if row.withdrawals.exists():
            raise EditionRefused(f"{row.label} was withdrawn already.")
        with_it = BylawEdition.objects.filter(
            town=town, sha256=row.sha256, effective__gte=row.effective
        ).lawful()
        rows = list(with_it)
        for one in rows:
            EditionWithdrawal.objects.create(
                town=town, edition=one, why=why.strip(), by=by, made=timezone.now()
            )
        return rows


def new_town(text: str) -> Town:
    """Make a town for a text that is no town's yet: its name, its closed Saturdays. Raises as `import_edition` does."""
    law = schema.parse(text, name="the file")
    town = Town(
        slug=law.slug, name=law.name, saturday_closed=law.calendar.saturday_closed, reminder_days=list(REMIND)
    )  # fmt: skip
    try:
        town.full_clean()
    except ValidationError as wrong:
        raise EditionRefused(f"No town can be made of {law.slug!r}: {' '.join(wrong.messages)}") from None
    town.save()
    return town
