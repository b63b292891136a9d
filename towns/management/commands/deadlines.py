"""Answers from the law alone: given what happened in a case, every clock of the matter with its reason."""

from __future__ import annotations

import gc
import json
import sys
from datetime import date
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from towns.law.answers import Plain, StoryError, answer, clocks_of, day_from, event_from_words, kinds_of
from towns.law.days import words
from towns.law.entries import BylawError


class Command(BaseCommand):
    """manage.py deadlines TOWN MATTER [EVENT=DAY …] [--on DAY] [--json], or --batch with one story a line."""

    help = "Every clock of a matter on a day, from the events given, with the reason for each date."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What may be typed."""
        parser.add_argument("town", nargs="?", help="for example norfolk")
        parser.add_argument("matter", nargs="?", help="for example stormwater_permit")
        parser.add_argument(
            "events", nargs="*", metavar="EVENT=DAY", help="hearing_scheduled=2026-09-20:for=2026-10-13T19:00"
        )
        parser.add_argument("--on", help="the day to read the clocks on; today if not given")
        parser.add_argument(
            "--json", action="store_true", help="print a JSON list, one object for every clock"
        )
        parser.add_argument(
            "--batch", action="store_true", help="read one JSON story a line, answer one line each"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer one story, or a stream of them."""
        try:
            if options["batch"]:
                on = day_from("--on", options["on"]) if options["on"] else _today()
                answer_lines(sys.stdin, sys.stdout, on)
                return
            if options["matter"] is None:
                raise CommandError("Name the town and the matter: deadlines norfolk stormwater_permit.")
            kinds = kinds_of(options["town"])
            events = [event_from_words(text, kinds) for text in options["events"]]
            on = day_from("--on", options["on"]) if options["on"] else _today()
            clocks = clocks_of(options["town"], options["matter"], events, on)
        except (StoryError, BylawError) as wrong:
            raise CommandError(str(wrong)) from wrong
        if options["json"]:
            self.stdout.write(json.dumps(clocks, ensure_ascii=False, indent=2))
            return
        for clock in clocks:
            self.stdout.write("\n".join(_told(clock)))
        if not clocks:
            self.stdout.write("The law we hold gives this matter no clock.")


def answer_lines(source: TextIO, target: TextIO, today: date) -> None:
    """One line of JSON for every line of JSON, in order; a line that cannot be answered gets its error alone."""
    encode = json.JSONEncoder(separators=(",", ":")).encode
    gc.freeze()  # what is loaded stays; the collector need not look at it again for every story
    for line in source:
        if line.strip():
            target.write(encode(_answered(line, today)) + "\n")
            target.flush()  # whoever asks line by line is answered line by line


def _answered(line: str, today: date) -> list[Plain] | dict[str, str]:
    try:
        return answer(json.loads(line), today)
    except json.JSONDecodeError as wrong:
        return {"error": f"line: is not JSON ({wrong}). Write one JSON object a line."}
    except StoryError as wrong:
        return {"error": str(wrong)}


def _told(clock: Plain) -> list[str]:
    """One clock for a person at a terminal."""
    of = f" ({clock['of']})" if clock["of"] else ""
    last = f", last day {_in_words(clock['due'])}" if clock["due"] else ""
    return [
        f"{clock['clock']}{of}: {clock['status']}{last}  [{clock['cite']}]",
        *(f"    {s}" for s in clock["because"]),
        "",
    ]


def _in_words(text: str) -> str:
    return words(day_from("due", text))


def _today() -> date:
    from towns.calendar.today import today

    return today()
