"""When clocks start and stop: each sentence of the plan as a story that a clerk or a court would notice."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tests.towns.law.asked import clocks, costs, norfolk, special

at = datetime.fromisoformat


# ---------------------------------------------------------------- what is known on a day


def test_an_event_dated_after_the_day_is_not_known() -> None:
    assert norfolk("2026-11-04", "hearing_closed=2026-11-05")["decide"].status == "waiting"
    assert (
        norfolk("2026-11-20", "hearing_closed=2026-11-05", "decided=2026-11-21")["decide"].status == "running"
    )


def test_a_known_event_may_name_a_day_ahead() -> None:
    publish = norfolk("2026-09-21", "hearing_scheduled=2026-09-20:for=2026-10-13T19:00")["publish"]

    assert (publish.started, publish.status) == (date(2026, 10, 13), "running")


def test_a_stop_by_a_fact_counts_from_its_own_day() -> None:
    story = ("filed=2026-11-02", "complete=2026-11-05:found_on=2026-11-09")

    assert clocks("ludlow", "stormwater_permit", "2026-11-08", *story)["completeness"].status == "running"
    assert clocks("ludlow", "stormwater_permit", "2026-11-09", *story)["completeness"].status == "met"
    assert clocks("ludlow", "stormwater_permit", "2026-11-08", *story)["decide"].status == "running"


def test_complete_without_the_day_it_was_found_counts_by_its_own_day() -> None:
    found = clocks("ludlow", "stormwater_permit", "2026-11-30", "filed=2026-11-02", "complete=2026-11-05")

    assert found["completeness"].status == "met"


def test_a_scheduled_hearing_without_its_day_starts_nothing() -> None:
    assert norfolk("2026-11-30", "hearing_scheduled=2026-09-20")["publish"].status == "waiting"


# ---------------------------------------------------------------- stops


def test_a_stop_before_the_start_is_another_act() -> None:
    found = norfolk("2026-12-31", "complete=2026-09-08", "hearing_opened=2026-09-07")["hold_hearing"]

    assert found.status == "missed"
    assert any("it came before the clock started" in sentence for sentence in found.because)


def test_a_stop_on_the_starting_day_counts() -> None:
    assert (
        norfolk("2026-12-31", "complete=2026-09-08", "hearing_opened=2026-09-08")["hold_hearing"].status
        == "met"
    )


def test_a_notice_given_before_the_hearing_was_set_is_for_another_hearing() -> None:
    story = ("notice_published=2026-09-19", "hearing_scheduled=2026-09-20:for=2026-10-13")

    assert norfolk("2026-12-31", *story)["publish"].status == "missed"


def test_a_payment_counts_though_it_came_earlier() -> None:
    story = ("costs_paid=2027-01-02", "costs_received=2027-01-04")

    assert costs("2027-06-01", *story)["pay_or_protest"].status == "met"
    assert costs("2027-06-01", "protest_filed=2027-01-02", story[1])["pay_or_protest"].status == "missed"


def test_a_later_stop_leaves_a_missed_clock_missed() -> None:
    found = norfolk("2026-12-31", "hearing_closed=2026-11-05", "decided=2026-12-01")["decide"]

    assert found.status == "missed"
    assert found.met_by is None
    assert found.because[-1] == "The decision was made on Tue Dec 1 2026, too late."


def test_the_first_of_several_stops_counts() -> None:
    found = norfolk("2026-12-31", "hearing_closed=2026-11-05", "decided=2026-12-01", "decided=2026-11-20")[
        "decide"
    ]

    assert found.status == "met"
    assert found.met_by is not None
    assert found.met_by.on == date(2026, 11, 20)


def test_an_outcome_tells_whether_a_decision_stops() -> None:
    def issue(outcome: str) -> str:
        story = ("complete=2026-09-08", f"decided=2026-10-01:outcome={outcome}")
        return clocks("hopkinton", "stormwater_permit", "2026-10-02", *story)["issue"].status

    assert (issue("disapproved"), issue("approved")) == ("met", "running")


# ---------------------------------------------------------------- hours


def test_hours_are_met_to_the_minute_and_missed_from_the_day_after() -> None:
    story = ("town_work_started=2026-06-05T10:00",)

    def notice(on: str, *more: str) -> str:
        return costs(on, *story, *more)["remediation_notice"].status

    assert notice("2026-06-06", "remediation_notified=2026-06-06T10:00") == "met"
    assert notice("2026-06-06", "remediation_notified=2026-06-06T10:01") == "running"
    assert notice("2026-06-07", "remediation_notified=2026-06-06T10:01") == "missed"
    assert notice("2026-06-06") == "running"
    assert notice("2026-06-07") == "missed"


def test_hours_without_a_time_count_from_midnight_start_and_stop_alike() -> None:
    found = costs("2026-06-07", "town_work_started=2026-06-05", "remediation_notified=2026-06-06")

    assert found["remediation_notice"].started == at("2026-06-05T00:00")
    assert found["remediation_notice"].due == at("2026-06-06T00:00")
    assert found["remediation_notice"].status == "met"


def test_hours_never_roll() -> None:
    found = costs("2026-06-10", "town_work_started=2026-06-05T10:00")["remediation_notice"]

    assert found.due == at("2026-06-06T10:00")


def test_a_moment_of_reading_knows_the_minute() -> None:
    story = ("town_work_started=2026-06-05T10:00", "remediation_notified=2026-06-05T12:00")

    assert costs("2026-06-05T11:00", *story)["remediation_notice"].status == "running"
    assert costs("2026-06-05T12:00", *story)["remediation_notice"].status == "met"
    assert costs("2026-06-06T10:01", story[0])["remediation_notice"].status == "missed"
    assert costs("2026-06-06T10:00", story[0])["remediation_notice"].status == "running"


# ---------------------------------------------------------------- which start governs


def test_the_latest_start_governs_by_its_own_day() -> None:
    story = ("hearing_scheduled=2026-09-20:for=2026-11-10", "hearing_scheduled=2026-10-01:for=2026-10-20")

    assert norfolk("2026-10-02", *story)["publish"].started == date(2026, 10, 20)
    assert norfolk("2026-10-02", *reversed(story))["publish"].started == date(2026, 10, 20)


def test_continuing_a_hearing_moves_nothing() -> None:
    story = (
        "hearing_closed=2026-11-05",
        "hearing_continued=2026-11-06:for=2026-12-01",
        "corrected=2026-11-07",
    )

    assert norfolk("2026-11-20", *story)["decide"].due == date(2026, 11, 27)


def test_the_court_replaces_the_board_when_it_is_later() -> None:
    story = ("protest_decided=2027-03-01:outcome=upheld", "court_final=2027-05-20:outcome=upheld")

    assert costs("2027-06-01", *story)["pay_after_decision"].started == date(2027, 5, 20)
    assert costs("2027-04-01", *story)["pay_after_decision"].started == date(2027, 3, 1)
    assert costs("2027-06-01", story[0], "court_final=2027-02-01")["pay_after_decision"].started == date(
        2027, 3, 1
    )


# ---------------------------------------------------------------- withdrawal


def test_withdrawal_voids_what_waits_or_runs_for_good_and_keeps_its_dates() -> None:
    story = ("complete=2026-09-08", "hearing_closed=2026-11-05", "withdrawn=2026-11-10", "decided=2026-11-12")

    found = norfolk("2027-06-01", *story)

    assert (found["decide"].status, found["decide"].due) == ("void", date(2026, 11, 27))
    assert (found["as_built"].status, found["as_built"].due) == ("void", None)
    assert found["hold_hearing"].status == "missed"


def test_an_act_of_the_day_of_withdrawal_counts_first() -> None:
    story = ("hearing_closed=2026-11-05", "withdrawn=2026-11-10", "decided=2026-11-10")

    assert norfolk("2027-06-01", *story)["decide"].status == "met"


def test_nothing_after_a_withdrawal_starts_moves_names_or_stops() -> None:
    story = (
        "withdrawn=2026-11-10",
        "hearing_closed=2026-11-05",
        "extension_agreed=2026-11-10:clock=decide:until=2026-12-15",
        "extension_agreed=2026-11-11:clock=decide:until=2027-01-15",
        "work_completed=2026-11-11",
        "hearing_scheduled=2026-11-12:for=2026-12-01",
    )

    found = norfolk("2027-06-01", *story)

    assert found["decide"].due == date(2026, 12, 15)
    assert found["as_built"].started is None
    assert found["publish"].started is None


def test_a_filing_after_the_withdrawal_moves_nothing() -> None:
    story = (
        "hearing_closed=2026-05-05",
        "extension_agreed=2026-07-01:clock=decide:until=2026-09-01:filed=2026-07-20",
        "withdrawn=2026-07-10",
    )

    assert special("2026-12-31", *story)["decide"].due == date(2026, 8, 3)


def test_what_was_missed_by_the_withdrawal_stays_missed() -> None:
    story = ("hearing_closed=2026-11-05",)

    assert norfolk("2027-06-01", *story, "withdrawn=2026-11-27")["decide"].status == "void"
    assert norfolk("2027-06-01", *story, "withdrawn=2026-11-28")["decide"].status == "missed"


def test_before_the_withdrawal_is_known_the_clock_runs() -> None:
    assert (
        norfolk("2026-11-09", "hearing_closed=2026-11-05", "withdrawn=2026-11-10")["decide"].status
        == "running"
    )


def test_orders_are_rescinded_not_withdrawn() -> None:
    story = ("order_issued=2026-06-04:comply_by=2026-07-01",)

    def comply(event: str) -> str:
        return clocks("ludlow", "notice_of_violation", "2026-06-20", *story, event)["comply"].status

    assert (comply("order_rescinded=2026-06-10"), comply("withdrawn=2026-06-10")) == ("void", "running")


# ---------------------------------------------------------------- the rest


def test_a_clock_without_a_number_never_runs_out() -> None:
    found = norfolk("2099-01-01", "lapse_certified=2026-12-08")["must_issue"]
    issued = norfolk("2099-01-01", "lapse_certified=2026-12-08", "permit_issued=2027-01-05")["must_issue"]

    assert (found.due, found.expires, found.status) == (None, None, "running")
    assert issued.status == "met"


def test_when_a_clock_expires() -> None:
    found = norfolk(
        "2026-10-01", "hearing_closed=2026-09-08", "hearing_scheduled=2026-09-20:for=2026-10-19T19:00"
    )

    assert found["decide"].expires == found["decide"].due
    assert found["publish"].expires == found["publish"].strict == date(2026, 10, 12)
    assert found["open_meeting"].expires == date(2026, 10, 15)


def test_every_clock_of_the_matter_is_read_in_file_order() -> None:
    assert list(norfolk("2026-10-01")) == [
        "hold_hearing", "publish", "post", "mail", "decide", "must_issue", "as_built", "open_meeting",
    ]  # fmt: skip


@pytest.mark.parametrize("matter", ["stormwater_permit", "limited_approval", "recharge_approval"])
def test_a_matter_without_a_number_in_its_text_has_no_clock(matter: str) -> None:
    assert clocks("wrentham", matter, "2026-10-01", "filed=2026-01-05") == {}
