"""When a duty of a plan falls due. The days are those of the plan of Holyoke Street Commons, counted by hand."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest

from permitting.om_plans.schedule import Rule, add_months, fixed_days, next_day, standing


@pytest.mark.parametrize(
    ("day", "months", "then"),
    [
        (date(2026, 3, 12), 6, date(2026, 9, 12)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 12, 31), 12, date(2027, 12, 31)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (date(2026, 10, 31), -12, date(2025, 10, 31)),
    ],
)
def test_months_are_added_to_the_day_itself(day, months, then):
    assert add_months(day, months) == then


def test_a_short_month_does_not_pull_the_later_days_back():
    days = list(islice(fixed_days(Rule(date(2026, 1, 31), 1, fixed=True)), 4))
    assert days == [date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 31), date(2026, 4, 30)]


def test_counted_from_the_last_time():
    rule = Rule(date(2024, 11, 15), 6)
    assert next_day(rule, []) == date(2024, 11, 15)
    assert next_day(rule, [date(2026, 3, 12)]) == date(2026, 9, 12)
    assert next_day(rule, [date(2026, 3, 12), date(2025, 9, 1)]) == date(2026, 9, 12), "in any order"


YEARLY = Rule(date(2024, 10, 31), 12, fixed=True)


@pytest.mark.parametrize(
    ("done", "due"),
    [
        ([], date(2024, 10, 31)),
        ([date(2024, 10, 3)], date(2025, 10, 31)),
        ([date(2024, 10, 3), date(2025, 10, 14)], date(2026, 10, 31)),
        # Two weeks late answers for the day missed, and not for a day eleven months on.
        ([date(2024, 10, 3), date(2025, 10, 14), date(2026, 11, 14)], date(2027, 10, 31)),
        # Twice before one day answers once.
        ([date(2024, 9, 3), date(2024, 10, 20)], date(2025, 10, 31)),
        # More than a whole interval before the first day: not this duty's work yet.
        ([date(2023, 10, 31)], date(2024, 10, 31)),
        # A year missed, then done shortly before the next day: done for that one.
        ([date(2024, 10, 3), date(2026, 10, 5)], date(2027, 10, 31)),
        # A year missed, then done half a year on: the next day stands.
        ([date(2024, 10, 3), date(2026, 2, 1)], date(2026, 10, 31)),
    ],
)
def test_on_fixed_days(done, due):
    assert next_day(YEARLY, done) == due


def test_a_season_leaves_out_the_winter():
    mowing = Rule(date(2026, 4, 30), 1, fixed=True, season=(4, 10))
    days = list(islice(fixed_days(mowing), 8))
    assert days[6:] == [date(2026, 10, 30), date(2027, 4, 30)]
    monthly = [date(2026, month, 6) for month in range(4, 11)]
    assert next_day(mowing, monthly) == date(2027, 4, 30)
    assert next_day(Rule(date(2026, 4, 30), 1, season=(4, 10)), [date(2026, 10, 6)]) == date(2027, 4, 1)
    winter = Rule(date(2026, 11, 15), 1, fixed=True, season=(11, 3))
    assert list(islice(fixed_days(winter), 6))[4:] == [date(2027, 3, 15), date(2027, 11, 15)]


def test_overdue_is_after_the_day_and_soon_is_seven_days_before():
    today = date(2026, 11, 30)
    assert standing(date(2026, 11, 29), today) == "overdue"
    assert standing(today, today) == "soon"
    assert standing(date(2026, 12, 7), today) == "soon"
    assert standing(date(2026, 12, 8), today) == "later"
    assert standing(None, today) == "none"
