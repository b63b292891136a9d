"""Measures a whole state of towns: finding what is due, the sweep by two workers, the desk and the case page.

A made-up world (`manage.py make_world`) in an embedded PostgreSQL of its own, thrown away afterwards. `--copies 0` is a
quick look; the figures in docs/measured.md are from the full size, about 1,000,000 clocks in 351 towns.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "towns.project.settings")
os.environ.setdefault("LOG_LEVEL", "WARNING")

#: What is promised: milliseconds, clocks a second.
FIND_MS, APPLY = 50.0, 300.0


@contextmanager
def installation(keep: Path | None) -> Iterator[None]:
    """An embedded PostgreSQL of our own, prepared; removed at the end unless it is to be kept."""
    from towns.project import environment

    home = keep or environment.home().parent / f"bench-{os.getpid()}"
    os.environ["TOWN_DOCKET_HOME"] = str(home)
    from towns.project import embedded, server

    try:
        with embedded.Server(home).hold():
            server.prepare()
            import django

            django.setup()
            yield
    finally:
        if keep is None:
            shutil.rmtree(home, ignore_errors=True)


def timed(work: Callable[[], Any], times: int) -> list[float]:
    """Milliseconds of so many runs, the first (which fills caches) left out."""
    work()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def p95(taken: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]


def ask(sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Rows as the owner, who sees all towns."""
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def copy(times: int) -> None:
    """Copy every case so many times within its town, by the database itself: making up a million clocks takes an hour.

    The copies' hashes are the first one's, so their ledgers do not verify; nothing here reads them for that.
    """
    from django.db import connections

    from permitting.models import Application
    from towns.models import Case, Clock, Event, Hearing, Party

    if not times:
        return
    ((step,),) = ask("SELECT max(id) FROM towns_case")
    with connections["owner"].cursor() as cursor:
        for model in (Case, Application, Hearing, Event, Clock, Party):
            keyed = model in (Case, Application)
            columns, values = [], []
            for field in model._meta.concrete_fields:
                if field.primary_key and not keyed:
                    continue
                name = f'"{field.column}"'
                columns.append(name)
                if field.primary_key or field.column == "case_id":
                    name = f"{name} + copy * {step}"
                elif field.column == "number" and model is Case:
                    name = f"{name} || '-' || copy"
                values.append(name)
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM {model._meta.db_table}, generate_series(1, {times}) AS copy"
            )
            if keyed:
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{model._meta.db_table}', 'id'), max(id)) "
                    f"FROM {model._meta.db_table}"
                )
        cursor.execute("VACUUM ANALYZE")


def find(today: date) -> list[str]:
    """The due clocks across all towns, as the sweep asks for them."""
    from django.db import connection

    day = today + timedelta(days=1)

    def look() -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM due_clocks(%s, 500)", [day])
            return cursor.fetchall()

    taken, rows = timed(look, 50), look()
    plan = "\n".join(
        line
        for (line,) in ask(
            "EXPLAIN SELECT town_id, case_id, id, expires FROM towns_clock WHERE status = 'running' AND expires IS NOT NULL "
            "AND expires < %s AND (expires, id) > ('-infinity', 0) ORDER BY expires, id LIMIT 500",
            day,
        )
    )
    if "towns_clock_due" not in plan:
        raise SystemExit(f"The due clocks are not found by their index:\n{plan}")
    if p95(taken) > FIND_MS:
        raise SystemExit(f"Finding the due clocks took {p95(taken):.1f} ms; {FIND_MS:.0f} are promised.")
    return [
        f"| due clocks found (first {len(rows)}), p95 of 50 | {p95(taken):.1f} ms | under {FIND_MS:.0f} ms |",
    ]


