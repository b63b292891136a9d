"""Answers from the law alone: what is owed on a day for costs the town spent, with interest."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from towns.law import schema
from towns.law.answers import StoryError, day_from
from towns.law.days import day_of
from towns.law.interest import BadCosts, Owed, owed

_MONEY = re.compile(r"^\$?(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.[0-9]{1,2})?$")


class Command(BaseCommand):
    """manage.py costs TOWN --amount A --received D --on D [--json]"""

    help = "What is owed on a day for costs the town spent to mend a violation, with interest."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What may be typed."""
        parser.add_argument("town", help="for example norfolk")
        parser.add_argument("--amount", required=True, help="the costs in dollars, 10000.00")
        parser.add_argument("--received", required=True, help="the day the notice of costs was received")
        parser.add_argument("--on", required=True, help="the day for which to compute")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute what is owed."""
        try:
            amount = _money("--amount", options["amount"])
            received = day_of(day_from("--received", options["received"]))
            on = day_of(day_from("--on", options["on"]))
            bylaw = schema.load(options["town"], received)
            due = owed(bylaw, amount=amount, received=received, on=on)
        except LookupError as unknown:
            raise CommandError(f"town: {unknown.args[0]}") from unknown
        except (StoryError, BadCosts) as wrong:
            raise CommandError(str(wrong)) from wrong
        if options["json"]:
            self.stdout.write(json.dumps(_plain(due), ensure_ascii=False, indent=2))
            return
        interest = "not settled" if due.interest is None else f"${due.interest:,}"
        total = f"${due.amount:,} and interest not settled" if due.total is None else f"${due.total:,}"
        self.stdout.write(f"{bylaw.name}: costs ${due.amount:,}, interest {interest}, owed on {on}: {total}")
        for reason in due.because:
            self.stdout.write(f"    {reason.text}  [{reason.cite}]")


def _money(name: str, text: object) -> Decimal:
    """The sum typed, exactly; a sentence if it is none."""
    written = str(text)
    if written.startswith("-"):
        raise BadCosts(f"{name}: {written!r} is less than zero. Give zero or more.")
    if not _MONEY.match(written):
        raise BadCosts(f"{name}: {written!r} is not a sum of money. Write dollars and cents: 10000.00.")
    return Decimal(written.removeprefix("$").replace(",", ""))


def _plain(due: Owed) -> dict[str, object]:
    return {
        "amount": _cents(due.amount),
        "interest_from": due.interest_from.isoformat() if due.interest_from else None,
        "days": due.days,
        "rate": None if due.rate is None else f"{due.rate:f}",
        "interest": _cents(due.interest),
        "total": _cents(due.total),
        "because": [{"text": reason.text, "cite": reason.cite} for reason in due.because],
    }


def _cents(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount:.2f}"
