"""`manage.py show_lifecycle`: draw the states and moves of everything with a life."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from towns.record import diagrams


class Command(BaseCommand):
    """Draw the state machines."""

    help = "Draw how applications, hearings and the like move from state to state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--mermaid and --write FILE."""
        parser.add_argument("--mermaid", action="store_true", help="As mermaid diagrams instead of lines.")
        parser.add_argument("--write", type=Path, metavar="FILE", help="Write the page for the docs instead.")

    def handle(self, *args: Any, mermaid: bool, write: Path | None, **options: Any) -> None:
        """Print or write."""
        if write is not None:
            write.write_text(diagrams.page(), "utf-8")
            return
        for model in diagrams.things():
            self.stdout.write(str(model._meta.verbose_name).capitalize())
            for line in (diagrams.mermaid if mermaid else diagrams.text)(model):
                self.stdout.write(f"  {line}")
