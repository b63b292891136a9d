"""A filing lays out what the bylaw asks for, and completeness starts the law's time from the day of the last piece."""

from __future__ import annotations

from datetime import date

import pytest

from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, Clock, Party, Task
from towns.record import door
from towns.roles import Role

PLANNER = door.Actor(None, frozenset({Role.PLANNER}))


@pytest.fixture
def norfolk(db):
    docket.load()
    return docket.town()


def clock(case: Case, name: str) -> tuple[str, str]:
    with tenancy.town(case.town_id):
        row = Clock.objects.get(case=case, name=name)
    return row.status, row.due


def test_a_filing_lays_out_the_bylaws_checklist_with_its_sections(norfolk):
    case = docket.file(norfolk)
    with tenancy.town(norfolk):
        tasks = list(Task.objects.filter(case=case, group="filing"))
    assert tasks
    assert all("267" in task.cite for task in tasks)
    assert {"application_package", "clerk_set"} <= {task.key for task in tasks}


def test_filing_again_lays_out_nothing_twice(norfolk):
    case = docket.file(norfolk)
    with tenancy.town(norfolk):
        before = Task.objects.filter(case=case).count()
    docket.act(case, "find_incomplete", date(2026, 9, 10))
    docket.act(case, "file", date(2026, 9, 15))
    with tenancy.town(norfolk):
        assert Task.objects.filter(case=case).count() == before


def test_parties_are_kept_beside_the_ledger(norfolk):
    party = {"kind": "applicant", "name": "Sample Builders LLC", "address": "1 Main Street"}
    case = docket.file(norfolk, keep={"parties": [party], "disturbed_sqft": 50_000})
    with tenancy.town(norfolk):
        assert Party.objects.get(case=case).name == "Sample Builders LLC"
    assert docket.ledger(case) == [("filed", "2026-09-08")]


def test_complete_counts_from_the_last_piece_and_not_from_the_day_it_was_found(norfolk):
    case = docket.file(norfolk, date(2026, 9, 8))
    docket.act(case, "find_complete", date(2026, 9, 10), today=date(2026, 9, 21), found_on=date(2026, 9, 21))
    assert clock(case, "hold_hearing") == ("running", "2026-10-26")  # 45 days from Sep 10 is Sun Oct 25


def test_unticked_things_stop_softly(norfolk):
    case = docket.file(norfolk)
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "find_complete", date(2026, 9, 10), by=PLANNER, override="")
    assert [stop.key for stop in stopped.value.stops] == ["checklist"]
    with tenancy.town(norfolk):
        Task.objects.filter(case=case).update(done=date(2026, 9, 9))
    docket.act(case, "find_complete", date(2026, 9, 10), by=PLANNER, override="")


def test_returned_as_incomplete_stops_no_clock_that_has_started(norfolk):
    """Only a written agreement moves a clock; an incomplete file does not (massplanners 2022-November/001929)."""
    case = docket.file(norfolk)
    docket.act(case, "find_complete", date(2026, 9, 8))
    docket.act(case, "find_incomplete", date(2026, 9, 20))
    assert clock(case, "hold_hearing") == ("running", "2026-10-23")


def test_a_special_permits_time_starts_with_the_stamp(norfolk):
    ludlow = docket.town("ludlow")
    case = docket.file(ludlow, date(2026, 3, 1), matter="special_permit")
    docket.act(case, "find_incomplete", date(2026, 3, 5))
    assert clock(case, "hold_hearing") == ("running", "2026-05-05")  # day 65


def test_a_town_without_that_business_refuses_it_at_its_field(norfolk):
    with tenancy.town(norfolk), pytest.raises(door.Impossible) as refusal:
        door.open_case(
            town=norfolk,
            matter="special_permit",
            by=docket.ANYBODY,
            on=date(2026, 9, 8),
            today=date(2026, 9, 8),
        )
    assert refusal.value.field == "matter"
    with tenancy.town(norfolk):
        assert not Case.objects.exists()


def test_a_permit_that_expired_is_held_until_the_officer_confirms_it(db):
    docket.load()
    grafton = docket.town("grafton")
    case = docket.file(grafton, date(2026, 3, 2))
    docket.act(case, "find_complete", date(2026, 3, 2))
    docket.act(case, "decide", date(2026, 4, 1), outcome="approved")
    docket.act(case, "issue_permit", date(2026, 4, 6))
    with tenancy.town(grafton):
        door.settle_case(case, today=date(2029, 4, 7))  # Art. 35 § 5d: three years from the day it was issued
    assert docket.ledger(case)[-1] == ("expired", "2029-04-07")
    assert docket.fresh(case).held

    docket.act(case, "certify_lapse", date(2029, 4, 9))

    assert not docket.fresh(case).held
    assert docket.fresh(case).stage == "permitted"
