"""`manage.py recompute_clocks`: read every clock anew and make, or check, the cache."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from towns import tenancy
from towns.folder import open_folders
from towns.models import Case, Town
from towns.settling import replay
from towns.shelf import clock_rows, differing, refresh_clocks
from towns.today import today

_CHUNK = 200


class Command(BaseCommand):
    """Compare the cached clocks and states with a reading of the ledger."""

    help = "Read every clock anew. With --check only compare, and fail where anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--check and --town."""
        parser.add_argument(
            "--check", action="store_true", help="Change nothing; fail where anything differs."
        )
        parser.add_argument("--town", help="Only this town, by its slug.")

    def handle(self, *args: Any, check: bool, town: str | None, **options: Any) -> None:
        """Go through every case of every town."""
        cases = differ = 0
        for row in Town.objects.filter(**({"slug": town} if town else {})):
            last = 0
            while True:
                with transaction.atomic(), tenancy.town(row):
                    found = Case.objects.filter(pk__gt=last).order_by("pk")
                    batch = list((found if check else found.select_for_update())[:_CHUNK])
                    for folder in open_folders(batch, row):
                        cases += 1
                        differ += self._one(folder, check=check)
                if not batch:
                    break
                last = batch[-1].pk
        self.stdout.write(f"{cases} cases read, {differ} differed.")
        if check and differ:
            raise CommandError(
                "The cache differs from the ledger; run recompute_clocks without --check, or sweep."
            )

    def _one(self, folder: Any, *, check: bool) -> int:
        readings = folder.readings(today(folder.town))
        stored = str(folder.principal.state)
        replay(folder)
        told = str(folder.principal.state)
        wanted = clock_rows(folder, readings)
        clocks = differing(folder, wanted)
        for line in clocks:
            self.stdout.write(f"{folder.town.slug} {folder.case.number}: {line}")
        if stored != told:
            self.stdout.write(
                f"{folder.town.slug} {folder.case.number}: state {stored}, by its ledger {told}"
            )
        if not check:
            refresh_clocks(folder, readings)
        return int(bool(clocks) or stored != told)
