"""What moves a last day: renewals, other clocks, agreements, waivers and boards, declared closed days."""

from __future__ import annotations

from datetime import date

import pytest

from tests.towns.law.asked import clocks, grafton, norfolk, special
from towns.law.days import ClosedDay

# ---------------------------------------------------------------- renewals


def test_each_renewal_made_while_the_term_runs_adds_a_year_counted_once() -> None:
    story = ("permit_issued=2024-02-29", "permit_renewed=2027-02-28", "permit_renewed=2028-02-29")

    assert grafton("2026-01-01", *story)["permit_term"].due == date(2027, 2, 28)
    assert grafton("2027-03-01", *story)["permit_term"].due == date(2028, 2, 29)
    assert grafton("2028-03-01", *story)["permit_term"].due == date(2029, 2, 28)


def test_a_renewal_after_the_term_or_before_the_permit_adds_nothing() -> None:
    late = grafton("2028-01-01", "permit_issued=2024-02-29", "permit_renewed=2027-03-01")["permit_term"]
    early = grafton("2026-01-01", "permit_issued=2024-02-29", "permit_renewed=2024-02-28")["permit_term"]

    assert (late.due, late.status) == (date(2027, 2, 28), "missed")
    assert early.due == date(2027, 2, 28)


def test_after_a_renewal_only_a_request_made_since_counts() -> None:
    story = ("permit_issued=2024-02-29", "renewal_requested=2026-12-01", "permit_renewed=2027-01-15")

    assert grafton("2027-06-01", *story)["renewal_request"].status == "running"
    assert grafton("2028-01-31", *story)["renewal_request"].status == "missed"
    assert grafton("2028-01-31", *story, "renewal_requested=2028-01-30")["renewal_request"].status == "met"


def test_a_request_before_the_permit_counts_for_nothing() -> None:
    story = ("renewal_requested=2024-02-01", "permit_issued=2024-02-29")

    assert grafton("2024-06-01", *story)["renewal_request"].status == "running"


def test_the_request_is_void_once_the_term_ended_well() -> None:
    story = ("permit_issued=2024-03-01", "certificate_issued=2025-05-01")

    found = grafton("2028-01-01", *story)["renewal_request"]

    assert found.status == "void"
    assert found.because[-1] == "“Life of the permit” is met, so nothing is left to do here."


def test_the_request_waits_until_there_is_a_permit() -> None:
    assert grafton("2028-01-01")["renewal_request"].status == "waiting"


# ---------------------------------------------------------------- a clock that starts from another


def test_a_clock_from_another_starts_once_that_one_is_missed() -> None:
    assert special("2026-11-27", "hearing_closed=2026-08-28")["petitioner_notice"].status == "waiting"

    found = special("2026-11-28", "hearing_closed=2026-08-28")["petitioner_notice"]

    assert (found.started, found.strict, found.due) == (
        date(2026, 11, 26),
        date(2026, 12, 10),
        date(2026, 12, 11),
    )
    assert found.status == "running"


def test_its_stop_counts_from_the_other_clocks_strict_day() -> None:
    story = ("hearing_closed=2026-08-28",)

    assert (
        special("2026-12-31", *story, "petitioner_notice_filed=2026-11-26")["petitioner_notice"].status
        == "met"
    )
    assert (
        special("2026-12-31", *story, "petitioner_notice_filed=2026-11-25")["petitioner_notice"].status
        == "missed"
    )


def test_its_last_day_is_counted_from_the_other_clocks_last_day_and_rolled() -> None:
    # Close Aug 15 + 90 = Fri Nov 13 2026; + 14 = Fri Nov 27. Close Aug 14: Thu Nov 12, + 14 = Thanksgiving.
    found = special("2026-12-31", "hearing_closed=2026-08-14")["petitioner_notice"]

    assert (found.strict, found.due) == (date(2026, 11, 26), date(2026, 11, 27))


# ---------------------------------------------------------------- agreements to extend


def test_an_agreement_on_the_last_day_counts_and_one_the_day_after_does_not() -> None:
    def due(made: str) -> date | None:
        story = ("hearing_closed=2026-11-05", f"extension_agreed={made}:clock=decide:until=2026-12-15")
        return norfolk("2027-01-01", *story)["decide"].due

    assert due("2026-11-27") == date(2026, 12, 15)
    assert due("2026-11-28") == date(2026, 11, 27)


