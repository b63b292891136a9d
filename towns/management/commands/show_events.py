"""`manage.py show_events`: list the legal facts that a ledger may hold."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from towns.law.events import DAY_FACTS, EVENTS, FACTS


class Command(BaseCommand):
    """List the events and the facts they may carry."""

    help = "List the legal facts that a ledger may hold, with the facts each may carry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--write FILE."""
        parser.add_argument("--write", type=Path, metavar="FILE", help="Write the page for the docs instead.")

    def handle(self, *args: Any, write: Path | None, **options: Any) -> None:
        """Print or write."""
        if write is not None:
            write.write_text(page(), "utf-8")
        else:
            self.stdout.write(page())


def page() -> str:
    """docs/events.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The events of a ledger"
    yield ""
    yield "Written by `manage.py show_events --write docs/events.md` from `towns/law/events.py`; a test fails when it is"
    yield "not current. These names are fixed: bylaw files, stories, ledgers and commands use them."
    for by_law, title in ((False, "What people do"), (True, "What the law does when a clock runs out")):
        yield from ("", f"## {title}", "")
        yield from ("| event | what happened | facts |", "|---|---|---|")
        for kind in EVENTS.values():
            if kind.by_law == by_law:
                yield f"| `{kind.name}` | {kind.says} | {', '.join(f'`{fact}`' for fact in kind.facts)} |"
    yield from ("", "## Facts", "", "| fact | what it means | kind |", "|---|---|---|")
    for name, means in FACTS.items():
        yield f"| `{name}` | {means} | {'a day' if name in DAY_FACTS else 'text'} |"
