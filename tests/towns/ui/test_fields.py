"""Days and hours may be typed in the ways people write them, and must exist."""

from datetime import date, time
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from towns.record.step_forms import MomentField
from towns.ui.fields import LegalDay, TownTime


@pytest.mark.parametrize(
    "typed",
    [
        "2026-11-30",
        "11/30/2026",
        "11/30/26",
        "Nov 30 2026",
        "November 30, 2026",
        "Mon Nov 30 2026",
        " 11/30/2026 ",
    ],
)
def test_a_day_in_the_ways_people_write_it(typed: str) -> None:
    assert LegalDay().clean(typed) == date(2026, 11, 30)


@pytest.mark.parametrize(
    "typed", ["2026-02-30", "2026-02-29", "13/01/2026", "31.12.2026", "tomorrow", "2026-11", "9" * 90]
)
def test_a_day_that_does_not_exist_is_named(typed: str) -> None:
    with pytest.raises(ValidationError, match="is not a day in the calendar"):
        LegalDay().clean(typed)


@pytest.mark.parametrize("typed", ["0026-11-30", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_a_year_that_cannot_be_right(typed: str) -> None:
    with pytest.raises(ValidationError, match="cannot be right"):
        LegalDay().clean(typed)


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("19:00", time(19)),
        ("7:00 pm", time(19)),
        ("7 PM", time(19)),
        ("7 p.m.", time(19)),
        ("12:05am", time(0, 5)),
        ("19:00:30", time(19, 0, 30)),
    ],
)
def test_a_time_in_the_ways_people_write_it(typed: str, at: time) -> None:
    assert TownTime().clean(typed) == at


@pytest.mark.parametrize("typed", ["25:00", "7", "seven", "19:60"])
def test_a_time_that_does_not_exist(typed: str) -> None:
    with pytest.raises(ValidationError, match="Write the time like 7:00 pm"):
        TownTime().clean(typed)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("10/13/2026 7:00 pm", "2026-10-13T19:00"),
        ("2026-10-13T19:00", "2026-10-13T19:00"),
        ("10/13/2026", "2026-10-13"),
        ("", ""),
    ],
)
def test_a_moment_as_the_ledger_keeps_it(typed: str, kept: Any) -> None:
    assert MomentField(required=False).clean(typed) == kept


def test_a_moment_that_does_not_exist() -> None:
    with pytest.raises(ValidationError):
        MomentField().clean("10/32/2026 7:00 pm")
