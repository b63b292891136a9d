"""Filing: the office from paper, an applicant online; once, whole, and with what was typed kept."""

from __future__ import annotations

import threading
from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from permitting.applications.models import Application, FilingDraft
from tests.town_fixtures import MARKUP, TODAY, Applicant, TownHall
from towns.access import tenancy
from towns.calendar import filing_day
from towns.calendar.today import MASSACHUSETTS
from towns.models import Case, CounterHours, Document, Event, OutboxMessage, Party, Task, Town
from towns.record.case_file import calendar_of

PAPER = {
    "matter": "stormwater_permit", "title": "Stony Brook Estates", "address": "0 Main Street", "map_lot": "Map 14 Lot 52",
    "applicant": "Stony Brook Realty Trust", "applicant_address": "100 Example Road\nNorfolk, MA 02056", "same_owner": "on",
    "description": "Four lots.", "disturbed_sqft": "41200", "source": "counter", "received": "2026-11-24",
    "received_at": "10:15", "stamped": "2026-11-23", "stamped_at": "3:30 pm",
}  # fmt: skip


def paper(**changes: Any) -> dict[str, Any]:
    return {**PAPER, "once": str(uuid4()), **changes}


def only_case(hall: TownHall) -> Case:
    with tenancy.town(hall.town):
        return Case.objects.get()


