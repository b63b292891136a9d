"""The sentences that a clerk reads beside each date."""

from __future__ import annotations

import pytest

from tests.towns.law.asked import clocks, costs, grafton, norfolk, special


def test_the_silent_board_at_thanksgiving() -> None:
    assert norfolk("2026-11-28", "hearing_closed=2026-11-05")["decide"].because == (
        "The hearing closed on Thu Nov 5 2026.",
        "21 days from the close of the hearing on Thu Nov 5 2026 is Thu Nov 26 2026 (§ 267-18).",
        "Nov 26 is Thanksgiving Day, so Fri Nov 27 2026 (M.G.L. c. 4 § 9).",
        "Time ran out after Fri Nov 27 2026. From Sat Nov 28 2026: the application is deemed approved.",
    )


def test_a_long_weekend_is_told_day_by_day() -> None:
    # Sat Oct 10 2026, Sun, Columbus Day
    assert norfolk("2026-10-01", "hearing_closed=2026-09-19")["decide"].because[2] == (
        "Oct 10 is a Saturday, when town hall is closed, Oct 11 is a Sunday and Oct 12 is Columbus Day, "
        "so Tue Oct 13 2026 (M.G.L. c. 4 § 9; M.G.L. c. 41 § 110A)."
    )


def test_a_decision_in_time() -> None:
    found = norfolk("2026-12-01", "hearing_closed=2026-11-05", "decided=2026-11-20")["decide"]

    assert found.because[-1] == "The decision was made on Fri Nov 20 2026, in time."


def test_counting_back_from_a_hearing() -> None:
    found = norfolk("2026-10-01", "hearing_scheduled=2026-09-28:for=2026-10-19T19:00")

    assert found["post"].because == (
        "The hearing is set for Mon Oct 19 2026 (scheduled on Mon Sep 28 2026).",
        "7 days before Mon Oct 19 2026 is Mon Oct 12 2026 (§ 267-18).",
        "Oct 12 is Columbus Day, Oct 11 is a Sunday and Oct 10 is a Saturday, when town hall is closed, so the last "
        "safe day is Fri Oct 9 2026; an act up to Mon Oct 12 2026 still counts.",
    )
    assert found["open_meeting"].because[1] == (
        "48 hours before Mon Oct 19 2026, 7:00 pm, not counting Saturdays, Sundays and legal holidays, is "
        "Thu Oct 15 2026, 7:00 pm (c.30A § 20(b))."
    )


def test_an_agreement_and_where_it_is_filed() -> None:
    story = (
        "hearing_closed=2026-05-05",
        "extension_agreed=2026-07-01:clock=decide:until=2026-09-06:filed=2026-07-02",
    )

    assert special("2026-08-04", *story)["decide"].because[2:] == (
        "By the agreement of Wed Jul 1 2026, filed with the town clerk on Thu Jul 2 2026, the time runs until "
        "Sun Sep 6 2026.",
        "Sep 6 is a Sunday and Sep 7 is Labor Day, so Tue Sep 8 2026 (M.G.L. c. 4 § 9).",
    )


def test_an_agreement_that_only_need_be_made() -> None:
    story = ("hearing_closed=2026-11-05", "extension_agreed=2026-11-20:clock=decide:until=2026-12-15")

    assert norfolk("2026-12-01", *story)["decide"].because[2] == (
        "By the agreement of Fri Nov 20 2026 the time runs until Tue Dec 15 2026."
    )


@pytest.mark.parametrize(
    ("agreed", "why"),
    [
        ("2026-08-04:clock=decide:until=2026-09-01:filed=2026-08-04", "it was made after the last day"),
        ("2026-08-03:clock=decide:until=2026-09-01:filed=2026-08-04", "it was filed after the last day"),
        ("2026-07-01:clock=decide:until=2026-09-01", "it is not filed with the town clerk"),
        ("2026-07-01:clock=decide:until=2026-08-01:filed=2026-07-01", "an agreement never shortens the time"),
    ],
)
def test_why_an_agreement_does_not_count(agreed: str, why: str) -> None:
    found = special("2026-12-31", "hearing_closed=2026-05-05", f"extension_agreed={agreed}")["decide"]

    assert any(
        sentence.startswith("An extension was agreed") and sentence.endswith(f"does not count here: {why}.")
        for sentence in found.because
    )


def test_a_day_that_does_not_move() -> None:
    found = clocks(
        "ludlow", "enforcement_order", "2026-07-01", "order_issued=2026-06-04:comply_by=2026-07-05"
    )

    assert found["comply"].because == (
        "The order of Thu Jun 4 2026 sets Sun Jul 5 2026 as the last day to comply.",
        "The last day is that same day, Sun Jul 5 2026 (V-7.2).",
        "Jul 5 is a Sunday, but this day does not move.",
    )


