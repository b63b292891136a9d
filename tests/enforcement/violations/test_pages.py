"""The file of a violation on one page, reports by the public and by staff, tickets written from it, fines added up."""

from __future__ import annotations

import time
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail, signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from enforcement.violations import reports
from enforcement.violations.models import Report
from tests.town_fixtures import MARKUP, TODAY, TownHall, load_town
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.models import Case, Document
from towns.record import door
from towns.roles import Role

SILT = "§ 172-4 SMP"


@pytest.fixture
def hall(db: None, today: date) -> TownHall:
    return TownHall(load_town("hopkinton")).staff_up()


def opened(hall: TownHall, matter: str, step: str, on: date, over: Any = (), **facts: Any) -> Case:
    with tenancy.town(hall.town):
        return door.open_case(
            town=hall.town, matter=matter, step=step, by=hall.actor(), on=on, today=TODAY, over=over,
            title="" if over else "22 Sample Road", address="" if over else "22 Sample Road",
            override="for a test", **facts,
        ).case  # fmt: skip


@pytest.fixture
def file(hall: TownHall) -> Case:
    """Found on Wed Nov 4 2026, of Tue Nov 3; cured on Thu Nov 19."""
    case = opened(
        hall, "violation", "find_violation", date(2026, 11, 4), violated="2026-11-03", provisions=[SILT]
    )
    hall.act(case, "record_cure", date(2026, 11, 19))
    return case


def page(hall: TownHall, case: Case, role: str = Role.INSPECTOR) -> str:
    answer = hall.client(role).get(f"/hopkinton/cases/{case.number}/violation/")
    assert answer.status_code == 200
    assert answer.content.decode().count("<h1") == 1
    return words_of(answer)


def test_exposure_is_counted_day_by_day(hall, file):
    """§ 172-5C: 100 for the first, 300 for each of the 16 days after it. c. 40 § 21D with c. 4 § 9: of Mon Nov 30 the
    offenses from Fri Nov 13 on (its 15th day is Sat Nov 28) can still be ticketed, 7 of them."""
    opened(
        hall, "ticket", "issue_ticket", date(2026, 11, 5), [file],
        amount="100.00", offense="1", provision=SILT, party="violator",
    )  # fmt: skip
    shown = page(hall, file)
    assert "Exposure, 17 offenses $4,900.00" in shown
    assert "Ticketed, 1 offense $100.00" in shown
    assert "Can still be ticketed, 7 offenses $2,100.00" in shown
    assert "No longer ticketable, 9 offenses $2,700.00" in shown
    assert "Fines due $100.00" in shown
    assert "last day to ticket the earliest offenses that are left, $900.00" in shown


def test_a_paid_ticket_is_not_due_and_a_voided_one_does_not_count(hall, file):
    facts = {"amount": "100.00", "offense": "1", "provision": SILT}
    paid = opened(hall, "ticket", "issue_ticket", date(2026, 11, 5), [file], **facts)
    hall.act(paid, "pay_ticket", date(2026, 11, 20), amount="100.00")
    voided = opened(hall, "ticket", "issue_ticket", date(2026, 11, 6), [file], violated="2026-11-04", **facts)
    hall.act(voided, "void_ticket", date(2026, 11, 6))
    shown = page(hall, file)
    assert "Tickets issued $100.00 Paid $100.00 Fines due $0.00" in shown
    assert "Ticketed, 1 offense $100.00" in shown


def test_every_clock_of_what_follows_and_who_was_told(hall, file):
    order = opened(
        hall, "enforcement_order", "issue_order", date(2026, 11, 23), [file], comply_by="2026-12-18"
    )
    hall.act(order, "serve_order", date(2026, 11, 24), way="certified_mail", party="owner")
    hall.act(
        order, "serve_order", date(2026, 11, 25), way="certified_mail", party="violator", outcome="refused"
    )
    hall.act(order, "request_order_hearing", date(2026, 11, 27))
    shown = page(hall, file)
    assert f"Comply with the order, {order.number} § 172-5A" in shown
    assert f"Fri Dec 18 2026 Hold the hearing on the order, {order.number}" in shown
    assert "Certified mail, Tue Nov 24 2026" in shown
    assert "Certified mail, refused, Wed Nov 25 2026" in shown
    assert "Under appeal" in shown


def test_norfolk_is_asked_for_its_article(norfolk):
    with tenancy.town(norfolk.town):
        case = door.open_case(
            town=norfolk.town, matter="violation", step="find_violation", by=norfolk.actor(), on=TODAY, today=TODAY,
            title="A lot", violated="2026-11-28",
        ).case  # fmt: skip
    answer = norfolk.client(Role.INSPECTOR).get(f"/norfolk/cases/{case.number}/violation/")
    assert "under: is not given" in words_of(answer)


