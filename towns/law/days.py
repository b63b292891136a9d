"""Counts days the way the law counts them: closed days, legal holidays, business days, hours and years."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

#: The five towns keep one clock. Elapsed hours are counted through it, so both clock-change nights come out right.
TOWN_TIME = ZoneInfo("America/New_York")
_UTC = ZoneInfo("UTC")
_SATURDAY, _SUNDAY = 5, 6
_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Holiday:
    """One legal holiday of M.G.L. c. 4 § 7 cl. 18: a fixed date, or the nth (−1: last) weekday of a month."""

    name: str
    month: int
    cite: str
    day: int | None = None
    weekday: int | None = None  # Monday is 0
    nth: int | None = None
    since: int = 1

    def in_year(self, year: int) -> date:
        """The day it falls on, before a Sunday moves it to Monday."""
        if self.day is not None:
            return date(year, self.month, self.day)
        assert self.weekday is not None
        assert self.nth is not None
        if self.nth > 0:
            first = date(year, self.month, 1)
            return first + timedelta(days=(self.weekday - first.weekday()) % 7 + 7 * (self.nth - 1))
        last = date(year + self.month // 12, self.month % 12 + 1, 1) - _ONE
        return last - timedelta(days=(last.weekday() - self.weekday) % 7)


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """A day the town declared closed, with its citation and the day it was declared (None: long known)."""

    on: date
    name: str
    cite: str
    declared: date | None = None


class Calendar:
    """A town's calendar: which days move a deadline (closed) and which are business days.

    Closed: Sundays, legal holidays, declared closed days, and Saturdays where town hall is closed on
    Saturdays. Business: neither Saturday, Sunday nor legal holiday, in every town. `roll_cite` is the law that moves
    a last day off a closed one, `saturday_cite` the one that counts Saturday as closed.
    """

    def __init__(
        self,
        holidays: Iterable[Holiday],
        *,
        saturday_closed: bool = True,
        closed_days: Iterable[ClosedDay] = (),
        roll_cite: str = "",
        saturday_cite: str = "",
    ) -> None:
        self.roll_cite, self.saturday_cite = roll_cite, saturday_cite
        self.holidays = tuple(holidays)
        self.saturday_closed = saturday_closed
        self.closed_days = tuple(closed_days)
        self._declared: Mapping[date, ClosedDay] = {closed.on: closed for closed in self.closed_days}
        self._years: dict[int, dict[date, str]] = {}
        self._closed: dict[date, bool] = {}
        self._variants: dict[tuple[ClosedDay, ...], Calendar] = {self.closed_days: self}

    def with_closed_days(self, closed_days: Iterable[ClosedDay]) -> Calendar:
        """The same calendar with other declared closed days; asked twice for the same days, it is the same one."""
        days = tuple(closed_days)
        if days == self.closed_days:
            return self
        if days not in self._variants:
            variant = self.of_town(saturday_closed=self.saturday_closed, closed_days=days)
            variant._years, variant._variants = self._years, self._variants
            self._variants[days] = variant
        return self._variants[days]

    def of_town(self, *, saturday_closed: bool, closed_days: Iterable[ClosedDay]) -> Calendar:
        """The same holidays and citations with a town's own Saturdays and declared closed days."""
        return Calendar(
            self.holidays,
            saturday_closed=saturday_closed,
            closed_days=closed_days,
            roll_cite=self.roll_cite,
            saturday_cite=self.saturday_cite,
        )

    def holidays_in(self, year: int) -> dict[date, str]:
        """The legal holidays of a year with their names; one that falls on a Sunday moves to Monday."""
        if year not in self._years:
            days: dict[date, str] = {}
            for holiday in self.holidays:
                if year < holiday.since:
                    continue
                day = holiday.in_year(year)
                if day.weekday() == _SUNDAY:
                    days.setdefault(day, holiday.name)
                    days[day + _ONE] = f"{holiday.name} (kept on Monday)"
                else:
                    days[day] = holiday.name
            self._years[year] = days
        return self._years[year]

    def holiday(self, day: date) -> str | None:
        """The name of the legal holiday on that day, if it is one."""
        return self.holidays_in(day.year).get(day)

    def is_business(self, day: date) -> bool:
        """Not a Saturday, a Sunday or a legal holiday."""
        return day.weekday() < _SATURDAY and day not in self.holidays_in(day.year)

    def is_closed(self, day: date) -> bool:
        """Whether a last day that falls here moves on."""
        closed = self._closed.get(day)
        if closed is None:
            closed = self._closed[day] = self.why_closed(day) is not None
        return closed

    def why_closed(self, day: date) -> str | None:
        """Why the day is closed, as words that follow "is": "Thanksgiving Day", "a Sunday"; None if open."""
        name = self.holiday(day)
        if name is not None:
            return name
        if day.weekday() == _SUNDAY:
            return "a Sunday"
        if day.weekday() == _SATURDAY and self.saturday_closed:
            return "a Saturday, when town hall is closed"
        declared = self._declared.get(day)
        return None if declared is None else f"{declared.name} ({declared.cite})"

    def roll_forward(self, day: date) -> date:
        """The day itself if open, else the next open day."""
        while self.is_closed(day):
            day += _ONE
        return day

    def roll_back(self, day: date) -> date:
        """The day itself if open, else the open day before."""
        while self.is_closed(day):
            day -= _ONE
        return day

    def business_days_after(self, day: date, count: int) -> date:
        """The day that is `count` business days after `day` (negative: before); `day` itself is day 0."""
        step = _ONE if count >= 0 else -_ONE
        left = abs(count)
        while left:
            day += step
            if self.is_business(day):
                left -= 1
        return day

    def business_hours_before(self, moment: datetime, hours: int) -> datetime:
        """The latest moment that leaves `hours` hours before `moment`, not counting Saturdays, Sundays and
        legal holidays (M.G.L. c. 30A § 20(b))."""
        left = timedelta(hours=hours)
        cursor = moment
        while True:
            midnight = cursor.replace(hour=0, minute=0, second=0, microsecond=0)
            if cursor == midnight:
                midnight -= _ONE
            if self.is_business(midnight.date()):
                spent = min(left, cursor - midnight)
                left -= spent
                if not left:
                    return cursor - spent
            cursor = midnight

    def business_hours_after(self, moment: datetime, hours: int) -> datetime:
        """The first moment that is `hours` hours after `moment`, counted in the same way."""
        left = timedelta(hours=hours)
        cursor = moment
        while True:
            midnight = cursor.replace(hour=0, minute=0, second=0, microsecond=0) + _ONE
            if self.is_business(cursor.date()):
                spent = min(left, midnight - cursor)
                left -= spent
                if not left:
                    return cursor + spent
            cursor = midnight