def test_an_agreement_between_the_day_as_counted_and_the_last_day_carries_the_doubt() -> None:
    def doubts(made: str) -> int:
        story = ("hearing_closed=2026-11-05", f"extension_agreed={made}:clock=decide:until=2026-12-15")
        return len(norfolk("2027-01-01", *story)["decide"].doubts)

    assert doubts("2026-11-27") == doubts("2026-11-26") + 1


def test_an_agreement_made_before_the_clock_starts_counts() -> None:
    story = ("extension_agreed=2026-10-01:clock=decide:until=2026-12-15", "hearing_closed=2026-11-05")

    assert norfolk("2026-12-01", *story)["decide"].due == date(2026, 12, 15)
    assert norfolk("2026-10-15", *story)["decide"].status == "waiting"


def test_an_agreed_day_that_is_closed_rolls() -> None:
    story = ("hearing_closed=2026-11-05", "extension_agreed=2026-11-20:clock=decide:until=2026-12-25")

    found = norfolk("2026-12-01", *story)["decide"]

    assert (found.strict, found.due) == (date(2026, 12, 25), date(2026, 12, 28))


def test_an_agreement_never_shortens() -> None:
    story = ("hearing_closed=2026-11-05", "extension_agreed=2026-11-20:clock=decide:until=2026-11-25")

    found = norfolk("2026-12-01", *story)["decide"]

    assert (found.strict, found.due) == (date(2026, 11, 26), date(2026, 11, 27))


def test_a_second_agreement_may_be_made_in_the_time_the_first_one_gave() -> None:
    story = (
        "hearing_closed=2026-11-05",
        "extension_agreed=2026-12-14:clock=decide:until=2027-01-15",
        "extension_agreed=2026-11-20:clock=decide:until=2026-12-15",
    )

    assert norfolk("2027-01-01", *story)["decide"].due == date(2027, 1, 15)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (":until=2026-12-15", "it names no clock"),
        (":clock=decide", "it names no last day"),
    ],
)
def test_an_agreement_that_lacks_something_moves_nothing_and_says_so(facts: str, why: str) -> None:
    found = norfolk("2026-12-01", "hearing_closed=2026-11-05", f"extension_agreed=2026-11-20{facts}")[
        "decide"
    ]

    assert found.due == date(2026, 11, 27)
    assert any(why in sentence for sentence in found.because)


def test_an_agreement_for_another_clock_moves_nothing_here() -> None:
    story = ("hearing_closed=2026-11-05", "extension_agreed=2026-11-20:clock=hold_hearing:until=2026-12-15")

    assert norfolk("2026-12-01", *story)["decide"].due == date(2026, 11, 27)


@pytest.mark.parametrize(
    ("filed", "due"),
    [
        (":filed=2026-08-03", date(2026, 9, 1)),
        (":filed=2026-08-04", date(2026, 8, 3)),
        ("", date(2026, 8, 3)),
    ],
)
def test_where_the_law_wants_it_filed_the_filing_must_be_in_time(filed: str, due: date) -> None:
    story = ("hearing_closed=2026-05-05", f"extension_agreed=2026-07-01:clock=decide:until=2026-09-01{filed}")

    assert special("2026-12-31", *story)["decide"].due == due


def test_a_filing_counts_from_its_own_day() -> None:
    story = (
        "hearing_closed=2026-05-05",
        "extension_agreed=2026-07-01:clock=decide:until=2026-09-01:filed=2026-07-20",
    )

    assert special("2026-07-19", *story)["decide"].due == date(2026, 8, 3)
    assert special("2026-07-20", *story)["decide"].due == date(2026, 9, 1)


def test_an_agreement_for_the_decision_moves_its_filing_too_and_not_the_other_way() -> None:
    def due(clock: str) -> tuple[date | None, date | None]:
        agreed = f"extension_agreed=2026-07-01:clock={clock}:until=2026-09-01:filed=2026-07-01"
        found = clocks("ludlow", "site_plan", "2026-12-31", "hearing_closed=2026-05-05", agreed)
        return found["decide"].due, found["file_decision"].due

    assert due("decide") == (date(2026, 9, 1), date(2026, 9, 1))
    assert due("file_decision") == (date(2026, 8, 3), date(2026, 8, 3))


