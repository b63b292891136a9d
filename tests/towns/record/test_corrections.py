"""Corrections by replay: the story is told anew, and a story that cannot be is refused with nothing saved."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.models import Decision, Permit
from tests.towns import docket
from tests.towns.record.test_door import everything
from towns.access import tenancy
from towns.models import Case, Event, Hearing
from towns.record import door

TODAY = date(2026, 12, 20)


@pytest.fixture
def case(db) -> Case:
    docket.load()
    return docket.at_deliberation(docket.town())


def correct(case: Case, seq: int, **facts: object) -> door.Done:
    return docket.act(case, "correct", TODAY, seq=seq, why="It was misread.", **facts)


def clock(case: Case, name: str) -> tuple[str, str]:
    return everything(case)["clocks"][name, ""]


def test_a_moved_day_moves_the_clocks_and_the_earlier_entry_stays_readable(case):
    before = docket.ledger(case)
    docket.act(case, "correct", date(2026, 11, 20), seq=4, why="It closed a week earlier.", day="2026-10-29")
    assert clock(case, "decide") == ("running", "2026-11-19") or clock(case, "decide")[1] == "2026-11-19"
    assert docket.ledger(case)[: len(before)] == before


def test_a_later_close_takes_back_what_silence_did(case):
    with tenancy.town(case.town_id):
        door.settle_case(case, today=date(2026, 12, 1))
    assert docket.fresh(case).held

    docket.act(case, "correct", date(2026, 12, 1), seq=4, why="It closed on the 12th.", day="2026-11-12")

    now = everything(case)
    assert now["clocks"]["decide", ""] == ("running", "2026-12-03")
    assert (now["state"], now["case"]["held"]) == ("deliberation", False)
    assert docket.ledger(case)[-3:] == [
        ("deemed_approved", "2026-11-28"), ("corrected", "2026-12-01"), ("taken_back", "2026-12-01")]  # fmt: skip


def test_a_removed_event_did_not_happen(case):
    correct(case, 4, remove=True)
    now = everything(case)
    assert now["state"] == "hearing"
    assert now["hearings"][1][0] == "open", "the hearing's own row follows"
    assert now["clocks"]["decide", ""] == ("waiting", "")


def test_a_removal_is_undone(case):
    before = everything(case)
    removal = docket.act(case, "correct", date(2026, 11, 6), seq=4, why="Misread.", remove=True)
    docket.act(case, "correct", date(2026, 11, 6), seq=removal.entry.seq, why="It did close.", remove=True)
    now = everything(case)
    assert {key: now[key] for key in ("state", "hearings", "clocks")} == {
        key: before[key] for key in ("state", "hearings", "clocks")
    }


def test_a_correction_of_a_correction_corrects_the_entry(case):
    first = docket.act(case, "correct", date(2026, 11, 15), seq=4, why="x", day="2026-11-09")
    docket.act(case, "correct", date(2026, 11, 15), seq=first.entry.seq, why="y", day="2026-11-10")
    assert clock(case, "decide") == ("running", "2026-12-01")


@pytest.mark.parametrize(
    ("seq", "facts"),
    [
        (3, {"remove": True}),  # closed without ever opening
        (1, {"remove": True}),  # nothing was ever filed
        (3, {"day": "2026-11-06"}),  # opened after it closed
        (4, {"day": "2026-10-12"}),  # closed before it opened
        (1, {"day": "2026-10-14"}),  # filed after the hearing opened
    ],
)
def test_a_correction_that_makes_the_story_impossible_is_refused(case, seq, facts):
    before = everything(case)
    with pytest.raises(door.Impossible) as refusal:
        correct(case, seq, **facts)
    assert refusal.value.because.endswith(".")
    assert everything(case) == before


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"seq": 3, "day": "2026-10-12"}, "why"),
        ({"seq": 3, "why": "x"}, "day"),
        ({"seq": 3, "why": "x", "day": "2026-12-21"}, "day"),
        ({"seq": 3, "why": "x", "day": "yesterday"}, "day"),
        ({"seq": 3, "why": "x", "hour": "25:00"}, "day"),
        ({"seq": 3, "why": "x", "facts": "plain"}, "facts"),
        ({"seq": "x", "why": "x", "remove": True}, "day"),
        ({"seq": 0, "why": "x", "remove": True}, "seq"),
    ],
)
def test_a_correction_that_says_too_little_is_refused_at_its_field(case, facts, field):
    with pytest.raises(door.Impossible) as refusal:
        docket.act(case, "correct", TODAY, **facts)
    assert refusal.value.field == field


def test_what_the_law_did_is_mended_at_its_cause(case):
    with tenancy.town(case.town_id):
        door.settle_case(case, today=date(2026, 12, 1))
    lapse = docket.fresh(case).seq
    with pytest.raises(door.Impossible, match="mend the fact it was counted from"):
        docket.act(case, "correct", date(2026, 12, 2), seq=lapse, why="x", remove=True)


def test_a_corrected_fact_is_checked_like_a_new_one(case):
    decided = docket.act(case, "decide", date(2026, 11, 20), outcome="approved").entry.seq
    for facts in ({"outcome": "perhaps"}, {"voted": "2026-11-21"}, {"voted": "soon"}):
        with pytest.raises(door.Impossible):
            correct(case, decided, facts=facts)


def test_the_rows_written_with_a_fact_follow_its_correction(case):
    decided = docket.act(case, "decide", date(2026, 11, 20), outcome="approved").entry.seq
    issued = docket.act(case, "issue_permit", date(2026, 11, 24)).entry.seq

    correct(case, decided, day="2026-11-19", facts={"outcome": "approved_with_conditions"})
    correct(case, issued, day="2026-11-23")

    with tenancy.town(case.town_id):
        decision, permit = Decision.objects.get(case=case), Permit.objects.get(case=case)
    assert (decision.written, decision.outcome) == (date(2026, 11, 19), "approved_with_conditions")
    assert permit.issued == date(2026, 11, 23)

    correct(case, issued, remove=True)
    with tenancy.town(case.town_id):
        never = Permit.objects.get(case=case)
    assert (never.state, never.issued) == ("void", None)
    assert everything(case)["state"] == "approved_with_conditions"


def test_a_hearing_that_was_never_set_is_cancelled(db):
    docket.load()
    case = docket.file(docket.town())
    docket.act(case, "find_complete", date(2026, 9, 8))
    set_for = docket.act(case, "schedule_hearing", date(2026, 9, 20), **{"for": "2026-10-13T19:00"}).entry.seq
    correct_on = date(2026, 9, 21)
    docket.act(case, "correct", correct_on, seq=set_for, why="Another case's hearing.", remove=True)
    with tenancy.town(case.town_id):
        assert Hearing.objects.get(case=case).state == "cancelled"
    assert clock(case, "publish") == ("waiting", "")

    docket.act(case, "schedule_hearing", correct_on, **{"for": "2026-10-14T19:00"})
    with tenancy.town(case.town_id):
        assert [h.state for h in Hearing.objects.filter(case=case).order_by("number")] == [
            "cancelled",
            "planned",
        ]


def test_personal_data_stays_out_of_the_ledger(case):
    docket.act(
        case, "decide", date(2026, 11, 20), outcome="approved",
        keep={"votes": [{"name": "A. Member", "vote": "yes"}], "findings": "The neighbour Ms. Sample agreed."},
    )  # fmt: skip
    with tenancy.town(case.town_id):
        told = str([event.facts for event in Event.objects.filter(case=case)])
        assert Decision.objects.get(case=case).votes == [{"name": "A. Member", "vote": "yes"}]
    assert "Member" not in told
    assert "Sample" not in told
