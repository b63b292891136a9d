"""On which day a filing that came over the web counts as filed: a rule of each town, said before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from towns.law.days import Calendar
from towns.models import CounterHours, Town

#: The rules a town may choose, as they are said to the applicant.
RULES: Final = {
    "arrival": "An application sent online counts as filed on the day it arrives, until midnight Eastern Time, on any day "
    "of the week.",
    "open_day": "An application sent online counts as filed on the day it arrives; one that arrives on a closed day "
    "(a Sunday, a legal holiday, or a Saturday where town hall is closed) counts on the next open day.",
    "open_hours": "An application sent online counts as filed on the day it arrives; one that arrives after the counter's "
    "closing time or on a closed day counts on the next open day.",
}
_LOOK: Final = 30


def rule_words(town: Town) -> str:
    """The town's own words for its rule, or ours."""
    return town.web_filing_rule.strip() or RULES[town.web_filings_count]


def counts_on(town: Town, moment: datetime, calendar: Calendar, hours: Sequence[CounterHours]) -> date:
    """The legal day of a web filing that arrives at `moment` (in the town's zone).

    Counter hours matter only where the town's rule says so, and only on days that have any.
    """
    day = moment.date()
    if town.web_filings_count == "arrival":
        return day
    if town.web_filings_count == "open_hours" and not calendar.is_closed(day):
        closes = [row.closes for row in hours if row.weekday == day.weekday()]
        if closes and moment.time() > max(closes):
            day += timedelta(days=1)
    for _ in range(_LOOK):
        if not calendar.is_closed(day):
            return day
        day += timedelta(days=1)
    return day
