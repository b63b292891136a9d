"""What the door says to facts of an order: refused, stopped, or kept with their defects."""

from __future__ import annotations

from datetime import date

import pytest

from tests.enforcement import docket as enforcement
from tests.towns import docket
from towns.access import tenancy
from towns.record import door
from towns.roles import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def town(db):
    docket.load()
    return docket.town("hopkinton")


@pytest.fixture
def order(town):
    return enforcement.opened(town, "enforcement_order", "draft_order", date(2026, 6, 1))


def issue(order, on=date(2026, 6, 4), by=date(2026, 7, 30)):
    return docket.act(order, "issue_order", on, comply_by=by)


def test_service_before_the_order_is_kept_with_its_defect(order):
    done = docket.act(order, "serve_order", date(2026, 6, 2), way="by_hand")
    assert enforcement.defects(done) == ["before_the_order_was_issued"]
    issue(order)
    assert docket.fresh(order).stage == "served"


def test_a_service_on_the_day_of_the_order_has_none(order):
    issue(order)
    assert enforcement.defects(docket.act(order, "serve_order", date(2026, 6, 4), way="by_hand")) == []


def test_a_deadline_before_the_order_stops_and_is_named(order):
    with pytest.raises(door.SoftStops, match="Tue Jun 2 2026, lies before"):
        docket.act(order, "issue_order", date(2026, 6, 4), comply_by=date(2026, 6, 2), override="")
    done = docket.act(order, "issue_order", date(2026, 6, 4), comply_by=date(2026, 6, 2))
    assert enforcement.defects(done) == ["deadline_before_the_order"]


@pytest.mark.parametrize("outcome", ["", "approved", "in_full"])
def test_an_appeal_ends_in_one_of_three_ways(order, outcome):
    issue(order)
    docket.act(order, "request_order_hearing", date(2026, 6, 10))
    with pytest.raises(door.Impossible, match="upheld, modified or rescinded") as refused:
        docket.act(order, "decide_order_appeal", date(2026, 6, 30), outcome=outcome)
    assert refused.value.field == "outcome"


def test_a_decision_without_the_hearing_that_was_asked_for_is_kept_with_its_defect(order):
    issue(order)
    docket.act(order, "request_order_hearing", date(2026, 6, 10))
    done = docket.act(order, "decide_order_appeal", date(2026, 6, 30), outcome="modified")
    assert enforcement.defects(done) == ["decided_without_the_hearing_asked_for"]


def test_rescinded_on_appeal_is_rescinded_and_nothing_runs(order):
    issue(order)
    docket.act(order, "request_order_hearing", date(2026, 6, 10))
    docket.act(order, "decide_order_appeal", date(2026, 6, 30), outcome="rescinded")
    assert docket.ledger(order)[-1] == ("order_rescinded", "2026-06-30")
    fresh = docket.fresh(order)
    assert (fresh.stage, fresh.closed) == ("rescinded", True)
    with tenancy.town(order.town_id):
        assert not order.clocks.filter(status__in=("running", "waiting")).exists()


def test_a_request_for_a_hearing_on_day_33_is_late(order):
    """§ 172-5D: 30 days from Thu Jun 4 2026 is Sat Jul 4; by c. 4 § 9 Mon Jul 6 is still in time."""
    issue(order)
    in_time = docket.act(order, "request_order_hearing", date(2026, 7, 6))
    assert enforcement.defects(in_time) == []
    late = docket.act(order, "request_order_hearing", date(2026, 7, 7))
    assert enforcement.defects(late) == ["not_moved:hold_hearing"]  # not late, and the town's duty stays


def test_a_first_request_after_the_last_day_is_late(order):
    issue(order)
    late = docket.act(order, "request_order_hearing", date(2026, 7, 7))
    assert enforcement.defects(late) == ["late:request_hearing"]


