"""Inspections: who may enter them, what they are about, and what stands once they are corrected."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.models import Inspection, InspectionReport
from tests.towns import docket
from towns.access import tenancy
from towns.cases import defects
from towns.models import Case
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import APPLICANT, Role

INSPECTOR = door.Actor(None, frozenset({Role.INSPECTOR}))
APPLICANTS = door.Actor(None, frozenset({APPLICANT}))
MEMBER = door.Actor(None, frozenset({Role.MEMBER}))
DAY = date(2026, 11, 10)


@pytest.fixture
def case(db) -> Case:
    docket.load()
    return docket.at_deliberation(docket.town())


def inspections(case: Case) -> list[tuple[int, str, str]]:
    with tenancy.town(case.town_id):
        return [(row.number, row.stage, str(row.state)) for row in Inspection.objects.filter(case=case)]


def test_a_visit_may_be_entered_straight_as_held_and_keeps_the_report(case):
    docket.act(
        case, "record_visit", DAY, by=INSPECTOR, stage="routine", outcome="passed_with_items",
        mend_by=date(2026, 11, 17),
        keep={"inspector": "Sample Inspector", "weather": "Rain", "items": [{"key": "inlets", "rating": "maintenance"}]},
    )  # fmt: skip
    assert inspections(case) == [(1, "routine", "passed_with_items")]
    with tenancy.town(case.town_id):
        report = InspectionReport.objects.get(case=case)
        row = Inspection.objects.get(case=case)
    assert (report.inspector, report.to_do, report.inspection) == (
        "Sample Inspector", [{"key": "inlets", "rating": "maintenance"}], 1,
    )  # fmt: skip
    assert (row.held_on, row.mend_by) == (DAY, date(2026, 11, 17))


def test_what_failed_is_inspected_again_under_its_number_and_a_passed_one_is_not_reopened(case):
    for on, outcome in ((DAY, "failed"), (date(2026, 11, 12), "passed"), (date(2026, 11, 13), "failed")):
        docket.act(case, "record_visit", on, stage="erosion", outcome=outcome)
    assert inspections(case) == [(1, "erosion", "passed"), (2, "erosion", "failed")]


def test_a_stage_does_not_take_up_the_inspection_of_another(case):
    docket.act(case, "request_inspection", DAY, stage="bury")
    docket.act(case, "record_visit", DAY, stage="erosion", outcome="passed")
    docket.act(case, "schedule_inspection", DAY, stage="bury", **{"for": "2026-11-16T09:00"})
    assert inspections(case) == [(1, "bury", "scheduled"), (2, "erosion", "passed")]


def test_the_applicant_may_ask_and_only_the_town_may_say_what_was_found(case):
    docket.act(case, "request_inspection", DAY, by=APPLICANTS, stage="final")
    with pytest.raises(door.NotAllowed):
        docket.act(case, "record_visit", DAY, by=APPLICANTS, stage="final", outcome="passed")
    with pytest.raises(door.NotAllowed):
        docket.act(case, "request_inspection", DAY, by=MEMBER, stage="final")


def test_passing_the_initial_stage_opens_the_gate_and_failing_it_does_not(case):
    docket.act(case, "record_visit", DAY, stage="initial", outcome="failed")
    assert "initial_inspection" not in dict(docket.ledger(case))
    done = docket.act(case, "record_visit", date(2026, 11, 12), stage="initial", outcome="passed_with_items")
    assert [(entry.name, entry.on) for entry in done.also] == [("initial_inspection", date(2026, 11, 12))]

    decided = docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    assert not decided.entry.facts.get("defects")


def test_a_correction_of_the_initial_inspection_takes_its_gate_along(case):
    seq = docket.act(case, "record_visit", DAY, stage="initial", outcome="passed").entry.seq
    docket.act(case, "correct", date(2026, 11, 14), seq=seq, why="Another site.", remove=True)
    assert inspections(case) == [(1, "initial", "cancelled")]
    decided = docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    assert "before_gate:initial_inspection" in decided.entry.facts["defects"]
    with tenancy.town(case.town_id):
        assert InspectionReport.objects.get(case=case).never_was


def test_a_corrected_day_or_outcome_of_the_initial_inspection_moves_its_gate(case):
    seq = docket.act(case, "record_visit", DAY, stage="initial", outcome="passed").entry.seq
    docket.act(case, "correct", date(2026, 11, 14), seq=seq, why="The day.", day="2026-11-13")
    with tenancy.town(case.town_id):
        assert open_case_file(case, case.town).last("initial_inspection").on == date(2026, 11, 13)
    docket.act(case, "correct", date(2026, 11, 14), seq=seq, why="It failed.", facts={"outcome": "failed"})
    with tenancy.town(case.town_id):
        file = open_case_file(docket.fresh(case), case.town)
        assert not file.has("initial_inspection")
    assert inspections(case) == [(1, "initial", "failed")]


def test_an_inspection_entered_late_with_its_true_day_clears_the_defect(case):
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    with tenancy.town(case.town_id):
        assert [defect.cite for _, defect in defects.of_case(open_case_file(docket.fresh(case), case.town))]
    docket.act(case, "record_visit", DAY, today=date(2026, 12, 1), stage="initial", outcome="passed")
    with tenancy.town(case.town_id):
        assert not defects.of_case(open_case_file(docket.fresh(case), case.town))


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"outcome": "splendid"}, "outcome"),
        ({"outcome": "failed", "mend_by": "2026-11-09"}, "mend_by"),
        ({"outcome": "failed", "mend_by": "soon"}, "mend_by"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(case, facts, field):
    with pytest.raises(door.Impossible) as refused:
        docket.act(case, "record_visit", DAY, stage="bury", **facts)
    assert refused.value.field == field
    assert inspections(case) == []
