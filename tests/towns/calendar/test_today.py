"""The day the installation believes in."""

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from towns.calendar import today as days


@pytest.fixture
def at(monkeypatch):
    """Sets the real moment, in UTC."""

    def set_moment(*parts: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: datetime(*parts, tzinfo=UTC))

    return set_moment


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ((2026, 11, 30, 4, 59), date(2026, 11, 29)),  # still Sunday evening in Massachusetts
        ((2026, 11, 30, 5, 0), date(2026, 11, 30)),
        ((2026, 7, 4, 3, 59), date(2026, 7, 3)),  # daylight time
        ((2026, 7, 4, 4, 0), date(2026, 7, 4)),
        ((2026, 3, 8, 6, 59), date(2026, 3, 8)),  # the night that loses an hour
        ((2026, 11, 2, 4, 59), date(2026, 11, 1)),  # the day of 25 hours
    ],
)
def test_the_day_changes_at_the_towns_own_midnight(at, moment, day):
    at(*moment)
    assert days.today() == day


def test_another_zone_has_another_day(at):
    at(2026, 11, 30, 5, 30)
    assert days.today("America/New_York") == date(2026, 11, 30)
    assert days.today("America/Chicago") == date(2026, 11, 29)
    assert days.today(SimpleNamespace(time_zone="America/Chicago")) == date(2026, 11, 29)
    assert days.today(SimpleNamespace(time_zone=ZoneInfo("America/Chicago"))) == date(2026, 11, 29)


def test_a_simulated_day_runs_on_from_where_it_was_set(at, settings):
    settings.DOCKET_TODAY = "2026-12-24"
    settings.DOCKET_TODAY_SET = "2026-11-30T18:00:00+00:00"
    at(2026, 11, 30, 18, 0)
    assert days.today() == date(2026, 12, 24)
    at(2026, 12, 1, 4, 59)
    assert days.today() == date(2026, 12, 24)
    at(2026, 12, 1, 5, 0)
    assert days.today() == date(2026, 12, 25)


def test_a_simulated_day_keeps_the_hour_across_a_change_of_clocks(at, settings):
    settings.DOCKET_TODAY = "2026-07-01"
    settings.DOCKET_TODAY_SET = "2026-11-30T18:00:00+00:00"
    at(2026, 11, 30, 18, 0)
    assert days.now().isoformat() == "2026-07-01T13:00:00-04:00"


def test_a_simulated_day_just_set_is_that_day_even_late_in_the_evening(at, settings):
    settings.DOCKET_TODAY = "2026-12-24"
    settings.DOCKET_TODAY_SET = ""
    at(2026, 12, 1, 4, 30)
    assert days.today() == date(2026, 12, 24)


def test_what_was_recorded_stays_real(settings):
    settings.DOCKET_TODAY = "2030-01-02"
    settings.DOCKET_TODAY_SET = timezone.now().isoformat()
    assert days.today() == date(2030, 1, 2)
    assert abs(timezone.now() - datetime.now(UTC)) < timedelta(minutes=1)


@pytest.mark.parametrize("wrong", ["tomorrow", "2026-02-30", "11/30/2026"])
def test_a_day_that_is_none_is_refused(settings, wrong):
    settings.DOCKET_TODAY = wrong
    with pytest.raises(ImproperlyConfigured, match="DOCKET_TODAY"):
        days.today()


def test_a_day_begins_at_its_own_midnight():
    assert days.start_of(date(2026, 7, 1)).isoformat() == "2026-07-01T00:00:00-04:00"
    assert days.start_of(date(2026, 12, 1)).isoformat() == "2026-12-01T00:00:00-05:00"