def test_the_office_enters_a_filing_with_its_stamp(norfolk: TownHall):
    answer = norfolk.client().post("/norfolk/file/", paper())

    case = only_case(norfolk)
    assert answer["Location"] == f"/norfolk/cases/{case.number}/"
    with tenancy.town(norfolk.town):
        event = Event.objects.get(case=case)
        application = Application.objects.get(case=case)
        assert (event.name, event.on) == ("filed", date(2026, 11, 23))
        assert event.facts == {
            "source": "counter", "filed_with_board": "2026-11-24", "filed_with_clerk": "2026-11-23", "stamped_at": "15:30",
        }  # fmt: skip
        assert application.received == datetime(2026, 11, 24, 10, 15, tzinfo=MASSACHUSETTS)
        assert [(p.kind, p.name) for p in Party.objects.filter(case=case)] == [
            ("applicant", "Stony Brook Realty Trust"), ("owner", "Stony Brook Realty Trust"),
        ]  # fmt: skip
        assert Task.objects.filter(case=case, key="clerk_set").exists()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("received", "2026-12-24", "has not come yet"),
        ("received", "2026-02-30", "is not a day in the calendar"),
        ("stamped", "1066-10-14", "cannot be right"),
        ("title", "x" * 301, "at most 300 characters"),
        ("disturbed_sqft", "-1", "greater than or equal to 0"),
        ("disturbed_sqft", "9" * 30, "less than or equal to"),
        ("matter", "enforcement_order", "not one of the available choices"),
        ("title", "a\0b", "Null characters"),
        ("once", "not-a-token", "Enter a valid UUID"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_is_kept(
    norfolk: TownHall, field: str, value: str, words: str
):
    answer = norfolk.client().post("/norfolk/file/", paper(**{field: value}))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert "100 Example Road" in page
    assert "<title>Error:" in page
    with tenancy.town(norfolk.town):
        assert not Case.objects.exists()


def test_three_hundred_characters_and_markup_are_kept_and_escaped(norfolk: TownHall):
    client = norfolk.client()
    client.post(
        "/norfolk/file/",
        paper(title="x" * 300, applicant="y" * 300, address=MARKUP, stamped="", stamped_at=""),
    )

    case = only_case(norfolk)
    for path in (f"/norfolk/register/{case.number}/", "/norfolk/register/", "/norfolk/clerk/"):
        page = client.get(path).content.decode()
        assert "<script>alert(1)" not in page
        assert "x" * 300 in page


def test_an_expired_sign_in_keeps_what_was_typed(norfolk: TownHall):
    browser = Client()
    sent = browser.post("/norfolk/file/", paper(title="Typed for an hour"))
    assert sent.status_code == 302
    assert "next=%2Fnorfolk%2Ffile%2F" in sent["Location"]

    back = browser.post(
        sent["Location"],
        {
            "email": "board_administrator@norfolk.example",
            "password": "correct horse battery",
            "next": "/norfolk/file/",
        },
    )
    assert back["Location"] == "/norfolk/file/"
    page = browser.get("/norfolk/file/").content.decode()

    assert "Typed for an hour" in page
    assert "Your sign-in had run out" in page
    with tenancy.town(norfolk.town):
        assert not Case.objects.exists()
    assert "Typed for an hour" not in browser.get("/norfolk/file/").content.decode()


def answers(**changes: Any) -> dict[str, Any]:
    kept = {
        key: value
        for key, value in PAPER.items()
        if key not in ("source", "received", "received_at", "stamped", "stamped_at")
    }
    return {**kept, **changes}


def a_draft(hall: TownHall, applicant: Applicant, **changes: Any) -> FilingDraft:
    with tenancy.town(hall.town):
        return FilingDraft.objects.create(
            town=hall.town,
            person=applicant.person,
            once=uuid4(),
            updated=timezone.now(),
            answers=answers(**changes),
        )


def test_an_applicant_files_once_and_is_told_what_comes(norfolk: TownHall, applicant: Applicant):
    draft = a_draft(norfolk, applicant)
    path = f"/norfolk/apply/{draft.pk}/check/"
    page = applicant.client.get(path).content.decode()
    assert filing_day.RULES["arrival"].replace("'", "&#x27;") in page
    assert "it counts as filed on" in page

    first = applicant.client.post(path, {"once": draft.once})
    second = applicant.client.post(path, {"once": draft.once})

    case = only_case(norfolk)
    assert first["Location"] == second["Location"] == f"/norfolk/apply/filed/{case.number}/"
    assert case.number in applicant.client.get(first["Location"]).content.decode()
    with tenancy.town(norfolk.town):
        assert (case.filed_by, case.opened) == (applicant.person, TODAY)
        assert Event.objects.get(case=case).role == "applicant"
        assert not FilingDraft.objects.exists()
        assert OutboxMessage.objects.get().to == applicant.person.email


def test_an_unfinished_application_is_not_sent_and_says_what_lacks(norfolk: TownHall, applicant: Applicant):
    draft = a_draft(norfolk, applicant, address="", description="")

    answer = applicant.client.post(f"/norfolk/apply/{draft.pk}/check/", {"once": draft.once})

    assert answer.status_code == 422
    assert "What and where: finish this page" in answer.content.decode()
    with tenancy.town(norfolk.town):
        assert not Case.objects.exists()


def test_save_and_come_back(norfolk: TownHall, applicant: Applicant):
    applicant.client.post("/norfolk/apply/begin/")
    with tenancy.town(norfolk.town):
        draft = FilingDraft.objects.get()
    applicant.client.post(
        f"/norfolk/apply/{draft.pk}/land/",
        {"matter": "stormwater_permit", "title": "Half an idea", "later": "1"},
    )

    assert "Half an idea" in applicant.client.get("/my/").content.decode()
    assert "Half an idea" in applicant.client.get(f"/norfolk/apply/{draft.pk}/land/").content.decode()


def test_nobody_else_sees_a_draft(
    norfolk: TownHall, grafton: TownHall, applicant: Applicant, stranger: Client
):
    draft = a_draft(norfolk, applicant)
    for client in (stranger, norfolk.client(), grafton.client()):
        assert client.get(f"/norfolk/apply/{draft.pk}/land/").status_code == 404
        assert client.get(f"/norfolk/apply/{draft.pk}/check/").status_code == 404
    assert applicant.client.get(f"/grafton/apply/{draft.pk}/land/").status_code == 404


@pytest.mark.parametrize(
    ("rule", "moment", "counts"),
    [
        ("arrival", "2026-11-29T23:59", date(2026, 11, 29)),
        ("open_day", "2026-11-26T09:00", date(2026, 11, 27)),
        ("open_day", "2026-11-30T23:00", date(2026, 11, 30)),
        ("open_hours", "2026-11-30T16:00", date(2026, 11, 30)),
        ("open_hours", "2026-11-30T16:01", date(2026, 12, 1)),
        # Friday has no counter hours; it is a day all the same.
        ("open_hours", "2026-11-27T20:00", date(2026, 11, 27)),
        ("open_hours", "2026-11-28T09:00", date(2026, 11, 30)),
        # After closing on the eve of Thanksgiving: Friday.
        ("open_hours", "2026-11-25T18:00", date(2026, 11, 27)),
    ],
)
def test_when_a_web_filing_counts(in_norfolk: TownHall, rule: str, moment: str, counts: date):
    town: Town = in_norfolk.town
    town.web_filings_count = rule
    case = in_norfolk.case("filed")
    calendar = calendar_of(town, in_norfolk.file(case).law, ())

    assert (
        filing_day.counts_on(
            town,
            datetime.fromisoformat(moment).replace(tzinfo=MASSACHUSETTS),
            calendar,
            list(CounterHours.objects.all()),
        )
        == counts
    )


def test_a_filing_that_counts_tomorrow_is_on_record_now(
    norfolk: TownHall, applicant: Applicant, settings: Any
):
    settings.DOCKET_TODAY = "2026-11-28"
    norfolk.town.web_filings_count = "open_day"
    norfolk.town.save()
    draft = a_draft(norfolk, applicant)

    applicant.client.post(f"/norfolk/apply/{draft.pk}/check/", {"once": draft.once})

    case = only_case(norfolk)
    assert (case.opened, case.stage) == (date(2026, 11, 30), "filed")
    page = applicant.client.get(f"/norfolk/register/{case.number}/").content.decode()
    assert "Mon Nov 30 2026" in page


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["web", "paper"])
def test_a_double_click_files_once(norfolk: TownHall, applicant: Applicant, way: str):
    """Two real requests at once, each on its own connection: one case, one number, one mail."""
    draft = a_draft(norfolk, applicant)
    sent = paper()
    barrier = threading.Barrier(2)
    answers_: list[Any] = []

    def click() -> None:
        client = Client()
        client.force_login(applicant.person if way == "web" else norfolk.people["board_administrator"])
        barrier.wait()
        try:
            if way == "web":
                answers_.append(client.post(f"/norfolk/apply/{draft.pk}/check/", {"once": draft.once}))
            else:
                answers_.append(client.post("/norfolk/file/", sent))
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _ in range(2)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()

    case = only_case(norfolk)
    assert [answer.status_code for answer in answers_] == [302, 302]
    assert len({answer["Location"] for answer in answers_}) == 1
    assert case.number == "SMP-2026-0001"
    with tenancy.town(norfolk.town):
        assert Event.objects.filter(name="filed").count() == 1
        assert OutboxMessage.objects.count() == (1 if way == "web" else 0)


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "is empty (0 bytes)"), (60 * 1024 * 1024, "the most is 50 MB")],
    ids=["empty", "60 MB"],
)
def test_an_empty_or_huge_file_is_refused_by_name(
    norfolk: TownHall, applicant: Applicant, size: int, words: str
):
    case = norfolk.case("filed", by=applicant.actor)
    upload = SimpleUploadedFile("plan.pdf", b"\0" * size, content_type="application/pdf")

    answer = applicant.client.post(
        f"/norfolk/register/{case.number}/add/", {"title": "The plan", "file": upload}
    )

    assert answer.status_code == 422
    assert words in answer.content.decode()
    with tenancy.town(norfolk.town):
        assert not Document.objects.exists()


