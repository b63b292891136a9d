"""`manage.py make_world`: fill an empty database with a state's worth of cases, to measure in."""

from __future__ import annotations

from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from towns.calendar.today import today
from towns.models import Case
from towns.project import world


class Command(BaseCommand):
    """Make the world; the same seed on the same day makes the same one."""

    help = (
        "Fill the database with made-up towns and cases, by COPY as the owner. For measuring, never for real."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--towns, --cases, --seed and --processes."""
        parser.add_argument("--towns", type=int, default=351)
        parser.add_argument("--cases", type=int, default=500_000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=2)

    def handle(self, *args: Any, towns: int, cases: int, seed: int, processes: int, **options: Any) -> None:
        """Refuse a database that holds cases; else make and say how long it took."""
        if towns < 1 or cases < towns:
            raise CommandError(
                f"--cases: {cases} cases cannot fill {towns} towns; give at least one case a town."
            )
        if Case.objects.using("owner").exists():
            raise CommandError("This database holds cases already. Make a world in an empty one.")
        began = monotonic()
        done = 0
        for done, wanted in world.make(
            towns=towns, cases=cases, seed=seed, today=today(), processes=processes
        ):
            if options["verbosity"] > 1:
                self.stdout.write(f"{done} of {wanted}")
        self.stdout.write(f"{towns} towns with {done} cases in {monotonic() - began:.0f} s.")
