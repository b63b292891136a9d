"""What the law of clocks sees in an event before it is entered."""

from __future__ import annotations

import pytest

from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.defects import agreement_defects, not_moved


def moved(town: str, event: str, *story: str) -> tuple[str, ...]:
    bylaw = schema.load(town)
    told = [event_from_words(text) for text in story]
    return not_moved(bylaw.matters["stormwater_permit"], told, event_from_words(event), bylaw.calendar)


def test_a_later_start_of_a_duty_moves_nothing_and_is_named() -> None:
    assert moved("norfolk", "hearing_closed=2026-11-19", "hearing_closed=2026-11-05") == ("not_moved:decide",)
    assert moved("norfolk", "complete=2026-11-19", "complete=2026-09-08") == ("not_moved:hold_hearing",)
    assert moved("norfolk", "hearing_closed=2026-11-19", "hearing_closed=2026-11-19") == ("not_moved:decide",)


def test_a_first_start_an_earlier_day_and_what_is_no_duty_are_not() -> None:
    assert moved("norfolk", "hearing_closed=2026-11-19") == ()
    assert moved("norfolk", "hearing_closed=2026-11-05", "hearing_closed=2026-11-19") == ()
    assert moved("norfolk", "work_completed=2026-11-19", "work_completed=2026-11-05") == ()


def test_a_completeness_after_a_return_in_time_moves_the_clock() -> None:
    story = ("filed=2026-11-02", "complete=2026-11-02", "returned_incomplete=2026-11-06", "filed=2026-11-16")

    assert moved("ludlow", "complete=2026-11-16", *story) == ()
    assert moved("ludlow", "complete=2026-11-04", *story[:2]) == ("not_moved:decide",)


def test_another_waiver_starts_its_own_clock() -> None:
    assert (
        moved("grafton", "waiver_requested=2026-09-20:waiver=b", "waiver_requested=2026-09-08:waiver=a") == ()
    )
    assert moved(
        "grafton", "waiver_requested=2026-09-20:waiver=a", "waiver_requested=2026-09-08:waiver=a"
    ) == ("not_moved:waiver",)


@pytest.mark.parametrize(
    ("agreement", "found"),
    [
        ("extension_agreed=2026-11-20:clock=decide:until=2026-12-15", ()),
        ("extension_agreed=2026-11-20:clock=decide", ("agreement_without_end",)),
        ("extension_agreed=2026-11-20:until=2026-12-15", ("agreement_without_clock",)),
        ("extension_agreed=2026-09-08:clock=decide:until=2026-12-15", ("agreement_with_the_filing",)),
        ("decided=2026-09-08", ()),
    ],
)
def test_what_an_agreement_lacks_is_named(agreement: str, found: tuple[str, ...]) -> None:
    assert agreement_defects([event_from_words("filed=2026-09-08")], event_from_words(agreement)) == found
