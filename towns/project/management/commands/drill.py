"""Practise the day after a disaster: back up, restore into another database, and verify every town's ledger there."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from towns.project import binaries, embedded
from towns.project.environment import CHECKOUT

RESTORED = "docket_drill"


class Command(BaseCommand):
    """Leaves nothing behind unless told to keep the backup."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--keep", type=Path, help="a folder to leave the backup in")

    def handle(self, *args: Any, keep: Path | None, **options: Any) -> None:
        began = time.monotonic()
        folder = Path(tempfile.mkdtemp(prefix="docket-drill-"))
        name = f"{RESTORED}_{os.getpid()}"
        try:
            dump, documents = folder / "docket.dump", folder / "documents"
            self._program("pg_dump", "--format=custom", "--file", str(dump), self._entry()["NAME"])
            if settings.MEDIA_ROOT.is_dir():
                shutil.copytree(settings.MEDIA_ROOT, documents)
            self.stdout.write(
                f"Backed up {dump.stat().st_size:,} bytes of rows and {self._count(documents)} documents."
            )
            before = self._rows(None)
            self._alone(f'create database "{name}"')
            try:
                self._program("pg_restore", "--no-owner", "--exit-on-error", "--dbname", name, str(dump))
                self._compare(before, self._rows(name))
                self._verify(name, documents)
            finally:
                self._alone(f'drop database if exists "{name}" with (force)')
            if keep:
                shutil.copytree(folder, keep, dirs_exist_ok=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self.stdout.write(self.style.SUCCESS(f"The backup is good ({time.monotonic() - began:.1f} s)."))

    @staticmethod
    def _entry() -> dict[str, Any]:
        return connections["owner"].settings_dict

    def _program(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's own programs as the owner of the tables, who sees every town's rows."""
        entry = self._entry()
        environ = os.environ | {
            "PGHOST": str(entry["HOST"]),
            "PGPORT": str(entry["PORT"] or 5432),
            "PGUSER": entry["USER"],
            "PGPASSWORD": entry["PASSWORD"],
        }
        with connections["owner"].cursor() as cursor:
            cursor.execute("show server_version_num")
            (version,) = cursor.fetchone()
        folder = self._folder(int(version) // 10000)
        done = subprocess.run(
            [folder / program, *words],
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"{program} failed:\n{done.stderr}")

    @staticmethod
    def _folder(version: int) -> Path:
        if not os.environ.get("DATABASE_URL"):
            return embedded.Server(settings.HOME).programs()
        installed = shutil.which("pg_dump")
        for folder in (binaries.find(), *([Path(installed).parent] if installed else [])):
            if binaries.major(folder) >= version and (folder / "pg_restore").exists():
                return folder
        raise CommandError(
            f"pg_dump of version {version} or newer is needed; set PG_BIN to the folder that has it."
        )

    def _alone(self, statement: str) -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute(statement)

    def _rows(self, name: str | None) -> dict[str, int]:
        """The number of rows in every table, as the owner counts them."""
        import psycopg

        entry = self._entry()
        with psycopg.connect(
            host=entry["HOST"] or None,
            port=entry["PORT"] or None,
            user=entry["USER"],
            password=entry["PASSWORD"],
            dbname=name or entry["NAME"],
        ) as connection:
            tables = connection.execute(
                "select quote_ident(tablename) from pg_tables where schemaname = 'public' order by 1"
            ).fetchall()
            counts = {}
            for (table,) in tables:
                found = connection.execute(
                    f"select count(*) from {table}".encode()
                ).fetchone()  # its own table names
                counts[table] = int(found[0]) if found else 0
            return counts

    def _compare(self, before: dict[str, int], after: dict[str, int]) -> None:
        differ = {table for table in before | after if before.get(table) != after.get(table)}
        if differ:
            lines = [
                f"{table}: {before.get(table)} before, {after.get(table)} restored"
                for table in sorted(differ)
            ]
            raise CommandError(
                "The restored rows differ (was somebody working meanwhile?):\n" + "\n".join(lines)
            )
        self.stdout.write(
            f"Restored {sum(after.values()):,} rows in {len(after)} tables, none more and none fewer."
        )

    def _verify(self, name: str, documents: Path) -> None:
        """Read the restored ledger as the application would, on its own role."""
        if "verify_ledger" not in get_commands():
            return
        environ = os.environ | {"DOCUMENTS_DIR": str(documents)}
        for variable, alias in (("DATABASE_URL", "default"), ("DATABASE_OWNER_URL", "owner")):
            entry = connections[alias].settings_dict
            environ[variable] = embedded.address({**entry, "NAME": name})
        done = subprocess.run(
            [sys.executable, CHECKOUT / "manage.py", "verify_ledger"],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise CommandError("The restored ledger does not verify.")

    @staticmethod
    def _count(folder: Path) -> int:
        return sum(1 for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0
