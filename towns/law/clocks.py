"""Reads a matter's clocks from its events: when each started, its last day, where it stands and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from towns.law.account import MET, MISSED, RUNNING, STATUSES, VOID, WAITING, Account
from towns.law.because import doubts_of, explain
from towns.law.counting import settle
from towns.law.days import Calendar, ClosedDay, day_of
from towns.law.rules import ClockRule, Matter
from towns.law.starts import start_from_event
from towns.law.story import Event, Story, when

__all__ = [
    "MET",
    "MISSED",
    "RUNNING",
    "STATUSES",
    "VOID",
    "WAITING",
    "Event",
    "Reading",
    "read",
    "when",
]


@dataclass(frozen=True, slots=True)
class Reading:
    """Where one clock stands on a day. `due` is the day on which the law stops waiting; `expires` is the last day
    before it counts as missed (for a clock that counts back, the day as counted); None if it cannot run out.
    `because` tells why in sentences, `doubts` what counsel may see otherwise."""

    clock: str
    of: str | None
    from_: str
    started: date | None
    strict: date | None
    due: date | None
    status: str
    if_missed: str | None
    cite: str
    because: tuple[str, ...]
    title: str
    rule: ClockRule
    met_by: Event | None
    doubts: tuple[str, ...]
    expires: date | None


def read(
    matter: Matter,
    events: Iterable[Event],
    on: date,
    calendar: Calendar,
    closed_days: Iterable[ClosedDay] = (),
) -> list[Reading]:
    """Every clock of the matter as it stands on a day (or town-time moment), in file order; a clock that runs for
    each board, waiver or party has one reading each. `closed_days` are added to the calendar's own declared days."""
    if closed_days:
        calendar = calendar.with_closed_days((*calendar.closed_days, *closed_days))
    story = Story(matter, events, on)
    accounts: dict[str, Account] = {}
    readings = []
    for rule in matter.clocks:
        for of in story.instances(rule):
            account = _settled(rule, of, story, accounts, calendar)
            accounts[rule.name] = account
            readings.append(_reading(account, matter))
    return readings


def _settled(
    rule: ClockRule, of: str | None, story: Story, accounts: Mapping[str, Account], calendar: Calendar
) -> Account:
    """Read one clock. A declared closed day counts only if the clock was not settled on the day it was declared."""
    if not calendar.closed_days:
        return _account(rule, of, story, accounts, calendar)
    counted = [closed for closed in calendar.closed_days if closed.declared is None]
    account = _account(rule, of, story, accounts, calendar.with_closed_days(counted))
    later = [closed for closed in calendar.closed_days if closed.declared and closed.declared <= story.day]
    for closed in sorted(later, key=lambda closed: closed.declared or date.min):
        assert closed.declared is not None
        if _is_settled_by(account, closed.declared):
            continue
        counted.append(closed)
        account = _account(rule, of, story, accounts, calendar.with_closed_days(counted))
    return account


def _is_settled_by(account: Account, day: date) -> bool:
    if account.last is not None and day_of(account.last) < day:
        return True
    return account.status == MET and account.stopped is not None and day_of(account.stopped) <= day


def _account(
    rule: ClockRule, of: str | None, story: Story, accounts: Mapping[str, Account], calendar: Calendar
) -> Account:
    account = Account(rule, calendar, of)
    if rule.from_[0].clock:
        _start_from_clock(account, accounts[rule.from_[0].clock])
    else:
        start_from_event(account, story)
    if account.started is not None:
        settle(account, story)
    if account.status in (WAITING, RUNNING) and story.void_by is not None:
        account.status, account.void_by = VOID, story.void_by
    if rule.before and account.anchor is not None and account.anchor.status == MET:
        account.status = VOID  # the term ended well; nothing is left to renew
    return account


def _start_from_clock(account: Account, anchor: Account) -> None:
    """Forward: once that clock is missed, from its strict day. Backward: at once, from its strict day."""
    account.anchor, account.pattern = anchor, account.rule.from_[0]
    if anchor.strict is None:
        return
    if account.rule.before:
        account.started = anchor.strict
        # After a renewal only a request made since counts.
        account.floor = day_of(anchor.renewals[-1].on) if anchor.renewals else anchor.floor
    elif anchor.status == MISSED:
        account.started = account.floor = anchor.strict


def _reading(account: Account, matter: Matter) -> Reading:
    rule = account.rule
    return Reading(
        clock=rule.name,
        of=account.of,
        from_=rule.from_text,
        started=account.started,
        strict=account.strict,
        due=account.due,
        status=account.status,
        if_missed=rule.if_missed,
        cite=rule.cite,
        because=explain(account, matter.events),
        title=rule.title,
        rule=rule,
        met_by=account.stop if account.status == MET else None,
        doubts=doubts_of(account, matter.events),
        expires=None if account.last is None else day_of(account.last),
    )
