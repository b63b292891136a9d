"""Keeps this installation's database, tables and rows, as an earlier state that the tests will migrate and walk.

    TOWN_DOCKET_HOME=… .venv/bin/python -m tests.project.earlier_states.keep NAME

Fill a fresh installation of the release first, by that release's own commands: load_towns, demo_data, and
`replay STORY --keep` for what the demonstration has not. The file is plain SQL that any later PostgreSQL reads.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import django

FOLDER = Path(__file__).parent
#: psql's own commands, and settings of the session that an older server may not know. Rows are left as they are: a
#: law's text has lines of every kind.
_LEFT_OUT = re.compile(
    r"^(\\(un)?restrict \S+|SET [a-z_]+ = [^\n]*;|SELECT pg_catalog\.set_config\([^\n]*\);)\n", re.MULTILINE
)


def plain(dump: str) -> str:
    """The dump without what only psql or this very server understands."""
    return _LEFT_OUT.sub("", dump)


def keep(name: str) -> Path:
    """Write the database's whole state to NAME.sql.gz beside this file."""
    from django.db import connections

    from tests.project import database
    from towns.project.management.commands.drill import Command as Drill

    hold = database.start_server()
    try:
        entry = connections["owner"].settings_dict
        with connections["owner"].cursor() as cursor:
            cursor.execute("show server_version_num")
            (version,) = cursor.fetchone()
        environ = os.environ | {
            "PGHOST": str(entry["HOST"]),
            "PGPORT": str(entry["PORT"] or 5432),
            "PGUSER": entry["USER"],
            "PGPASSWORD": entry["PASSWORD"],
        }
        program = Drill._folder(int(version) // 10000) / "pg_dump"
        words = ["--no-owner", "--no-privileges", "--no-comments", "--rows-per-insert=200"]
        words += ["--exclude-table-data=django_session", entry["NAME"]]
        dump = subprocess.run(
            [program, *words], env=environ, check=True, capture_output=True, text=True
        ).stdout
    finally:
        connections["owner"].close()
        if hold:
            hold.release()
    path = FOLDER / f"{name}.sql.gz"
    path.write_bytes(gzip.compress(plain(dump).encode(), 9, mtime=0))
    return path


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "towns.project.settings")
    django.setup()
    kept = keep(sys.argv[1])
    sys.stdout.write(f"{kept}: {kept.stat().st_size:,} bytes\n")
