"""The form of an inspection at the desk: which one, its stage, and what failed."""

from __future__ import annotations

from typing import Any

import pytest

from permitting.inspections.forms import Visit
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.roles import Role


def filled(hall: TownHall, case: Any, **data: Any) -> Visit:
    with tenancy.town(hall.town):
        file = hall.file(case)
        form = Visit({"on": "11/30/2026", **data}, file=file, today=TODAY, actor=hall.actor(Role.INSPECTOR))
        form.is_valid()
    return form


@pytest.fixture
def case(norfolk: TownHall) -> Any:
    found = norfolk.case("permitted")
    norfolk.act(found, "request_inspection", TODAY, stage="bury")
    return found


def test_one_that_there_is_keeps_its_stage_and_a_new_one_needs_one(norfolk: TownHall, case: Any) -> None:
    again = filled(norfolk, case, inspection="1", stage="final", outcome="passed")
    assert again.facts() == {"inspection": 1, "stage": "bury", "outcome": "passed"}
    assert "stage" in filled(norfolk, case, inspection="new", outcome="passed").errors
    new = filled(norfolk, case, inspection="new", stage="final", outcome="awaiting", storm_seen="on")
    assert new.facts() == {"inspection": "new", "stage": "final", "outcome": "awaiting", "storm_seen": True}
    assert list(new.fields)[:4] == ["on", "at", "inspection", "stage"]


def test_what_failed_is_said_and_the_bylaws_grounds_stand_apart_from_departures(
    norfolk: TownHall, case: Any
) -> None:
    """§ 267-22 limits inadequacy of works built as called for to four examples."""
    assert "notes" in filled(norfolk, case, inspection="1", outcome="failed").errors
    form = filled(
        norfolk,
        case,
        inspection="new",
        stage="final",
        outcome="failed",
        faults=["erosive discharges from basins"],
    )
    assert len(form.fields["faults"].choices) == 4  # type: ignore[attr-defined]
    assert form.facts()["faults"] == ["erosive discharges from basins"]
    with tenancy.town(norfolk.town):
        told = norfolk.act(case, "record_visit", TODAY, **form.facts()).entry
    assert told.facts["inspection"] == 2
