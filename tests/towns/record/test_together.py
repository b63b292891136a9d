"""Steps taken in several cases at once: all or none, each naming the others, and a correction that reaches all."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case
from towns.record import door
from towns.record.door import Act

DAY = date(2026, 11, 20)
JOINT = {"for": "2026-12-15T19:00"}


def set_jointly(hall: TownHall, *cases: Case, **more: object) -> list[door.Done]:
    with tenancy.town(hall.town):
        return door.act_together(
            [Act("schedule_hearing", case, JOINT) for case in cases],
            by=hall.actor(), on=DAY, today=TODAY, override="for a test", **more,  # type: ignore[arg-type]
        )  # fmt: skip


@pytest.fixture
def two(norfolk: TownHall) -> tuple[Case, Case]:
    return norfolk.case("complete", filed=date(2026, 11, 2), complete=date(2026, 11, 2)), norfolk.case(
        "complete", filed=date(2026, 11, 3), complete=date(2026, 11, 3)
    )


def test_one_act_writes_an_event_in_each_case_and_each_names_the_other(
    norfolk: TownHall, two: tuple[Case, Case]
):
    one, other = two

    done = set_jointly(norfolk, other, one)

    assert [entry.entry.facts["with"] for entry in done] == [[one.number], [other.number]]
    for case in two:
        hearing = norfolk.file(case).live_hearing
        assert hearing is not None
        assert hearing.day == date(2026, 12, 15)


def test_one_refusal_leaves_all_as_they_were(norfolk: TownHall, two: tuple[Case, Case]):
    one, other = two
    norfolk.act(other, "withdraw", DAY)
    before = [norfolk.file(case).case.seq for case in two]

    with pytest.raises(door.Impossible):
        set_jointly(norfolk, one, norfolk.case("filed"), one)
    with tenancy.town(norfolk.town), pytest.raises(door.Impossible):
        door.act_together(
            [Act("schedule_hearing", one, JOINT), Act("close_hearing", other)],
            by=norfolk.actor(), on=DAY, today=TODAY, override="for a test",
        )  # fmt: skip

    assert [norfolk.file(case).case.seq for case in two] == before


def test_the_second_of_two_clicks_gets_the_first_answer_in_each_case(
    norfolk: TownHall, two: tuple[Case, Case]
):
    token = uuid4()
    first = set_jointly(norfolk, *two, once=token)
    again = set_jointly(norfolk, *two, once=token)

    assert [done.entry.seq for done in again] == [done.entry.seq for done in first]
    assert all(done.repeated for done in again)
    assert [norfolk.file(case).case.seq for case in two] == [done.entry.seq for done in first]


def test_whoever_saw_an_older_ledger_of_any_case_is_told(norfolk: TownHall, two: tuple[Case, Case]):
    one, other = two
    seen = {case.number: norfolk.file(case).case.seq for case in two}
    norfolk.act(other, "record_meeting_posted", DAY)

    with pytest.raises(door.Conflict) as told:
        set_jointly(norfolk, one, other, seen=seen)

    assert told.value.case.number == other.number
    assert not norfolk.file(one).has("hearing_scheduled")


def test_a_correction_of_one_corrects_all(norfolk: TownHall, two: tuple[Case, Case]):
    one, other = two
    done = set_jointly(norfolk, one, other)

    norfolk.act(
        one,
        "correct",
        TODAY,
        seq=done[0].entry.seq,
        why="The room was taken.",
        facts={"for": "2026-12-16T19:00"},
    )

    for case in two:
        hearing = norfolk.file(case).live_hearing
        assert hearing is not None
        assert hearing.day == date(2026, 12, 16)

    norfolk.act(other, "correct", TODAY, seq=done[1].entry.seq, why="It was never set.", remove=True)
    for case in two:
        assert not norfolk.file(case).has("hearing_scheduled")
