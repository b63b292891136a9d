"""Checks, exports, compares and imports a town's bylaw file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from towns.law import schema
from towns.law.check import differences, faults, summary
from towns.law.entries import BylawError


class Command(BaseCommand):
    """manage.py bylaw check [FILE…] | export TOWN | diff A B | import FILE."""

    help = "Check, export, compare or import a town's bylaw file; only import needs the database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What may be typed."""
        acts = parser.add_subparsers(dest="act", required=True)
        check = acts.add_parser(
            "check", help="name every fault of the files (the shipped ones if none is named)"
        )
        check.add_argument("files", nargs="*")
        export = acts.add_parser("export", help="print a town's file")
        export.add_argument("town")
        diff = acts.add_parser("diff", help="what changed from A to B, one line a key; a town or a file each")
        diff.add_argument("old", metavar="A")
        diff.add_argument("new", metavar="B")
        bring = acts.add_parser("import", help="make a draft edition of a town's law from a file")
        bring.add_argument("file")
        bring.add_argument("--by", default="", help="the e-mail of the administrator who brings it in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the one act that was asked for."""
        match options["act"]:
            case "check":
                self._check([_file(name) for name in options["files"]] or _shipped())
            case "export":
                self.stdout.write(schema.dump(_town(options["town"])), ending="")
            case "diff":
                changes = differences(_text(options["old"]), _text(options["new"]))
                self.stdout.write("\n".join(changes) or "Nothing differs.")
            case _:
                self._import(_file(options["file"]), options["by"])

    def _check(self, files: list[Path]) -> None:
        bad = 0
        for path in files:
            text = path.read_text("utf-8")
            found = faults(text, name=path.name)
            bad += len(found)
            for fault in found:
                self.stderr.write(str(fault))
            if not found:
                self.stdout.write(f"{path.name}: sound. {summary(schema.parse(text, name=path.name))}")
        if bad:
            raise CommandError(
                f"{bad} {'fault' if bad == 1 else 'faults'}. Nothing may be counted with such a file."
            )

    def _import(self, path: Path, by: str) -> None:
        from towns.setup.editions import import_edition

        try:
            edition = import_edition(path.read_text("utf-8"), by)
        except BylawError as wrong:
            raise CommandError(str(wrong)) from wrong
        self.stdout.write(f"Imported {path.name} as {edition}.")


def _shipped() -> list[Path]:
    return [schema.FOLDER / f"{slug}.toml" for slug in schema.TOWNS]


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise CommandError(
            f"There is no file {name!r}. Name a bylaw file, for example towns/bylaws/norfolk.toml."
        )
    return path


def _town(slug: str) -> schema.Bylaw:
    try:
        return schema.load(slug)
    except LookupError as wrong:
        raise CommandError(str(wrong.args[0])) from wrong


def _text(name: str) -> str:
    return schema.dump(schema.load(name)) if name in schema.TOWNS else _file(name).read_text("utf-8")
