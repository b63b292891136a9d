"""Trying dates: the page, the address that can be shared, and the same answers as the command gives."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.core.management import call_command

from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import ClosedDay

STORIES = [
    ("stormwater_permit", []),
    ("stormwater_permit", ["complete=2026-09-08", "hearing_closed=2026-11-05"]),
    ("stormwater_permit", ["hearing_scheduled=2026-09-20:for=2026-10-13T19:00", "notices_mailed=2026-10-06"]),
    ("stormwater_permit", ["hearing_closed=2026-11-05",
                           "extension_agreed=2026-11-20:clock=decide:until=2026-12-15:filed=2026-11-20"]),
    ("stormwater_permit", ["hearing_closed=2026-10-05", "hearing_reopened=2026-10-20", "hearing_closed=2026-11-12"]),
    ("enforcement_order", ["order_issued=2026-06-04:comply_by=2026-07-01"]),
]  # fmt: skip


@pytest.mark.parametrize(("matter", "told"), STORIES)
def test_json_is_what_the_command_prints(norfolk: TownHall, matter: str, told: list[str]):
    said = StringIO()
    call_command("deadlines", "norfolk", matter, *told, "--on", "2026-11-30", "--json", stdout=said)
    query = urlencode([("matter", matter), ("on", "2026-11-30"), *(text.split("=", 1) for text in told)])

    answer = norfolk.client().get(f"/norfolk/deadlines.json?{query}")

    assert answer["Content-Type"] == "application/json"
    assert answer.json() == json.loads(said.getvalue())


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("matter=nothing", "has no matter 'nothing'"),
        ("matter=stormwater_permit&hearing_closed=2026-02-30", "is not a day"),
        ("matter=stormwater_permit&hearing_shut=2026-02-03", "is not an event"),
        ("matter=stormwater_permit&hearing_closed=2026-02-03:colour=red", "is not a fact"),
        ("matter=stormwater_permit&on=soon", "is not a day"),
        ("matter=stormwater_permit&" + "&".join(["hearing_opened=2026-01-01"] * 300), "more than 200"),
    ],
)
def test_bad_input_is_named(norfolk: TownHall, query: str, words: str):
    client = norfolk.client()
    answer = client.get(f"/norfolk/deadlines.json?{query}")
    assert answer.status_code == 400
    assert words in answer.json()["error"]

    page = client.get(f"/norfolk/try-dates/?{query}")
    assert page.status_code == 400


def test_a_form_full_of_blanks_becomes_an_address_to_share(norfolk: TownHall):
    sent = {
        "matter": "stormwater_permit", "on": "2026-11-30", "complete": "", "hearing_scheduled": "2026-11-20",
        "hearing_scheduled.for": "2026-12-15T19:00", "hearing_closed": "", "extension_agreed": "", "extension_agreed.clock": "",
    }  # fmt: skip
    answer = norfolk.client().get("/norfolk/try-dates/", sent)

    assert answer["Location"] == (
        "?matter=stormwater_permit&on=2026-11-30&hearing_scheduled=2026-11-20:for%3D2026-12-15T19:00#clocks"
    )
    page = norfolk.client().get("/norfolk/try-dates/" + answer["Location"]).content.decode()
    assert "Tue Dec 8 2026" in page
    assert 'value="2026-12-15T19:00"' in page


def test_the_towns_own_closed_days_and_readings_count(norfolk: TownHall):
    with tenancy.town(norfolk.town):
        ClosedDay.objects.create(
            town=norfolk.town, on=date(2026, 12, 15), name="Snow", cite="Order", declared=date(2026, 12, 1)
        )
    query = "matter=stormwater_permit&on=2026-12-10&hearing_closed=2026-11-24"

    clocks = {c["clock"]: c for c in norfolk.client().get(f"/norfolk/deadlines.json?{query}").json()}

    assert (clocks["decide"]["strict"], clocks["decide"]["due"]) == ("2026-12-15", "2026-12-16")


@pytest.mark.parametrize("slug", ["norfolk", "grafton"])
def test_every_matter_has_a_page(norfolk: TownHall, grafton: TownHall, slug: str):
    hall = {"norfolk": norfolk, "grafton": grafton}[slug]
    from towns.law import schema

    for matter in schema.load(slug).matters:
        assert hall.client().get(f"/{slug}/try-dates/?matter={matter}").status_code == 200
