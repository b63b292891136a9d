"""Checks, exports, compares and imports a town's bylaw file."""

from __future__ import annotations

from datetime import date
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
        export.add_argument(
            "--on", default="", metavar="DAY", help="of an imported town: the text in force on this day"
        )
        diff = acts.add_parser("diff", help="what changed from A to B, one line a key; a town or a file each")
        diff.add_argument("old", metavar="A")
        diff.add_argument("new", metavar="B")
        bring = acts.add_parser("import", help="make a draft edition of a town's law from a file")
        bring.add_argument("file")
        bring.add_argument("--by", default="", help="the e-mail of the administrator who brings it in")
        bring.add_argument("--adopt", default="", metavar="DAY", help="adopt it at once, from this day on")
        bring.add_argument("--far", action="store_true", help="the day more than five years away is meant")
        bring.add_argument(
            "--reread",
            default="",
            metavar="VOTE",
            help="read the cases filed since that day by it, as this vote says",
        )
        bring.add_argument(
            "--new-town", action="store_true", help="make the town, if there is none of this slug"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the one act that was asked for."""
        match options["act"]:
            case "check":
                self._check([_file(name) for name in options["files"]] or _shipped())
            case "export":
                self.stdout.write(schema.dump(_town(options["town"], options["on"])), ending="")
            case "diff":
                changes = differences(_text(options["old"]), _text(options["new"]))
                self.stdout.write("\n".join(changes) or "Nothing differs.")
            case _:
                self._import(_file(options["file"]), options)

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

    def _import(self, path: Path, options: dict[str, Any]) -> None:
        from towns.models import Person, Town
        from towns.setup import editions

        by, adopt_on, new = options["by"], options["adopt"], options["new_town"]
        try:
            text = path.read_text("utf-8")
            slug = schema.parse(text, name=path.name).slug
            town = Town.objects.filter(slug=slug).first()
            if town is None and not new:
                raise CommandError(f"There is no town {slug!r}. Add --new-town to make it from the file.")
            person = Person.objects.filter(email__iexact=by).first() if by else None
            if by and person is None:
                raise CommandError(f"Nobody signs in as {by!r}. Name the e-mail of the town's administrator.")
            edition = editions.import_edition(town or editions.new_town(text), text, person)
            if adopt_on:
                edition = editions.adopt(
                    edition, _day(adopt_on), person, far=options["far"], reread=options["reread"]
                )
        except (BylawError, editions.EditionRefused) as wrong:
            raise CommandError(str(wrong)) from wrong
        state = (
            f"adopted from {edition.effective}" if edition.adopted else "a draft; add --adopt DAY to adopt it"
        )
        self.stdout.write(f"{edition.town.name}: {edition.label}: {state}.")


def _day(text: str, option: str = "--adopt") -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{option}: {text!r} is not a day; write it as 2027-01-01.") from None


def _shipped() -> list[Path]:
    return [schema.FOLDER / f"{slug}.toml" for slug in schema.TOWNS]


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise CommandError(
            f"There is no file {name!r}. Name a bylaw file, for example towns/bylaws/norfolk.toml."
        )
    return path


def _town(slug: str, on: str = "") -> schema.Bylaw:
    """A town's law: the shipped file, or of an imported town the text in force on a day, today if none is said."""
    from towns.calendar.today import today

    try:
        return schema.load(slug, _day(on, "--on") if on else today())
    except LookupError as wrong:
        raise CommandError(str(wrong.args[0])) from wrong


def _text(name: str) -> str:
    """The text of a file, or of a town that is shipped or was imported."""
    named_as_file = "." in name or "/" in name
    return (
        _file(name).read_text("utf-8") if named_as_file or Path(name).is_file() else schema.dump(_town(name))
    )
