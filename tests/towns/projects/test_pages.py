"""A project file: the cases of one undertaking on one page, bound by people who may, never across towns."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.town_fixtures import MARKUP, TownHall
from towns.access import tenancy
from towns.models import Case, ProjectFile
from towns.roles import Role


def bound(hall: TownHall, one: Case, other: Case, role: Role = Role.PLANNER) -> Any:
    return hall.client(role).post(f"/norfolk/cases/{one.number}/project/", {"number": other.number.lower()})


def test_two_cases_are_bound_and_shown_with_their_times(norfolk: TownHall) -> None:
    one, other = norfolk.case("deliberation", title=MARKUP), norfolk.case("noticed")

    answer = bound(norfolk, one, other)
    page = norfolk.client(Role.MEMBER).get(answer["Location"]).content.decode()

    assert one.number in page
    assert other.number in page
    assert "Final action by the board" in page
    assert MARKUP not in page
    where = answer["Location"]
    assert where in norfolk.client().get(f"/norfolk/cases/{one.number}/").content.decode()


def test_a_third_case_joins_and_two_project_files_never_merge_in_silence(norfolk: TownHall) -> None:
    cases = [norfolk.case("filed") for _ in range(5)]
    bound(norfolk, cases[0], cases[1])
    bound(norfolk, cases[2], cases[0])
    bound(norfolk, cases[3], cases[4])

    answer = bound(norfolk, cases[0], cases[3])

    assert answer.status_code == 422
    assert "belongs to another project file already" in answer.content.decode()
    with tenancy.town(norfolk.town):
        assert ProjectFile.objects.count() == 2
        first = Case.objects.get(pk=cases[0].pk).project_id
        assert list(Case.objects.filter(project=first).order_by("pk")) == cases[:3]


def test_who_may_not_and_who_finds_nothing(norfolk: TownHall, grafton: TownHall) -> None:
    one, other, theirs = norfolk.case("filed"), norfolk.case("filed"), grafton.case("filed")
    assert bound(norfolk, one, other, Role.MEMBER).status_code == 403
    with tenancy.town(grafton.town):
        Case.objects.filter(pk=theirs.pk).update(number="SMP-1999-7777")
        theirs.number = "SMP-1999-7777"
    assert bound(norfolk, one, theirs).status_code == 422
    where = bound(norfolk, one, other)["Location"]

    assert Client().get(where).status_code == 302
    assert grafton.client().get(where).status_code == 404
    assert grafton.client().get(where.replace("norfolk", "grafton")).status_code == 404


def test_the_pages_queries_do_not_grow_with_cases(norfolk: TownHall) -> None:
    first, second = norfolk.case("deliberation"), norfolk.case("noticed")
    where = bound(norfolk, first, second)["Location"]
    client = norfolk.client()

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(where)
        return len(captured.captured_queries)

    asked()
    few = asked()
    for _ in range(3):
        bound(norfolk, norfolk.case("complete"), first)
    assert asked() == few
