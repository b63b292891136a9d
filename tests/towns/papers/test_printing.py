"""Papers from the record: the stored day is the printed day, blanks stop the print, who may read which paper when."""

from __future__ import annotations

import hashlib
import re
from datetime import date
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.town_fixtures import MARKUP, TODAY, Applicant, TownHall
from towns.access import tenancy
from towns.models import Case, Notice, Party
from towns.papers import printing
from towns.roles import Role

SEAL = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7H1z"/></svg>'
KEEP: dict[str, Any] = {
    "description": "Four house lots and a common drive.", "disturbed_sqft": 41200, "lot_sqft": 270000,
    "parties": [
        {"kind": Party.Kind.APPLICANT, "name": "Stony Brook Realty Trust", "address": "100 Example Road\nNorfolk, MA 02056"},
        {"kind": Party.Kind.OWNER, "name": "Stony Brook Realty Trust"},
    ],
}  # fmt: skip


@pytest.fixture
def hall(norfolk: TownHall) -> TownHall:
    """Norfolk with everything that papers need."""
    town = norfolk.town
    town.office, town.seal, town.hearing_room = "Norfolk Town Hall\nExample Lane", SEAL, "Room 124"
    town.see_plans = town.how_to_comment = town.accommodation = "Ask the planning office."
    town.save()
    return norfolk


def press(hall: TownHall, case: Case, kind: str, role: str = Role.BOARD_ADMINISTRATOR, **sent: Any) -> Any:
    return hall.client(role).post(
        f"/norfolk/cases/{case.number}/print/{kind}/", {"once": str(uuid4()), **sent}
    )


def notices(hall: TownHall) -> list[Notice]:
    with tenancy.town(hall.town):
        return list(Notice.objects.order_by("id"))


def text_of(pdf: bytes) -> str:
    import subprocess

    return " ".join(
        subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
        .stdout.decode()
        .split()
    )


def test_the_printed_day_is_the_stored_day(hall: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)

    answer = press(hall, case, "hearing_notice")

    (paper,) = notices(hall)
    assert answer["Location"].endswith(f"/print/hearing_notice/done/{paper.pk}/")
    words = text_of(bytes(paper.pdf))
    assert "Tuesday, December 15, 2026" in words
    assert "7:00 p.m." in words
    assert "Room 105" in words
    assert paper.facts["facts"]["opens"] == "2026-12-15T19:00:00-05:00"
    assert hashlib.sha256(bytes(paper.pdf)).hexdigest() == paper.sha256
    shown = " ".join(re.sub("<[^>]+>", " ", unescape(paper.html)).split())
    assert "Tuesday, December 15, 2026" in shown


def test_a_double_click_prints_once(hall: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)
    once = str(uuid4())

    first, second = (press(hall, case, "hearing_notice", once=once) for _ in range(2))

    assert first["Location"] == second["Location"]
    assert len(notices(hall)) == 1


def test_a_blank_stops_the_print_until_a_reason_is_given(hall: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15))  # no owner, no description
    path = f"/norfolk/cases/{case.number}/print/hearing_notice/"
    page = hall.client().get(path).content.decode()
    assert "The owner is blank." in page
    assert "[not given]" in page

    refused = press(hall, case, "hearing_notice")
    assert refused.status_code == 422
    assert "give a reason" in refused.content.decode()
    assert notices(hall) == []

    press(hall, case, "hearing_notice", reason="The newspaper closes at noon.")
    (paper,) = notices(hall)
    assert paper.override_reason == "The newspaper closes at noon."


def test_a_hearing_moved_after_the_print_is_told(hall: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)
    press(hall, case, "hearing_notice")
    (paper,) = notices(hall)
    with tenancy.town(hall.town):
        assert printing.stale(paper, hall.file(case)) == ""

    mark = hall.client().get(f"/norfolk/papers/{paper.pk}/")["ETag"]
    assert (
        hall.client().get(f"/norfolk/papers/{paper.pk}/", headers={"If-None-Match": mark}).status_code == 304
    )

    hall.act(case, "schedule_hearing", TODAY, **{"for": "2026-12-22T19:00"})

    said = "The printed text says Tue Dec 15 2026, 7:00 pm; the hearing is Tue Dec 22 2026, 7:00 pm. Print it anew."
    client = hall.client()
    assert said in client.get(f"/norfolk/cases/{case.number}/print/").content.decode()
    assert said in client.get(f"/norfolk/papers/{paper.pk}/").content.decode()
    assert (
        said in client.get(f"/norfolk/papers/{paper.pk}/", headers={"If-None-Match": mark}).content.decode()
    )
    assert said in client.get(f"/norfolk/cases/{case.number}/").content.decode()


