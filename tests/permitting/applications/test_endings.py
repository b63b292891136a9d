"""How filings end that nobody decides, and a withdrawal that comes after the decision."""

from __future__ import annotations

from datetime import date

import pytest

from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import Case
from towns.record import door

DAY = date(2026, 11, 20)


def test_a_filing_that_never_became_complete_is_given_up_with_notice(norfolk: TownHall) -> None:
    case = norfolk.case("incomplete")
    with pytest.raises(door.SoftStops, match="told not at all"):
        norfolk.act(case, "abandon", DAY, override="", why="Nothing came.")

    done = norfolk.act(case, "abandon", DAY, override="", notice_given="2026-10-01", why="Nothing came.")

    file = norfolk.file(case)
    assert (file.case.stage, file.case.closed) == ("abandoned", True)
    assert "defects" not in done.entry.facts
    assert {reading.status for reading in file.readings(DAY)} <= {"void", "met", "missed"}


def test_a_double_names_the_case_that_goes_on(norfolk: TownHall) -> None:
    first, second = (
        norfolk.case("filed"),
        norfolk.case("complete", filed=date(2026, 11, 2), complete=date(2026, 11, 2)),
    )
    with pytest.raises(door.Impossible, match="no other case of this town"):
        norfolk.act(second, "find_duplicate", DAY, to_case="SMP-1999-0001")
    with pytest.raises(door.Impossible, match="no other case"):
        norfolk.act(second, "find_duplicate", DAY, to_case=second.number)

    norfolk.act(second, "find_duplicate", DAY, to_case=first.number)

    file = norfolk.file(second)
    assert file.case.stage == "duplicate"
    assert all(reading.status in ("void", "met") for reading in file.readings(date(2027, 3, 1)))
    with tenancy.town(norfolk.town):
        door.settle_case(second, today=date(2027, 3, 1))
    assert not norfolk.file(second).has("overdue")


def test_a_filing_under_the_wrong_kind_of_business_goes_on_as_a_new_case(norfolk: TownHall) -> None:
    case = norfolk.case("filed", keep={"description": "A drywell."})

    norfolk.act(case, "move_to_matter", DAY, to_matter="groundwater_permit")

    file = norfolk.file(case)
    moved = file.last("moved_to")
    assert moved is not None
    with tenancy.town(norfolk.town):
        other = Case.objects.get(number=moved.facts["to_case"])
    new = norfolk.file(other)
    assert (file.case.stage, new.case.matter, new.case.stage) == ("moved", "groundwater_permit", "filed")
    assert new.story[0].facts["from_case"] == case.number
    assert new.story[0].on == file.story[0].on
    assert new.principal.description == "A drywell."  # type: ignore[attr-defined]


def test_a_withdrawal_after_the_decision_is_recorded_with_its_defect(norfolk: TownHall) -> None:
    case = norfolk.case("approved")
    with pytest.raises(door.SoftStops, match="decision stays on record"):
        norfolk.act(case, "withdraw", date(2026, 11, 30), override="")

    done = norfolk.act(case, "withdraw", date(2026, 11, 30))

    assert done.entry.facts["defects"] == ["after_decision"]
    assert norfolk.file(case).case.stage == "withdrawn"


def test_a_second_vote_reconsiders_the_first_and_both_stay(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    norfolk.act(case, "record_vote", date(2026, 11, 17), outcome="disapproved", motion="Moved to deny.")
    norfolk.act(
        case, "record_vote", date(2026, 11, 24), outcome="approved", motion="Moved to reconsider and approve."
    )

    file = norfolk.file(case)
    assert [entry.outcome for entry in file.story if entry.name == "voted"] == ["disapproved", "approved"]
    assert file.case.stage == "deliberation"
    assert next(r for r in file.readings(date(2026, 11, 24)) if r.clock == "decide").status == "running"
