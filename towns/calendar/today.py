"""The one place that knows what day it is; everything that counts days is handed a day instead.

A demonstration may believe in another day: it starts on the day that was set and runs on from there at the pace of real
time. What the ledger says about when something was *recorded* stays real and comes from `django.utils.timezone.now`.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

MASSACHUSETTS = ZoneInfo("America/New_York")


def _zone(town: Any) -> ZoneInfo:
    """The zone of a town, given as a Town, the name of a zone, or nothing (Massachusetts)."""
    named = town if isinstance(town, str) else getattr(town, "time_zone", None) or getattr(town, "zone", None)
    if isinstance(named, ZoneInfo):
        return named
    return ZoneInfo(named) if isinstance(named, str) and "/" in named else MASSACHUSETTS


def _ahead() -> timedelta:
    """How far the simulated time runs from the real one; whole days, so that the hour of the day stays true."""
    said = settings.DOCKET_TODAY
    if not said:
        return timedelta(0)
    try:
        day = date.fromisoformat(str(said))
        moment = datetime.fromisoformat(settings.DOCKET_TODAY_SET) if settings.DOCKET_TODAY_SET else None
    except ValueError as wrong:
        raise ImproperlyConfigured(
            f"DOCKET_TODAY is a day such as 2026-11-30 and DOCKET_TODAY_SET the moment it was set: {wrong}"
        ) from wrong
    set_at = moment or timezone.now()
    if set_at.tzinfo is None:
        set_at = set_at.replace(tzinfo=UTC)
    return day - set_at.astimezone(MASSACHUSETTS).date()


def now(town: Any = None) -> datetime:
    """This moment, in the town's zone, on the day that the installation believes in."""
    zone = _zone(town)
    real = timezone.now().astimezone(zone)
    ahead = _ahead()
    if not ahead:
        return real
    # Wall time is kept, not elapsed hours: noon stays noon when the two days lie on either side of a change of clocks.
    return datetime.combine(real.date() + ahead, real.time(), tzinfo=zone)


def today(town: Any = None) -> date:
    """The town's day of the calendar, from midnight to midnight of its own zone."""
    return now(town).date()


def start_of(day: date, town: Any = None) -> datetime:
    """The first moment of a town's day."""
    return datetime.combine(day, time(0), tzinfo=_zone(town))
