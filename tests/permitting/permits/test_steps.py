"""The permit: after a decision, after a certified silence, and never before either without somebody's reason."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.models import Permit
from tests.towns import docket
from towns.access import tenancy
from towns.clocks import sweep
from towns.models import Case, Clock, Party
from towns.record import door
from towns.roles import Role

PLANNER = door.Actor(None, frozenset({Role.PLANNER}))


@pytest.fixture
def silent(db) -> Case:
    docket.load()
    case = docket.at_deliberation(docket.town())
    sweep.sweep(docket.LAPSE)
    return case


def permit(case: Case) -> Permit:
    with tenancy.town(case.town_id):
        return Permit.objects.get(case=case)


def test_without_the_certificate_the_permit_waits_for_a_reason(silent):
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(silent, "issue_permit", date(2026, 12, 9), by=PLANNER, override="")
    (stop,) = stopped.value.stops
    assert (stop.key, stop.cite) == ("not_certified", "§ 267-18")

    done = docket.act(silent, "issue_permit", date(2026, 12, 9), by=PLANNER, override="Counsel advised so.")

    assert done.entry.facts["overridden"] == ["not_certified"]


def test_after_the_certificate_the_board_must_issue_and_the_permit_says_that_it_was_forced(silent):
    docket.act(silent, "certify_lapse", date(2026, 12, 8))
    with tenancy.town(silent.town_id):
        clock = Clock.objects.get(case=silent, name="must_issue")
    assert (clock.status, clock.due, clock.expires) == ("running", "", None)

    docket.act(silent, "issue_permit", date(2026, 12, 9), by=PLANNER, override="")

    assert permit(silent).forced
    assert permit(silent).issued == date(2026, 12, 9)
    assert docket.fresh(silent).stage == "permitted"


def test_after_a_decision_the_permit_is_not_forced(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    docket.act(case, "issue_permit", date(2026, 11, 24), by=PLANNER, override="")
    assert not permit(case).forced


def test_the_permit_names_the_owner_before_the_applicant(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    with tenancy.town(case.town_id):
        Party.objects.create(town=case.town, case=case, kind="applicant", name="Sample Builders LLC")
        Party.objects.create(town=case.town, case=case, kind="owner", name="Sample Trust")
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    docket.act(case, "issue_permit", date(2026, 11, 24))
    assert permit(case).permittee == "Sample Trust"


def test_no_permit_on_a_disapproval(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    docket.act(case, "decide", date(2026, 11, 20), outcome="disapproved")
    with pytest.raises(door.Impossible):
        docket.act(case, "issue_permit", date(2026, 11, 24))


def test_a_timely_decision_found_after_the_permit_leaves_the_permit(silent):
    """The record takes the lapse back; the permit was issued all the same, now on the decision."""
    docket.act(silent, "certify_lapse", date(2026, 12, 8))
    docket.act(silent, "issue_permit", date(2026, 12, 9))
    docket.act(silent, "decide", date(2026, 11, 24), today=date(2026, 12, 14), outcome="approved")
    assert docket.fresh(silent).stage == "permitted"
    assert docket.ledger(silent)[-1] == ("taken_back", "2026-12-14")


def test_a_timely_disapproval_found_after_the_permit_is_kept_with_its_defect(silent):
    docket.act(silent, "certify_lapse", date(2026, 12, 8))
    docket.act(silent, "issue_permit", date(2026, 12, 9))

    done = docket.act(silent, "decide", date(2026, 11, 24), today=date(2026, 12, 14), outcome="disapproved")

    assert "permit_stands" in done.entry.facts["defects"]
    assert [entry.name for entry in done.also] == ["taken_back"]
    assert docket.fresh(silent).stage == "permitted"


def test_no_permit_is_issued_on_a_disapproval(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    docket.act(case, "decide", date(2026, 11, 24), outcome="disapproved")

    with pytest.raises(door.Impossible, match="no permit to issue"):
        docket.act(case, "issue_permit", date(2026, 11, 25))


def test_the_as_built_year_runs_from_the_completion_of_the_work(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    docket.act(case, "issue_permit", date(2026, 11, 24))
    docket.act(case, "record_work", date(2027, 6, 15))
    with tenancy.town(case.town_id):
        clock = Clock.objects.get(case=case, name="as_built")
    assert (clock.status, clock.due) == ("running", "2028-06-15")
    docket.act(case, "record_as_built", date(2028, 6, 15))
    with tenancy.town(case.town_id):
        assert Clock.objects.get(case=case, name="as_built").status == "met"
