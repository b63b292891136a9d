"""Closed days, legal holidays, business days, hours and years, against calendars and the holidays library."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from towns.law import schema
from towns.law.days import (
    Calendar,
    ClosedDay,
    Holiday,
    day_of,
    hours_after,
    moment_of,
    short_words,
    words,
    years_after,
)

at = datetime.fromisoformat

NORFOLK = schema.load("norfolk").calendar
DAYS = st.dates(date(1990, 1, 1), date(2100, 12, 31))


@pytest.mark.parametrize("year", range(1990, 2101))
def test_legal_holidays_agree_with_the_holidays_library_for_massachusetts(year: int) -> None:
    library = holidays.country_holidays("US", subdiv="MA", years=year)
    # Juneteenth was signed on July 24 2020: June 19 2020 was no holiday (St. 2020 c. 124).
    theirs = {day for day, name in library.items() if "Juneteenth" not in name or year >= 2021}

    ours = NORFOLK.holidays_in(year)

    # A Sunday is closed as it is; the library and the statute agree on every other day.
    assert {day for day in ours if day.weekday() != 6} == {day for day in theirs if day.weekday() != 6}


def test_the_holidays_of_2026_and_2027_are_those_of_the_courts_list() -> None:
    assert [f"{day:%m-%d}" for day in sorted(NORFOLK.holidays_in(2026))] == (
        [
            "01-01",
            "01-19",
            "02-16",
            "04-20",
            "05-25",
            "06-19",
            "07-04",
            "09-07",
            "10-12",
            "11-11",
            "11-26",
            "12-25",
        ]
    )
    assert [f"{day:%m-%d}" for day in sorted(NORFOLK.holidays_in(2027))] == (
        [
            "01-01",
            "01-18",
            "02-15",
            "04-19",
            "05-31",
            "06-19",
            "07-04",
            "07-05",
            "09-06",
            "10-11",
            "11-11",
            "11-25",
            "12-25",
        ]
    )


def test_a_sunday_holiday_is_kept_on_monday_and_a_saturday_holiday_stays() -> None:
    assert NORFOLK.why_closed(date(2027, 7, 5)) == "Independence Day (kept on Monday)"
    assert NORFOLK.why_closed(date(2027, 6, 18)) is None
    assert NORFOLK.why_closed(date(2027, 6, 19)) == "Juneteenth Independence Day"
    assert NORFOLK.why_closed(date(2027, 6, 21)) is None


def test_juneteenth_is_a_holiday_from_2021_and_suffolks_days_never() -> None:
    assert not NORFOLK.is_closed(date(2020, 6, 19))
    assert NORFOLK.is_closed(date(2026, 6, 19))
    assert not NORFOLK.is_closed(date(2026, 3, 17))
    assert not NORFOLK.is_closed(date(2026, 6, 17))


def test_why_a_day_is_closed_reads_after_is() -> None:
    assert NORFOLK.why_closed(date(2026, 11, 28)) == "a Saturday, when town hall is closed"
    assert NORFOLK.why_closed(date(2026, 11, 29)) == "a Sunday"
    assert NORFOLK.why_closed(date(2026, 11, 30)) is None


def test_saturday_is_open_where_town_hall_is_open_on_saturdays() -> None:
    calendar = Calendar(NORFOLK.holidays, saturday_closed=False)

    assert calendar.roll_forward(date(2026, 11, 28)) == date(2026, 11, 28)
    assert calendar.roll_back(date(2026, 11, 29)) == date(2026, 11, 28)
    assert not calendar.is_business(date(2026, 11, 28))


def test_a_declared_closed_day_moves_a_last_day_but_is_no_legal_holiday() -> None:
    storm = ClosedDay(date(2026, 12, 14), "Snow emergency", "Select Board vote")

    calendar = NORFOLK.with_closed_days([storm])

    assert calendar.why_closed(date(2026, 12, 14)) == "Snow emergency (Select Board vote)"
    assert calendar.roll_forward(date(2026, 12, 12)) == date(2026, 12, 15)
    assert calendar.is_business(date(2026, 12, 14))


def test_the_same_declared_days_give_the_same_calendar() -> None:
    storm = ClosedDay(date(2026, 12, 14), "Snow emergency", "Select Board vote")
    calendar = NORFOLK.with_closed_days([storm])

    assert NORFOLK.with_closed_days([storm]) is calendar
    assert calendar.with_closed_days([]) is NORFOLK
    assert calendar.with_closed_days([storm]) is calendar


def test_friday_is_a_last_day_though_norfolks_town_hall_is_shut_on_fridays() -> None:
    assert NORFOLK.roll_forward(date(2026, 11, 27)) == date(2026, 11, 27)


def test_business_days_leave_out_weekends_and_holidays_both_ways() -> None:
    assert NORFOLK.business_days_after(date(2026, 11, 25), 1) == date(2026, 11, 27)
    assert NORFOLK.business_days_after(date(2026, 11, 28), 1) == date(2026, 11, 30)
    assert NORFOLK.business_days_after(date(2026, 11, 27), -1) == date(2026, 11, 25)
    assert NORFOLK.business_days_after(date(2026, 11, 26), 0) == date(2026, 11, 26)


@pytest.mark.parametrize(
    ("hearing", "latest"),
    [
        ("2026-10-13T19:00", "2026-10-08T19:00"),  # Tue after Columbus Day: 19 + 24 + 5 of Thursday
        ("2026-10-15T19:00", "2026-10-13T19:00"),
        ("2026-10-17T10:00", "2026-10-15T00:00"),  # a Saturday hearing: nothing of Saturday counts
        ("2026-10-19T00:00", "2026-10-15T00:00"),  # midnight: all of Friday and Thursday
    ],
)
def test_forty_eight_hours_before_a_meeting(hearing: str, latest: str) -> None:
    found = NORFOLK.business_hours_before(at(hearing), 48)

    assert found == at(latest)


def test_business_hours_forward_skip_the_weekend() -> None:
    assert NORFOLK.business_hours_after(at("2026-11-27T19:00"), 10) == at("2026-11-30T05:00")
    assert NORFOLK.business_hours_after(at("2026-11-29T12:00"), 2) == at("2026-11-30T02:00")


def test_elapsed_hours_on_the_two_nights_when_clocks_change() -> None:
    assert hours_after(at("2026-10-31T12:00"), 24) == at("2026-11-01T11:00")
    assert hours_after(at("2026-03-07T12:00"), 24) == at("2026-03-08T13:00")
    assert hours_after(at("2026-11-05T12:00"), 24) == at("2026-11-06T12:00")


def test_an_anniversary_of_february_29_is_february_28() -> None:
    assert years_after(date(2024, 2, 29), 1) == date(2025, 2, 28)
    assert years_after(date(2024, 2, 29), 4) == date(2028, 2, 29)


def test_the_last_monday_of_december_can_be_a_holiday_too() -> None:
    assert Holiday("Last Monday", 12, "§ 1", weekday=0, nth=-1).in_year(2026) == date(2026, 12, 28)


def test_days_and_moments_in_words() -> None:
    assert words(date(2026, 11, 5)) == "Thu Nov 5 2026"
    assert words(at("2026-10-13T19:05")) == "Tue Oct 13 2026, 7:05 pm"
    assert words(at("2026-10-13T00:00")) == "Tue Oct 13 2026, 12:00 am"
    assert short_words(date(2026, 11, 5)) == "Nov 5"
    assert day_of(at("2026-10-13T19:00")) == date(2026, 10, 13)
    assert moment_of(date(2026, 10, 13)) == at("2026-10-13T00:00")


@given(DAYS)
def test_rolling_ends_on_the_nearest_open_day(day: date) -> None:
    ahead, back = NORFOLK.roll_forward(day), NORFOLK.roll_back(day)

    assert not NORFOLK.is_closed(ahead)
    assert not NORFOLK.is_closed(back)
    assert all(NORFOLK.is_closed(day + timedelta(days=n)) for n in range((ahead - day).days))
    assert all(NORFOLK.is_closed(day - timedelta(days=n)) for n in range((day - back).days))


@given(DAYS, st.integers(1, 90))
def test_business_days_count_as_many_as_asked(day: date, count: int) -> None:
    end = NORFOLK.business_days_after(day, count)

    between = [day + timedelta(days=n) for n in range(1, (end - day).days + 1)]
    assert sum(NORFOLK.is_business(each) for each in between) == count
    assert NORFOLK.is_business(end)
