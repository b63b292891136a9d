"""The page of letters: who may, what is kept, what comes back, and what is made."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.town_fixtures import MARKUP, TownHall
from tests.towns.papers.reading import reader
from towns.access import tenancy
from towns.mailing import jobs
from towns.models import Case, Mailing, Party
from towns.roles import Role

GOOD = "Ann Example\n12 Main Street\nNorfolk, MA 02056"
BAD = "Bo Sample\n9 Elm Street"
LETTERHEAD = {
    "phone": "508-555-0100", "see_plans": "Planning office.", "how_to_comment": "In person or in writing.",
    "accommodation": "Call the planning office.",
}  # fmt: skip


@pytest.fixture
def case(norfolk: TownHall) -> Case:
    """A case whose hearing is set, with an owner and a description, in a town with a letterhead."""
    for name, value in LETTERHEAD.items():
        setattr(norfolk.town, name, value)
    norfolk.town.save()
    found = norfolk.case("scheduled")
    with tenancy.town(norfolk.town):
        Party.objects.create(
            town=norfolk.town, case=found, kind=Party.Kind.OWNER, name="Stony Brook Realty Trust"
        )
    return found


def address(case: Case, more: str = "") -> str:
    return f"/norfolk/cases/{case.number}/letters/{more}"


def abutters(hall: TownHall, case: Case) -> list[str]:
    with tenancy.town(hall.town):
        return [party.name for party in jobs.abutters(case)]


def add(client: Client, case: Case, names: str, **more: Any) -> Any:
    return client.post(address(case), {"do": "add", "names": names, **more})


def make(client: Client, case: Case, **more: Any) -> Any:
    sent = {"do": "make", "once": str(uuid4()), "written": "11/30/2026", "reason": "no seal on file", **more}
    return client.post(address(case), sent)


def test_good_rows_are_kept_and_bad_ones_come_back_as_typed(norfolk: TownHall, case: Case) -> None:
    response = add(norfolk.client(), case, f"{GOOD}\n\n{BAD}")
    assert response.status_code == 422
    html = response.content.decode()
    assert "1 row is to mend" in html
    assert "1 name was kept." in html
    assert "The address is too short" in html
    assert f">\n{BAD}</textarea>" in html
    assert "Ann Example" not in html.split("<textarea")[1].split("</textarea>")[0]
    assert "Nothing was saved" not in html
    assert abutters(norfolk, case) == ["Ann Example"]
    mended = add(norfolk.client(), case, f"{BAD}\nNorfolk, MA 02056")
    assert mended.status_code == 302
    assert abutters(norfolk, case) == ["Ann Example", "Bo Sample"]


def test_sending_the_same_list_twice_adds_nobody_twice(norfolk: TownHall, case: Case) -> None:
    add(norfolk.client(), case, GOOD)
    html = add(norfolk.client(), case, GOOD).content.decode()
    assert "is on the case already" in html
    assert abutters(norfolk, case) == ["Ann Example"]


def test_a_file_is_read_as_a_table(norfolk: TownHall, case: Case) -> None:
    data = "Name,Address,City,State,Zip\nJosé Muestra,9 Elm St,Norfolk,MA,2056\n".encode("cp1252")
    response = add(norfolk.client(), case, "", file=SimpleUploadedFile("list.csv", data))
    assert "the ZIP code 2056 was read as 02056" in response.content.decode()
    assert abutters(norfolk, case) == ["José Muestra"]


@pytest.mark.parametrize(
    ("names", "data", "says"),
    [
        ("", None, "The list is empty"),
        ("", b"PK\x03\x04 workbook", "This is a workbook"),
        (GOOD, GOOD.encode(), "not both at once"),
        ("", b"", "The list is empty"),
    ],
)
def test_what_is_no_list_is_said_at_its_field(
    norfolk: TownHall, case: Case, names: str, data: bytes | None, says: str
) -> None:
    files = {"file": SimpleUploadedFile("list.csv", data)} if data is not None else {}
    response = add(norfolk.client(), case, names, **files)
    assert response.status_code == 422
    assert says in response.content.decode()
    assert abutters(norfolk, case) == []


def test_markup_in_a_name_stays_words(norfolk: TownHall, case: Case) -> None:
    html = add(norfolk.client(), case, f"{MARKUP}\n\n{GOOD}").content.decode()
    assert "<script>alert" not in html


def test_from_the_list_to_the_documents(
    norfolk: TownHall, case: Case, django_capture_on_commit_callbacks: Any
) -> None:
    client = norfolk.client()
    add(client, case, f"{GOOD}\n\n=Bo Sample\n9 Elm Street\nNorfolk, MA 02056")
    assert "Make 2 letters" in client.get(address(case)).content.decode()
    assert "Ann Example" in client.get(address(case, "example/")).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        begun = make(client, case, certified="11/20/2026")
    assert begun.status_code == 302, begun.content.decode()
    html = client.get(begun["Location"]).content.decode()
    assert "The letters are made" in html
    assert "/record/record_mailed/" in html
    pdf = client.get(f"{begun['Location']}1.pdf")
    assert pdf["Content-Type"] == "application/pdf"
    pages = reader(pdf.content).pages
    assert len(pages) == 2
    assert "certified by the Assessors on November" in " ".join(pages[0].extract_text().split())
    rows = list(
        csv.reader(io.StringIO(client.get(f"{begun['Location']}list.csv").content.decode("utf-8-sig")))
    )
    assert rows[1][:4] == ["1", "Ann Example", "12 Main Street", "Norfolk, MA 02056"]
    assert rows[2][1] == "'=Bo Sample"


def test_two_clicks_are_one_printing(norfolk: TownHall, case: Case) -> None:
    client = norfolk.client()
    add(client, case, GOOD)
    once = str(uuid4())
    assert make(client, case, once=once)["Location"] == make(client, case, once=once)["Location"]
    with tenancy.town(norfolk.town):
        assert Mailing.objects.count() == 1


def test_while_they_are_made_the_page_says_how_far_and_can_be_looked_at_again(
    norfolk: TownHall, case: Case
) -> None:
    client = norfolk.client()
    add(client, case, GOOD)
    html = client.get(make(client, case)["Location"]).content.decode()
    assert "0 of 1</b> so far" in html
    assert '<a href="./">Look again</a>' in html
    assert 'http-equiv="refresh"' not in html


def test_a_missing_seal_asks_for_a_reason(norfolk: TownHall, case: Case) -> None:
    client = norfolk.client()
    add(client, case, GOOD)
    response = make(client, case, reason="")
    assert response.status_code == 422
    assert "The town seal is missing." in response.content.decode()
    assert "give a reason to print the letters all the same" in response.content.decode()


def test_without_a_hearing_there_is_nothing_to_write(norfolk: TownHall) -> None:
    case = norfolk.case("complete")
    client = norfolk.client()
    add(client, case, GOOD)
    assert "No hearing is set" in client.get(address(case)).content.decode()
    assert make(client, case).status_code == 302
    with tenancy.town(norfolk.town):
        assert not Mailing.objects.exists()


def test_who_may(norfolk: TownHall, grafton: TownHall, stranger: Client, case: Case) -> None:
    add(norfolk.client(), case, GOOD)
    begun = make(norfolk.client(), case)["Location"]
    for page in (address(case), begun, f"{begun}list.csv", address(case, "example/")):
        assert Client().get(page).status_code == 302
        assert stranger.get(page).status_code == 404
        assert grafton.client().get(page).status_code == 404
        assert grafton.client().get(page.replace("/norfolk/", "/grafton/")).status_code == 404
    member = norfolk.client(Role.MEMBER)
    assert member.get(address(case)).status_code == 200
    assert add(member, case, f"{BAD}\nNorfolk, MA 02056").status_code == 403
    assert make(member, case).status_code == 403
    assert member.post(f"{begun}again/").status_code == 403
    assert abutters(norfolk, case) == ["Ann Example"]


def test_what_was_typed_outlives_a_sign_in_that_ran_out(norfolk: TownHall, case: Case) -> None:
    client = Client()
    assert add(client, case, BAD).status_code == 302
    client.force_login(norfolk.people[Role.BOARD_ADMINISTRATOR])
    assert BAD in client.get(address(case)).content.decode()


def test_another_cases_letters_are_not_here(norfolk: TownHall, case: Case) -> None:
    client = norfolk.client()
    add(client, case, GOOD)
    pk = make(client, case)["Location"].rstrip("/").rsplit("/", 1)[1]
    other = norfolk.case("scheduled", title="Another")
    for more in ("", "list.csv", "1.pdf"):
        assert client.get(address(other, f"{pk}/{more}")).status_code == 404
