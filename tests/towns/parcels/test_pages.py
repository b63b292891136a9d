"""The page of a parcel: everything for staff, for anyone what is public, found however map and lot are written."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import Case, Town
from towns.parcels import panels
from towns.parcels.panels import ParcelLine, ParcelPanel
from towns.record.disclosure import BEING_CHECKED


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.parametrize("said", ["Map 14, Lot 52", "14-52", "M14 L52", "14 52", "map 014 lot 052"])
def test_a_parcel_is_found_however_it_is_written(norfolk: TownHall, said: str) -> None:
    norfolk.case("filed")
    answer = Client().get("/norfolk/parcels/", {"q": said})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/norfolk/parcels/14-52/")


def test_another_spelling_in_the_address_leads_to_the_one(norfolk: TownHall) -> None:
    assert Client().get("/norfolk/parcels/M14 L52/").headers["Location"] == "/norfolk/parcels/14-52/"
    assert Client().get("/norfolk/parcels/nothing/").status_code == 404


def test_the_page_holds_the_parcels_cases_and_no_others(norfolk: TownHall) -> None:
    here = norfolk.case("filed", title="Stony Brook Estates", map_lot="Map 14, Lots 51 and 52")
    other = norfolk.case("filed", title="Another lot", map_lot="Map 14 Lot 520")
    third = norfolk.case("filed", title="A third lot", map_lot="Map 52 Lot 14")
    page = text(norfolk.client().get("/norfolk/parcels/14-52/"))
    assert here.number in page
    assert other.number not in page
    assert third.number not in page


def test_things_alive_in_a_case_are_named_for_staff(norfolk: TownHall) -> None:
    norfolk.case("hearing")
    assert "Hearing 1: open" in text(norfolk.client().get("/norfolk/parcels/14-52/"))


def test_anyone_reads_public_cases_alone_and_of_a_held_one_one_sentence(norfolk: TownHall) -> None:
    held = norfolk.case("deemed")
    draft = norfolk.case("filed", title="Not public yet")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=draft.pk).update(stage="draft")
    page = text(Client().get("/norfolk/parcels/14-52/"))
    assert held.number in page
    assert BEING_CHECKED in page
    assert "Deemed" not in page
    assert draft.number not in page
    assert draft.number in text(norfolk.client().get("/norfolk/parcels/14-52/"))


def test_a_street_that_only_a_draft_names_is_not_found_outside(norfolk: TownHall) -> None:
    draft = norfolk.case("filed", address="9 Secret Lane")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=draft.pk).update(stage="draft")
    assert "No parcel found" in text(Client().get("/norfolk/parcels/?q=secret"))
    assert "Map 14, Lot 52" in text(norfolk.client().get("/norfolk/parcels/?q=secret"))


def test_staff_of_another_town_are_anyone_here(norfolk: TownHall, grafton: TownHall) -> None:
    draft = norfolk.case("filed")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=draft.pk).update(stage="draft")
    assert draft.number not in text(grafton.client().get("/norfolk/parcels/14-52/"))
    assert "No public case" in text(
        grafton.client().get("/grafton/parcels/14-52/")
    ) or "Nothing is on file" in text(grafton.client().get("/grafton/parcels/14-52/"))


def test_a_departments_lines_and_its_tied_cases_are_for_staff(norfolk: TownHall, monkeypatch) -> None:
    tied = norfolk.case("filed", map_lot="")

    def lines(town: Town, key: str, day: date) -> list[ParcelLine]:
        return [ParcelLine(f"Line of {key}", "note", tag="late", tag_words="3 days overdue")]

    monkeypatch.setattr(panels, "_PANELS", {"x": ParcelPanel("x", "Kept up", lines, lambda key: [tied.pk])})
    page = text(norfolk.client().get("/norfolk/parcels/14-52/"))
    assert tied.number in page
    assert "Line of 14-52" in page
    outside = text(Client().get("/norfolk/parcels/14-52/"))
    assert "Line of" not in outside


def test_a_key_of_panels_stands_once() -> None:
    with pytest.raises(ValueError, match="already"):
        panels.declare(ParcelPanel("om_duties", "Another", lambda town, key, day: ()))
