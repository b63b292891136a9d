"""A duty of the town counts from its first start for good (design.md 5 (a)); a return undoes a completeness (b)."""

from __future__ import annotations

from datetime import date

import pytest

from tests.towns.law.asked import clocks, grafton, norfolk
from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import read

CLOSE = "hearing_closed=2026-11-05"  # + 21 = Thu Nov 26 2026, Thanksgiving, so Fri Nov 27

#: The rows of design.md section 6 that bear the mark of a duty.
DUTIES = {
    ("hopkinton", "stormwater_permit", "issue"),
    ("hopkinton", "enforcement_order", "hold_hearing"),
    ("hopkinton", "cost_recovery", "remediation_notice"),
    ("hopkinton", "cost_recovery", "cost_notice"),
    ("grafton", "stormwater_permit", "hold_hearing"),
    ("grafton", "stormwater_permit", "decide"),
    ("grafton", "stormwater_permit", "waiver"),
    ("ludlow", "special_permit", "hold_hearing"),
    ("ludlow", "special_permit", "decide"),
    ("ludlow", "site_plan", "hold_hearing"),
    ("ludlow", "site_plan", "decide"),
    ("ludlow", "site_plan", "file_decision"),
    ("ludlow", "site_plan_waiver", "hold_hearing"),
    ("ludlow", "site_plan_waiver", "decide"),
    ("ludlow", "stormwater_permit", "decide"),
    ("ludlow", "cost_recovery", "cost_notice"),
    ("wrentham", "cost_recovery", "cost_notice"),
    ("norfolk", "stormwater_permit", "hold_hearing"),
    ("norfolk", "stormwater_permit", "decide"),
    ("norfolk", "cost_recovery", "cost_notice"),
    *((town, "ticket", "deliver") for town in schema.TOWNS),
}


def test_the_duties_are_those_of_the_plan() -> None:
    found = {
        (town, matter.key, rule.name)
        for town in schema.TOWNS
        for matter in schema.load(town).matters.values()
        for rule in matter.clocks
        if rule.duty
    }

    assert found == DUTIES


# ---------------------------------------------------------------- (a) the first start, for good


@pytest.mark.parametrize("between", [(), ("hearing_reopened=2026-11-12",)])
def test_a_second_close_moves_nothing_with_or_without_a_reopening(between: tuple[str, ...]) -> None:
    found = norfolk("2026-11-28", CLOSE, *between, "hearing_closed=2026-11-19")["decide"]

    assert (found.started, found.due, found.status) == (date(2026, 11, 5), date(2026, 11, 27), "missed")
    assert (
        "The hearing closed on Thu Nov 19 2026 too; that moves nothing here: a duty of the town counts from its first "
        "day, and only an agreement with the applicant moves it."
    ) in found.because


def test_a_second_completeness_after_the_lapse_takes_nothing_back() -> None:
    # § 267-18: complete Tue Sep 8 + 45 = Fri Oct 23 2026.
    found = norfolk("2026-11-20", "complete=2026-09-08", "complete=2026-11-01")["hold_hearing"]

    assert (found.due, found.status) == (date(2026, 10, 23), "missed")


def test_a_second_completeness_makes_no_hearing_overdue_that_was_held_in_time() -> None:
    story = ("complete=2026-09-08", "hearing_opened=2026-10-13", "complete=2026-10-20")

    assert norfolk("2027-03-01", *story)["hold_hearing"].status == "met"


def test_missed_once_is_missed_for_good_whatever_starts_or_is_done_later() -> None:
    story = (CLOSE, "hearing_reopened=2026-12-01", "hearing_closed=2026-12-10", "decided=2026-12-15")

    assert norfolk("2026-12-31", *story)["decide"].status == "missed"


def test_a_true_earlier_day_entered_late_governs() -> None:
    assert norfolk("2026-11-28", "hearing_closed=2026-11-19", CLOSE)["decide"].due == date(2026, 11, 27)


def test_only_an_agreement_moves_it_even_one_made_after_a_second_close() -> None:
    story = (CLOSE, "hearing_closed=2026-11-19", "extension_agreed=2026-11-20:clock=decide:until=2026-12-15")

    assert norfolk("2026-12-01", *story)["decide"].due == date(2026, 12, 15)


def test_a_remand_is_shown_and_counted_by_hand() -> None:
    found = norfolk("2027-06-01", CLOSE, "decided=2026-11-20", "remanded=2027-05-03")["decide"]

    assert (found.status, found.due) == ("met", date(2026, 11, 27))
    assert found.doubts[-1] == (
        "A court sent the matter back to the board on Mon May 3 2027: count by hand what time the court gave."
    )


def test_each_waiver_counts_from_its_own_first_request() -> None:
    # § 4: Sep 8 + 30 = Thu Oct 8 2026.
    story = ("waiver_requested=2026-09-08:waiver=a", "waiver_requested=2026-09-20:waiver=a")

    assert grafton("2026-09-21", *story, "waiver_requested=2026-09-20:waiver=b")["waiver/a"].due == date(
        2026, 10, 8
    )


def test_work_that_began_twice_on_a_day_counts_from_the_earlier_hour() -> None:
    story = ("town_work_started=2026-06-03T15:00", "town_work_started=2026-06-03T09:00")

    found = clocks("hopkinton", "cost_recovery", "2026-06-04", *story)["remediation_notice"]

    assert str(found.due) == "2026-06-04 09:00:00"


def test_a_clock_that_is_no_duty_counts_from_its_latest_start() -> None:
    # § 267-18: a year from the second completion of the work.
    story = ("work_completed=2026-01-05", "work_completed=2026-03-02")

    assert norfolk("2026-04-01", *story)["as_built"].due == date(2027, 3, 2)


