"""Hold and confirm: what the public reads of a silence, step by step, and what leaves no trace."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests.town_fixtures import TODAY, Applicant, TownHall
from towns.access import tenancy
from towns.models import Case, Hearing, Party
from towns.record import disclosure
from towns.roles import Role

#: Words by which a page could give a silence away.
TELLING = ("deemed", "silence", "certif", "passed without", "taken back", "no action", "lapse")


def names(hall: TownHall, case: Case) -> list[str]:
    with tenancy.town(hall.town):
        return [entry.name for entry in disclosure.public_entries(hall.file(case))]


def pages(case: Case, client: Client) -> list[str]:
    """Everything public that could speak of the case."""
    paths = [
        f"/norfolk/register/{case.number}/",
        "/norfolk/register/",
        "/norfolk/hearings/",
        "/norfolk/",
        "/my/",
    ]
    return [client.get(path).content.decode().lower() for path in paths]


def assert_untold(case: Case, *clients: Client) -> None:
    for client in clients:
        for page in pages(case, client):
            for word in TELLING:
                assert word not in page, word


def test_while_held_only_that_it_is_being_checked(norfolk: TownHall, stranger: Client, applicant: Applicant):
    case = norfolk.case("deemed", by=applicant.actor)
    assert case.held
    assert case.stage == "deemed_approved"

    assert_untold(case, Client(), stranger, applicant.client)
    assert "deemed_approved" not in names(norfolk, case)
    for client in (Client(), applicant.client):
        page = client.get(f"/norfolk/register/{case.number}/").content.decode()
        assert disclosure.BEING_CHECKED in page
        assert "What comes next" not in page
    assert disclosure.BEING_CHECKED in applicant.client.get("/my/").content.decode()


def test_certified_silence_is_public(norfolk: TownHall, applicant: Applicant):
    case = norfolk.case("certified", by=applicant.actor)

    page = Client().get(f"/norfolk/register/{case.number}/").content.decode()

    assert "Deemed approved by passage of time" in page
    assert "Deemed approved by passage of time" in applicant.client.get("/my/").content.decode()
    assert "It was certified that the time passed without action" in page
    assert names(norfolk, case)[-2:] == ["deemed_approved", "lapse_certified"]


def test_a_late_entered_timely_decision_leaves_no_trace(norfolk: TownHall, applicant: Applicant):
    case = norfolk.case("deemed", by=applicant.actor)

    norfolk.act(case, "decide", date(2026, 11, 24), outcome="approved", voted="2026-11-23")

    case = norfolk.file(case).case
    assert not case.held
    assert any(e.name == "taken_back" for e in norfolk.file(case).entries)
    assert_untold(case, Client(), applicant.client)
    assert names(norfolk, case)[-1] == "decided"
    assert "Approved" in Client().get(f"/norfolk/register/{case.number}/").content.decode()


def test_a_refused_certificate_leaves_no_trace(norfolk: TownHall, applicant: Applicant):
    case = norfolk.case("deemed", by=applicant.actor)

    norfolk.act(
        case, "refuse_certification", TODAY, role=Role.TOWN_CLERK, why="A decision was filed in time."
    )

    case = norfolk.file(case).case
    assert_untold(case, Client(), applicant.client)
    page = Client().get(f"/norfolk/register/{case.number}/").content.decode()
    assert disclosure.BEING_CHECKED in page
    assert "in time" not in page
    assert "certification_refused" not in names(norfolk, case)

    norfolk.act(case, "decide", date(2026, 11, 24), outcome="disapproved", voted="2026-11-24")

    assert_untold(norfolk.file(case).case, Client(), applicant.client)
    assert "Disapproved" in Client().get(f"/norfolk/register/{case.number}/").content.decode()


def test_while_held_a_late_vote_does_not_tell(norfolk: TownHall):
    case = norfolk.case("deemed")

    norfolk.act(case, "decide", date(2026, 11, 30), outcome="disapproved", voted="2026-11-30")

    assert norfolk.file(case).case.held
    assert "decided" not in names(norfolk, case)
    assert_untold(norfolk.file(case).case, Client())


def test_before_the_sweep_finds_it_nothing_is_told_either(norfolk: TownHall):
    case = norfolk.case("deliberation", closed=date(2026, 11, 5))

    assert not norfolk.file(case).case.held
    assert_untold(case, Client())


def test_what_the_office_alone_needs_is_not_public(norfolk: TownHall):
    case = norfolk.case("filed")
    norfolk.act(case, "correct", TODAY, seq=1, day="2026-09-09", why="The stamp says the 9th.")

    page = Client().get(f"/norfolk/register/{case.number}/").content.decode()

    assert "corrected" not in names(norfolk, case)
    assert "The stamp says" not in page
    assert "Wed Sep 9 2026" in page


def test_the_register_hides_contact_data(norfolk: TownHall):
    party = {
        "kind": Party.Kind.APPLICANT, "name": "Ana Applicant", "address": "77 Hidden Lane", "email": "ana@hidden.example",
        "phone": "508-555-7777",
    }  # fmt: skip
    case = norfolk.case("filed", keep={"parties": [party]})

    page = Client().get(f"/norfolk/register/{case.number}/").content.decode()

    assert "Ana Applicant" in page
    for secret in ("77 Hidden Lane", "ana@hidden.example", "508-555-7777"):
        assert secret not in page


def test_next_dates_name_the_hearing_and_the_last_days(in_norfolk: TownHall):
    case = in_norfolk.case(
        "scheduled", hearing=date(2026, 12, 15), complete=date(2026, 11, 23), filed=date(2026, 11, 23)
    )

    found = [(item.day, item.before) for item in disclosure.next_dates(in_norfolk.file(case), TODAY)]

    assert (date(2026, 12, 15), "") in found
    assert (date(2027, 1, 7), "by") in found
    assert found == sorted(found)


def test_a_draft_is_not_in_the_register_and_a_number_with_a_nul_is_not_found(norfolk: TownHall):
    assert Client().get("/norfolk/register/SMP-2026-0001/").status_code == 404
    assert Client().get("/norfolk/register/%00/").status_code == 404
    assert Client().get("/norfolk/register/?q=%00").status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_the_register_asks_the_database_a_fixed_number_of_times(
    norfolk: TownHall, django_assert_num_queries: Any, count: int
):
    for _ in range(count):
        norfolk.case("filed")

    client = Client()
    client.get("/norfolk/register/")
    with django_assert_num_queries(18, exact=False):
        client.get("/norfolk/register/")


def test_hearings_ahead_leave_out_what_is_over(in_norfolk: TownHall):
    in_norfolk.case("hearing")
    ahead = in_norfolk.case("scheduled", hearing=date(2026, 12, 15))

    found = disclosure.hearings_ahead(TODAY)

    assert [(row.case_id, row.state) for row in found] == [(ahead.pk, Hearing.State.PLANNED)]


def test_the_calendar_file_folds_and_escapes(norfolk: TownHall):
    norfolk.case("scheduled", hearing=date(2026, 12, 15), title="Ponds; brooks, and " + "é" * 60)

    text = Client().get("/norfolk/hearings.ics").content.decode()

    assert "DTSTART:20261216T000000Z" in text
    assert "Ponds\\; brooks\\, and" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