def test_an_order_is_begun_from_the_file_and_stands_over_it(hall, file):
    client = hall.client(Role.INSPECTOR)
    where = f"/hopkinton/cases/{file.number}/violation/order/"
    once = str(uuid4())
    answer = client.post(where, {"matter": "enforcement_order", "once": once})
    client.post(where, {"matter": "enforcement_order", "once": once})
    with tenancy.town(hall.town):
        (order,) = Case.objects.filter(kind="order")
        assert [link.to_id for link in order.links.all()] == [file.pk]
    assert answer["Location"] == f"/hopkinton/cases/{order.number}/record/draft_order/"
    assert client.get(answer["Location"]).status_code == 200
    assert client.post(where, {"matter": "stormwater_permit"}).status_code == 404
    assert hall.client(Role.REVIEWER).post(where, {"matter": "enforcement_order"}).status_code == 403


WRITTEN = {
    "violated": "11/18/2026", "place": "22 Sample Road", "provision": SILT, "offense_words": "Silt in the brook",
    "party": "violator", "offender": "Sample Builders", "offense": "1", "amount": "100", "signer": "An Inspector",
    "on": "11/30/2026",
}  # fmt: skip


def test_a_ticket_is_written_from_the_file(hall, file):
    client = hall.client(Role.INSPECTOR)
    where = f"/hopkinton/cases/{file.number}/violation/ticket/"
    assert client.get(where).status_code == 200
    answer = client.post(where, {**WRITTEN, "once": str(uuid4())})
    assert answer.status_code == 302
    with tenancy.town(hall.town):
        (case,) = Case.objects.filter(kind="ticket")
        ticket = hall.file(case).principal
        facts = [entry.facts for entry in hall.file(case).entries]
    assert (ticket.offender, ticket.offense) == ("Sample Builders", "Silt in the brook")
    assert "Sample Builders" not in str(facts)
    assert {"violated": "2026-11-18", "from_case": file.number} in facts


def test_what_speaks_against_a_ticket_stops_it(hall, file):
    client, once = hall.client(Role.CHAIR), str(uuid4())
    where = f"/hopkinton/cases/{file.number}/violation/ticket/"
    answer = client.post(where, {**WRITTEN, "amount": "250", "once": once})
    assert answer.status_code == 422
    assert "not $250.00" in words_of(answer)
    with tenancy.town(hall.town):
        assert not Case.objects.filter(kind="ticket").exists()
    assert (
        client.post(where, {**WRITTEN, "amount": "250", "once": once, "override": "So it was."}).status_code
        == 302
    )
    inspector = hall.client(Role.INSPECTOR).post(where, {**WRITTEN, "amount": "250", "once": str(uuid4())})
    assert "Someone with authority to go on has to issue this" in words_of(inspector)


def test_a_ticket_shows_what_stands_on_it_and_what_is_missing(hall, file):
    client = hall.client(Role.INSPECTOR)
    client.post(
        f"/hopkinton/cases/{file.number}/violation/ticket/",
        {**WRITTEN, "once": str(uuid4()), "hour": "2:20 pm"},
    )
    bare = opened(
        hall, "ticket", "issue_ticket", TODAY, [file], violated="2026-11-17",
        amount="100.00", offense="1", provision=SILT,
    )  # fmt: skip
    with tenancy.town(hall.town):
        written = Case.objects.filter(kind="ticket").exclude(pk=bare.pk).get()
    shown = words_of(client.get(f"/hopkinton/cases/{written.number}/ticket/"))
    assert "Offender Sample Builders" in shown
    assert "Wed Nov 18 2026, 2:20 pm" in shown
    assert "ask the court for a hearing Mon Dec 21 2026" in shown  # 21 days from Nov 30
    assert "missing" not in shown
    lacking = words_of(client.get(f"/hopkinton/cases/{bare.number}/ticket/"))
    assert lacking.count("missing") == 4  # offender, offense, place, signature
    assert client.get(f"/hopkinton/cases/{file.number}/ticket/").status_code == 404


def test_an_order_shows_what_it_says_and_what_is_missing(hall, file):
    order = opened(
        hall, "enforcement_order", "draft_order", date(2026, 11, 20), [file],
        keep={
            "contents": {"nature": "Silt leaves the site.", "commands": ["halt"]},
            "recipients": [{"kind": "owner", "name": "An Example Trust", "address": "1 Sample Way"}],
        },
    )  # fmt: skip
    client = hall.client(Role.INSPECTOR)
    where = f"/hopkinton/cases/{order.number}/order/"
    shown = words_of(client.get(where))
    assert shown.count("missing") == 3  # actions, deadline, that the town may do the work
    assert "Work is stopped" not in shown
    hall.act(order, "issue_order", date(2026, 11, 20), comply_by="2026-12-18")
    hall.act(order, "serve_order", date(2026, 11, 21), way="certified_mail", party="owner")
    hall.act(order, "extend_deadline", date(2026, 11, 25), until="2027-01-08")
    shown = words_of(client.get(where))
    assert shown.count("missing") == 2
    for words in (
        "Work is stopped", "Silt leaves the site.", "Halt all construction activities", "An Example Trust",
        "Certified mail, on the owner, Sat Nov 21 2026", "Last day Fri Jan 8 2027", file.number,
    ):  # fmt: skip
        assert words in shown, words
    assert client.get(f"/hopkinton/cases/{file.number}/order/").status_code == 404


