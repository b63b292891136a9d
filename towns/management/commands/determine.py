"""Answers from the law alone: does this project need a permit, and if nobody can tell yet, which figure is missing."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from towns.law import schema
from towns.law.determination import Answer, determine
from towns.law.figures import FIGURES, BadAnswer, split

_IN_WORDS = {
    "yes": "needed",
    "no": "not needed",
    "board_decides": "the board decides",
    "needs_figures": "cannot be told yet",
}


class Command(BaseCommand):
    """manage.py determine TOWN [--json] KEY=VALUE …"""

    help = (
        "Whether a project needs a permit. Keys: "
        + ", ".join(figure.key for figure in FIGURES)
        + ", activity (may repeat). KEY=unknown for what was asked and is not known: it is never taken for no."
    )
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Options may stand before, between or after the answers."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        """What may be typed."""
        parser.add_argument("town", help="for example hopkinton")
        parser.add_argument(
            "answers", nargs="*", metavar="KEY=VALUE", help="for example disturbed_sqft=43560"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer for each matter that has a threshold."""
        from towns.calendar.today import today

        try:
            bylaw = schema.load(options["town"], today())
            found = determine(bylaw, split(options["answers"]))
        except LookupError as unknown:
            raise CommandError(f"town: {unknown.args[0]}") from unknown
        except BadAnswer as wrong:
            raise CommandError(str(wrong)) from wrong
        if options["json"]:
            self.stdout.write(
                json.dumps({"permits": [_plain(answer) for answer in found]}, ensure_ascii=False, indent=2)
            )
            return
        for answer in found:
            self.stdout.write(f"{bylaw.name}, {answer.name}: {_IN_WORDS[answer.required]}")
            for reason in answer.because:
                self.stdout.write(f"    {reason.text}  [{reason.cite}]")
            self.stdout.write("")
        self.stdout.write("This is information, not a permit and not a determination by the board.")


def _plain(answer: Answer) -> dict[str, object]:
    return {
        "matter": answer.matter,
        "required": answer.required,
        "missing": list(answer.missing),
        "because": [{"text": reason.text, "cite": reason.cite} for reason in answer.because],
    }
