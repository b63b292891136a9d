"""The databases of earlier releases, with cases in them: migrated by today's code, swept and walked, page by page.

Each file of earlier_states/ is a whole database as that release left it, tables and rows (see keep.py there):
`first_demonstration` is the first release with a demonstration, `before_the_rooms` the last one before law texts had
versions. Both hold cases of every matter that could be filed, Ludlow's special permits and site plans among them.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client

from tests.project import database
from towns.access import tenancy
from towns.clocks.sweep import sweep
from towns.models import BylawEdition, Case, Membership, Person, Town
from towns.project.privileges import grant
from towns.roles import Role

FOLDER = Path(__file__).parent / "earlier_states"
#: The day on which each state was filled, and how many cases it must hold at least.
STATES = {"first_demonstration": 36, "before_the_rooms": 38}
FILLED = date(2026, 11, 30)

pytestmark = pytest.mark.slow

#: What a migration may not move: where every case stands, and what was written in its ledger.
_KEPT = {
    "cases": "select id, number, matter, stage, seq, head, edition_id, closed, held, next_due from towns_case",
    "events": 'select case_id, seq, name, "on", facts, hash from towns_event',
    "clocks": "select case_id, name, of, started, strict, due, status, position from towns_clock",
    "applications": "select case_id, state from permitting_application",
    "hearings": "select case_id, number, state, day from towns_hearing",
    "editions": "select id, town_id, label, effective, text, sha256, adopted from towns_bylawedition",
}


@dataclass
class State:
    """A database of an earlier release, migrated: its name, and what it held before the migration."""

    name: str
    before: dict[str, list[Any]] = field(default_factory=dict)


def held() -> dict[str, list[Any]]:
    """Everything that must stay, as the owner sees it."""
    with connections["owner"].cursor() as cursor:
        found = {}
        for what, query in _KEPT.items():
            cursor.execute(f"{query} order by 1, 2")
            found[what] = sorted(cursor.fetchall(), key=repr)
        return found


@pytest.fixture(scope="module", params=STATES)
def state(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[State]:
    """The earlier database in a place of its own, restored and migrated by its owner."""
    name = f"docket_state_{os.getpid()}"
    text = gzip.decompress((FOLDER / f"{request.param}.sql.gz").read_bytes()).decode()
    tests_own = connections["owner"].settings_dict["NAME"]
    with django_db_blocker.unblock():
        with database._maintenance() as cursor:
            cursor.execute(f"drop database if exists {name} with (force)")
            cursor.execute(f"create database {name}")
        database._point(name)
        try:
            grant()
            with connections["owner"].cursor() as cursor:
                cursor.execute(
                    "set check_function_bodies = off"
                )  # a function may speak of a table made after it
                cursor.execute(text)
            connections["owner"].close()
            restored = State(request.param, held())
            call_command("migrate", verbosity=0, interactive=False)
            yield restored
        finally:
            database.drop(name)
            database._point(tests_own)


@pytest.fixture(autouse=True)
def _as_on_the_day_it_was_filled(state: State, settings: Any) -> None:
    settings.DOCKET_TODAY, settings.DOCKET_TODAY_SET = FILLED.isoformat(), ""


def staff(town: Town, role: str) -> Client:
    """A browser in which the demonstration's person of a role is signed in."""
    client = Client()
    client.force_login(
        Person.objects.get(pk=Membership.objects.filter(town=town, role=role).first().person_id)
    )
    return client


def cases_of(town: Town) -> list[Case]:
    """The town's cases."""
    with tenancy.town(town):
        return list(Case.objects.order_by("pk"))


def refused(client: Client, addresses: list[str]) -> dict[str, int]:
    """The pages that do not answer 200."""
    answers = {address: client.get(address).status_code for address in addresses}
    return {address: status for address, status in answers.items() if status != 200}


def test_the_state_holds_cases_of_every_kind(state: State) -> None:
    assert len(state.before["cases"]) >= STATES[state.name]
    matters = {row[2] for row in state.before["cases"]}
    assert matters >= {
        "stormwater_permit", "special_permit", "site_plan", "site_plan_waiver", "stormwater_waiver",
        "groundwater_permit", "limited_approval", "recharge_approval",
    }  # fmt: skip


def test_migration_sweep_and_a_second_reading_move_nothing(state: State, capsys: Any) -> None:
    swept = sweep(FILLED)
    call_command("recompute_clocks", "--check")
    call_command("verify_ledger")

    assert (swept.settled, swept.failed) == (0, {})
    for what, rows in held().items():
        assert rows == state.before[what], what
    said = capsys.readouterr().out
    assert (
        f"{len(state.before['cases'])} ledgers with {len(state.before['events'])} events are whole." in said
    )


def test_every_list_of_every_town_is_read(state: State) -> None:
    for town in Town.objects.all():
        here = f"/{town.slug}/"
        public = [
            here,
            f"{here}register/",
            f"{here}hearings/",
            f"{here}hearings.ics",
            f"{here}deadlines.json",
        ]
        assert refused(Client(), public[:-1]) == {}
        office = [f"{here}{page}" for page in ("desk/", "cases/", "desk/export.xlsx", "cases/export.xlsx")]
        assert refused(staff(town, Role.BOARD_ADMINISTRATOR), office) == {}
        assert refused(staff(town, Role.TOWN_CLERK), [f"{here}clerk/", f"{here}desk/"]) == {}


def test_every_case_page_is_read(state: State) -> None:
    pages = ("", "deadlines/", "hearing/", "documents/", "people/", "ledger/", "ledger.csv", "ledger.json")
    for town in Town.objects.all():
        client = staff(town, Role.BOARD_ADMINISTRATOR)
        for case in cases_of(town):
            here = f"/{town.slug}/cases/{case.number}/"
            assert refused(client, [f"{here}{page}" for page in pages]) == {}


def test_the_public_reads_every_case_that_its_register_names(state: State) -> None:
    for town in Town.objects.all():
        register = Client().get(f"/{town.slug}/register/").content.decode()
        named = [case.number for case in cases_of(town) if f"/register/{case.number}/" in register]
        assert named, f"{town.slug}: the register names no case"
        assert refused(Client(), [f"/{town.slug}/register/{number}/" for number in named]) == {}


def test_the_setup_pages_show_every_text(state: State) -> None:
    for town in Town.objects.all():
        with tenancy.town(town):
            editions = list(BylawEdition.objects.values_list("pk", flat=True))
        here = f"/{town.slug}/setup/"
        pages = [f"{here}law/", f"{here}editions/", *(f"{here}editions/{pk}/" for pk in editions)]
        assert refused(staff(town, Role.TOWN_ADMINISTRATOR), pages) == {}


def test_half_a_year_later_the_sweep_goes_on_from_what_was_written(
    state: State, settings: Any, capsys: Any
) -> None:
    """Runs last: it writes. What was in a ledger stays its beginning."""
    later = date(2027, 6, 1)
    settings.DOCKET_TODAY = later.isoformat()

    swept = sweep(later)

    assert swept.settled > 0
    assert swept.failed == {}
    events = {tuple(row[:2]): row for row in held()["events"]}
    for row in state.before["events"]:
        assert events[tuple(row[:2])] == row
    call_command("verify_ledger")
    for town in Town.objects.all():
        client = staff(town, Role.BOARD_ADMINISTRATOR)
        pages = [f"/{town.slug}/cases/{case.number}/" for case in cases_of(town)]
        assert refused(client, [f"/{town.slug}/desk/", *pages]) == {}
