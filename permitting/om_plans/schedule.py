"""When a duty of a plan falls due: computed from its rule and from the days on which the work was done, never ticked.

Pure: days go in, days come out. A duty counts every so many months from a day, always from that day itself, so that
months of different length never drift: Jan 31, Feb 28, Mar 31.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

#: Days before the day on which a duty counts as due soon.
SOON_DAYS = 7
_LAST_YEAR = 2199


@dataclass(frozen=True, slots=True)
class Rule:
    """Every `months` months from `first`; on fixed days, or counted from the last time the work was done.

    `season` (first and last month of the year, 1 to 12) leaves out days of other months; it may run over New Year.
    """

    first: date
    months: int
    fixed: bool = False
    season: tuple[int, int] | None = None


def add_months(day: date, months: int) -> date:
    """The same day of a later month, or that month's last day where it is shorter."""
    place = day.year * 12 + day.month - 1 + months
    year, month = divmod(place, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def in_season(day: date, season: tuple[int, int] | None) -> bool:
    """Whether the day's month belongs to the season."""
    if season is None:
        return True
    start, end = season
    return start <= day.month <= end if start <= end else day.month >= start or day.month <= end


def fixed_days(rule: Rule) -> Iterator[date]:
    """Every day on which the duty falls due by its rule alone, in order."""
    place = 0
    while (day := add_months(rule.first, place * rule.months)).year <= _LAST_YEAR:
        if in_season(day, rule.season):
            yield day
        place += 1


def next_day(rule: Rule, done: Iterable[date]) -> date | None:
    """The next day on which the duty is due, given every day on which it was done. None when no day follows.

    On fixed days: work done by a day, and after the fixed day before it, answers for that day. Late work answers for all
    the days missed before it, and for the next one where it lies nearer to that. A day is never answered twice.
    Otherwise: the interval after the last time.
    """
    worked = sorted(done)
    if not rule.fixed:
        if not worked:
            return next(fixed_days(rule), None)
        day = add_months(worked[-1], rule.months)
        return day if in_season(day, rule.season) else _season_start(day, rule.season)
    days = fixed_days(rule)
    due = next(days, None)
    before: date | None = None
    for one in worked:
        opens = add_months(due, -rule.months) if due and before is None else before
        if due is None or (opens is not None and one <= opens):
            continue  # before its window opened: more than the plan asks for
        if one <= due:
            before, due = due, next(days, None)
            continue
        while due is not None and due < one:
            before, due = due, next(days, None)
        if due is not None and before is not None and due - one < one - before:
            before, due = due, next(days, None)
    return due


def _season_start(day: date, season: tuple[int, int] | None) -> date:
    """The first day of the season that follows a day outside of it."""
    while not in_season(day, season):
        day = add_months(day.replace(day=1), 1)
    return day


def standing(due: date | None, today: date) -> str:
    """overdue, soon, later; or none where nothing follows."""
    if due is None:
        return "none"
    if due < today:
        return "overdue"
    return "soon" if due <= today + timedelta(days=SOON_DAYS) else "later"
