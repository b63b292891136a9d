"""Every address of the doors, asked for by everybody: nobody, a stranger, another town's people, each role."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.town_fixtures import Applicant, TownHall
from towns.access.permissions import MAY
from towns.roles import Role

PUBLIC = ["", "register/", "register/{number}/", "hearings/", "hearings.ics", "apply/"]
#: address → the line of the roles table that opens it.
GUARDED = {
    "file/": "file",
    "clerk/": "see_clerk_queue",
    "clerk/{number}/stamp/": "stamp_filing",
    "try-dates/": "try_dates",
    "health/": "see_health",
    "setup/": "set_up_town",
    "setup/town/": "set_up_town",
    "setup/calendar/": "set_up_town",
    "setup/boards/": "set_up_town",
    "setup/boards/planning_board/": "set_up_town",
    "setup/people/": "set_up_town",
    "setup/law/": "set_up_town",
    "setup/law/fines_climb/": "set_up_town",
    "setup/changes/": "set_up_town",
    "cases/{number}/print/": "see_case",
    "cases/{number}/print/hearing_notice/": "print",
}


@pytest.fixture
def number(norfolk: TownHall) -> str:
    """A case with a hearing ahead."""
    return norfolk.case("scheduled", hearing=date(2026, 12, 15)).number


def _get(client: Client, path: str, number: str) -> Any:
    return client.get("/norfolk/" + path.format(number=number))


@pytest.mark.parametrize("path", PUBLIC)
def test_anyone_reads_the_public_pages(number: str, norfolk: TownHall, stranger: Client, path: str):
    for client in (Client(), stranger, norfolk.client(Role.MEMBER)):
        assert _get(client, path, number).status_code == 200, path


@pytest.mark.parametrize(("path", "action"), GUARDED.items())
def test_a_guarded_page_opens_to_its_roles_only(number: str, norfolk: TownHall, path: str, action: str):
    for role in Role:
        wanted = 200 if role in MAY[action] else 403
        assert _get(norfolk.client(role), path, number).status_code == wanted, (path, role)


@pytest.mark.parametrize("path", GUARDED)
def test_a_stranger_finds_nothing_and_nobody_signs_in_first(
    number: str, norfolk: TownHall, stranger: Client, path: str
):
    assert _get(stranger, path, number).status_code == 404
    answer = _get(Client(), path, number)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/?next=")


@pytest.mark.parametrize("path", GUARDED)
def test_people_of_another_town_find_nothing(number: str, norfolk: TownHall, grafton: TownHall, path: str):
    for role in (Role.TOWN_ADMINISTRATOR, Role.TOWN_CLERK):
        assert _get(grafton.client(role), path, number).status_code == 404


@pytest.mark.parametrize("path", ["register/{number}/", "cases/{number}/print/", "clerk/{number}/stamp/"])
def test_another_towns_number_is_not_found(number: str, norfolk: TownHall, grafton: TownHall, path: str):
    client = grafton.client(Role.BOARD_ADMINISTRATOR)

    assert client.get("/grafton/" + path.format(number=number)).status_code == 404


def test_deadlines_are_hidden_from_strangers_until_the_town_opens_them(norfolk: TownHall, stranger: Client):
    path = "/norfolk/deadlines.json?matter=stormwater_permit"
    assert stranger.get(path).status_code == 404
    assert Client().get(path).status_code == 404
    assert norfolk.client(Role.MEMBER).get(path).status_code == 200

    norfolk.town.deadlines_public = True
    norfolk.town.save(update_fields=["deadlines_public"])

    assert Client().get(path).status_code == 200
    assert Client().get("/norfolk/try-dates/").status_code == 200


def test_one_reads_ones_own_filing_and_nobody_elses_extras(
    norfolk: TownHall, stranger: Client, applicant: Applicant
):
    case = norfolk.case("filed", by=applicant.actor)
    page = f"/norfolk/register/{case.number}/"

    assert b"What the town waits for from you" in applicant.client.get(page).content
    assert b"What the town waits for from you" not in stranger.get(page).content
    for tail in ("withdraw/", "add/"):
        assert applicant.client.get(page + tail).status_code == 200
        assert stranger.get(page + tail).status_code == 404
        assert norfolk.client().get(page + tail).status_code == 404
        assert Client().get(page + tail).status_code == 302


def test_the_sites_own_pages(norfolk: TownHall, stranger: Client):
    assert Client().get("/").status_code == 200
    assert Client().get("/sign-in/").status_code == 200
    assert Client().get("/my/").status_code == 302
    assert stranger.get("/my/").status_code == 200
    assert Client().get("/health/").json()["towns"] == 1
    assert Client().get("/nowhere/").status_code == 404