def test_where_an_earlier_text_left_it_no_duty_a_second_close_needs_a_reopening_between() -> None:
    text = schema.load("norfolk").text.replace("duty = true\n", "")
    bylaw = schema.parse(text, name="norfolk.toml")

    def started(*events: str) -> date | None:
        story = [event_from_words(event) for event in (CLOSE, *events, "hearing_closed=2026-11-19")]
        found = read(bylaw.matters["stormwater_permit"], story, date(2026, 11, 20), bylaw.calendar)
        return next(r.started for r in found if r.clock == "decide")

    assert started() == date(2026, 11, 5)
    assert started("hearing_reopened=2026-11-04") == date(2026, 11, 5)
    assert started("hearing_reopened=2026-11-10") == date(2026, 11, 19)


# ---------------------------------------------------------------- (b) returned as incomplete


def ludlow(on: str, *events: str) -> tuple[str, date | None, date | None]:
    found = clocks("ludlow", "stormwater_permit", on, *events)["decide"]
    return found.status, found.started, found.due


# V-7.2: filed Mon Nov 2 2026 + 7 = Mon Nov 9, the last day of the review.
FILED, COMPLETE = "filed=2026-11-02", "complete=2026-11-02:found_on=2026-11-04"


def test_a_return_in_the_time_of_the_review_undoes_the_completeness_found_by_then() -> None:
    assert ludlow("2026-12-31", FILED, COMPLETE, "returned_incomplete=2026-11-09") == ("waiting", None, None)


def test_the_clock_starts_with_the_next_completeness() -> None:
    story = (FILED, COMPLETE, "returned_incomplete=2026-11-09", "filed=2026-11-16", "complete=2026-11-16")

    # Nov 16 + 21 = Mon Dec 7 2026.
    assert ludlow("2026-12-01", *story) == ("running", date(2026, 11, 16), date(2026, 12, 7))


def test_a_return_after_the_review_undoes_nothing_and_leaves_the_doubt() -> None:
    found = clocks(
        "ludlow", "stormwater_permit", "2026-11-20", FILED, COMPLETE, "returned_incomplete=2026-11-10"
    )["decide"]

    assert (found.status, found.due) == ("running", date(2026, 11, 23))
    assert any("On one reading it came too late" in doubt for doubt in found.doubts)


@pytest.mark.parametrize(
    "story",
    [
        (FILED, COMPLETE, "returned_incomplete=2026-11-09"),  # on the review's last day
        (FILED, "returned_incomplete=2026-11-10", "complete=2026-11-12"),  # complete only after the return
        (FILED, COMPLETE, "decided=2026-11-06", "returned_incomplete=2026-11-10"),  # decided by then
    ],
)
def test_a_return_leaves_no_doubt_where_it_was_in_time_or_the_clock_was_not_its_matter(
    story: tuple[str, ...],
) -> None:
    found = clocks("ludlow", "stormwater_permit", "2026-11-20", *story)["decide"]

    assert not any("On one reading" in doubt for doubt in found.doubts)


def test_a_completeness_found_after_the_return_stands() -> None:
    story = (FILED, "complete=2026-11-02:found_on=2026-11-06", "returned_incomplete=2026-11-05")

    assert ludlow("2026-11-10", *story)[0] == "running"


def test_on_one_day_the_order_of_the_ledger_decides() -> None:
    first = (FILED, "complete=2026-11-06", "returned_incomplete=2026-11-06")
    then = (FILED, "returned_incomplete=2026-11-06", "complete=2026-11-06")

    assert ludlow("2026-11-10", *first)[0] == "waiting"
    assert ludlow("2026-11-10", *then)[0] == "running"


def test_a_clock_that_was_met_or_missed_by_then_is_not_undone() -> None:
    met = (FILED, COMPLETE, "decided=2026-11-05", "returned_incomplete=2026-11-06")
    # complete Oct 1 + 21 = Thu Oct 22 2026, past when the second filing is returned
    missed = ("filed=2026-10-01", "complete=2026-10-01", "filed=2026-11-02", "returned_incomplete=2026-11-06")

    assert ludlow("2026-12-31", *met)[0] == "met"
    assert ludlow("2026-12-31", *missed)[0] == "missed"


def test_the_time_of_the_review_is_that_of_the_latest_filing_before_the_return() -> None:
    story = ("filed=2026-10-26", "complete=2026-10-26", FILED, "returned_incomplete=2026-11-09")

    assert ludlow("2026-11-12", *story)[0] == "waiting"


def test_the_last_day_of_the_review_rolls() -> None:
    # Nov 4 + 7 = Wed Nov 11 2026, Veterans Day, so Thu Nov 12.
    story = ("filed=2026-11-04", "complete=2026-11-04", "returned_incomplete=2026-11-12")

    assert ludlow("2026-11-13", *story)[0] == "waiting"


def test_the_review_starts_anew_only_with_a_filing_after_a_return() -> None:
    def review(*events: str) -> date | None:
        return clocks("ludlow", "stormwater_permit", "2026-12-31", *events)["completeness"].started

    assert review(FILED, "filed=2026-11-06") == date(2026, 11, 2)
    assert review(FILED, "returned_incomplete=2026-11-04", "filed=2026-11-06") == date(2026, 11, 6)
    assert review(FILED, "returned_incomplete=2026-11-04", "filed=2026-11-06", "filed=2026-11-12") == date(
        2026, 11, 6
    )


def test_where_the_law_has_no_review_a_return_undoes_nothing() -> None:
    story = ("filed=2026-09-08", "complete=2026-09-08", "returned_incomplete=2026-09-10")

    assert norfolk("2026-09-20", *story)["hold_hearing"].status == "running"
