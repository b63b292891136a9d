"""The work list: what is asked for, what stands on top, what silence means, and a spreadsheet that cannot act."""

import io
import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from tests.town_fixtures import MARKUP, TownHall
from tests.towns.cases.reading import words_of as text
from towns.access import tenancy
from towns.models import Case, Clock
from towns.roles import Role


def numbers(answer: Any) -> list[str]:
    """The case numbers of a list, in order."""
    return re.findall(r'class="no" href="[^"]*">([^<]+)<', answer.content.decode())


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def many(hall: TownHall, count: int) -> None:
    """Copies of a case, straight into the tables, for counting queries only."""
    with tenancy.town(hall.town):
        model = Case.objects.order_by("pk").first()
        assert model
        clocks = list(Clock.objects.filter(case=model))
        for number in range(count):
            copy = Case.objects.get(pk=model.pk)
            copy.pk, copy.number = None, f"SMP-2025-{number:04d}"
            copy.save(force_insert=True)
            for clock in clocks:
                clock.pk, clock.case = None, copy
                clock.save(force_insert=True)


@pytest.mark.parametrize(
    "address", ["/norfolk/desk/", "/norfolk/cases/", "/norfolk/desk/?q=brook+smp&sort=-number"]
)
def test_one_row_and_thirty_cost_the_same(norfolk: TownHall, address: str) -> None:
    norfolk.case("deliberation")
    client = norfolk.client()
    one = queries(client, address)
    many(norfolk, 30)

    assert queries(client, address) == one
    assert one <= 20


def test_counts_are_links_that_filter(norfolk: TownHall) -> None:
    late = norfolk.case("deemed")
    near = norfolk.case("deliberation")
    waiting = norfolk.case("incomplete")
    check = norfolk.case("filed", filed=date(2026, 11, 20))
    client = norfolk.client()

    page = text(client.get("/norfolk/desk/"))

    for words in (
        "1 overdue",
        "1 due in 7 days",
        "1 waiting on the applicant",
        "1 to check for completeness",
    ):
        assert words in page
    for due, case in (
        ("overdue", late),
        ("week", near),
        ("applicant", waiting),
        ("completeness", check),
        ("held", late),
    ):
        assert numbers(client.get(f"/norfolk/desk/?due={due}")) == [case.number]


def test_what_ran_out_says_what_silence_did(norfolk: TownHall) -> None:
    norfolk.case("deemed")
    norfolk.case("deliberation")

    page = text(norfolk.client().get("/norfolk/desk/"))

    assert "Fri Nov 27 2026 3 days overdue § 267-18" in page.replace("\xa0", " ")
    assert "Approved by silence. The town clerk may certify from Sat Nov 28 2026." in page
    assert "Thu Dec 3 2026 due in 3 days" in page
    assert "Approval by silence on Fri Dec 4 2026" in page


def test_held_and_unsettled_cases_stand_on_top(norfolk: TownHall) -> None:
    near = norfolk.case("deliberation")
    held = norfolk.case("deemed")
    broken = norfolk.case("filed")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=broken.pk).update(swept_badly="KeyError: 'clock'")
    client = norfolk.client()

    assert numbers(client.get("/norfolk/desk/")) == [broken.number, held.number, near.number]
    assert numbers(client.get("/norfolk/desk/?sort=-number"))[:2] == [broken.number, held.number]
    assert "deadline unknown" in text(client.get("/norfolk/desk/"))


def test_a_case_nobody_has_found_complete_shows_the_presumed_day(norfolk: TownHall) -> None:
    norfolk.case("filed", filed=date(2026, 11, 23))

    page = text(norfolk.client().get("/norfolk/desk/"))

    assert "no clock yet" in page
    # 45 days from Mon Nov 23 2026 is Thu Jan 7 2027.
    assert "Presumed from the filing: hold the hearing by Thu Jan 7 2027." in page


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("q=seekonk", True), ("q=Map+9+Lot+3", True), ("q=solar+SMP-2026", True), ("q=medway+LLC", True),
        ("q=nobody", False), ("stage=deliberation", True), ("stage=filed", False), ("stage=nonsense", True),
        ("officer=mine", False), ("officer=nobody", True), ("due=nonsense&page=99", True), ("q=%25", False), ("q=%00", True),
    ],
)  # fmt: skip
def test_filters_stand_in_the_address(norfolk: TownHall, asked: str, found: bool) -> None:
    case = norfolk.case(
        "deliberation", title="Medway Branch solar array", address="118 Seekonk Street", map_lot="Map 9 Lot 3",
        applicant="Medway Branch Solar LLC",
    )  # fmt: skip

    assert numbers(norfolk.client().get(f"/norfolk/desk/?{asked}")) == ([case.number] if found else [])


