"""Proofs of a session (design.md 5 (c)), outcomes that undo a start (d), instances, and days that a fact names."""

from __future__ import annotations

from datetime import date

import pytest

from tests.towns.law.asked import clocks, costs, grafton, norfolk

# § 267-18: seven days before Tue Nov 10 2026 is Tue Nov 3; before Tue Oct 20 2026, Tue Oct 13.
SET = "hearing_scheduled=2026-09-20:for=2026-10-20T19:00"
ANEW = "hearing_scheduled=2026-10-01:for=2026-11-10T19:00"


def published(*events: str) -> str:
    return norfolk("2026-12-31", *events)["publish"].status


# ---------------------------------------------------------------- (c) which session a proof proves


def test_a_proof_that_names_no_session_proves_the_hearing_as_it_was_set_before_it() -> None:
    assert published(SET, "notice_published=2026-10-01", "hearing_scheduled=2026-10-02:for=2026-11-10") == (
        "missed"
    )
    assert published(SET, ANEW, "notice_published=2026-10-02") == "met"


def test_set_anew_on_the_same_day_only_a_proof_later_in_order_counts() -> None:
    anew = "hearing_scheduled=2026-10-01:for=2026-11-10"

    assert published(SET, "notice_published=2026-10-01", anew) == "missed"
    assert published(SET, anew, "notice_published=2026-10-01") == "met"


def test_set_anew_for_the_same_day_the_old_proof_does_not_count_either() -> None:
    again = "hearing_scheduled=2026-10-05:for=2026-10-20T20:00"

    assert published(SET, "notice_published=2026-10-01", again) == "missed"


def test_with_one_setting_a_proof_of_the_same_day_counts_in_any_order() -> None:
    assert published("notice_published=2026-09-20", SET) == "met"
    assert published("notice_published=2026-09-19", SET) == "missed"


def test_a_proof_that_names_its_session_proves_that_one_and_no_other_whatever_its_order() -> None:
    for session, status in (("2026-11-10", "met"), ("2026-10-20", "missed"), ("2026-11-10T20:00", "met")):
        assert published(SET, f"notice_published=2026-10-01:for={session}", ANEW) == status


def test_it_counts_even_if_dated_before_the_hearing_was_set() -> None:
    assert published("notice_published=2026-09-01:for=2026-10-20", SET) == "met"


def test_why_a_proof_does_not_count_is_told() -> None:
    found = norfolk("2026-10-02", SET, "notice_published=2026-09-25:for=2026-10-20", ANEW)["publish"]

    assert found.status == "running"
    assert found.because[-1] == (
        "The notice of the hearing was published on Fri Sep 25 2026, but it does not count here: it announced another "
        "session."
    )


def test_the_posting_of_the_meeting_and_graftons_notices_are_proofs_too() -> None:
    posted = norfolk("2026-12-31", SET, "meeting_posted=2026-10-15T09:00:for=2026-10-20", ANEW)
    mailed = grafton("2026-12-31", SET, "notices_mailed=2026-09-01:for=2026-10-20")

    assert posted["open_meeting"].status == "missed"
    assert mailed["mail"].status == "met"


# ---------------------------------------------------------------- (d) an outcome that undoes the start

MODIFIED = "protest_decided=2027-03-01:outcome=modified"  # § 172-5F: + 60 = Fri Apr 30 2027


def after(on: str, *events: str) -> tuple[str, date | None]:
    found = costs(on, *events)["pay_after_decision"]
    return found.status, found.started


def test_a_court_that_rescinds_ends_the_charge() -> None:
    assert after("2027-04-02", MODIFIED, "court_final=2027-04-01:outcome=rescinded") == ("waiting", None)
    assert after("2027-08-01", MODIFIED, "court_final=2027-07-01:outcome=rescinded") == ("waiting", None)


def test_what_was_paid_by_then_stays_met() -> None:
    story = (MODIFIED, "costs_paid=2027-03-20", "court_final=2027-04-01:outcome=rescinded")

    assert after("2027-08-01", *story) == ("met", date(2027, 3, 1))


def test_a_payment_in_part_is_not_what_was_asked_for() -> None:
    story = (MODIFIED, "costs_paid=2027-03-20:outcome=partial", "court_final=2027-04-01:outcome=rescinded")

    assert after("2027-08-01", *story) == ("waiting", None)


def test_a_later_decision_starts_it_again() -> None:
    story = (
        MODIFIED,
        "protest_decided=2027-03-10:outcome=rescinded",
        "court_final=2027-06-01:outcome=upheld",
    )

    assert after("2027-06-02", *story) == ("running", date(2027, 6, 1))


def test_an_earlier_rescission_undoes_nothing() -> None:
    assert after("2027-06-02", "protest_decided=2027-02-01:outcome=rescinded", MODIFIED)[1] == date(
        2027, 3, 1
    )


def test_what_was_undone_is_told() -> None:
    found = costs("2027-04-02", MODIFIED, "court_final=2027-04-01:outcome=rescinded")["pay_after_decision"]

    assert found.because[0] == (
        "The protest was decided on Mon Mar 1 2027, but the court's decision became final on Thu Apr 1 2027 (rescinded): "
        "that start no longer counts."
    )


def test_partial_compliance_is_not_compliance() -> None:
    order = "order_issued=2026-06-04:comply_by=2026-07-01"

    def status(outcome: str) -> str:
        story = (order, f"complied=2026-06-20{outcome}")
        return clocks("norfolk", "enforcement_order", "2026-07-02", *story)["comply"].status

    assert [status(o) for o in ("", ":outcome=in_full", ":outcome=in_part")] == ["met", "met", "missed"]


