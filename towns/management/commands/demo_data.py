"""`manage.py demo_data`: people and cases for a demonstration; running it again keeps what is there."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import time
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import transaction

from towns.access import tenancy
from towns.calendar.today import today
from towns.clocks import sweep
from towns.demo import people, scenarios
from towns.demo.loader import Teller
from towns.models import Board, Case, CounterHours, Town
from towns.roles import Role

#: Norfolk's hall is shut every Friday; counter hours move no deadline.
_HOURS: Final = {0: (8, 16), 1: (8, 18), 2: (8, 16), 3: (8, 16)}
_WEB_RULE: Final = (
    "A filing made on this page counts on the day it arrives, until midnight. The town clerk’s stamp is put on it on "
    "the next open day and stands in the record beside it."
)


class Command(BaseCommand):
    """Make the demonstration, once."""

    help = "Add fictional people and cases in every stage. With --print only say how to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--print."""
        parser.add_argument("--print", action="store_true", dest="only_print")

    def handle(self, *args: Any, only_print: bool, **options: Any) -> None:
        """Fill the five towns, or print the sign-ins."""
        if only_print:
            self._print()
            return
        applicant = people.make_applicant()
        for town in Town.objects.all():
            with transaction.atomic(), tenancy.town(town):
                self._fill(town, applicant)
        sweep.sweep(today())

    def _fill(self, town: Town, applicant: Any) -> None:
        board = Board.objects.order_by("pk").first()
        staff = people.make_people(town, board.key if board else "")
        if Case.objects.exists():
            return
        town.office = town.office or f"Town Hall, {town.name}, Massachusetts"
        town.phone = town.phone or "555-0100"
        town.hearing_room = town.hearing_room or "Town Hall, Room 124"
        town.web_filing_rule = town.web_filing_rule or _WEB_RULE
        town.see_plans = town.see_plans or "At the board’s office in town hall, during office hours."
        town.how_to_comment = town.how_to_comment or (
            "Written comments that reach the board before the hearing closes become part of the record."
        )
        town.accommodation = town.accommodation or (
            "If you need an accommodation or an interpreter to take part, please call the board’s office beforehand."
        )
        town.seal = town.seal or (Path(people.__file__).with_name("seal.svg")).read_bytes()
        town.save()
        for weekday, (opens, closes) in _HOURS.items():
            CounterHours.objects.get_or_create(
                town=town, weekday=weekday, opens=time(opens), defaults={"closes": time(closes)}
            )
        teller = Teller(town, staff, applicant, today(town))
        for plot in scenarios.NORFOLK if town.slug == "norfolk" else scenarios.OTHERS.get(town.slug, ()):
            teller.tell(plot)

    def _print(self) -> None:
        self.stdout.write("Sign in with the password “" + people.PASSWORD + "” as:")
        town = Town.objects.filter(slug="norfolk").first()
        if town is None:
            return
        for what, role in (
            ("board administrator (enters filings, prints notices)", Role.BOARD_ADMINISTRATOR),
            ("planner", Role.PLANNER),
            ("town clerk (stamps, certifies)", Role.TOWN_CLERK),
            ("chair", Role.CHAIR),
            ("town administrator (configures the town)", Role.TOWN_ADMINISTRATOR),
        ):
            self.stdout.write(f"  {people.address(role, town):42} {what}")
        self.stdout.write(f"  {people.APPLICANT[0]:42} applicant (files online)")
        self.stdout.write(
            "The other towns have the same people at their own addresses, e.g. planner@grafton.example."
        )
