"""Every page of the desk: who is let in, who is told no, and who learns nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.town_fixtures import TownHall
from towns.access import permissions, tenancy
from towns.models import Document, Party, Task
from towns.roles import Role

#: address below the town, the line of the roles table, how it is asked for.
PAGES = [
    ("desk/", "see_desk", "get"),
    ("desk/export.xlsx", "export", "get"),
    ("cases/", "see_case", "get"),
    ("cases/export.xlsx", "export", "get"),
    ("cases/{n}/", "see_case", "get"),
    ("cases/{n}/deadlines/", "see_case", "get"),
    ("cases/{n}/hearing/", "see_case", "get"),
    ("cases/{n}/decision/", "see_case", "get"),
    ("cases/{n}/documents/", "see_documents", "get"),
    ("cases/{n}/documents/", "add_document", "post"),
    ("cases/{n}/people/", "see_parties", "get"),
    ("cases/{n}/people/add/", "edit_parties", "get"),
    ("cases/{n}/people/{party}/", "edit_parties", "get"),
    ("cases/{n}/officer/", "assign_officer", "post"),
    ("cases/{n}/tasks/", "tick_task", "post"),
    ("cases/{n}/land/", "see_case", "get"),
    ("cases/{n}/land/", "edit_case", "post"),
    ("cases/{n}/ledger/", "see_ledger", "get"),
    ("cases/{n}/ledger.csv", "export", "get"),
    ("cases/{n}/ledger.json", "export", "get"),
    ("cases/{n}/record/find_complete/", "find_complete", "get"),
    ("cases/{n}/record/schedule_hearing/", "schedule_hearing", "get"),
    ("cases/{n}/record/record_mailed/", "record_mailed", "get"),
    ("cases/{n}/record/record_meeting_posted/", "record_meeting_posted", "get"),
    ("cases/{n}/record/decide/", "decide", "get"),
    ("cases/{n}/record/file_decision/", "file_decision", "get"),
    ("cases/{n}/record/extend/", "extend", "get"),
    ("cases/{n}/record/issue_permit/", "issue_permit", "get"),
    ("cases/{n}/record/withdraw/", "withdraw", "get"),
    ("cases/{n}/record/correct/", "correct", "get"),
    ("cases/{n}/record/record_work/", "record_work", "get"),
    ("cases/{n}/record/record_appeal_filed/", "record_fact", "get"),
    ("cases/{n}/people/{party}/remove/", "edit_parties", "post"),
]
Filled = Callable[[str], str]


@pytest.fixture
def fill(norfolk: TownHall) -> Filled:
    """Puts a real case's number and party into an address."""
    case = norfolk.case("deliberation")
    with tenancy.town(norfolk.town):
        party = Party.objects.get(case=case)

    def filled(page: str) -> str:
        return page.format(n=case.number, party=party.pk)

    return filled


def ask(client: Client, how: str, address: str) -> Any:
    return getattr(client, how)(address)


def test_logged_out_is_sent_to_sign_in(fill: Filled) -> None:
    for page, _, how in PAGES:
        answer = ask(Client(), how, f"/norfolk/{fill(page)}")

        assert answer.status_code == 302, page
        assert answer["Location"].startswith("/sign-in/?next=%2Fnorfolk%2F"), page


def test_a_stranger_and_another_towns_staff_find_nothing(
    fill: Filled, stranger: Client, grafton: TownHall
) -> None:
    for client in (
        stranger,
        grafton.client(Role.BOARD_ADMINISTRATOR),
        grafton.client(Role.TOWN_ADMINISTRATOR),
    ):
        for page, _, how in PAGES:
            assert ask(client, how, f"/norfolk/{fill(page)}").status_code == 404, page


@pytest.mark.parametrize("role", Role.values)
def test_every_role_sees_what_the_table_says_and_no_more(fill: Filled, norfolk: TownHall, role: str) -> None:
    client = norfolk.client(role)
    for page, action, how in PAGES:
        if not permissions.may({role}, action):
            answer = ask(client, how, f"/norfolk/{fill(page)}")
            assert answer.status_code == 403, page
            assert "not yours" in answer.content.decode(), page
    for page, action, how in PAGES:
        if permissions.may({role}, action):
            # A POST without its fields may find nothing to act on, but it is never refused for the role.
            answer = ask(client, how, f"/norfolk/{fill(page)}")
            assert answer.status_code in ((200,) if how == "get" else (200, 302, 404)), page


def test_another_towns_number_is_no_number_here(norfolk: TownHall, grafton: TownHall) -> None:
    norfolk.case("filed")
    norfolk.case("filed")
    other = norfolk.case("filed")
    with tenancy.town(norfolk.town):
        party = Party.objects.get(case=other).pk
    for page, action, how in PAGES:
        if "{n}" in page:
            role = next(role for role in Role if permissions.may({role}, action))
            address = f"/grafton/{page.format(n=other.number, party=party)}"
            assert ask(grafton.client(role), how, address).status_code == 404, page


def test_rows_of_another_case_are_not_reached_through_this_one(norfolk: TownHall) -> None:
    mine, other = norfolk.case("filed"), norfolk.case("filed")
    client = norfolk.client()
    with tenancy.town(norfolk.town):
        party, task = Party.objects.get(case=other), Task.objects.filter(case=other).first()
        assert task
        document = Document.objects.create(
            town=norfolk.town, case=other, title="x", filename="x", content_type="text/plain", size=1, sha256="0" * 64,
            added=other.events.get().recorded,
        )  # fmt: skip

    assert client.get(f"/norfolk/cases/{mine.number}/people/{party.pk}/").status_code == 404
    assert client.post(f"/norfolk/cases/{mine.number}/people/{party.pk}/remove/").status_code == 404
    assert client.get(f"/norfolk/cases/{mine.number}/documents/{document.pk}/").status_code == 404
    assert (
        client.post(f"/norfolk/cases/{mine.number}/tasks/", {"task": task.pk, "done": "yes"}).status_code
        == 404
    )


def test_the_town_may_name_another_officer_to_confirm_silence(norfolk: TownHall) -> None:
    norfolk.town.silence_confirmed_by = Role.TOWN_ADMINISTRATOR
    norfolk.town.save()
    case = norfolk.case("deemed")
    address = f"/norfolk/cases/{case.number}/record/certify_lapse/"

    assert norfolk.client(Role.TOWN_ADMINISTRATOR).get(address).status_code == 200
    assert norfolk.client(Role.TOWN_CLERK).get(address).status_code == 403


def test_no_such_step_and_no_such_case(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    client = norfolk.client()

    for page in (
        f"cases/{case.number}/record/nonsense/", f"cases/{case.number}/record/record_nonsense/",
        f"cases/{case.number}/record/record_overdue/", "cases/SMP-1999-0001/", "cases/'; drop table/",
    ):  # fmt: skip
        assert client.get(f"/norfolk/{page}").status_code == 404, page