# ---------------------------------------------------------------- instances


def charged(on: str, *events: str) -> dict[str | None, str]:
    found = clocks("norfolk", "cost_recovery", on, *events)
    return {r.of: r.status for r in found.values() if r.clock == "pay_or_protest"}


def test_each_party_has_its_own_time_from_its_own_receipt() -> None:
    story = ("costs_received=2027-01-04:party=owner", "costs_received=2027-01-20:party=violator")

    assert charged("2027-02-10", *story) == {"owner": "missed", "violator": "running"}
    assert charged("2027-02-10", *story, "protest_filed=2027-02-01:party=owner") == {
        "owner": "met",
        "violator": "running",
    }


def test_an_event_that_names_no_party_speaks_of_every_one_as_start_and_as_stop() -> None:
    story = ("costs_received=2027-01-04:party=owner", "costs_received=2027-01-20")

    # the later start, for all, governs for the owner too; it is no duty of the town
    assert charged("2027-02-10", *story) == {"owner": "running"}
    assert charged("2027-02-10", "costs_received=2027-01-04:party=owner", "costs_paid=2027-01-10") == {
        "owner": "met"
    }


def test_where_nobody_names_a_party_there_is_one_time() -> None:
    assert charged("2027-02-10", "costs_received=2027-01-04", "costs_paid=2027-01-10") == {None: "met"}
    assert charged("2027-02-10") == {None: "waiting"}


def test_a_receipt_that_names_nobody_is_the_receipt_of_whoever_answers() -> None:
    story = ("costs_received=2027-01-04", "protest_filed=2027-01-10:party=owner")

    assert charged("2027-02-10", *story) == {"owner": "met"}


# ---------------------------------------------------------------- days that a fact names


def deliver(*events: str) -> tuple[date | None, str]:
    found = clocks("norfolk", "ticket", "2026-07-01", *events)["deliver"]
    return found.due, found.status


def test_the_fifteen_days_run_from_the_violation_else_from_its_finding() -> None:
    # c.40 § 21D: Mon Jun 1 + 15 = Tue Jun 16 2026; Thu Jun 4 + 15 = Fri Jun 19, Juneteenth, so Mon Jun 22.
    assert deliver("violation_found=2026-06-04:violated=2026-06-01")[0] == date(2026, 6, 16)
    assert deliver("violation_found=2026-06-04")[0] == date(2026, 6, 22)


def test_a_stop_counts_from_the_earlier_of_the_two_days() -> None:
    found = "violation_found=2026-06-04:violated=2026-06-01"

    assert deliver(found, "ticket_delivered=2026-06-01")[1] == "met"
    assert deliver(found, "ticket_delivered=2026-05-31")[1] == "missed"


def appeal(on: str, *events: str) -> tuple[date | None, date | None, date | None, str]:
    found = clocks("hopkinton", "stormwater_permit", on, *events)["appeal"]
    return found.started, found.strict, found.due, found.status


VOTED = "decided=2026-11-20:outcome=approved:voted=2026-11-05"


def test_an_appeal_is_warned_of_from_the_vote_and_late_only_after_the_writing() -> None:
    # c.249 § 4: Nov 5 2026 + 60 = Mon Jan 4 2027; Nov 20 + 60 = Tue Jan 19 2027.
    assert appeal("2027-01-10", VOTED) == (date(2026, 11, 5), date(2027, 1, 4), date(2027, 1, 19), "running")
    assert appeal("2027-01-20", VOTED)[3] == "missed"


def test_an_appeal_taken_after_the_vote_and_before_the_writing_counts() -> None:
    assert appeal("2027-02-01", VOTED, "appeal_filed=2026-11-10")[3] == "met"
    assert appeal("2027-02-01", VOTED, "appeal_filed=2026-11-04")[3] == "missed"


def test_without_a_day_of_the_vote_both_days_are_counted_from_the_decision() -> None:
    assert appeal("2027-01-10", "decided=2026-11-20")[:3] == (
        date(2026, 11, 20),
        date(2027, 1, 19),
        date(2027, 1, 19),
    )


def test_a_vote_alone_stops_and_starts_nothing() -> None:
    story = ("hearing_closed=2026-11-05", "voted=2026-11-12:outcome=approved")

    assert norfolk("2026-11-28", *story)["decide"].status == "missed"
    assert appeal("2026-12-01", "voted=2026-11-12:outcome=approved")[0] is None


def test_both_counts_are_told() -> None:
    found = clocks("hopkinton", "stormwater_permit", "2027-01-10", VOTED)["appeal"]

    assert found.because == (
        "The decision was made on Fri Nov 20 2026.",
        "The day of the vote is Thu Nov 5 2026.",
        "60 days from the vote on Thu Nov 5 2026 is Mon Jan 4 2027 (§ 172-4F).",
        "Counted from the decision on Fri Nov 20 2026 and moved off closed days, the last day is Tue Jan 19 2027; only "
        "after it has the time run out.",
    )


@pytest.mark.parametrize("moved", ["hearing_cancelled=2026-11-12", "remanded=2026-11-12"])
def test_what_moves_nothing_here(moved: str) -> None:
    assert norfolk("2026-11-28", "hearing_closed=2026-11-05", moved)["decide"].status == "missed"
