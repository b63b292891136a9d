"""The law text that comes with this release, offered to a town that has adopted another one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from towns.access import tenancy
from towns.calendar.words import day_words
from towns.law import schema
from towns.models import BylawEdition, Person, SetupChange, Town
from towns.setup import changes, editions


@dataclass(frozen=True, slots=True)
class Offer:
    """A shipped text that the town neither adopted, nor drafted, nor set aside."""

    label: str
    text: str
    sha256: str


def offer_for(town: Town) -> Offer | None:
    """What the product offers the town set; None where it holds the shipped text already or has set it aside."""
    if town.slug not in schema.TOWNS:
        return None
    law = schema.load(town.slug)
    sha256 = hashlib.sha256(law.text.encode()).hexdigest()
    if BylawEdition.objects.filter(town=town, sha256=sha256).exists():
        return None
    if SetupChange.objects.filter(town=town, what=_set_aside(sha256)).exists():
        return None
    return Offer(law.edition, law.text, sha256)


@transaction.atomic
def draft_offered(town: Town, today: date, by: Person | None = None) -> BylawEdition:
    """Make a draft of the offered text, under a label of its own. Raises `EditionRefused` or `BylawError`."""
    with tenancy.town(town):
        offered = offer_for(town)
        if offered is None:
            raise editions.EditionRefused("There is no such offer any more. Look at the texts of the law.")
        draft = editions.import_edition(town, offered.text, by)
        more = f", as offered {day_words(today)[4:]}"
        draft.label, draft.shipped = offered.label[: 120 - len(more)] + more, True
        draft.save(update_fields=["label", "shipped"])
        changes.note(town, "Draft made of the text that came with the product", "", draft.label, by)
        return draft


def set_aside(town: Town, offered: Offer, why: str, by: Person | None = None) -> None:
    """Write down that the town does not take up an offered text, and why; it is not offered again."""
    with tenancy.town(town):
        SetupChange.objects.create(
            town=town, what=_set_aside(offered.sha256), before=offered.label, after=why, by=by, made=timezone.now()
        )  # fmt: skip


def _set_aside(sha256: str) -> str:
    """The name under which the town's refusal of an offered text stands among the changes of its settings."""
    return f"Offered text {sha256[:12]} set aside"