def test_a_clock_that_starts_from_another() -> None:
    found = special("2026-12-01", "hearing_closed=2026-08-28")["petitioner_notice"]

    assert found.because == (
        "The time of “Final action by the board, filed with the clerk” ran out: its last day as counted was "
        "Thu Nov 26 2026.",
        "14 days from Thu Nov 26 2026 is Thu Dec 10 2026 (c.40A § 9).",
        "The law stopped waiting there on Fri Nov 27 2026; counted from that day and moved off closed days, the last "
        "day is Fri Dec 11 2026.",
    )


def test_a_clock_that_starts_from_another_on_one_and_the_same_day() -> None:
    assert len(special("2026-08-10", "hearing_closed=2026-05-05")["petitioner_notice"].because) == 2


def test_a_term_that_was_renewed() -> None:
    story = ("permit_issued=2024-02-29", "permit_renewed=2027-01-15", "permit_renewed=2028-01-15")

    assert grafton("2028-06-01", *story)["permit_term"].because == (
        "The permit was issued on Thu Feb 29 2024.",
        "3 years from the issue of the permit on Thu Feb 29 2024 is Sun Feb 28 2027 (§ 5d).",
        "The permit was renewed on Fri Jan 15 2027: 1 year more.",
        "The permit was renewed on Sat Jan 15 2028: 1 year more.",
        "Counted once from the start, the time ends on Wed Feb 28 2029 (§ 5d).",
    )


def test_counting_back_from_the_end_of_a_term() -> None:
    assert grafton("2026-12-31", "permit_issued=2026-12-22")["renewal_request"].because[:2] == (
        "The time of “Life of the permit” ends on Sat Dec 22 2029.",
        "30 days before Sat Dec 22 2029 is Thu Nov 22 2029 (§ 5d).",
    )


def test_what_a_clock_waits_for() -> None:
    waiting = grafton("2026-01-01")

    assert waiting["decide"].because == (
        "Starts with the close of the hearing: 21 days (§ 7b). That is not recorded yet.",
    )
    assert waiting["mail"].because == (
        "Counts back from the hearing: 5 days before (§ 7b). That is not known yet.",
    )
    assert waiting["renewal_request"].because == (
        "Counts back from the end of “Life of the permit”, which has not started (§ 5d).",
    )
    assert special("2026-01-01")["petitioner_notice"].because == (
        "Starts only if the time of “Final action by the board, filed with the clerk” runs out without action: "
        "14 days (c.40A § 9).",
    )
    assert costs("2026-01-01")["pay_after_decision"].because == (
        "Starts with the decision on the protest or the final decision of the court: 60 days (§ 172-5F). "
        "That is not recorded yet.",
    )
    assert norfolk("2026-01-01")["must_issue"].because == (
        "Starts with the certificate that the time passed without action (§ 267-18). That is not recorded yet.",
    )
    assert (
        clocks("norfolk", "spill", "2026-01-01")["report_hazardous"]
        .because[0]
        .startswith("Starts with the day the release was known (hazardous): 0 days")
    )
    assert (
        clocks("norfolk", "enforcement_order", "2026-01-01")["comply"]
        .because[0]
        .startswith("Starts with the last day that the order sets")
    )


def test_a_clock_without_a_number() -> None:
    assert norfolk("2027-01-01", "lapse_certified=2026-12-08")["must_issue"].because[1] == (
        "The law gives no number of days (§ 267-18): it must be done, and no day is set by which."
    )


def test_withdrawal_before_and_after_a_clock_started() -> None:
    found = norfolk("2027-01-01", "hearing_closed=2026-11-05", "withdrawn=2026-11-10")

    told = "The matter was withdrawn on Tue Nov 10 2026: this clock counts no further."
    assert found["decide"].because[-1] == told
    assert found["as_built"].because[-1] == told


def test_a_board_is_named() -> None:
    found = clocks("ludlow", "site_plan", "2026-06-02", "referred=2026-06-01:board=board_of_health")

    assert found["comments/board_of_health"].because[0] == (
        "The application was referred for comment on Mon Jun 1 2026 (board of health)."
    )


def test_the_next_business_day() -> None:
    found = clocks("norfolk", "spill", "2026-07-04", "release_known=2026-07-03:outcome=nonhazardous")

    assert found["report"].because[1] == (
        "1 business day from the day the release was known on Fri Jul 3 2026 is Mon Jul 6 2026 (§ 267-9)."
    )


def test_a_refusal_is_told_once_for_each_act() -> None:
    found = norfolk(
        "2026-12-31", "complete=2026-09-08", "hearing_opened=2026-09-01", "hearing_opened=2026-10-13"
    )

    assert found["hold_hearing"].because[2:] == (
        "The hearing opened on Tue Sep 1 2026, but it does not count here: it came before the clock started.",
        "The hearing opened on Tue Oct 13 2026, in time.",
    )
