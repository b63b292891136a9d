"""The readings that docs/law-engine.md lists: where the plan for counting days leaves a case open, what was chosen."""

from __future__ import annotations

from datetime import date

import pytest

from tests.towns.law.asked import clocks, costs, grafton, norfolk


def test_of_two_starts_on_one_day_the_later_in_the_story_governs() -> None:
    story = ("hearing_scheduled=2026-09-20:for=2026-11-10", "hearing_scheduled=2026-09-20:for=2026-10-20")

    assert norfolk("2026-10-02", *story)["publish"].started == date(2026, 10, 20)


def test_of_the_boards_and_the_courts_decision_on_one_day_the_later_in_the_story_governs() -> None:
    story = ("protest_decided=2027-03-01:outcome=upheld", "court_final=2027-03-01:outcome=upheld")

    assert costs("2027-03-02", *story)["pay_after_decision"].because[0].startswith("The court's decision")
    assert costs("2027-03-02", *reversed(story))["pay_after_decision"].because[0].startswith("The protest")


def test_a_request_on_the_day_of_the_renewal_is_made_since() -> None:
    story = ("permit_issued=2024-03-01", "permit_renewed=2027-01-15", "renewal_requested=2027-01-15")

    assert grafton("2027-06-01", *story)["renewal_request"].status == "met"


@pytest.mark.parametrize("requested", [(), ("renewal_requested=2024-06-01",)])
def test_the_request_is_void_once_the_term_is_met_whatever_it_was(requested: tuple[str, ...]) -> None:
    story = ("permit_issued=2024-03-01", *requested, "certificate_issued=2027-02-20")

    assert grafton("2027-03-01", *story)["renewal_request"].status == "void"


def test_instances_come_in_the_order_of_their_day() -> None:
    story = ("referred=2026-06-02:board=fire", "referred=2026-06-01:board=health")

    assert list(clocks("ludlow", "site_plan", "2026-06-03", *story))[:2] == [
        "comments/health",
        "comments/fire",
    ]


def test_a_ticket_paid_before_its_date_is_paid() -> None:
    story = ("ticket_paid=2026-06-05", "ticket_issued=2026-06-08")

    assert clocks("norfolk", "ticket", "2026-07-01", *story)["answer"].status == "met"


def test_all_acts_of_the_day_of_withdrawal_count_whatever_their_time() -> None:
    story = ("hearing_closed=2026-11-05", "withdrawn=2026-11-10T09:00", "decided=2026-11-10T21:00")

    assert norfolk("2026-12-01", *story)["decide"].status == "met"


def test_an_agreement_that_ends_by_the_day_as_counted_changes_nothing() -> None:
    story = ("hearing_closed=2026-11-05", "extension_agreed=2026-11-20:clock=decide:until=2026-11-26")

    assert norfolk("2026-11-21", *story)["decide"].due == date(2026, 11, 27)


def test_a_clock_that_the_law_does_not_let_be_extended_is_not() -> None:
    story = ("complete=2026-09-08", "extension_agreed=2026-09-20:clock=hold_hearing:until=2026-12-15")

    assert norfolk("2026-09-21", *story)["hold_hearing"].due == date(2026, 10, 23)
