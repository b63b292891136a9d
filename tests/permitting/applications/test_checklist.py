"""What each town's text wants handed in and sent out is laid out at filing, and stays when the package comes again."""

from __future__ import annotations

from datetime import date

import pytest

from tests.town_fixtures import TownHall, load_town
from towns.access import tenancy
from towns.models import Task
from towns.record import door


@pytest.mark.parametrize(
    ("town", "filing", "referral"),
    [("hopkinton", 4, 4), ("grafton", 4, 4), ("ludlow", 51, 0), ("wrentham", 1, 0), ("norfolk", 31, 4)],
)
def test_every_town_lays_out_its_own_list(
    db: None, today: date, town: str, filing: int, referral: int
) -> None:
    hall = TownHall(load_town(town)).staff_up()
    case = hall.case(filed=date(2026, 11, 9))

    with tenancy.town(hall.town):
        groups = list(Task.objects.filter(case=case).values_list("group", flat=True))
    assert (groups.count("filing"), groups.count("referral")) == (filing, referral)


def test_the_case_page_shows_headings_copies_and_who_may_prepare(grafton: TownHall) -> None:
    case = grafton.case(filed=date(2026, 11, 9))
    page = grafton.client().get(f"/grafton/cases/{case.number}/").content.decode()

    assert "To be handed in: 0 of 4" in page
    assert "To be sent out: 0 of 4" in page
    assert "or a certified professional in erosion and sedimentation control (CPESC)" in page


def test_a_package_filed_again_keeps_its_ticks_and_restarts_the_seven_days(db: None, today: date) -> None:
    ludlow = TownHall(load_town("ludlow")).staff_up()
    case = ludlow.case(filed=date(2026, 11, 2))
    with tenancy.town(ludlow.town):
        Task.objects.filter(case=case, key="fee").update(done=date(2026, 11, 2))
    ludlow.act(case, "find_incomplete", date(2026, 11, 6))
    ludlow.act(case, "file", date(2026, 11, 19))

    completeness = next(
        r for r in ludlow.file(case).readings(date(2026, 11, 20)) if r.clock == "completeness"
    )
    # Seven days from Thu Nov 19 2026 is Thu Nov 26, Thanksgiving Day: Fri Nov 27.
    assert (completeness.status, completeness.due) == ("running", date(2026, 11, 27))
    with tenancy.town(ludlow.town):
        assert Task.objects.get(case=case, key="fee").done == date(2026, 11, 2)


def test_a_return_after_a_finding_of_complete_is_stopped_and_says_why(db: None, today: date) -> None:
    ludlow = TownHall(load_town("ludlow")).staff_up()
    case = ludlow.case("complete", filed=date(2026, 11, 9), complete=date(2026, 11, 9))

    with pytest.raises(door.SoftStops, match="a return does not stop it"):
        ludlow.act(case, "find_incomplete", date(2026, 11, 12), override="")


@pytest.mark.parametrize(("town", "asked"), [("grafton", True), ("norfolk", False)])
def test_a_combined_filing_is_asked_for_where_the_text_knows_one(
    db: None, today: date, town: str, asked: bool
) -> None:
    from permitting.applications.filing import Filing
    from towns.law import schema

    form = Filing(law=schema.load(town), today=today, back="/")

    assert ("combined_wetlands" in form.fields) is asked


def test_a_combined_filing_stands_in_the_ledger_and_its_times_on_the_review_page(grafton: TownHall) -> None:
    case = grafton.case(filed=date(2026, 11, 9), facts={"combined_wetlands": True})

    assert grafton.file(case).last("filed").facts["combined_wetlands"] is True  # type: ignore[union-attr]
    page = grafton.client().get(f"/grafton/cases/{case.number}/review/").content.decode()
    assert "21 days of the close of that hearing" in page


def test_one_box_ticks_the_whole_list(norfolk: TownHall) -> None:
    case = norfolk.case(filed=date(2026, 11, 9))
    client = norfolk.client()
    address = f"/norfolk/cases/{case.number}/record/find_complete/"
    page = client.get(address).content.decode()
    assert "In the stormwater management plan: A locus map" in page

    sent = {"on": "2026-11-09", "found_on": "2026-11-30", "everything": "on", "go": "act", "seen": "1"}
    client.post(address, {**sent, "once": "0b7ac2b6-5f2c-4c8a-9d4e-000000000001"})

    with tenancy.town(norfolk.town):
        assert not Task.objects.filter(case=case, group="filing", done__isnull=True).exists()
    assert norfolk.file(case).case.stage == "complete"