def test_an_agreement_names_one_waiver_or_all() -> None:
    story = ("waiver_requested=2026-09-08:waiver=a", "waiver_requested=2026-09-08:waiver=b")

    one = grafton("2026-09-20", *story, "extension_agreed=2026-09-10:clock=waiver:waiver=a:until=2026-11-12")
    both = grafton("2026-09-20", *story, "extension_agreed=2026-09-10:clock=waiver:until=2026-11-12")

    assert [one[f"waiver/{name}"].due for name in "ab"] == [date(2026, 11, 12), date(2026, 10, 8)]
    assert [both[f"waiver/{name}"].due for name in "ab"] == [date(2026, 11, 12), date(2026, 11, 12)]


# ---------------------------------------------------------------- one clock for each board or waiver


def test_each_board_has_its_own_clock_and_only_its_own_comment_stops_it() -> None:
    story = (
        "referred=2026-06-01:board=fire",
        "referred=2026-06-01:board=health",
        "comment_received=2026-06-02:board=fire",
    )

    found = clocks("ludlow", "site_plan", "2026-12-31", *story)

    assert (found["comments/fire"].status, found["comments/health"].status) == ("met", "missed")


def test_with_nobody_asked_the_clock_waits_once_without_a_name() -> None:
    found = clocks("ludlow", "site_plan", "2026-12-31", "comment_received=2026-06-02:board=fire")

    assert (found["comments"].of, found["comments"].status) == (None, "waiting")


# ---------------------------------------------------------------- days the town declared closed


STORM = ClosedDay(date(2026, 11, 27), "Snow emergency", "Select Board vote", declared=date(2026, 11, 25))


def test_a_declared_day_moves_a_clock_that_still_runs() -> None:
    found = norfolk("2026-12-31", "hearing_closed=2026-11-05", closed=(STORM,))["decide"]

    assert found.due == date(2026, 11, 30)
    assert any("Snow emergency" in sentence for sentence in found.because)


def test_a_declared_day_is_not_known_before_it_was_declared() -> None:
    assert norfolk("2026-11-24", "hearing_closed=2026-11-05", closed=(STORM,))["decide"].due == date(
        2026, 11, 27
    )


def test_a_declared_day_leaves_a_settled_clock_alone() -> None:
    late = ClosedDay(date(2026, 11, 27), "Snow emergency", "Select Board vote", declared=date(2026, 11, 28))
    met = ("hearing_closed=2026-11-05", "decided=2026-11-20")

    assert norfolk("2026-12-31", "hearing_closed=2026-11-05", closed=(late,))["decide"].due == date(
        2026, 11, 27
    )
    assert norfolk("2026-12-31", *met, closed=(STORM,))["decide"].due == date(2026, 11, 27)
    assert norfolk("2026-12-31", closed=(STORM,))["decide"].due is None


@pytest.mark.parametrize(
    ("declared", "due"),
    [
        (date(2026, 11, 19), date(2026, 11, 30)),  # the clock still ran: the day moves
        (date(2026, 11, 20), date(2026, 11, 27)),  # declared on the day on which the board decided
        (date(2026, 11, 21), date(2026, 11, 27)),
    ],
)
def test_a_day_declared_on_the_day_a_clock_was_met_moves_it_no_more(declared: date, due: date) -> None:
    storm = ClosedDay(date(2026, 11, 27), "Snow emergency", "Select Board vote", declared=declared)

    found = norfolk("2026-12-31", "hearing_closed=2026-11-05", "decided=2026-11-20", closed=(storm,))[
        "decide"
    ]

    assert (found.status, found.due) == ("met", due)


@pytest.mark.parametrize(
    ("declared", "due"),
    [
        (date(2026, 11, 27), date(2026, 11, 30)),  # on the last day itself: c. 4 § 9 moves it
        (date(2026, 11, 28), date(2026, 11, 27)),  # time had run out
    ],
)
def test_a_last_day_may_be_declared_closed_on_that_day_and_not_after(declared: date, due: date) -> None:
    storm = ClosedDay(date(2026, 11, 27), "Snow emergency", "Select Board vote", declared=declared)

    assert norfolk("2026-11-28", "hearing_closed=2026-11-05", closed=(storm,))["decide"].due == due


def test_a_day_long_known_as_closed_counts_always() -> None:
    known = ClosedDay(date(2026, 11, 27), "Town day", "§ 1-1")

    assert norfolk("2026-11-06", "hearing_closed=2026-11-05", closed=(known,))["decide"].due == date(
        2026, 11, 30
    )
