"""Norfolk's board stays silent: the sweep finds it on exactly the right day, the public waits for the clerk's word."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.journeys.driving import Visitor
from tests.journeys.halls import furnished
from tests.town_fixtures import TownHall
from tests.towns.papers.reading import close
from towns.access import tenancy
from towns.clocks import tasks
from towns.models import Case, Person
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import APPLICANT

pytestmark = pytest.mark.browser

#: The hearing closed Thu Nov 5 2026; 21 days end on Thanksgiving, so the last day is the Friday after it.
LAST_DAY = date(2026, 11, 27)
BEING_CHECKED = "Time has run; the record is being checked"
#: What would tell the public more than that.
TOO_MUCH = ("deemed", "silence", "certif", "approved")


@pytest.fixture(scope="module")
def hall(site: str) -> TownHall:
    """Norfolk, set up."""
    return furnished("norfolk")


@pytest.fixture(scope="module")
def ana(hall: TownHall) -> Person:
    """An applicant who filed online."""
    return Person.objects.create_user("ana@applicant.example", "correct horse battery", name="Ana Applicant")


def _silent_case(hall: TownHall, ana: Person, title: str) -> Case:
    case = hall.case(
        "deliberation", title=title, applicant="Ana Applicant", by=door.Actor(ana, frozenset({APPLICANT})),
        closed=date(2026, 11, 5), keep={
            "description": "Four house lots.", "plan_title": "Stormwater Plan",
            "parties": [{"kind": kind, "name": "Ana Applicant", "address": "PO Box 1"} for kind in ("applicant", "owner")],
        },
    )  # fmt: skip
    assert case.stage == "deliberation"
    return case


def _public_pages(anybody: Visitor, case: Case) -> list[str]:
    """What the public pages of the case and the lists that hold it say."""
    texts = []
    for where in (
        f"/norfolk/register/{case.number}/",
        "/norfolk/register/",
        "/norfolk/",
        "/norfolk/hearings/",
    ):
        assert anybody.go(where) == 200
        texts.append(anybody.page.locator("main").inner_text())
    return texts


def test_silence_becomes_an_approval_only_when_the_clerk_says_so(
    hall: TownHall, ana: Person, visitor: Callable[..., Visitor], on_day: Callable[[Any], None]
) -> None:
    case = _silent_case(hall, ana, "Stony Brook Estates")
    where, public = f"/norfolk/cases/{case.number}/", f"/norfolk/register/{case.number}/"
    office = visitor().sign_in("board_administrator@norfolk.example")
    applicant = visitor().sign_in("ana@applicant.example")
    anybody = visitor()

    # On the last day nothing has run out, and the night before it neither.
    on_day(LAST_DAY)
    tasks.midnight()
    office.go(where)
    office.reads("Fri Nov 27 2026")
    office.never_reads("Deemed approved, not")
    anybody.go(public)
    anybody.reads("Hearing closed; the board deliberates")

    # Just after midnight the sweep finds it, and dates it the day after the last day.
    on_day(date(2026, 11, 28))
    tasks.midnight()
    tasks.sweep_all()
    with tenancy.town(hall.town):
        folder = open_case_file(Case.objects.get(pk=case.pk), hall.town)
        silent = [entry for entry in folder.story if entry.name == "deemed_approved"]
        assert [(entry.on, entry.is_system) for entry in silent] == [(date(2026, 11, 28), True)]
    office.go(where)
    office.reads("Held: the public pages say only that time has run", "Fri Nov 27 2026", "§ 267-18")
    office.go("/norfolk/desk/")
    office.reads("Stony Brook Estates", "being checked")

    # The public and the applicant read one sentence, and nothing that tells more.
    for text in _public_pages(anybody, case)[:2]:
        assert BEING_CHECKED in text
    for text in _public_pages(anybody, case):
        assert not [word for word in TOO_MUCH if word in text.lower()]
    applicant.go("/my/")
    applicant.reads(BEING_CHECKED)
    applicant.follow(case.number)
    applicant.reads(BEING_CHECKED)
    assert not [word for word in TOO_MUCH if word in applicant.text.lower()]

    # The board administrator may look, but the word is the clerk's.
    office.go("/norfolk/clerk/")
    office.reads("Town clerk confirms this.")
    assert office.go(f"{where}record/certify_lapse/") == 403
    assert office.go(f"{where}record/issue_permit/") == 200

    # The clerk: the queue, the draft, the certificate.
    on_day(date(2026, 12, 8))
    clerk = visitor().sign_in("town_clerk@norfolk.example")
    clerk.go("/norfolk/clerk/")
    clerk.reads("Lapsed deadlines to certify", "Stony Brook Estates", "Sat Nov 28 2026", "Thanksgiving Day")
    clerk.follow("Look at the certificate")
    clerk.reads("As it will read")
    preview = clerk.page.frame_locator("iframe").locator("body").inner_text()
    assert close("Last day for the Planning Board") in close(preview)
    clerk.go("/norfolk/clerk/")
    clerk.follow(f"Certify {case.number}")
    clerk.press("Go on")
    assert clerk.heading == "Certify that the time passed without action", (
        "the clerk must say that they looked"
    )
    clerk.record(where, "certify_lapse", checked=True, on=date(2026, 12, 8))
    certificate = clerk.print_paper(where, "certificate_of_no_action")
    for words in ("November 27, 2026", "November 5, 2026", "§267-18", "Norfolk Town clerk"):
        assert close(words) in certificate
    clerk.go("/norfolk/clerk/")
    clerk.reads("Nothing has run out unconfirmed.")

    # Now, and only now, the public reads it.
    anybody.go(public)
    anybody.reads("Deemed approved by passage of time", "Sat Nov 28 2026")
    office.record(where, "issue_permit", on=date(2026, 12, 8), permittee="Ana Applicant")
    office.tab("Decision")
    office.reads("Permit")
    permit = office.print_paper(where, "permit")
    assert close("Ana Applicant") in permit
    anybody.go(public)
    anybody.reads("Permit issued", "Certificate")
    applicant.go(public)
    applicant.reads("Permit issued")


def test_a_decision_made_in_time_and_recorded_late_leaves_no_trace_in_public(
    hall: TownHall, ana: Person, visitor: Callable[..., Visitor], on_day: Callable[[Any], None]
) -> None:
    case = _silent_case(hall, ana, "Grove Street lot")
    where, public = f"/norfolk/cases/{case.number}/", f"/norfolk/register/{case.number}/"
    on_day(date(2026, 11, 28))
    tasks.midnight()
    clerk = visitor().sign_in("town_clerk@norfolk.example")
    anybody = visitor()
    anybody.go(public)
    anybody.reads(BEING_CHECKED)

    # The clerk refuses: a signed decision lies on the desk.
    on_day(date(2026, 11, 30))
    clerk.go("/norfolk/clerk/")
    clerk.follow(f"Refuse to certify {case.number}")
    clerk.fill(why="A decision signed on Nov 24 was handed in.", on=date(2026, 11, 30))
    clerk.press("Go on")
    clerk.press("Refuse to certify")
    clerk.reads("Recorded: ")
    anybody.go(public)
    anybody.reads(BEING_CHECKED)
    assert not [word for word in ("refus", *TOO_MUCH) if word in anybody.text.lower()]

    # The office records it with its true day; the silence is taken back, visibly for the office.
    office = visitor().sign_in("board_administrator@norfolk.example")
    said = office.record(
        where, "decide", voted=date(2026, 11, 23), on=date(2026, 11, 24), outcome="disapproved",
        findings="The plan does not meet the standards.",
    )  # fmt: skip
    assert "Disapproved" in said
    office.reads("What had run out was taken back: the fact was in time.")
    office.tab("Ledger")
    office.reads("taken back")

    # In public the board simply decided on Nov 24.
    for text in _public_pages(anybody, case):
        assert BEING_CHECKED not in text.split("Grove Street lot", 1)[-1].split("SMP-")[0]
    anybody.go(public)
    anybody.reads("Disapproved", "Tue Nov 24 2026")
    anybody.never_reads("deemed", "taken back", "certif", "refus", "Time has run", "Nov 28")
    clerk.go("/norfolk/clerk/")
    clerk.reads("Grove Street lot", "Decisions to stamp")