@lru_cache(maxsize=65536)
def days_after(day: date, count: int) -> date:
    """Calendar days after (negative: before) a day; the day itself is day 0."""
    return day + timedelta(days=count)


def years_after(day: date, count: int) -> date:
    """The anniversary; February 29 becomes February 28 (M.G.L. c. 4 § 7 cl. 19: a calendar year)."""
    try:
        return day.replace(year=day.year + count)
    except ValueError:
        return date(day.year + count, 2, 28)


def hours_after(moment: datetime, hours: int) -> datetime:
    """The town time when so many hours (negative: before) have really elapsed, clock changes included."""
    elapsed = moment.replace(tzinfo=TOWN_TIME).astimezone(_UTC) + timedelta(hours=hours)
    return elapsed.astimezone(TOWN_TIME).replace(tzinfo=None)


def day_of(when: date) -> date:
    """The legal day of a day or a moment."""
    return when.date() if isinstance(when, datetime) else when


def moment_of(when: date) -> datetime:
    """The moment of a day or a moment; a day without a time is 00:00."""
    return when if isinstance(when, datetime) else datetime(when.year, when.month, when.day)  # noqa: DTZ001 -- town time has no zone of its own


@lru_cache(maxsize=65536)
def words(when: date) -> str:
    """A day in words, "Thu Nov 5 2026"; a moment has its time, "Tue Oct 13 2026, 7:00 pm"."""
    text = f"{when:%a %b} {when.day} {when.year}"
    if isinstance(when, datetime):
        text += f", {when.hour % 12 or 12}:{when.minute:02} {'am' if when.hour < 12 else 'pm'}"
    return text


@lru_cache(maxsize=65536)
def short_words(when: date) -> str:
    """A day in words without the year and weekday, "Nov 5"."""
    return f"{when:%b} {when.day}"