def test_mine_are_those_i_look_after(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    client = norfolk.client(Role.PLANNER)
    planner = norfolk.people[Role.PLANNER]

    answer = client.post(f"/norfolk/cases/{case.number}/officer/", {"officer": planner.pk}, follow=True)

    assert "is assigned to Norfolk Planner" in text(answer)
    assert numbers(client.get("/norfolk/desk/?officer=mine")) == [case.number]
    assert numbers(norfolk.client().get(f"/norfolk/desk/?officer={planner.pk}")) == [case.number]


def test_only_the_towns_own_staff_can_look_after_a_case(norfolk: TownHall, grafton: TownHall) -> None:
    case = norfolk.case("filed")

    norfolk.client().post(
        f"/norfolk/cases/{case.number}/officer/", {"officer": grafton.people[Role.PLANNER].pk}
    )

    with tenancy.town(norfolk.town):
        assert Case.objects.get(pk=case.pk).officer is None


def test_closed_cases_are_on_the_list_of_all_cases_only(norfolk: TownHall) -> None:
    closed, open_one = norfolk.case("withdrawn"), norfolk.case("filed")
    client = norfolk.client()

    assert numbers(client.get("/norfolk/desk/")) == [open_one.number]
    assert set(numbers(client.get("/norfolk/cases/"))) == {closed.number, open_one.number}


def test_empty_lists_say_what_to_do(norfolk: TownHall) -> None:
    client = norfolk.client()

    assert "No open cases" in text(client.get("/norfolk/desk/"))
    norfolk.case("filed")
    mine = text(client.get("/norfolk/desk/?officer=mine"))
    assert "Nothing is assigned to you" in mine
    assert "See all 1 open case" in mine
    assert "No case matches" in text(client.get("/norfolk/desk/?q=nothing"))


def test_pages_of_twenty_five(norfolk: TownHall) -> None:
    norfolk.case("deliberation")
    many(norfolk, 30)
    client = norfolk.client()

    assert len(numbers(client.get("/norfolk/desk/"))) == 25
    assert len(numbers(client.get("/norfolk/desk/?page=2"))) == 6
    assert "26 to 31 of 31 cases" in text(client.get("/norfolk/desk/?page=2"))


def test_sorting_is_announced(norfolk: TownHall) -> None:
    norfolk.case("filed")
    page = norfolk.client().get("/norfolk/desk/?sort=number").content.decode()

    assert re.search(r'aria-sort="ascending">\s*<a href="\?sort=-number">Case</a>', page)
    assert "by case" in page


def test_town_hall_and_the_next_hearing_are_named(norfolk: TownHall) -> None:
    norfolk.case("scheduled", filed=date(2026, 11, 2), complete=date(2026, 11, 3), hearing=date(2026, 12, 15))

    page = text(norfolk.client().get("/norfolk/desk/"))

    assert re.search(
        r"town hall (open until 4:00 pm|opens at 9:00 am|closed now, open again Tue Dec 1 2026 at 9:00 am)",
        page,
    )
    assert "next hearing Tue Dec 15 2026, 7:00 pm: Stony Brook Estates" in page


def test_the_spreadsheet_keeps_the_filters_and_cannot_act(norfolk: TownHall) -> None:
    norfolk.case(
        "filed",
        title='=HYPERLINK("http://x","y")',
        address="+1 Main Street",
        map_lot="@SUM(A1)",
        applicant="-cmd",
    )
    case = norfolk.case("deliberation")
    client = norfolk.client()

    page = client.get("/norfolk/desk/?stage=filed").content.decode()
    assert 'href="/norfolk/desk/export.xlsx?stage=filed"' in page
    answer = client.get("/norfolk/desk/export.xlsx?stage=filed")
    sheet = load_workbook(io.BytesIO(answer.content)).active
    rows = list(sheet.iter_rows(min_row=3))

    assert len(rows) == 1
    assert [cell.value for cell in rows[0][1:4]] == [
        '\'=HYPERLINK("http://x","y")',
        "'+1 Main Street",
        "'@SUM(A1)",
    ]
    assert all(cell.data_type != "f" for row in rows for cell in row)
    other = load_workbook(
        io.BytesIO(client.get("/norfolk/desk/export.xlsx?stage=deliberation").content)
    ).active
    assert other["A3"].value == case.number
    assert other["I3"].value.date() == date(2026, 12, 3)
    assert answer["Content-Disposition"] == 'attachment; filename="cases-norfolk-2026-11-30.xlsx"'


def test_markup_is_text_on_the_list_and_in_the_filters(norfolk: TownHall) -> None:
    norfolk.case("filed", title=MARKUP, address=MARKUP, map_lot=MARKUP[:40], applicant=MARKUP)
    client = norfolk.client()

    for address in (
        "/norfolk/desk/",
        f"/norfolk/desk/?q={MARKUP[:20]}&stage={MARKUP}&sort={MARKUP}&officer={MARKUP}",
    ):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page
        assert '<b title="x"' not in page


def test_a_stamp_of_another_towns_case_is_on_no_list(norfolk: TownHall, grafton: TownHall) -> None:
    norfolk.case("filed", title=f"Only Norfolk {uuid4()}")

    assert "Only Norfolk" not in text(grafton.client().get("/grafton/cases/"))
