"""A small docket for the tests of the record: towns loaded as shipped, and cases brought to a stage by true steps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from typing import Any

from django.core.management import call_command
from django.db import connections

from towns.access import tenancy
from towns.models import Case, Event, Town
from towns.record import door
from towns.roles import Role

#: Holds every role, so that permissions are not what most tests are about.
ANYBODY = door.Actor(None, frozenset(Role.values))
CLOSE = date(2026, 11, 5)
#: § 267-18: 21 days from the close on Thu Nov 5 2026 is Thanksgiving Day; c. 4 § 9 moves it to Fri Nov 27.
LAST_DAY = date(2026, 11, 27)
LAPSE = date(2026, 11, 28)


def load() -> None:
    """The five towns as the product ships them."""
    call_command("load_towns", verbosity=0)


def town(slug: str = "norfolk") -> Town:
    """A town by its slug."""
    return Town.objects.get(slug=slug)


def file(where: Town, on: date = date(2026, 9, 8), matter: str = "stormwater_permit", **more: Any) -> Case:
    """A case filed by true steps. Opens the town by itself."""
    with tenancy.town(where):
        return door.open_case(
            town=where, matter=matter, by=ANYBODY, on=on, today=on, title="A lot", **more
        ).case


def act(case: Case, step: str, on: date, **more: Any) -> door.Done:
    """One step, by default on the day it happened. Opens the town by itself."""
    more.setdefault("today", on)
    more.setdefault("override", "A test.")
    more.setdefault("by", ANYBODY)
    with tenancy.town(case.town_id):
        return door.act(step, case=case, on=on, **more)


def at_deliberation(where: Town, closed: date = CLOSE, **more: Any) -> Case:
    """A case whose hearing has closed, so that the board's time to act runs."""
    case = file(where, **more)
    act(case, "find_complete", date(2026, 9, 8))
    act(case, "open_hearing", date(2026, 10, 13))
    act(case, "close_hearing", closed)
    return case


def fresh(case: Case) -> Case:
    """The case as it lies in the database now."""
    with tenancy.town(case.town_id):
        return Case.objects.select_related("town").get(pk=case.pk)


def ledger(case: Case) -> list[tuple[str, str]]:
    """The case's ledger as (event, day)."""
    with tenancy.town(case.town_id):
        rows = Event.objects.filter(case_id=case.pk).order_by("seq")
        return [(row.name, row.on.isoformat()) for row in rows]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run several things at the same moment, each on a connection of its own; answers results or exceptions."""
    results: list[Any] = [None] * len(works)
    start = threading.Barrier(len(works))

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=20)
            results[place] = work()
        except Exception as trouble:
            results[place] = trouble
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return results
