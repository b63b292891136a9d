"""A release: how soon it must be reported, what the page says of the town's and the state's time, and what cannot be."""

from datetime import date, time

import pytest

from enforcement.discharges.models import Spill
from tests.town_fixtures import MARKUP, TODAY, TownHall
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.models import Case
from towns.record import disclosure, door
from towns.roles import Role

KNOWN = date(2026, 11, 25)


def released(hall: TownHall, outcome: str = "hazardous", **kept: str) -> Case:
    with tenancy.town(hall.town):
        return door.open_case(
            town=hall.town,
            matter="spill",
            by=hall.actor(Role.INSPECTOR),
            on=KNOWN,
            at=time(14, 30),
            today=TODAY,
            address="0 Any Road",
            keep=kept,
            outcome=outcome,
        ).case


def page_of(hall: TownHall, case: Case) -> str:
    return words_of(hall.client().get(f"/norfolk/cases/{case.number}/release/"))


def test_the_page_says_whom_to_tell_in_the_bylaws_words_and_keeps_the_states_time_apart(
    norfolk: TownHall,
) -> None:
    case = released(norfolk, material="Heating oil", quantity="40 gallons", reached="A catch basin")
    said = page_of(norfolk, case)
    assert "Heating oil" in said
    assert "shall immediately notify the municipal Fire and Police Departments" in said
    assert "310 CMR 40.0300" in said
    assert "No notice to the state is entered" in said

    norfolk.act(case, "notify_state_of_release", KNOWN, at=time(15, 45), release_number="4-0000000")
    norfolk.act(case, "report_release", KNOWN, way="telephone")
    said = page_of(norfolk, case)
    assert "tracking number 4-0000000" in said
    assert "By telephone" in said
    assert "written confirmation of all telephone, facsimile or in-person notifications" in said


def test_what_is_not_hazardous_is_not_the_states_business_here(norfolk: TownHall) -> None:
    said = page_of(norfolk, released(norfolk, "nonhazardous"))
    assert "310 CMR" not in said
    assert "no later than the next business day" in said


def test_the_states_time_is_no_clock_of_the_town(norfolk: TownHall) -> None:
    names = {clock.name for clock in norfolk.file(released(norfolk)).matter.clocks}
    assert names == {"report_hazardous", "report", "confirm"}


@pytest.mark.parametrize("outcome", ["", "unknown", "approved"])
def test_a_release_is_hazardous_or_not(norfolk: TownHall, outcome: str) -> None:
    with pytest.raises(door.Impossible) as refusal:
        released(norfolk, outcome)
    assert refusal.value.field == "outcome"


def test_a_file_closed_without_the_confirmation_carries_it(norfolk: TownHall) -> None:
    case = released(norfolk)
    with pytest.raises(door.SoftStops):
        norfolk.act(case, "close_release", TODAY, override="")
    done = norfolk.act(case, "close_release", TODAY)
    assert done.entry.facts["defects"] == ["not_confirmed_before"]
    assert norfolk.file(case).stage == "closed"


def test_what_people_told_stays_out_of_the_ledger_and_out_of_the_register(norfolk: TownHall) -> None:
    case = released(norfolk, responsible="A. Example", material=MARKUP)
    with tenancy.town(norfolk.town):
        assert Spill.objects.get().responsible == "A. Example"
        assert not Case.objects.filter(disclosure.public_cases()).exists()
    assert "Example" not in str([dict(entry.facts) for entry in norfolk.file(case).entries])
    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/release/")
    assert MARKUP not in answer.content.decode()


def test_the_page_is_for_releases(norfolk: TownHall) -> None:
    permit = norfolk.case()
    assert norfolk.client().get(f"/norfolk/cases/{permit.number}/release/").status_code == 404