def apply(day: date, workers: int) -> list[str]:
    """Two processes sweep everything that is due by a day at once; start-up of the processes included."""
    due = "FROM towns_clock WHERE status = 'running' AND expires < %s"
    ((cases,),) = ask(f"SELECT count(DISTINCT case_id) {due}", day)
    ((before,),) = ask("SELECT count(*) FROM towns_event WHERE role = 'system'")
    command = [sys.executable, "manage.py", "sweep", "--skip-checks", "--today", day.isoformat()]
    began = time.perf_counter()
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(workers)
    ]
    said = [process.communicate()[0].decode() for process in running]
    took = time.perf_counter() - began
    ((after,),) = ask("SELECT count(*) FROM towns_event WHERE role = 'system'")
    ((left,),) = ask(f"SELECT count(*) {due}", day)
    applied = after - before
    if any(process.returncode for process in running) or left:
        raise SystemExit(f"The sweep left {left} clocks:\n" + "\n".join(said))
    if applied / took < APPLY:
        print(
            f"Load of the machine: {os.getloadavg()}; processor time of the workers: {os.times().children_user:.1f} s."
        )
        raise SystemExit(
            f"{applied / took:.0f} clocks a second ({applied:,} in {took:.1f} s); {APPLY:.0f} are promised."
        )
    return [
        f"| clocks applied by {workers} sweeps at once ({applied:,} clocks of {cases:,} cases in {took:.1f} s) "
        f"| {applied / took:.0f} a second | at least {APPLY:.0f} |"
    ]


def pages(sample: int) -> list[str]:
    """The desk of the largest town and the pages of cases drawn at random, rendered in this process."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from towns.access import tenancy
    from towns.models import Case, Membership, Town

    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "whitenoise" not in name]
    ((town_id, held),) = ask("SELECT town_id, count(*) FROM towns_case GROUP BY 1 ORDER BY 2 DESC LIMIT 1")
    town = Town.objects.get(pk=town_id)
    client = Client(headers={"host": "localhost"})
    client.force_login(Membership.objects.filter(town=town, role="board_administrator").first().person)
    with tenancy.town(town):
        numbers = list(Case.objects.values_list("number", flat=True))
    drawn = random.Random(1).sample(numbers, min(sample, len(numbers)))
    lines = []
    for what, addresses in (
        (f"the desk of a town with {held:,} cases", [f"/{town.slug}/desk/"] * 20),
        ("a case page", [f"/{town.slug}/cases/{number}/" for number in drawn]),
    ):
        client.get(addresses[0])
        taken, queries = [], []
        for address in addresses:
            with CaptureQueriesContext(connection) as captured:
                began = time.perf_counter()
                answer = client.get(address)
                taken.append((time.perf_counter() - began) * 1000)
            if answer.status_code != 200:
                raise SystemExit(f"{address} answered {answer.status_code}.")
            queries.append(len(captured))
        lines.append(
            f"| {what}, p95 of {len(taken)} | {p95(taken):.0f} ms, {max(queries)} queries at most | |"
        )
    return lines


def main() -> None:
    """Make the world, measure, print, and fail below a promise."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--towns", type=int, default=351)
    options.add_argument(
        "--cases", type=int, default=6_000, help="Cases that are made up, each by a story of its own."
    )
    options.add_argument(
        "--copies", type=int, default=33, help="How often each of them is copied within its town."
    )
    options.add_argument("--workers", type=int, default=2)
    options.add_argument(
        "--ahead", type=int, default=365, help="Sweep as if nothing had run for so many days."
    )
    options.add_argument(
        "--home", type=Path, help="Keep the world in this folder, or use the one that is there."
    )
    options.add_argument("--only", choices=("find", "apply", "pages"), help="Measure only this.")
    asked = options.parse_args()
    with installation(asked.home):
        from django.core.management import call_command

        from towns.calendar.today import today
        from towns.models import Case

        if not Case.objects.using("owner").exists():
            call_command("make_world", towns=asked.towns, cases=asked.cases)
            copy(asked.copies)
        ((clocks, running),) = ask(
            "SELECT count(*), count(*) FILTER (WHERE status = 'running') FROM towns_clock"
        )
        ((cases,),) = ask("SELECT count(*) FROM towns_case")
        print(f"{asked.towns} towns, {cases:,} cases, {clocks:,} clocks of which {running:,} run;")
        print(f"{os.cpu_count()} cores ({platform.machine()}), the database on the same machine, fsync on.\n")
        print("| measured | figure | promised |\n|---|---|---|")
        works = {
            "find": lambda: find(today()),
            "pages": lambda: pages(100),
            "apply": lambda: apply(today() + timedelta(days=asked.ahead), asked.workers),
        }
        for name, work in works.items():
            if asked.only in (None, name):
                print("\n".join(work()), flush=True)


if __name__ == "__main__":
    main()
