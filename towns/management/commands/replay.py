"""`manage.py replay FILE.toml`: tell a story to the product, day by day, and print where it led."""

from __future__ import annotations

import json
import tomllib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from towns.calendar.words import day_words
from towns.law import clocks as law_clocks
from towns.ledger.entries import Entry
from towns.models import Town
from towns.record import scenarios


class Command(BaseCommand):
    """Replay a story; it leaves nothing behind unless told to keep it."""

    help = "Tell a story (town, matter, until, [[step]]; or several [[case]]) to the one door and print where it led."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, --json and --keep."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", dest="as_json")
        parser.add_argument("--keep", action="store_true", help="Keep the case in the database.")

    def handle(self, *args: Any, file: Path, as_json: bool, keep: bool, **options: Any) -> None:
        """Read, tell and print."""
        try:
            story = scenarios.read_story(tomllib.loads(file.read_text("utf-8")))
        except OSError as error:
            raise CommandError(f"{file}: cannot be read ({error.strerror}). Name a story file.") from None
        except (tomllib.TOMLDecodeError, scenarios.BadStory) as error:
            raise CommandError(f"{file}: {error}") from None
        towns = {town.slug: town for town in Town.objects.filter(slug__in={one.town for one in story.cases})}
        for one in story.cases:
            if one.town not in towns:
                known = ", ".join(Town.objects.values_list("slug", flat=True))
                raise CommandError(f"town: there is no town {one.town!r}. Use one of: {known}.")
        answers = scenarios.tell(story, towns, keep=keep)
        if as_json:
            shown: Any = [answer(told) for told in answers] if story.several else answer(answers[0])
            self.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False))
            return
        for told in answers:
            self._print(told)

    def _print(self, told: scenarios.Told) -> None:
        """One case in lines."""
        if told.case:
            self.stdout.write(f"== {told.case}")
        for entry in told.ledger:
            mark = " (supplied)" if entry.facts.get("supplied") else ""
            self.stdout.write(f"{day_words(entry.on)}  {entry.name}  {entry.role}{mark}")
        for on, event, because in told.refused:
            self.stdout.write(f"{day_words(on)}  {event}  refused: {because}")
        self.stdout.write(f"State: {told.state}")
        for kind, number, state, _facts in told.things:
            self.stdout.write(f"{kind} {number}: {state}")
        for what, dollars in (told.money or {}).items():
            self.stdout.write(f"{what}: {dollars}")
        for reading in told.clocks:
            self.stdout.write(
                f"{reading.clock}: {reading.status}, due {reading.due or 'not counting'} ({reading.cite})"
            )


def answer(told: scenarios.Told) -> dict[str, Any]:
    """The story's outcome as the interface prints it."""
    shown: dict[str, Any] = {"case": told.case} if told.case else {}
    if told.answers_as:
        shown[told.answers_as] = {"state": told.state}
    shown |= {
        "principal": {"kind": told.kind, "state": told.state},
        "things": [
            {"kind": kind, "n": number, "state": state, "facts": facts}
            for kind, number, state, facts in told.things
        ],
    }
    if told.money is not None:
        shown["money"] = told.money
    return {
        **shown,
        "ledger": [_line(entry) for entry in told.ledger],
        "clocks": [reading_line(reading) for reading in told.clocks],
        "refused": [
            {"on": on.isoformat(), "event": event, "because": because} for on, event, because in told.refused
        ],
    }


def _line(entry: Entry) -> dict[str, Any]:
    # The soft stops that the telling itself passed over are no facts of the story.
    unsaid = {"supplied", *(("overridden", "reason") if entry.facts.get("reason") == scenarios.WHY else ())}
    facts = {key: value for key, value in entry.facts.items() if key not in unsaid}
    on = entry.moment.isoformat(timespec="minutes") if entry.at else entry.on.isoformat()  # type: ignore[call-arg]
    return {
        "on": on,
        "event": entry.name,
        "by": entry.role,
        "supplied": bool(entry.facts.get("supplied")),
        "facts": facts,
    }


def reading_line(reading: law_clocks.Reading) -> dict[str, Any]:
    """A clock as `manage.py deadlines` prints it."""
    return {
        "clock": reading.clock,
        "of": reading.of,
        "from": reading.from_,
        "started": _iso(reading.started),
        "strict": _iso(reading.strict),
        "due": _iso(reading.due),
        "status": reading.status,
        "if_missed": reading.if_missed,
        "cite": reading.cite,
        "because": [*reading.because, *reading.doubts],
    }


def _iso(moment: Any) -> str | None:
    if moment is None:
        return None
    return str(moment.isoformat(timespec="minutes") if hasattr(moment, "hour") else moment.isoformat())
