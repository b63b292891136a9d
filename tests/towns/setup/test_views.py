"""A town's own settings: what is refused, what is shown before it is saved, what it moves, and what is written down."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.town_fixtures import MARKUP, TownHall
from towns.access import tenancy
from towns.models import ClosedDay, Membership, OutboxMessage, Person, SetupChange, Town
from towns.roles import Role

FACTS = {
    "name": "Norfolk", "office": "Town Hall", "colour": "#1a4480", "silence_confirmed_by": "town_clerk",
    "reminder_days": "14, 7, 3, 1, 0", "web_filings_count": "arrival",
}  # fmt: skip
GOOD_SEAL = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7H1z"/></svg>'


def admin(hall: TownHall) -> Client:
    return hall.client(Role.TOWN_ADMINISTRATOR)


def changed(hall: TownHall) -> list[tuple[str, str, str]]:
    with tenancy.town(hall.town):
        return list(SetupChange.objects.order_by("id").values_list("what", "before", "after"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"colour": "#ffee00"}, "too pale"),
        ({"colour": "red;}"}, "# and six digits"),
        ({"reminder_days": "soon"}, "whole numbers"),
        ({"silence_confirmed_by": "nobody"}, "not one of the available choices"),
        ({"name": ""}, "Name is required"),
    ],
)
def test_what_cannot_be_used_is_refused(norfolk: TownHall, changes: dict[str, str], words: str):
    answer = admin(norfolk).post("/norfolk/setup/town/", {**FACTS, **changes})

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert changed(norfolk) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty (0 bytes)"),
        (b"x" * 400_000, "KB"),
        (b"GIF89a not a picture", "not a picture"),
        (GOOD_SEAL.replace(b"<path", b"<script>alert(1)</script><path"), "script"),
        (GOOD_SEAL.replace(b"<path", b'<path onload="alert(1)"'), "reacts to events"),
        (GOOD_SEAL.replace(b"<path", b'<image href="https://evil.example/x.png"/><path'), "from outside"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + GOOD_SEAL, "document type"),
    ],
)
def test_a_seal_is_a_picture_and_nothing_else(norfolk: TownHall, data: bytes, words: str):
    answer = admin(norfolk).post(
        "/norfolk/setup/town/", {**FACTS, "seal": SimpleUploadedFile("seal.svg", data)}
    )

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Town.objects.get(pk=norfolk.town.pk).seal is None


def test_a_good_seal_is_served_as_a_picture_that_cannot_act(norfolk: TownHall):
    admin(norfolk).post("/norfolk/setup/town/", {**FACTS, "seal": SimpleUploadedFile("seal.svg", GOOD_SEAL)})

    answer = Client().get("/norfolk/seal")

    assert (answer.content, answer["Content-Type"]) == (GOOD_SEAL, "image/svg+xml")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert 'src="/norfolk/seal"' in Client().get("/norfolk/").content.decode()
    assert Client().get("/norfolk/seal", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_change_is_written_down_once_with_before_and_after(norfolk: TownHall):
    admin(norfolk).post(
        "/norfolk/setup/town/",
        {**FACTS, "phone": "508-555-0100", "office": "Town Hall", "hearing_room": "Room 105"},
    )

    assert changed(norfolk) == [("Telephone", "", "508-555-0100")]


def test_markup_in_the_settings_is_text(norfolk: TownHall):
    sent = {
        **FACTS,
        "name": MARKUP,
        "office": MARKUP,
        "phone": MARKUP[:40],
        "web_filing_rule": MARKUP,
        "hearing_room": MARKUP,
    }
    admin(norfolk).post("/norfolk/setup/town/", sent)

    for path in ("/", "/norfolk/", "/norfolk/apply/", "/norfolk/register/"):
        assert "<script>alert(1)" not in Client().get(path).content.decode()


def test_a_declared_day_is_shown_before_it_moves_anything(
    norfolk: TownHall, django_capture_on_commit_callbacks: Any
):
    case = norfolk.case("deliberation", closed=date(2026, 11, 12))  # final action due Thu Dec 3
    sent = {
        "on": "2026-12-03",
        "declared": "2026-11-30",
        "name": "Snow emergency",
        "cite": "Order of the Select Board",
    }
    client = admin(norfolk)

    page = client.post("/norfolk/setup/calendar/", {**sent, "closed_look": "1"}).content.decode()
    assert "Thu Dec 3 2026, running" in page
    assert "Fri Dec 4 2026, running" in page
    with tenancy.town(norfolk.town):
        assert not ClosedDay.objects.exists()
    assert norfolk.file(case).case.next_due == date(2026, 12, 3)

    with django_capture_on_commit_callbacks(execute=True):
        client.post("/norfolk/setup/calendar/", {**sent, "closed_save": "1"})
    assert norfolk.file(case).case.next_due == date(2026, 12, 4)
    assert changed(norfolk)[-1][0] == "Day declared closed"


SNOW = {
    "on": "2026-12-03",
    "declared": "2026-11-30",
    "name": "Snow emergency",
    "cite": "Order of the Select Board",
}
CALENDAR = "/norfolk/setup/calendar/"


def test_a_declared_day_is_withdrawn_with_a_reason(
    norfolk: TownHall, django_capture_on_commit_callbacks: Any
):
    case = norfolk.case("deliberation", closed=date(2026, 11, 12))  # final action due Thu Dec 3
    client = admin(norfolk)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(CALENDAR, {**SNOW, "closed_save": "1"})
    with tenancy.town(norfolk.town):
        pk = ClosedDay.objects.get().pk

    look = client.post(CALENDAR, {"day": pk, "reopen_look": "1"}).content.decode()
    assert "Fri Dec 4 2026, running" in look
    assert "Thu Dec 3 2026, running" in look
    assert client.post(CALENDAR, {"day": pk, "why": " ", "reopen_save": "1"}).status_code == 422
    assert norfolk.file(case).case.next_due == date(2026, 12, 4)

    sent = {"day": pk, "why": "The order was for Dec 10.", "reopen_save": "1"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(CALENDAR, sent).status_code == 302
    assert norfolk.file(case).case.next_due == date(2026, 12, 3)
    what, before, after = changed(norfolk)[-1]
    assert what == "Declaration of a closed day withdrawn"
    assert "Thu Dec 3 2026: Snow emergency (Order of the Select Board)" in before
    assert after == "The order was for Dec 10."
    assert client.post(CALENDAR, sent).status_code == 404


def test_declaring_a_day_names_the_hearings_set_for_it(norfolk: TownHall):
    case = norfolk.case("scheduled", hearing=date(2026, 12, 8))
    other = norfolk.case("scheduled", hearing=date(2026, 12, 15))

    page = admin(norfolk).post(CALENDAR, {**SNOW, "on": "2026-12-08", "closed_look": "1"}).content.decode()

    assert "1 hearing\nis set for that day" in page
    assert case.number in page.split("set for that day")[1].split("moves none of them")[0]
    assert other.number not in page.split("set for that day")[1].split("moves none of them")[0]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"name": "Closed Fridays"}, "speaks of every week"),
        ({"cite": "Every week by order"}, "speaks of every week"),
        (
            {"on": "2026-12-04"},
            "The counter has no hours on any Friday",
        ),  # Norfolk's counter: Monday to Thursday
        ({"on": "2026-12-10"}, "Another Thursday within four weeks"),
    ],
)
def test_a_weekday_typed_as_closed_is_asked_whether_counter_hours_are_meant(
    norfolk: TownHall, more: dict[str, str], words: str
):
    client = admin(norfolk)
    if more.get("on") == "2026-12-10":
        client.post(CALENDAR, {**SNOW, "closed_save": "1"})
    with tenancy.town(norfolk.town):
        before = ClosedDay.objects.count()
    sent = {**SNOW, **more}

    look = client.post(CALENDAR, {**sent, "closed_look": "1"}).content.decode()
    assert "Are these counter hours?" in look
    assert words in look
    assert client.post(CALENDAR, {**sent, "closed_save": "1"}).status_code == 422
    with tenancy.town(norfolk.town):
        assert ClosedDay.objects.count() == before

    assert client.post(CALENDAR, {**sent, "closed_save": "1", "not_hours": "1"}).status_code == 302
    with tenancy.town(norfolk.town):
        assert ClosedDay.objects.count() == before + 1


def test_a_single_day_is_not_asked_about_counter_hours(norfolk: TownHall):
    page = admin(norfolk).post(CALENDAR, {**SNOW, "closed_look": "1"}).content.decode()

    assert "Are these counter hours?" not in page


def test_saturday_is_shown_before_it_moves_anything(
    norfolk: TownHall, django_capture_on_commit_callbacks: Any
):
    case = norfolk.case("deliberation", closed=date(2026, 11, 14))  # day 21 is Sat Dec 5
    client = admin(norfolk)
    assert norfolk.file(case).case.next_due == date(2026, 12, 7)

    page = client.post("/norfolk/setup/calendar/", {"saturday_look": "1"}).content.decode()
    assert "Mon Dec 7 2026, running" in page
    assert "Sat Dec 5 2026, running" in page

    with django_capture_on_commit_callbacks(execute=True):
        client.post("/norfolk/setup/calendar/", {"saturday_save": "open"})
    assert norfolk.file(case).case.next_due == date(2026, 12, 5)


def test_a_reading_is_shown_before_it_is_chosen(norfolk: TownHall, django_capture_on_commit_callbacks: Any):
    case = norfolk.case("deliberation", closed=date(2026, 11, 14))
    with tenancy.town(norfolk.town):
        file = norfolk.file(case)
    doubt = next(d for key, d in file.law.open_readings.items() if "closed day" in d.question)
    other = next(key for key in doubt.choices if key != doubt.choice)
    client = admin(norfolk)

    page = client.get(f"/norfolk/setup/law/{doubt.key}/?choice={other}").content.decode()
    assert "Mon Dec 7 2026, running" in page
    assert norfolk.file(case).case.next_due == date(2026, 12, 7)

    where = f"/norfolk/setup/law/{doubt.key}/"
    assert client.post(where, {"choice": other, "decided_by": ""}).status_code == 422
    assert norfolk.file(case).case.next_due == date(2026, 12, 7)

    said = {"decided_by": "Town Counsel", "decided_on": "2026-11-27", "why": "Opinion 26-14."}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(where, {"choice": other, **said}).status_code == 302
    assert norfolk.file(case).case.next_due != date(2026, 12, 7)
    what, _before, after = changed(norfolk)[-1]
    assert what.startswith("Interpretation: ")
    assert "Decided by Town Counsel on Fri Nov 27 2026: Opinion 26-14." in after
    assert client.get(f"/norfolk/setup/law/{doubt.key}/?choice=nothing").status_code == 404


def test_an_invitation_makes_an_account_and_a_link(norfolk: TownHall):
    client = admin(norfolk)
    sent = {"name": "Nora New", "email": "Nora@norfolk.example", "role": "planner"}

    page = client.post("/norfolk/setup/people/", sent).content.decode()

    person = Person.objects.get(email="nora@norfolk.example")
    assert "/sign-in/set-password/" in page
    assert Membership.objects.get(person=person).role == Role.PLANNER
    with tenancy.town(norfolk.town):
        assert OutboxMessage.objects.get(to="nora@norfolk.example")
    assert client.post("/norfolk/setup/people/", sent).status_code == 422


def test_an_invitation_of_somebody_known_gives_no_link(norfolk: TownHall, grafton: TownHall):
    sent = {"name": "Any Name", "email": "planner@grafton.example", "role": "reviewer"}

    answer = admin(norfolk).post("/norfolk/setup/people/", sent, follow=True)

    assert "/sign-in/set-password/" not in answer.content.decode()
    assert "Grafton Planner (planner@grafton.example) had an account before" in answer.content.decode()


def test_the_last_administrator_keeps_the_role(norfolk: TownHall):
    client = admin(norfolk)
    row = Membership.objects.get(town=norfolk.town, role=Role.TOWN_ADMINISTRATOR)
    client.post("/norfolk/setup/people/take/", {"row": row.pk})
    assert Membership.objects.filter(pk=row.pk).exists()

    other = Membership.objects.get(town=norfolk.town, role=Role.TREASURER)
    client.post("/norfolk/setup/people/take/", {"row": other.pk})
    assert not Membership.objects.filter(pk=other.pk).exists()


def test_another_towns_rows_cannot_be_touched(norfolk: TownHall, grafton: TownHall):
    row = Membership.objects.get(town=grafton.town, role=Role.TREASURER)
    client = admin(norfolk)

    assert client.post("/norfolk/setup/people/take/", {"row": row.pk}).status_code == 404
    assert client.post("/norfolk/setup/people/link/", {"row": row.pk}).status_code == 404
    assert client.get("/norfolk/setup/boards/conservation_commission/").status_code == 404


def test_setup_needs_a_town_administrator_even_to_post(norfolk: TownHall, stranger: Client):
    posts: list[tuple[str, dict[str, Any]]] = [
        ("setup/town/", FACTS), ("setup/calendar/", {"saturday_save": "open"}), ("setup/people/", {"email": "x@y.example"}),
        ("setup/people/take/", {"row": "1"}), ("setup/law/fines_climb/", {"choice": "one_violation"}),
    ]  # fmt: skip
    for path, sent in posts:
        assert norfolk.client(Role.TOWN_CLERK).post(f"/norfolk/{path}", sent).status_code == 403
        assert stranger.post(f"/norfolk/{path}", sent).status_code == 404
    assert changed(norfolk) == []
