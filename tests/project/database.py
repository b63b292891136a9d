"""Makes the test database: the owner makes and migrates it, the application's role runs the tests in it."""

import fcntl
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connections

from towns.project import embedded, environment, server

TEMPLATE = "docket_template"


def start_server() -> embedded.Hold | None:
    """Hold the embedded server and tell Django its passwords; nothing to do where DATABASE_URL names a server."""
    if os.environ.get("DATABASE_URL"):
        return None
    home = environment.home()
    hold = embedded.Server(home).hold()
    for alias, role in (("default", embedded.APP), ("owner", embedded.OWNER)):
        connections.settings[alias].update(embedded.database(home, role))
    return hold


@contextmanager
def _maintenance() -> Iterator[Any]:
    """A cursor of the owner outside any test database."""
    entry = connections["owner"].settings_dict
    import psycopg

    with psycopg.connect(
        host=entry["HOST"] or None,
        port=entry["PORT"] or None,
        user=entry["USER"],
        password=entry["PASSWORD"],
        dbname="postgres",
        autocommit=True,
    ) as connection:
        yield connection.cursor()


def _point(name: str) -> None:
    for alias in ("owner", "default"):
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name


def create(*, anew: bool = False) -> str:
    """A fresh database for this process: a copy of a migrated template, made once for each state of the code."""
    template = f"{TEMPLATE}_{server.fingerprint()[:16]}"
    name = f"docket_test_{os.getpid()}"
    with _one_at_a_time(), _maintenance() as cursor:
        _clear_up(cursor, keep=template)
        known = cursor.execute("select 1 from pg_database where datname = %s", [template]).fetchone()
        if anew or not known:
            cursor.execute(f"drop database if exists {template} with (force)")
            cursor.execute(f"drop database if exists {template}_new with (force)")
            cursor.execute(f"create database {template}_new")
            _point(f"{template}_new")
            call_command("migrate", verbosity=0, interactive=False)
            _let_the_application_truncate()
            _point("postgres")
            cursor.execute(f"alter database {template}_new rename to {template}")
        cursor.execute(f"drop database if exists {name} with (force)")
        cursor.execute(f"create database {name} template {template}")
    _point(name)
    return name


def environment_of_children() -> dict[str, str]:
    """What to add to the environment of a process that shall work in this process's test database."""
    entries = {
        "DATABASE_URL": connections["default"].settings_dict,
        "DATABASE_OWNER_URL": connections["owner"].settings_dict,
    }
    return {name: embedded.address(entry) for name, entry in entries.items()}


@contextmanager
def scratch() -> Iterator[dict[str, str]]:
    """A migrated database of its own for a script (after django.setup()); gives the environment for its children."""
    hold = start_server()
    name = create()
    try:
        yield environment_of_children()
    finally:
        drop(name)
        if hold:
            hold.release()


def drop(name: str) -> None:
    """Throw the process's database away."""
    _point("postgres")
    with _maintenance() as cursor:
        # A line just closed takes a moment to end, and the owner may not cut those of the application's role.
        for _ in range(100):
            cursor.execute("select 1 from pg_stat_activity where datname = %s", [name])
            if cursor.fetchone() is None:
                break
            time.sleep(0.05)
        cursor.execute(f"drop database if exists {name} with (force)")


def _let_the_application_truncate() -> None:
    """Tests that commit are cleaned up by TRUNCATE, which the application's role may do nowhere else."""
    role = connections["default"].settings_dict["USER"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f'grant truncate on all tables in schema public to "{role}"')


def _clear_up(cursor: Any, keep: str) -> None:
    """Drop what killed test runs and older code left behind."""
    cursor.execute("select datname from pg_database where datname like 'docket\\_%'")
    for (name,) in cursor.fetchall():
        run = re.fullmatch(r"docket_test_(\d+)", name)
        stale = not _runs(int(run.group(1))) if run else name.startswith(TEMPLATE) and name != keep
        if stale:
            cursor.execute(f"drop database if exists {name} with (force)")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, but alive
        return True
    return True


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    with open(environment.home() / "test-database.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
