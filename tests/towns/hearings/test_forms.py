"""The forms of a hearing suggest lawful days and keep what the ledger needs."""

from datetime import date, time

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.hearings.forms import ContinueHearing, HearingAct, NoticeProof, ScheduleHearing, window_words
from towns.record import steps


def test_the_window_is_said_in_a_sentence() -> None:
    first, last = date(2026, 12, 8), date(2027, 1, 7)

    assert (
        window_words(first, last)
        == "Notice allows Tue Dec 8 2026 at the earliest; the last day to hold it is Thu Jan 7 2027."
    )
    assert window_words(last, first).startswith(
        "The last day to hold it is Tue Dec 8 2026, and notice given from now on allows none"
    )
    assert window_words(first, None) == "Notice allows Tue Dec 8 2026 at the earliest."
    assert window_words(None, last) == "The last day to hold it is Thu Jan 7 2027."
    assert window_words(None, None) == ""


def test_scheduling_keeps_the_moment_the_place_and_the_board(norfolk: TownHall) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    with tenancy.town(norfolk.town):
        form = ScheduleHearing(
            {"on": "2026-11-30", "for_day": "12/15/2026", "for_time": "7 p.m.", "place": "Library"},
            file=norfolk.file(case), today=TODAY, actor=norfolk.actor(), step=steps.get("schedule_hearing"),
        )  # fmt: skip

        assert form.is_valid(), form.errors
    assert form.on == TODAY
    assert form.facts() == {
        "for": "2026-12-15T19:00", "place": "Library", "remote": "", "board": "planning_board",
    }  # fmt: skip
    assert form.fields["place"].initial == "Room 105"
    assert "the last day to hold it is Thu Jan 7 2027" in form.fields["for_day"].help_text
    assert ("Time of the hearing", "7:00 pm") in form.answers()


def test_opening_starts_from_the_day_set(norfolk: TownHall) -> None:
    case = norfolk.case("noticed")
    with tenancy.town(norfolk.town):
        form = HearingAct(
            file=norfolk.file(case), today=TODAY, actor=norfolk.actor(), step=steps.get("open_hearing")
        )

    assert form.initial["on"] == date(2026, 10, 13)
    assert form.initial["at"] == time(19)
    assert form.fields["present"].help_text == "The board has 2 members on file."


def test_a_continuation_starts_from_the_same_place(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")
    with tenancy.town(norfolk.town):
        form = ContinueHearing(
            file=norfolk.file(case),
            today=TODAY,
            actor=norfolk.actor(),
            step=steps.get("continue_hearing"),
        )

    assert form.fields["place"].initial == "Room 105"


def test_each_way_of_notice_asks_for_its_own_proof(norfolk: TownHall) -> None:
    case = norfolk.case("scheduled")
    asked = {
        "record_published": "Newspaper", "record_posted": "Where it was posted", "record_mailed": "How many letters",
        "record_meeting_posted": "Where it was posted",
    }  # fmt: skip
    with tenancy.town(norfolk.town):
        for key, label in asked.items():
            form = NoticeProof(
                {"on": "2026-11-30"},
                file=norfolk.file(case),
                today=TODAY,
                actor=norfolk.actor(),
                step=steps.get(key),
            )
            assert form.fields[form.detail].label == label
            assert ("at" in form.fields) == (key == "record_meeting_posted")
            assert form.is_valid()
