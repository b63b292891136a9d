"""One application in each of the other towns, each by its own text: what the case page cites, counts and asks is its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest

from tests.journeys.driving import Visitor, number_in
from tests.journeys.halls import furnished
from tests.town_fixtures import TownHall
from tests.towns.papers.reading import close

pytestmark = pytest.mark.browser

FILED = date(2026, 9, 8)


@pytest.fixture(scope="module")
def halls(site: str) -> dict[str, TownHall]:
    """The four other towns, set up."""
    return {slug: furnished(slug) for slug in ("hopkinton", "grafton", "ludlow", "wrentham")}


@pytest.fixture
def office(
    halls: dict[str, TownHall], visitor: Callable[..., Visitor], request: pytest.FixtureRequest
) -> Visitor:
    """The board administrator of the town that the test names."""
    return visitor().sign_in(f"board_administrator@{request.param}.example")


def _file(office: Visitor, slug: str) -> str:
    """Enter a filing from paper; answers the address of the case."""
    office.go(f"/{slug}/file/")
    office.fill(
        matter="stormwater_permit", title="Sample Brook", address="1 Sample Road", map_lot="Map 1 Lot 2",
        applicant="Sample Brook Trust", applicant_address="PO Box 1", same_owner=True, description="Four house lots.",
        disturbed_sqft="61200", plan_title="Stormwater Plan", received=FILED, stamped=FILED,
    )  # fmt: skip
    office.press("Enter the filing")
    office.reads("is entered.", "Sample Brook")
    return f"/{slug}/cases/{number_in(office.page.url)}/"


def _find_complete(office: Visitor, case: str, on: date) -> str:
    office.go(f"{case}record/find_complete/")
    boxes = [box.get_attribute("value") for box in office.page.locator('main [name="checklist"]').all()]
    return office.record(case, "find_complete", on=on, found_on=on, checklist=boxes)


def _refer(office: Visitor, case: str, on: date) -> int:
    """Refer to every board and officer whom the text names, where it names any; answers to how many."""
    office.go(f"{case}record/refer/")
    field = office.page.locator('main select[name="board"]')
    boards = [one.get_attribute("value") for one in field.locator("option").all()] if field.count() else []
    named = [board for board in boards if board]
    for board in named:
        office.record(case, "refer", board=board, on=on)
    return len(named)


def _decide_and_issue(office: Visitor, case: str, on: date) -> None:
    office.go(f"{case}record/decide/")
    found = {}
    for field in office.page.locator('main [name^="test_"]').all():
        hint = office.page.locator(
            f'[id="{field.get_attribute("id")}_helptext"], [id="{field.get_attribute("id")}-hint"]'
        )
        against = hint.count() and "goes with: Disapproved" in hint.first.inner_text()
        found[str(field.get_attribute("name"))] = "no" if against else "yes"
    votes = {
        str(field.get_attribute("name")): "yes" for field in office.page.locator('main [name^="vote_"]').all()
    }
    said = office.record(
        case,
        "decide",
        on=on,
        voted=on,
        outcome="approved",
        findings="It meets the standards.",
        **votes,
        **found,
    )
    assert "The record will carry" not in said, said
    office.record(case, "issue_permit", on=on, permittee="Sample Brook Trust")
    office.reads("Permit")


def _printed(office: Visitor, case: str, kind: str, *words: str) -> None:
    text = office.print_paper(case, kind)
    for said in words:
        assert close(said) in text, f"“{said}” is not on the {kind}"


def _cites_only(office: Visitor, case: str, own: str, *others: str) -> None:
    """The case's deadlines stand on the town's own text."""
    office.go(f"{case}deadlines/")
    office.reads(own)
    office.never_reads(*others)


@pytest.mark.parametrize("office", ["hopkinton"], indirect=True)
def test_hopkinton_issues_within_sixty_days_without_a_hearing(
    office: Visitor, on_day: Callable[[Any], None]
) -> None:
    on_day(FILED)
    case = _file(office, "hopkinton")
    said = _find_complete(office, case, FILED)
    # 60 days from Tue Sep 8 2026 is Sat Nov 7; the hall is shut then, so Mon Nov 9.
    assert "Mon Nov 9 2026" in said
    _cites_only(office, case, "§ 172-4B(1)", "267-18", "Grafton")
    assert _refer(office, case, FILED) >= 4
    on_day(date(2026, 10, 20))
    _decide_and_issue(office, case, date(2026, 10, 20))
    _printed(office, case, "permit", "Town of Hopkinton", "§ 172")


@pytest.mark.parametrize("office", ["grafton"], indirect=True)
def test_grafton_hears_asks_for_comments_and_decides(office: Visitor, on_day: Callable[[Any], None]) -> None:
    on_day(FILED)
    case = _file(office, "grafton")
    said = _find_complete(office, case, FILED)
    assert "Thu Oct 8 2026" in said, "30 days from the complete application"
    _cites_only(office, case, "§ 7b", "267-18", "172-4")
    _refer(office, case, FILED)
    office.record(
        case, "schedule_hearing", for_day=date(2026, 10, 6), for_time=time(19), place="Room A", on=FILED
    )
    on_day(date(2026, 9, 28))
    office.record(case, "record_notice_given", on=date(2026, 9, 28))
    office.record(case, "record_mailed", on=date(2026, 9, 28), letters="12")
    office.record(case, "record_meeting_posted", on=date(2026, 9, 28), at=time(9))
    _printed(office, case, "hearing_notice", "October 6, 2026", "Conservation Commission", "Town of Grafton")
    on_day(date(2026, 10, 6))
    office.record(case, "open_hearing", on=date(2026, 10, 6), at=time(19))
    said = office.record(case, "close_hearing", on=date(2026, 10, 6))
    assert "Tue Oct 27 2026" in said, "21 days from the close"
    on_day(date(2026, 10, 20))
    _decide_and_issue(office, case, date(2026, 10, 20))
    _printed(office, case, "decision", "Conservation Commission", "§ 7b")
    _printed(office, case, "permit", "Town of Grafton")


@pytest.mark.parametrize("office", ["ludlow"], indirect=True)
def test_ludlow_checks_in_seven_days_and_decides_in_twenty_one(
    office: Visitor, on_day: Callable[[Any], None]
) -> None:
    on_day(FILED)
    case = _file(office, "ludlow")
    office.reads("Tue Sep 15 2026", "V-7.2")
    said = _find_complete(office, case, FILED)
    assert "Tue Sep 29 2026" in said, "21 days from the complete application"
    _cites_only(office, case, "V-7.2", "267-18", "172-4")
    on_day(date(2026, 9, 22))
    # The text wants the site looked at before any plan is approved; the page would name the defect.
    office.record(case, "record_inspection", on=date(2026, 9, 15))
    _decide_and_issue(office, case, date(2026, 9, 22))
    _printed(office, case, "decision", "Town of Ludlow")
    _printed(office, case, "permit", "Town of Ludlow", "V-7.2")


@pytest.mark.parametrize("office", ["wrentham"], indirect=True)
def test_wrentham_gives_no_number_and_the_page_says_so(
    office: Visitor, on_day: Callable[[Any], None]
) -> None:
    on_day(FILED)
    case = _file(office, "wrentham")
    _find_complete(office, case, FILED)
    office.go(f"{case}deadlines/")
    office.reads("The law gives no time here")
    on_day(date(2026, 9, 29))
    _decide_and_issue(office, case, date(2026, 9, 29))
    _printed(office, case, "permit", "Town of Wrentham", "§ 351")
