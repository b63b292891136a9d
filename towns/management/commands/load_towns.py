"""Loads the shipped towns and their law; running it again changes nothing that the town itself set."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from towns.access import tenancy
from towns.law import schema
from towns.models import Board, BylawEdition, Town

#: The day written for a text whose own day we do not know.
OLDEST = date(1900, 1, 1)


class Command(BaseCommand):
    """Make a row for every shipped town, its boards, and one adopted edition for each text of its law."""

    help = "Load the shipped towns, their boards and their bylaws."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load every town for which a bylaw file is shipped."""
        for slug in schema.TOWNS:
            law = schema.load(slug)
            with transaction.atomic():
                town, new = Town.objects.get_or_create(
                    slug=slug,
                    defaults={
                        "name": law.name,
                        "saturday_closed": law.calendar.saturday_closed,
                        "reminder_days": [14, 7, 3, 1, 0],
                    },
                )
                with tenancy.town(town):
                    for key, board in law.boards.items():
                        Board.objects.get_or_create(town=town, key=key, defaults={"name": board.name})
                    load_editions(town, law)
            if options["verbosity"] > 0 and new:
                self.stdout.write(f"{law.name}: loaded.")


def load_editions(town: Town, law: schema.Bylaw) -> None:
    """One adopted edition for each text that the file holds; an edition already there is left alone.

    A town that has adopted another text keeps it: what is shipped now is offered on its setup page (towns.setup.offers).
    """
    sha256 = hashlib.sha256(law.text.encode()).hexdigest()
    adopted = BylawEdition.objects.filter(town=town, adopted=True)
    if adopted.exclude(sha256=sha256).exists():
        return
    for effective in dict.fromkeys((law.effective or OLDEST, *law.amended)):
        BylawEdition.objects.get_or_create(
            town=town,
            sha256=sha256,
            effective=effective,
            defaults={
                "label": law.edition,
                "text": law.text,
                "adopted": True,
                "shipped": True,
                "created": timezone.now(),
            },
        )