def test_ones_own_document_is_kept_and_not_for_the_public(
    norfolk: TownHall, applicant: Applicant, stranger: Client
):
    case = norfolk.case("filed", by=applicant.actor)
    upload = SimpleUploadedFile("../../pl\tan.svg", b"<svg onload=alert(1)>")

    applicant.client.post(f"/norfolk/register/{case.number}/add/", {"title": MARKUP, "file": upload})

    with tenancy.town(norfolk.town):
        row = Document.objects.get()
    path = f"/norfolk/register/{case.number}/documents/{row.pk}/"
    answer = applicant.client.get(path)
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["Content-Type"].startswith("text/plain")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert answer.getvalue() == b"<svg onload=alert(1)>"
    assert stranger.get(path).status_code == 404
    assert norfolk.client().get(path).status_code == 200
    assert "<script>" not in applicant.client.get(f"/norfolk/register/{case.number}/").content.decode()


def test_withdrawing_asks_first_and_refuses_an_old_page(norfolk: TownHall, applicant: Applicant):
    case = norfolk.case("filed", by=applicant.actor)
    path = f"/norfolk/register/{case.number}/withdraw/"
    assert applicant.client.post(path, {"once": uuid4(), "seen": case.seq}).status_code == 422
    norfolk.act(case, "find_complete", date(2026, 9, 8))

    old = applicant.client.post(path, {"once": uuid4(), "seen": case.seq, "sure": "on"})
    assert old.status_code == 409
    assert norfolk.file(case).case.stage == "complete"

    seen = norfolk.file(case).case.seq
    assert applicant.client.post(path, {"once": uuid4(), "seen": seen, "sure": "on"}).status_code == 302
    assert norfolk.file(case).case.stage == "withdrawn"
