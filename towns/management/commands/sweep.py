"""`manage.py sweep`: settle what ran out, now, in one town or in all."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from towns.calendar.today import today
from towns.clocks import sweep
from towns.models import Town


class Command(BaseCommand):
    """Run the sweep by hand."""

    help = "Apply what the bylaw says where a clock ran out. Safe to run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--town and --today."""
        parser.add_argument("--town", help="Only this town, by its slug.")
        parser.add_argument(
            "--today", help="The day to believe in, as 2026-11-28; the town's day when left out."
        )

    def handle(self, *args: Any, town: str | None, today: str | None, **options: Any) -> None:
        """Sweep and say what was done; exit with an error when a case could not be settled."""
        row = None
        if town:
            row = Town.objects.filter(slug=town).first()
            if row is None:
                known = ", ".join(Town.objects.values_list("slug", flat=True))
                raise CommandError(f"--town: there is no town {town!r}. Use one of: {known}.")
        done = sweep.sweep(_day(today), town=row)
        self.stdout.write(f"{done.settled} clocks settled, {len(done.failed)} cases could not be settled.")
        for number, why in done.failed.items():
            self.stderr.write(f"{number}: {why}")
        if done.failed:
            raise CommandError("Some cases could not be settled; see above.")


def _day(said: str | None) -> date:
    if not said:
        return today()
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise CommandError(f"--today: {said!r} is not a day. Write it as 2026-11-28.") from None
