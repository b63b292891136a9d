"""Decides what a command of manage.py needs: nothing at all, Django alone, or a database that is up to date."""

from __future__ import annotations

import atexit
import hashlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from towns.project import environment

if TYPE_CHECKING:
    from towns.law.rules import Bylaw

# Computed from the law's text alone: neither a database nor Django's apps are set up, so these answer at once.
LIGHT = {"deadlines", "determine", "fines", "costs"}
# Need Django's apps, but no database.
WITHOUT_DATABASE = {
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "makemigrations",
    "optimizemigration",
    "show_events",
    "show_lifecycle",
    "sqlmigrate",
    "startapp",
    "startproject",
    "test",
    "testserver",
    "version",
    "--version",
    "--help",
    "-h",
}
# Need the server running, but see to migrations themselves.
PREPARES_ITSELF = {"migrate", "dbshell", "demo", "flush", "prepare", "showmigrations"}


def needs(words: list[str]) -> str:
    """What the command line (without the program's name) needs: "light", "django", "server" or "database"."""
    command = words[0] if words else "help"
    if command in LIGHT and not {"--help", "-h"} & set(words):
        return "light"
    if command in WITHOUT_DATABASE or {"--help", "-h"} & set(words):
        return "django"
    if command == "bylaw" and words[1:2] != ["import"]:
        return "light"
    return "server" if command in PREPARES_ITSELF else "database"


def run(argv: list[str]) -> None:
    """Run one command line, with what it needs started before and stopped after."""
    need = needs(argv[1:])
    if need == "light":
        run_light(argv)
        return
    if need == "django" or os.environ.get("DATABASE_URL"):
        _execute(argv)
        return
    from towns.project import binaries, embedded

    signal.signal(signal.SIGTERM, _end)
    try:
        hold = embedded.Server(environment.home()).hold()
    except (embedded.CannotStart, binaries.NoPostgres) as trouble:
        sys.exit(str(trouble))
    with hold:
        if (
            need == "database" and os.environ.get("RUN_MAIN") != "true"
        ):  # the reloader's child finds it prepared
            prepare()
        _execute(argv)


def run_light(argv: list[str]) -> None:
    """Run a command that needs no database, without setting up Django's apps."""
    os.environ["TOWN_DOCKET_LIGHT"] = "1"
    from importlib import import_module

    from django.core.management.base import BaseCommand

    from towns.law import schema

    schema.also_ask(_law_in_the_database)
    command: BaseCommand = import_module(f"towns.management.commands.{argv[1]}").Command()
    command.requires_system_checks = []
    command.run_from_argv(argv)


@cache
def _law_in_the_database(slug: str, on: date | None) -> Bylaw | None:
    """The law of a town that was imported. Only such a town makes a light command open the database, if there is one."""
    if not os.environ.get("DATABASE_URL") and not _hold_what_there_is():
        return None
    import django

    django.setup()
    from towns.record.imported import law_of_imported

    return law_of_imported(slug, on)


@cache
def _hold_what_there_is() -> bool:
    """Start the embedded database until this process ends, where one was ever made."""
    from towns.project import binaries, embedded

    server = embedded.Server(environment.home())
    if not (server.data / "PG_VERSION").exists():
        return False
    try:
        hold = server.hold()
    except (embedded.CannotStart, binaries.NoPostgres):
        return False
    atexit.register(hold.release)
    prepare()
    return True


def prepare(*, loudly: bool = False) -> None:
    """Bring the database up to the code: tables by the owner, then the five towns; nothing when nothing changed."""
    stamp = environment.home() / "postgres" / "prepared"
    now = fingerprint()
    with _one_at_a_time():
        if stamp.exists() and stamp.read_text() == now:
            return
        import django
        from django.core.management import call_command, get_commands

        django.setup()
        verbosity = 1 if loudly else 0
        call_command("migrate", verbosity=verbosity, interactive=False)
        if "load_towns" in get_commands():
            call_command("load_towns", verbosity=verbosity)
        stamp.write_text(now)


def fingerprint() -> str:
    """A mark of all that `prepare` puts into the database: migrations, what they are built from, shipped bylaws."""
    root = environment.CHECKOUT
    files = [root / "towns" / "wall.py", root / "towns" / "management" / "commands" / "load_towns.py"]
    for floor in ("towns", "permitting", "enforcement"):
        for folder in [*(root / floor).rglob("migrations"), *(root / floor).rglob("bylaws")]:
            files += [path for path in folder.rglob("*") if path.suffix in {".py", ".sql", ".toml"}]
    mark = hashlib.sha256()
    for path in sorted(path for path in files if path.exists()):
        mark.update(f"{path.relative_to(root)}\0".encode())
        mark.update(path.read_bytes())
    return mark.hexdigest()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    import fcntl

    lock: Path = environment.home() / "prepare.lock"
    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _execute(argv: list[str]) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)


def _end(number: int, _frame: FrameType | None) -> None:
    """A polite request to end runs the `with` blocks, so that the database is stopped too."""
    sys.exit(128 + number)
