"""A town's own law: brought in as a draft, adopted from a day on, and never changed after that."""

from __future__ import annotations

import hashlib
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from towns import roles
from towns.access import tenancy
from towns.law import schema
from towns.law.check import faults
from towns.law.entries import BylawError, Problem
from towns.models import Board, BylawEdition, Membership, Person, Town

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
    if not roles.may(held, "set_up_town"):
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
        held = BylawEdition.objects.filter(town=town, sha256=sha256).order_by("adopted", "id").first()
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
    latest = BylawEdition.objects.filter(town=town, adopted=True).order_by("-effective").first()
    if latest is None or latest.effective is None or effective >= latest.effective:
        return ""
    return (
        f"{latest.label} has been in force since {latest.effective}; an edition cannot begin before it, on "
        f"{effective}. Choose a later day."
    )


@transaction.atomic
def adopt(edition: BylawEdition, effective: date, by: Person | None = None) -> BylawEdition:
    """Adopt a draft: cases filed from `effective` on are pinned to it, earlier ones stay on theirs.

    Dated amendments in the text take effect on their own days. Raises `BylawError` or `EditionRefused`.
    """
    town = edition.town
    _may(town, by)
    with tenancy.town(town):
        edition = BylawEdition.objects.select_for_update().get(pk=edition.pk)
        if edition.adopted:
            raise EditionRefused(f"{edition.label} was adopted and cannot change. Bring in a new text.")
        law = sound(town, edition.text)
        if why := too_early(town, effective):
            raise EditionRefused(why)
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
        return edition


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
