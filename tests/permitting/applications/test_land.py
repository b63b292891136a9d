"""Land and work are mended by the office, and every bad figure is named with what was typed."""

from typing import Any

from permitting.models import Application
from tests.town_fixtures import MARKUP, TownHall
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.models import Case
from towns.roles import Role

GOOD: dict[str, Any] = {
    "title": "Stony Brook", "address": "1 Main Street", "map_lot": "Map 1 Lot 2", "description": "A basin.",
    "disturbed_sqft": "43560", "lot_sqft": "87120", "plan_title": "Site plan", "plan_by": "Brook Civil", "plan_dated": "9/1/2026",
}  # fmt: skip


def test_the_office_mends_what_papers_print(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    address = f"/norfolk/cases/{case.number}/land/"

    answer = norfolk.client().post(address, GOOD, follow=True)

    assert "Land and work are saved." in words_of(answer)
    with tenancy.town(norfolk.town):
        row, application = Case.objects.get(pk=case.pk), Application.objects.get(case=case)
    assert (row.title, row.address, row.map_lot) == ("Stony Brook", "1 Main Street", "Map 1 Lot 2")
    assert (application.disturbed_sqft, str(application.plan_dated)) == (43560, "2026-09-01")
    assert row.seq == case.seq
    head = words_of(norfolk.client(Role.MEMBER).get(f"/norfolk/cases/{case.number}/"))
    assert "43,560 sq ft disturbed of 2.0 acres" in head
    assert "A basin." in words_of(norfolk.client(Role.MEMBER).get(address))


def test_bad_figures_are_named_and_kept(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    bad = {
        **GOOD,
        "title": "",
        "disturbed_sqft": "-1",
        "lot_sqft": "99999999999",
        "plan_dated": "2026-02-30",
        "map_lot": "m" * 61,
    }

    answer = norfolk.client().post(f"/norfolk/cases/{case.number}/land/", bad)

    page = words_of(answer)
    for words in (
        "Name of the project is required.",
        "“2026-02-30” is not a day",
        "at most 60 characters",
        "greater than or equal to 0",
    ):
        assert words in page, words
    assert 'value="99999999999"' in answer.content.decode()
    with tenancy.town(norfolk.town):
        assert Case.objects.get(pk=case.pk).title == "Stony Brook Estates"


def test_markup_stays_text(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    address = f"/norfolk/cases/{case.number}/land/"
    typed = {
        **GOOD,
        "title": MARKUP,
        "address": MARKUP,
        "description": MARKUP,
        "plan_title": MARKUP,
        "plan_by": MARKUP,
    }

    answer = norfolk.client().post(address, typed, follow=True)

    assert "<script>alert" not in answer.content.decode()
    assert "<script>alert" not in norfolk.client(Role.MEMBER).get(address).content.decode()
