"""Each sentence of the plan for counting days, as a story that a clerk or a court would notice."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import Reading, read
from towns.law.days import ClosedDay

at = datetime.fromisoformat


def clocks(
    town: str, matter: str, on: str, *events: str, closed: tuple[ClosedDay, ...] = ()
) -> dict[str, Reading]:
    bylaw = schema.load(town)
    story = [event_from_words(text) for text in events]
    day = at(on) if "T" in on else date.fromisoformat(on)
    readings = read(bylaw.matters[matter], story, day, bylaw.calendar, closed)
    return {f"{r.clock}/{r.of}" if r.of else r.clock: r for r in readings}


def norfolk(on: str, *events: str, closed: tuple[ClosedDay, ...] = ()) -> dict[str, Reading]:
    return clocks("norfolk", "stormwater_permit", on, *events, closed=closed)


def grafton(on: str, *events: str) -> dict[str, Reading]:
    return clocks("grafton", "stormwater_permit", on, *events)


def special(on: str, *events: str) -> dict[str, Reading]:
    return clocks("ludlow", "special_permit", on, *events)


def costs(on: str, *events: str) -> dict[str, Reading]:
    return clocks("hopkinton", "cost_recovery", on, *events)


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
    assert costs("2026-06-10", "town_work_started=2026-06-05T10:00")["remediation_notice"].due == datetime(
        2026, 6, 6, 10
    )


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


def test_a_second_close_needs_a_reopening_between() -> None:
    closes = ("hearing_closed=2026-11-05", "hearing_closed=2026-11-19")

    assert norfolk("2026-11-20", *closes)["decide"].started == date(2026, 11, 5)
    assert norfolk("2026-11-20", *closes, "hearing_reopened=2026-11-10")["decide"].started == date(
        2026, 11, 19
    )
    assert norfolk("2026-11-20", *closes, "hearing_reopened=2026-11-20")["decide"].started == date(
        2026, 11, 5
    )
    assert norfolk("2026-11-20", *closes, "hearing_reopened=2026-11-04")["decide"].started == date(
        2026, 11, 5
    )


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


def test_a_day_long_known_as_closed_counts_always() -> None:
    known = ClosedDay(date(2026, 11, 27), "Town day", "§ 1-1")

    assert norfolk("2026-11-06", "hearing_closed=2026-11-05", closed=(known,))["decide"].due == date(
        2026, 11, 30
    )


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