def test_every_kind_prints_from_its_stage(hall: TownHall):
    for stage, kind in (
        ("incomplete", "incompleteness_letter"), ("approved", "decision"), ("certified", "certificate_of_no_action"),
        ("permitted", "permit"),
    ):  # fmt: skip
        case = hall.case(stage, keep=KEEP)
        answer = press(
            hall,
            case,
            kind,
            role=Role.TOWN_CLERK if "certificate" in kind else Role.BOARD_ADMINISTRATOR,
            reason="For a test.",
        )
        assert answer.status_code == 302, (kind, answer.content.decode()[:3000])
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)
    sent = {"clock": "decide", "until": "2027-01-15", "agreed": "2026-11-30", "reason": "For a test."}
    hall.act(case, "open_hearing", TODAY)
    hall.act(case, "close_hearing", TODAY)
    assert press(hall, case, "extension_agreement", **sent).status_code == 302

    by_kind = {paper.kind: text_of(bytes(paper.pdf)) for paper in notices(hall)}
    assert "Friday, November 27, 2026" in by_kind["certificate_of_no_action"]
    assert "the Board must issue a stormwater management permit" in by_kind["certificate_of_no_action"]
    assert "Tuesday, November 24" in by_kind["decision"] or "November 24, 2026" in by_kind["decision"]
    assert "Further relief shall be to a court of competent jurisdiction" in by_kind["decision"]
    assert "as the Town Clerk certified on Monday, November 30, 2026" in by_kind["permit"]
    assert "December 21, 2026" in by_kind["extension_agreement"]
    assert "January 15, 2027" in by_kind["extension_agreement"]
    assert "certified by the Assessors" in by_kind["incompleteness_letter"]


def test_a_draft_certificate_is_not_public_before_it_is_certified(hall: TownHall, applicant: Applicant):
    """The clerk's certificate is a draft until she certifies, prints by her alone, and is void once she refused."""
    case = hall.case("deemed", keep=KEEP, by=applicant.actor)
    page = hall.client(Role.TOWN_CLERK).get(f"/norfolk/cases/{case.number}/print/certificate_of_no_action/")
    assert "DRAFT: not issued" in page.content.decode()
    assert press(hall, case, "certificate_of_no_action", role=Role.TOWN_CLERK).status_code == 422
    assert list(notices(hall)) == []

    hall.act(case, "certify_lapse", TODAY, role=Role.TOWN_CLERK)
    assert press(hall, case, "certificate_of_no_action", role=Role.CHAIR).status_code == 422
    assert press(hall, case, "certificate_of_no_action", role=Role.TOWN_CLERK).status_code == 302

    (paper,) = notices(hall)
    assert Client().get(f"/norfolk/papers/{paper.pk}/").status_code == 200
    with tenancy.town(hall.town):
        assert printing.stale(paper, hall.file(case)) == ""


def test_a_letter_is_for_its_party(hall: TownHall, applicant: Applicant, stranger: Client):
    case = hall.case("incomplete", keep=KEEP, by=applicant.actor)
    press(hall, case, "incompleteness_letter", reason="x")
    (paper,) = notices(hall)
    path = f"/norfolk/papers/{paper.pk}.pdf"

    assert applicant.client.get(path).status_code == 200
    assert stranger.get(path).status_code == 404


def test_the_pdfs_etag_is_its_hash(hall: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)
    press(hall, case, "hearing_notice")
    (paper,) = notices(hall)

    answer = Client().get(f"/norfolk/papers/{paper.pk}.pdf")

    assert answer["ETag"] == f'"{paper.sha256}"'
    assert answer["Content-Type"] == "application/pdf"
    assert (
        Client().get(f"/norfolk/papers/{paper.pk}.pdf", headers={"If-None-Match": answer["ETag"]}).status_code
        == 304
    )


def test_another_towns_paper_is_not_found(hall: TownHall, grafton: TownHall):
    case = hall.case("scheduled", hearing=date(2026, 12, 15), keep=KEEP)
    press(hall, case, "hearing_notice")
    (paper,) = notices(hall)

    assert grafton.client().get(f"/grafton/papers/{paper.pk}.pdf").status_code == 404
    assert grafton.client().get(f"/grafton/cases/{case.number}/print/hearing_notice/").status_code == 404


def test_markup_in_every_field_is_text_on_paper_and_on_the_page(hall: TownHall):
    everywhere = {
        "description": MARKUP, "plan_title": MARKUP, "plan_by": MARKUP,
        "parties": [
            {"kind": Party.Kind.APPLICANT, "name": MARKUP, "address": f"{MARKUP}\nNorfolk"},
            {"kind": Party.Kind.OWNER, "name": MARKUP},
        ],
    }  # fmt: skip
    hall.town.see_plans = hall.town.how_to_comment = hall.town.accommodation = MARKUP
    hall.town.save()
    case = hall.case(
        "scheduled", hearing=date(2026, 12, 15), title=MARKUP, address=MARKUP, map_lot=MARKUP, keep=everywhere
    )

    page = hall.client().get(f"/norfolk/cases/{case.number}/print/hearing_notice/").content.decode()
    press(hall, case, "hearing_notice")

    (paper,) = notices(hall)
    assert "<script>alert(1)" not in paper.html
    assert "<script>alert(1)" not in page
    assert "<script>alert(1)</script>" in text_of(bytes(paper.pdf))


def test_what_the_case_has_no_matter_for_is_not_found(hall: TownHall):
    case = hall.case("filed", keep=KEEP)
    for kind in ("permit", "decision", "certificate_of_no_action", "hearing_notice", "nothing"):
        assert hall.client().get(f"/norfolk/cases/{case.number}/print/{kind}/").status_code == 404
