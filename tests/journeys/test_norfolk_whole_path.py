"""A stormwater permit in Norfolk from the clerk's stamp to the printed permit, in a real browser, by the people who do it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest

from tests.journeys.driving import Visitor, number_in
from tests.journeys.halls import furnished
from tests.town_fixtures import TownHall
from tests.towns.papers.reading import close
from towns.access import tenancy
from towns.models import Case, Notice
from towns.record import verify

pytestmark = pytest.mark.browser

FILED = date(2026, 9, 8)


@pytest.fixture(scope="module")
def hall(site: str) -> TownHall:
    """Norfolk, set up."""
    return furnished("norfolk")


def test_from_the_stamp_to_the_permit(
    hall: TownHall, visitor: Callable[..., Visitor], on_day: Callable[[Any], None]
) -> None:
    on_day(FILED)
    office = visitor().sign_in("board_administrator@norfolk.example")
    case = _enter_a_filing(office)
    _find_it_complete(office, case)
    _hold_the_hearing(office, case, on_day)
    _decide(office, case, on_day)
    clerk = visitor().sign_in("town_clerk@norfolk.example")
    _stamp(clerk, case)
    _issue(office, case, on_day)
    _what_the_public_reads(visitor(), case)
    with tenancy.town(hall.town):
        row = Case.objects.get(number=number_in(case))
        assert row.stage == "permitted"
        assert [proof for proof in verify.verify(hall.town) if proof.faults] == []
        for notice in Notice.objects.filter(case=row):
            assert notice.pages >= 1
            assert len(notice.sha256) == 64


def _enter_a_filing(office: Visitor) -> str:
    office.go("/norfolk/desk/")
    office.follow("Enter a filing")
    office.fill(
        matter="stormwater_permit", title="Stony Brook Estates", address="0 Main Street", map_lot="Map 14 Lot 52",
        applicant="Stony Brook Realty Trust", applicant_address="PO Box 100\nNorfolk, MA 02056", same_owner=True,
        description="Four house lots and a common drive.", disturbed_sqft="61200",
        plan_title="Stormwater Management Plan", plan_by="Brook Civil Group", plan_dated=date(2026, 8, 27),
        source="counter", received=date(2026, 9, 8), stamped=FILED, stamped_at=time(10, 12),
    )  # fmt: skip
    office.press("Enter the filing")
    office.reads("SMP-2026-0001 is entered.", "Stony Brook Estates", "Map 14 Lot 52")
    # Until somebody looks, the time is presumed to run from the filing, and the page says so.
    office.reads("Presumed from the filing", "Fri Oct 23 2026")
    return "/norfolk/cases/SMP-2026-0001/"


def _find_it_complete(office: Visitor, case: str) -> None:
    office.page.locator("summary", has_text="For the Town Clerk").click()
    office.page.locator("details[open] .tasks").get_by_role("button").first.click()
    # The line alone changes; no page is loaded for it.
    office.page.locator("details[open] .tasks").get_by_role("button", name="Undo").first.wait_for()
    office.go(f"{case}record/find_complete/")
    boxes = office.page.locator('main [name="checklist"]')
    assert boxes.count() >= 15, "the bylaw's checklist is laid out"
    office.fill(checklist=[boxes.first.get_attribute("value")], on=FILED, found_on=FILED)
    office.press("Go on")
    # Things are missing: the page stops and asks before it goes on.
    office.reads("Stop and think", "are not ticked as received")
    office.press("Change what you entered")
    values = [box.get_attribute("value") for box in office.page.locator('main [name="checklist"]').all()]
    said = office.record(case, "find_complete", checklist=values, on=FILED, found_on=FILED)
    assert "Stop and think" not in said
    assert "Fri Oct 23 2026" in said
    office.reads("Fri Oct 23 2026", "§ 267-18")
    # Why that day: 45 days from the day it was complete.
    office.tab("Deadlines")
    office.reads("45 days", "Tue Sep 8 2026")


def _hold_the_hearing(office: Visitor, case: str, on_day: Callable[[Any], None]) -> None:
    on_day(date(2026, 9, 21))
    office.record(
        case,
        "schedule_hearing",
        for_day=date(2026, 10, 13),
        for_time=time(19),
        place="Norfolk Town Hall, Room 124",
    )
    notice = office.print_paper(case, "hearing_notice")
    for words in ("Tuesday, October 13, 2026", "§267-18", "Stony Brook Realty Trust", "Room 124"):
        assert close(words) in notice
    on_day(date(2026, 9, 29))
    office.record(case, "record_published", on=date(2026, 9, 29), paper="The Norfolk Sample")
    office.record(case, "record_posted", on=date(2026, 9, 28), where="Town hall board")
    office.record(case, "record_mailed", on=date(2026, 9, 28), letters="23", proof=_a_receipt())
    office.record(
        case, "record_meeting_posted", on=date(2026, 9, 28), at=time(9, 30), where="Town hall board"
    )
    office.tab("Hearing")
    office.reads("Sep 29", "Sep 28")
    on_day(date(2026, 10, 13))
    office.record(case, "open_hearing", on=date(2026, 10, 13), at=time(19), present="1")
    said = office.record(
        case,
        "continue_hearing",
        on=date(2026, 10, 13),
        for_day=date(2026, 11, 5),
        for_time=time(19),
        place="Room 124",
    )
    assert "defect" not in said
    on_day(date(2026, 11, 5))
    # An inspection is a gate on approval, and is made before the vote.
    office.record(case, "record_inspection", on=date(2026, 10, 20))
    office.record(case, "close_hearing", on=date(2026, 11, 5), present="1")
    # Twenty-one days end on Thanksgiving, so the last day is the Friday after it; silence would approve.
    office.reads("Fri Nov 27 2026")
    office.tab("Deadlines")
    office.reads("Thanksgiving Day", "Thu Nov 26", "Fri Nov 27", "If nobody acts")


def _a_receipt() -> dict[str, Any]:
    return {"name": "receipt.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 a receipt of mailing"}


def _decide(office: Visitor, case: str, on_day: Callable[[Any], None]) -> None:
    on_day(date(2026, 11, 24))
    office.go(f"{case}record/decide/")
    votes = {
        name: "yes"
        for name in (
            str(field.get_attribute("name")) for field in office.page.locator('main [name^="vote_"]').all()
        )
    }
    assert votes, "the board's members are asked for by name"
    office.record(
        case, "decide", voted=date(2026, 11, 23), on=date(2026, 11, 24), outcome="approved_with_conditions",
        findings="The plan meets the standards of § 267-19.",
        conditions="Erosion controls are in place before any earth is moved.", lasting="The basin is kept clear.", **votes,
    )  # fmt: skip
    office.reads("Approved with conditions")
    office.tab("Decision")
    office.reads("Erosion controls are in place before any earth is moved.", "The basin is kept clear.")
    # Votes by name are for the decision, not for the ledger.
    office.tab("Ledger")
    office.never_reads("Norfolk Board member")


def _stamp(clerk: Visitor, case: str) -> None:
    clerk.go("/norfolk/clerk/")
    clerk.reads("Decisions to stamp", "Stony Brook Estates")
    clerk.follow("Record the stamp on the decision in SMP-2026-0001")
    clerk.fill(on=date(2026, 11, 24), at=time(15, 10))
    clerk.press("Go on")
    clerk.press("Record the clerk’s stamp on the decision")
    clerk.go("/norfolk/clerk/")
    clerk.reads("No decision waits for the stamp.")
    # The clerk certifies and stamps; issuing a permit is not the clerk's.
    assert clerk.go(f"{case}record/issue_permit/") == 403


def _issue(office: Visitor, case: str, on_day: Callable[[Any], None]) -> None:
    on_day(date(2026, 11, 30))
    said = office.record(case, "issue_permit", on=date(2026, 11, 30), permittee="Stony Brook Realty Trust")
    assert "Stop and think" not in said
    decision = office.print_paper(case, "decision")
    for words in (
        "§267-18",
        "Erosion controls are in place",
        "November 24, 2026",
        "Approved with conditions",
    ):
        assert close(words).lower() in decision.lower()
    permit = office.print_paper(case, "permit")
    for words in ("Stony Brook Realty Trust", "SMP-2026-0001", "November 30, 2026"):
        assert close(words).lower() in permit.lower()
    office.go(f"{case}print/")
    office.reads("Notice of Public Hearing", "Notice of Decision", "Stormwater Management Permit")


def _what_the_public_reads(anybody: Visitor, case: str) -> None:
    anybody.go("/norfolk/register/")
    anybody.follow(number_in(case))
    anybody.reads("Permit issued", "Stony Brook Realty Trust", "Docket")
    anybody.never_reads("PO Box 100", "Correct", "Norfolk Board administrator")
    anybody.follow("Permit")
    assert anybody.go(case) == 200, "a stranger is led to the sign-in"
    assert "/sign-in/" in anybody.page.url
