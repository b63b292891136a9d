"""Whatever people do in whatever order, the case is what its ledger says: state, clocks, hearings and effects."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.towns import docket
from tests.towns.record.test_door import everything
from towns.access import tenancy
from towns.ledger.entries import Entry
from towns.models import Case, Event, Hearing
from towns.record import door, settle, verify
from towns.record.case_file import open_case_file
from towns.record.store import clock_rows, differing

START = date(2026, 9, 1)

OUTCOME = st.sampled_from(["approved", "approved_with_conditions", "disapproved"])
#: A step with its facts; days among the facts are given as so many days after the step.
STEPS = st.one_of(
    st.sampled_from(
        [
            "file", "find_complete", "find_incomplete", "record_published", "record_posted", "record_mailed",
            "record_meeting_posted", "open_hearing", "close_hearing", "reopen_hearing", "cancel_hearing",
            "record_inspection", "issue_permit", "record_work", "record_as_built", "certify_lapse",
            "refuse_certification", "file_decision", "record_appeal_filed", "withdraw",
        ]
    ).map(lambda key: (key, {})),
    st.builds(lambda outcome: ("decide", {"outcome": outcome}), OUTCOME),
    st.builds(lambda days: ("schedule_hearing", {"for": days}), st.integers(0, 40)),
    st.builds(lambda days: ("continue_hearing", {"for": days}), st.integers(1, 40)),
    st.builds(lambda days: ("extend", {"clock": "decide", "until": days}), st.integers(1, 40)),
    st.builds(
        lambda seq, back: ("correct", {"seq": seq, "why": "x", "day": -back}), st.integers(1, 12), st.integers(0, 40)
    ),
    st.builds(lambda seq: ("correct", {"seq": seq, "why": "x", "remove": True}), st.integers(1, 12)),
    st.just(("sweep", {})),
)  # fmt: skip
MOVES = st.lists(st.tuples(STEPS, st.integers(0, 25), st.integers(0, 30)), min_size=4, max_size=14)
#: A story that leads far, so that what chance adds happens in every stage.
USUAL = ["find_complete", "open_hearing", "close_hearing", "decide", "issue_permit"]


@pytest.fixture
def town(db):
    docket.load()
    return docket.town()


def consistent(case: Case, today: date) -> None:
    """The case as stored is the case as told by its own ledger."""
    with tenancy.town(case.town_id):
        row = Case.objects.select_related("town").get(pk=case.pk)
        file = open_case_file(row, row.town)
        told = file.story
        assert type(file.principal).replay(told).state == file.principal.state == row.stage
        for number, hearing in file.hearings.items():
            mine = [e for e in told if e.name in Hearing.MOVES and int(e.facts.get("hearing", 1)) == number]
            if mine:
                assert Hearing.replay(mine, ways_needed=_needed(file)).state == hearing.state
        seen = max([today, *(e.on for e in file.entries)])
        readings = file.readings(seen)
        assert differing(file, clock_rows(file, readings)) == []
        events = Event.objects.filter(case=row).order_by("seq")
        assert verify.verify_chain(row.town, row, iter(events)).faults == []
        missed = sorted(
            (r.clock, r.if_missed, r.expires + timedelta(days=1))
            for r in readings
            if r.status == "missed" and r.if_missed
        )
        assert sorted((e.facts["clock"], e.name, e.on) for e in told if e.is_system) == missed
        assert row.held == settle.is_held(told)


def _needed(file: Any) -> frozenset[str]:
    from towns.record.case_file import notice_events

    return notice_events(file.matter)


def facts_on(on: date, facts: dict[str, Any]) -> dict[str, Any]:
    """Days among the facts made from so many days after the step."""
    told = dict(facts)
    for name in ("for", "until", "day"):
        if name in told:
            told[name] = (on + timedelta(days=told[name])).isoformat()
    return told


# Shrinking takes minutes, and a failing example is short enough to read.
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(
    moves=MOVES, usual=st.integers(0, len(USUAL)), gaps=st.lists(st.integers(0, 25), min_size=5, max_size=5)
)
def test_the_case_is_always_what_its_ledger_says(town, moves, usual, gaps):
    with transaction.atomic():
        today = START
        case = docket.file(town, START)
        for step, gap in zip(USUAL[:usual], gaps, strict=False):
            today += timedelta(days=gap)
            _try(case, step, today, today, {"outcome": "approved"} if step == "decide" else {})
        for (step, facts), gap, late in moves:
            today += timedelta(days=gap)
            if _try(case, step, max(START, today - timedelta(days=late)), today, facts):
                consistent(case, today)
        transaction.set_rollback(True)


def _try(case: Case, step: str, on: date, today: date, facts: dict[str, Any]) -> bool:
    """Take a step, or see it refused with nothing saved. The night's sweep may never be refused."""
    before = everything(case)
    if step == "sweep":
        with tenancy.town(case.town_id):
            door.settle_case(case, today=today)
        return True
    try:
        day = today if step == "correct" else on
        docket.act(case, step, day, today=today, **facts_on(day, facts))
        return True
    except door.Impossible:
        pass
    assert everything(case) == before
    return False


# ---------------------------------------------------------------- single points of it


def test_held_until_it_is_certified_or_the_fact_is_recorded():
    lapse = Entry("deemed_approved", date(2026, 11, 28), facts={"clock": "decide"}, role="system", seq=5)
    certified = Entry("lapse_certified", date(2026, 12, 8), role="town_clerk", seq=6)
    refused = Entry("certification_refused", date(2026, 12, 8), role="town_clerk", seq=6)
    assert settle.is_held([lapse])
    assert not settle.is_held([lapse, certified])
    assert settle.is_held([lapse, refused])
    assert not settle.is_held([refused])
    assert settle.is_held([lapse, refused, certified]) is False


def test_a_new_hearing_takes_back_the_defect_of_the_old_notice(town):
    case = docket.file(town, date(2026, 9, 8))
    docket.act(case, "find_complete", date(2026, 9, 8))
    docket.act(case, "schedule_hearing", date(2026, 9, 20), **{"for": "2026-09-28T19:00"})
    with tenancy.town(town):
        door.settle_case(case, today=date(2026, 9, 23))
    assert ("notice_defective", "2026-09-22") in docket.ledger(case)

    docket.act(case, "schedule_hearing", date(2026, 9, 23), **{"for": "2026-10-13T19:00"})

    assert {name for name, _ in docket.ledger(case)[-3:]} == {"taken_back"}
    consistent(case, date(2026, 9, 23))


def test_a_closed_day_declared_in_time_moves_the_last_day_and_takes_nothing_back(town):
    from towns.models import ClosedDay

    case = docket.at_deliberation(town)
    with tenancy.town(town):
        ClosedDay.objects.create(
            town=town, on=docket.LAST_DAY, name="a snow day", cite="Select Board", declared=date(2026, 11, 26)
        )
        assert door.settle_case(case, today=docket.LAPSE) == ()
        door.settle_case(case, today=date(2026, 12, 1))
    assert docket.ledger(case)[-1] == ("deemed_approved", "2026-12-01")


def test_a_closed_day_declared_too_late_changes_nothing(town):
    from towns.models import ClosedDay

    case = docket.at_deliberation(town)
    with tenancy.town(town):
        door.settle_case(case, today=docket.LAPSE)
        ClosedDay.objects.create(
            town=town, on=docket.LAST_DAY, name="a snow day", cite="Select Board", declared=date(2026, 12, 2)
        )
        assert door.settle_case(case, today=date(2026, 12, 3)) == ()
    assert docket.ledger(case)[-1] == ("deemed_approved", "2026-11-28")
