"""Answers from the law alone: what a violation costs by noncriminal ticket, day by day."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from towns.law import schema
from towns.law.answers import StoryError, day_from
from towns.law.days import day_of
from towns.law.fines import BadFine, Bill, charge


class Command(BaseCommand):
    """manage.py fines TOWN --first D --last D [--provisions N] [--prior N] [--under I|II] [--json]"""

    help = "The noncriminal fines for a violation that lasted from one day to another, both included."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What may be typed."""
        parser.add_argument("town", help="for example hopkinton")
        parser.add_argument("--first", required=True, help="the first day of the violation, 2026-06-01")
        parser.add_argument("--last", required=True, help="its last day, the same day at the earliest")
        parser.add_argument(
            "--provisions", default="1", help="how many provisions are violated; 1 if not given"
        )
        parser.add_argument("--prior", default="0", help="how many offenses came before; 0 if not given")
        parser.add_argument("--under", help="the article violated, where each has its own fines: I or II")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add up the offenses."""
        try:
            first = day_of(day_from("--first", options["first"]))
            last = day_of(day_from("--last", options["last"]))
            provisions, prior = (
                _whole("--provisions", options["provisions"]),
                _whole("--prior", options["prior"]),
            )
            bylaw = schema.load(options["town"], first)
            bill = charge(
                bylaw, first=first, last=last, provisions=provisions, prior=prior, under=options["under"]
            )
        except LookupError as unknown:
            raise CommandError(f"town: {unknown.args[0]}") from unknown
        except (StoryError, BadFine) as wrong:
            raise CommandError(str(wrong)) from wrong
        if options["json"]:
            self.stdout.write(json.dumps(_plain(bill), ensure_ascii=False, indent=2))
            return
        for line in bill.lines:
            amount = "no amount in the text" if line.amount is None else f"${line.amount:,}"
            self.stdout.write(f"{line.day}  provision {line.provision}  rung {line.rung}  {amount}")
        unpriced = f", {bill.unpriced:,} of them not priced" if bill.unpriced else ""
        self.stdout.write(f"{bylaw.name}: {bill.offenses:,} offenses{unpriced}, ${bill.total:,} in all")
        for reason in bill.because:
            self.stdout.write(f"    {reason.text}  [{reason.cite}]")


def _whole(name: str, text: object) -> int:
    """The whole number typed; a sentence if it is none."""
    written = str(text)
    if not (written.isascii() and written.removeprefix("-").isdigit() and len(written) <= 9):
        raise BadFine(f"{name}: {written!r} is not a whole number. Write digits, for example 2.")
    return int(written)


def _plain(bill: Bill) -> dict[str, object]:
    return {
        "offenses": bill.offenses,
        "unpriced": bill.unpriced,
        "total": f"{bill.total:.2f}",
        "lines": [
            {
                "day": line.day.isoformat(),
                "provision": line.provision,
                "rung": line.rung,
                "amount": None if line.amount is None else f"{line.amount:.2f}",
            }
            for line in bill.lines
        ],
        "because": [{"text": reason.text, "cite": reason.cite} for reason in bill.because],
    }
