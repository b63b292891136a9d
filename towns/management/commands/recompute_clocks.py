"""`manage.py recompute_clocks`: read every clock anew and make, or check, the cache."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from towns.access import tenancy
from towns.calendar.today import today
from towns.models import Case, Town
from towns.record.case_file import open_readable
from towns.record.settle import replay
from towns.record.store import clock_rows, differing, refresh_clocks
from towns.record.unreadable import Unread

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
                    unread: dict[int, Unread] = {}
                    files = open_readable(batch, row, unread)
                    for one in unread.values():
                        self.stderr.write(f"{row.slug} {one.case.number}: {one.says}")
                    cases, differ = cases + len(unread), differ + len(unread)
                    for file in files:
                        cases += 1
                        differ += self._one(file, check=check)
                if not batch:
                    break
                last = batch[-1].pk
        self.stdout.write(f"{cases} cases read, {differ} differed.")
        if check and differ:
            raise CommandError(
                "The cache differs from the ledger; run recompute_clocks without --check, or sweep."
            )

    def _one(self, file: Any, *, check: bool) -> int:
        readings = file.readings(today(file.town))
        stored = str(file.principal.state)
        replay(file)
        told = str(file.principal.state)
        wanted = clock_rows(file, readings)
        clocks = differing(file, wanted)
        for line in clocks:
            self.stdout.write(f"{file.town.slug} {file.case.number}: {line}")
        if stored != told:
            self.stdout.write(f"{file.town.slug} {file.case.number}: state {stored}, by its ledger {told}")
        if not check:
            refresh_clocks(file, readings)
        return int(bool(clocks) or stored != told)
