"""What the door says to facts of a violation file."""

from __future__ import annotations

from datetime import date

import pytest

from tests.enforcement import docket as enforcement
from tests.towns import docket
from towns.record import disclosure, door

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["hopkinton", "grafton", "ludlow", "wrentham", "norfolk"])
def town(request, db):
    docket.load()
    return docket.town(request.param)


def test_reported_seen_found_cured_closed(town):
    case = enforcement.opened(town, "violation", "report_violation", date(2026, 6, 1))
    stages = [docket.fresh(case).stage]
    for step, on in (
        ("record_inspection_held", date(2026, 6, 2)), ("find_violation", date(2026, 6, 3)),
        ("record_cure", date(2026, 6, 20)), ("close_violation", date(2026, 6, 21)),
    ):  # fmt: skip
        docket.act(case, step, on)
        stages.append(docket.fresh(case).stage)
    assert stages == ["reported", "investigating", "found", "cured", "closed"]
    assert docket.fresh(case).closed
    assert not disclosure.is_public(docket.fresh(case))


def test_found_before_it_was_committed_cannot_be(town):
    with pytest.raises(door.Impossible) as refused:
        enforcement.opened(town, "violation", "find_violation", date(2026, 6, 3), violated=date(2026, 6, 4))
    assert refused.value.field == "violated"


def test_cured_before_it_began_cannot_be(town):
    case = enforcement.violation(town)
    with pytest.raises(door.Impossible, match="Tue Jun 2 2026") as refused:
        docket.act(case, "record_cure", date(2026, 6, 1))
    assert refused.value.field == "on"
    docket.act(case, "record_cure", date(2026, 6, 2))


def test_a_file_closed_without_a_cure_stops_and_is_named(town):
    case = enforcement.violation(town)
    with pytest.raises(door.SoftStops, match="nobody has recorded its cure"):
        docket.act(case, "close_violation", date(2026, 6, 21), override="")
    done = docket.act(case, "close_violation", date(2026, 6, 21))
    assert enforcement.defects(done) == ["closed_without_a_cure"]


def test_found_after_all_to_be_none_stops_and_is_named(town):
    case = enforcement.violation(town)
    with pytest.raises(door.SoftStops, match="do not end by this"):
        docket.act(case, "find_no_violation", date(2026, 6, 21), override="")
    assert enforcement.defects(docket.act(case, "find_no_violation", date(2026, 6, 21))) == [
        "a_violation_had_been_found"
    ]