def test_no_ticket_from_a_file_without_a_finding(hall):
    case = opened(hall, "violation", "report_violation", TODAY)
    where = f"/hopkinton/cases/{case.number}/violation/ticket/"
    assert hall.client(Role.INSPECTOR).get(where).status_code == 404


# ---------------------------------------------------------------- reports

SEEN = {
    "subject": "muddy_water", "address": "22 Sample Road", "words": "Brown water in the gutter.", "seen": "11/29/2026",
    "reporter": "A. Neighbor Example", "contact": "555-0100", "website": "",
}  # fmt: skip


def sent(client: Client, shown_before: int = 60, **more: Any) -> Any:
    mark = signing.dumps(time.time() - shown_before, salt="enforcement.report")
    return client.post("/hopkinton/report/", {**SEEN, "once": str(uuid4()), "shown": mark, **more})


def test_anyone_reports_without_an_account(hall):
    client = Client()
    assert client.get("/hopkinton/report/").status_code == 200
    photo = SimpleUploadedFile("gutter.png", b"\x89PNG\r\n\x1a\n" + b"0" * 64, "image/png")
    answer = sent(client, photo=photo)
    assert answer.status_code == 302
    with tenancy.town(hall.town):
        (case,) = Case.objects.all()
        (report,) = Report.objects.all()
        assert (case.stage, report.source, report.reporter) == ("reported", "web", "A. Neighbor Example")
        (document,) = Document.objects.all()
        assert not document.public
        assert "Neighbor" not in str([entry.facts for entry in hall.file(case).entries])
    assert case.number in words_of(client.get("/hopkinton/report/sent/"))
    assert mail.outbox == []


def test_a_report_and_its_reporter_are_not_for_the_public(hall):
    sent(Client())
    with tenancy.town(hall.town):
        (case,) = Case.objects.all()
    for where in ("register/", f"register/{case.number}/", f"cases/{case.number}/violation/"):
        answer = Client().get(f"/hopkinton/{where}")
        assert answer.status_code in (200, 302, 404)
        assert "Neighbor" not in answer.content.decode()
        assert "22 Sample Road" not in answer.content.decode()


@pytest.mark.parametrize("role", [*Role])
def test_only_who_looks_into_it_reads_who_reported(hall, role):
    sent(Client())
    with tenancy.town(hall.town):
        (case,) = Case.objects.all()
    shown = page(hall, case, role)
    looks = role in (Role.BOARD_ADMINISTRATOR, Role.PLANNER, Role.CHAIR, Role.INSPECTOR)
    assert ("A. Neighbor Example" in shown) is looks
    assert ("555-0100" in shown) is looks


@pytest.mark.parametrize("how", ["trap", "too fast", "no mark", "a day later", "another mark"])
def test_a_machine_is_not_taken_for_a_person(hall, how):
    client = Client()
    answer = {
        "trap": lambda: sent(client, website="http://spam.example"),
        "too fast": lambda: sent(client, shown_before=0),
        "no mark": lambda: sent(client, shown=""),
        "a day later": lambda: sent(client, shown=_old()),
        "another mark": lambda: sent(client, shown=signing.dumps(1.0, salt="other")),
    }[how]()
    assert answer.status_code == 422
    assert "send it once more" in words_of(answer)
    with tenancy.town(hall.town):
        assert not Case.objects.exists()


def _old() -> str:
    from unittest.mock import patch

    with patch("django.core.signing.time.time", return_value=time.time() - 25 * 3600):
        return signing.dumps(time.time() - 25 * 3600, salt="enforcement.report")


def test_a_flood_of_reports_stops(hall, monkeypatch):
    monkeypatch.setattr(reports, "MOST_AN_HOUR", 2)
    assert [sent(Client(), address=f"{n} Sample Road").status_code for n in range(3)] == [302, 302, 422]


def test_a_report_of_a_day_to_come_is_refused_and_a_repeated_one_is_one(hall):
    client, once = Client(), str(uuid4())
    assert sent(client, seen="12/01/2026").status_code == 422
    assert sent(client, once=once).status_code == 302
    assert sent(client, once=once).status_code == 302
    with tenancy.town(hall.town):
        assert (Case.objects.count(), Report.objects.count()) == (1, 1)


