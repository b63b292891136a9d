"""One wrong date makes an approval: what an act alone makes of the law is said before it is done."""

from __future__ import annotations

from datetime import date

import pytest

from tests.town_fixtures import TODAY, TownHall
from towns.record import door
from towns.roles import Role


def test_a_close_entered_for_a_day_long_past_is_said_to_approve(norfolk: TownHall):
    case = norfolk.case("hearing", hearing=date(2026, 10, 13))

    with pytest.raises(door.SoftStops, match="is deemed approved, Thu Nov 5 2026") as told:
        norfolk.act(case, "close_hearing", date(2026, 10, 14), override="")

    assert [stop.key for stop in told.value.stops] == ["writes:deemed_approved"]
    assert not norfolk.file(case).has("hearing_closed")

    done = norfolk.act(case, "close_hearing", date(2026, 10, 14), override="It closed that night.")
    assert done.entry.facts["overridden"] == ["writes:deemed_approved"]
    assert norfolk.file(case).case.stage == "deemed_approved"


def test_what_settling_alone_would_write_is_no_stop_of_the_act(norfolk: TownHall):
    case = norfolk.case("deemed")

    norfolk.act(case, "record_comment", TODAY, board="conservation_commission", override="")


def test_only_the_confirming_officer_takes_back_what_was_confirmed(norfolk: TownHall):
    case = norfolk.case("certified")
    late = {"outcome": "approved", "voted": "2026-11-24"}

    with pytest.raises(door.SoftStops, match="was confirmed") as told:
        norfolk.act(case, "decide", date(2026, 11, 24), override="We found the vote.", **late)
    assert told.value.stops[-1].key == "confirmed_taken_back"
    assert norfolk.file(case).has("deemed_approved")

    close = norfolk.file(case).last("hearing_closed")
    assert close is not None
    right = {"seq": close.seq, "day": "2026-11-10", "why": "The minutes say so."}
    with pytest.raises(door.SoftStops):
        norfolk.act(case, "correct", TODAY, override="The minutes say so.", **right)
    done = norfolk.act(case, "correct", TODAY, role=Role.TOWN_CLERK, override="The minutes say so.", **right)

    assert "confirmed_taken_back" in done.entry.facts["defects"]
    assert not norfolk.file(case).has("deemed_approved")