@pytest.mark.parametrize("until", [None, "2026-07-30", "2026-07-01"])
def test_more_time_is_more_time(order, until):
    issue(order)
    with pytest.raises(door.Impossible) as refused:
        docket.act(order, "extend_deadline", date(2026, 6, 20), until=until)
    assert refused.value.field == "until"
    docket.act(order, "extend_deadline", date(2026, 6, 20), until="2026-07-31")


def test_compliance_is_in_part_or_in_full(order):
    issue(order)
    with pytest.raises(door.Impossible, match="in_part or in_full"):
        docket.act(order, "record_compliance", date(2026, 7, 1), outcome="mostly")
    docket.act(order, "record_compliance", date(2026, 7, 1), outcome="in_part")
    assert docket.fresh(order).stage == "partly_complied"
    with tenancy.town(order.town_id):
        assert order.clocks.get(name="comply").status == "running"
    docket.act(order, "record_compliance", date(2026, 7, 2), outcome="in_full")
    with tenancy.town(order.town_id):
        assert order.clocks.get(name="comply").status == "met"


def test_a_default_while_there_is_time_stops_and_is_named(order):
    issue(order)
    with pytest.raises(door.SoftStops, match="until Thu Jul 30 2026"):
        docket.act(order, "find_order_default", date(2026, 7, 30), override="")
    done = docket.act(order, "find_order_default", date(2026, 7, 30))
    assert enforcement.defects(done) == ["before_the_last_day_to_comply"]
    assert enforcement.defects(docket.act(order, "find_order_default", date(2026, 7, 31))) == []


def test_nothing_undoes_a_rescission(order):
    issue(order)
    docket.act(order, "rescind_order", date(2026, 6, 20))
    for step, facts in (
        ("serve_order", {}), ("record_compliance", {"outcome": "in_full"}), ("find_order_default", {}),
        ("request_order_hearing", {}), ("confirm_compliance", {}),
    ):  # fmt: skip
        done = docket.act(order, step, date(2026, 8, 3), **facts)
        assert "after_the_order_was_rescinded" in enforcement.defects(done), step
        assert docket.fresh(order).stage == "rescinded"


def test_an_order_takes_no_step_of_an_application(order):
    with pytest.raises(door.Impossible, match="no step 'decide'"):
        docket.act(order, "decide", date(2026, 6, 20))


def test_a_reviewer_issues_no_order_and_only_the_board_rescinds(order):
    reviewer = door.Actor(None, frozenset({Role.REVIEWER}))
    inspector = door.Actor(None, frozenset({Role.INSPECTOR}))
    with pytest.raises(door.NotAllowed):
        docket.act(order, "issue_order", date(2026, 6, 4), by=reviewer)
    docket.act(order, "issue_order", date(2026, 6, 4), by=inspector)
    with pytest.raises(door.NotAllowed):
        docket.act(order, "rescind_order", date(2026, 6, 5), by=inspector)


def test_nothing_of_an_order_is_public(order):
    from towns.record import disclosure

    issue(order)
    assert not disclosure.is_public(docket.fresh(order))
    assert disclosure.public_entries(enforcement.file(order)) == []


def _correct(case, event, **facts):
    seq = enforcement.file(case).last(event).seq
    return docket.act(case, "correct", date(2026, 8, 3), seq=seq, why="A slip.", **facts)


def test_the_day_of_an_extension_can_be_corrected(order):
    issue(order)
    docket.act(order, "extend_deadline", date(2026, 6, 20), until="2026-08-14")
    _correct(order, "deadline_extended", day="2026-06-22")
    assert enforcement.file(order).last("deadline_extended").on == date(2026, 6, 22)
    _correct(order, "deadline_extended", facts={"until": "2026-08-07"})
    with pytest.raises(door.Impossible, match="gives no more time"):
        _correct(order, "deadline_extended", facts={"until": "2026-07-29"})


def test_an_order_that_never_was_leaves_a_draft(order):
    issue(order)
    _correct(order, "order_issued", remove=True)
    assert docket.fresh(order).stage == "drafted"
