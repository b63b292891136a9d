"""The law of a town that does not come with the product, for commands that ask for a town by its slug."""

from __future__ import annotations

from datetime import date

from towns.access import tenancy
from towns.law.rules import Bylaw
from towns.ledger.stateful import Impossible
from towns.models import Town
from towns.record.case_file import law_of
from towns.record.door import edition_on
from towns.record.unreadable import Unreadable


def law_of_imported(slug: str, on: date | None) -> Bylaw | None:
    """A town's law in force on a day (None: the oldest text it adopted); None where there is no such town.

    LookupError with a sentence where the town has adopted none, or none that can be read.
    """
    town = Town.objects.filter(slug=slug).first()
    if town is None:
        return None
    with tenancy.town(town):
        try:
            return law_of(edition_on(town, on or date.min), town)
        except (Impossible, Unreadable) as why:
            raise LookupError(str(why)) from None