def test_markup_in_a_report_stays_text(hall):
    sent(Client(), words=MARKUP, reporter=MARKUP, address=f"1 {MARKUP}")
    with tenancy.town(hall.town):
        (case,) = Case.objects.all()
    answer = hall.client(Role.INSPECTOR).get(f"/hopkinton/cases/{case.number}/violation/")
    assert "<script>alert(1)" not in answer.content.decode()


def test_staff_are_offered_the_file_that_a_report_may_repeat(hall, file):
    client = hall.client(Role.PLANNER)
    hall.act(file, "find_violation", date(2026, 11, 25), violated="2026-11-25")
    given = {**SEEN, "source": "telephone", "address": "22  SAMPLE road.", "once": str(uuid4())}
    answer = client.post("/hopkinton/enforcement/report/", given)
    assert file.number in words_of(answer)
    with tenancy.town(hall.town):
        assert Case.objects.count() == 1
        assert not Report.objects.exists()
    added = client.post("/hopkinton/enforcement/report/", {**given, "onto": file.number})
    assert added["Location"] == f"/hopkinton/cases/{file.number}/violation/"
    new = client.post("/hopkinton/enforcement/report/", {**given, "onto": "new", "once": str(uuid4())})
    assert new.status_code == 302
    with tenancy.town(hall.town):
        assert (Case.objects.count(), Report.objects.count()) == (2, 2)


def test_another_place_is_another_file(hall, file):
    given = {**SEEN, "source": "counter", "address": "23 Sample Road", "once": str(uuid4())}
    assert hall.client(Role.PLANNER).post("/hopkinton/enforcement/report/", given).status_code == 302


def test_intake_is_for_the_counter(hall):
    assert hall.client(Role.MEMBER).get("/hopkinton/enforcement/report/").status_code == 403
    assert Client().get("/hopkinton/enforcement/report/").status_code == 302
    assert hall.client(Role.TOWN_CLERK).get("/hopkinton/enforcement/report/").status_code == 200


# ---------------------------------------------------------------- fines


def test_fines_are_added_up_with_reasons(hall):
    """design: Hopkinton, 3 days, 2 provisions: 1,400.00."""
    client = hall.client(Role.INSPECTOR)
    answer = client.get("/hopkinton/enforcement/fines/?first=2026-11-01&last=2026-11-03&provisions=2&prior=0")
    shown = words_of(answer)
    assert "$1,400.00 6 offenses" in shown
    assert "Each provision violated is a separate offense" in shown
    assert client.get("/hopkinton/enforcement/fines/").status_code == 200
    wrong = client.get("/hopkinton/enforcement/fines/?first=2026-11-03&last=2026-11-01&provisions=1&prior=0")
    assert wrong.status_code == 422
    assert "is after last" in words_of(wrong)


def test_a_finding_names_its_provisions(hall):
    case = opened(hall, "violation", "report_violation", TODAY)
    client = hall.client(Role.INSPECTOR)
    answer = client.get(f"/hopkinton/cases/{case.number}/record/find_violation/")
    assert "Stormwater Management Permit: work without it" in words_of(answer)
    where = f"/hopkinton/cases/{case.number}/record/find_violation/"
    none = client.post(where, {"on": "11/30/2026", "violated": "11/29/2026"})
    assert "Say which provision was violated" in words_of(none)


def test_another_towns_file_is_no_file_here(hall, grafton, file):
    answer = grafton.client(Role.INSPECTOR).get(f"/grafton/cases/{file.number}/violation/")
    assert answer.status_code == 404


def test_the_list_shows_open_files_with_what_follows(hall, file):
    client = hall.client(Role.INSPECTOR)
    opened(hall, "enforcement_order", "issue_order", date(2026, 11, 23), [file], comply_by="2026-12-18")
    opened(hall, "ticket", "issue_ticket", TODAY, [file], amount="100.00", offense="1", provision=SILT)
    other = opened(hall, "violation", "report_violation", date(2026, 11, 1))
    hall.act(other, "find_no_violation", date(2026, 11, 2))
    shown = words_of(client.get("/hopkinton/enforcement/"))
    assert f"{file.number} 22 Sample Road" in shown
    # the delivery of the ticket: 15 days from Nov 3
    assert "Cured Wed Nov 4 2026 1 1 Wed Nov 18 2026" in shown
    assert other.number not in shown
    assert other.number in words_of(client.get("/hopkinton/enforcement/?all=1"))
    assert "Enter a report" in shown
    assert "Enter a report" not in words_of(hall.client(Role.MEMBER).get("/hopkinton/enforcement/"))
    assert Client().get("/hopkinton/enforcement/").status_code == 302
