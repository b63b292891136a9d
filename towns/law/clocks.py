"""Reads a matter's clocks from its events: when each started, its last day, where it stands and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from towns.law.because import explain
from towns.law.days import (
    Calendar,
    ClosedDay,
    day_of,
    days_after,
    hours_after,
    moment_of,
    years_after,
)
from towns.law.events import EVENTS
from towns.law.patterns import Pattern
from towns.law.rules import ClockRule, Matter
from towns.law.story import Event, Story, matches, when

__all__ = [
    "MET",
    "MISSED",
    "RUNNING",
    "STATUSES",
    "VOID",
    "WAITING",
    "Account",
    "Event",
    "Reading",
    "read",
    "when",
]

WAITING, RUNNING, MET, MISSED, VOID = "waiting", "running", "met", "missed", "void"
STATUSES = (WAITING, RUNNING, MET, MISSED, VOID)
_HOURS = ("hours", "business_hours")


@dataclass(frozen=True, slots=True)
class Reading:
    """Where one clock stands on a day. `due` is the day on which the law stops waiting; `expires` is the last day
    before it counts as missed (for a clock that counts back, the day as counted); None if it cannot run out."""

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


@dataclass(slots=True)
class Account:
    """How one reading came about; the sentences of `because` are told from it."""

    rule: ClockRule
    calendar: Calendar
    of: str | None = None
    pattern: Pattern | None = None
    start: Event | None = None
    started: date | None = None
    counted: date | None = None  # the day as counted before any agreement
    strict: date | None = None
    due: date | None = None
    status: str = WAITING
    stop: Event | None = None
    stopped: date | None = None
    anchor: Account | None = None
    floor: date = date.min  # a stop before this day is about something else
    extensions: list[tuple[Event, date]] = field(default_factory=list)
    refused: list[tuple[Event, str]] = field(default_factory=list)
    renewals: list[Event] = field(default_factory=list)
    void_by: Event | None = None
    late_agreement: bool = False

    @property
    def last(self) -> date | None:
        """The last moment at which an act is in time: `due`, or for a clock that counts back `strict`."""
        return self.strict if self.rule.before else self.due


def read(
    matter: Matter,
    events: Iterable[Event],
    on: date,
    calendar: Calendar,
    closed_days: Iterable[ClosedDay] = (),
) -> list[Reading]:
    """Every clock of the matter as it stands on a day (or town-time moment), in file order; a clock that runs for
    each board or waiver has one reading each. `closed_days` are added to the calendar's own declared days."""
    if closed_days:
        calendar = calendar.with_closed_days((*calendar.closed_days, *closed_days))
    story = Story(matter, events, on)
    accounts: dict[str, Account] = {}
    readings = []
    for rule in matter.clocks:
        for of in story.instances(rule):
            account = _settle(rule, of, story, accounts, calendar)
            accounts[rule.name] = account
            readings.append(_reading(account))
    return readings


def _settle(
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
        _start_from_event(account, story)
    if account.started is not None:
        _count(account)
        if rule.adds:
            _renew(account, story)
        if rule.extend:
            _extend(account, story)
        _stop(account, story)
        account.status = _status(account, story)
    if account.status in (WAITING, RUNNING) and story.void_by is not None:
        account.status, account.void_by = VOID, story.void_by
    if rule.before and account.anchor is not None and account.anchor.status == MET:
        account.status = VOID  # the term ended well; nothing is left to renew
    return account


# ---------------------------------------------------------------- the start


def _start_from_event(account: Account, story: Story) -> None:
    """The latest start governs, by the event's own day; a second close of the hearing needs a reopening between."""
    rule, best = account.rule, None
    for pattern in rule.from_:
        governing: Event | None = None
        for event in story.named(pattern.event):
            if rule.per and event.facts.get(rule.per) != account.of:
                continue
            if not matches(pattern, event) or (pattern.fact and not event.facts.get(pattern.fact)):
                continue
            if governing is None or _starts_anew(governing, event, story):
                governing = event
        if governing is not None and (best is None or day_of(best.on) <= day_of(governing.on)):
            best, account.pattern = governing, pattern
    if best is None or account.pattern is None:
        return
    fact = account.pattern.fact
    started = when(best.facts[fact]) if fact else best.on
    account.start = best
    account.started = moment_of(started) if rule.unit in _HOURS else day_of(started)
    account.floor = day_of(best.on)


def _starts_anew(governing: Event, event: Event, story: Story) -> bool:
    after = EVENTS[event.name].again_after
    if not after:
        return True
    return any(
        day_of(governing.on) <= day_of(between.on) <= day_of(event.on) for between in story.named(after)
    )


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


# ---------------------------------------------------------------- the count


def _count(account: Account) -> None:
    rule = account.rule
    if rule.length is None:
        return
    assert account.started is not None
    account.counted = account.strict = _counted(account, account.started, rule.length)
    if account.anchor is not None and not rule.before:
        assert account.anchor.due is not None
        account.due = _rolled(account, _counted(account, account.anchor.due, rule.length))
    else:
        account.due = _rolled(account, account.strict)


def _counted(account: Account, start: date, length: int) -> date:
    rule, calendar = account.rule, account.calendar
    ahead = -length if rule.before else length
    if rule.unit == "calendar":
        return days_after(start, ahead)
    if rule.unit == "business":
        return calendar.business_days_after(start, ahead)
    if rule.unit == "years":
        return years_after(start, ahead)
    moment = moment_of(start)
    if rule.unit == "hours":
        return hours_after(moment, ahead)
    return (
        calendar.business_hours_before(moment, length)
        if rule.before
        else calendar.business_hours_after(moment, length)
    )


def _rolled(account: Account, strict: date) -> date:
    if not account.rule.rolls:
        return strict
    return (
        account.calendar.roll_back(strict) if account.rule.before else account.calendar.roll_forward(strict)
    )


def _renew(account: Account, story: Story) -> None:
    """Each renewal dated by `due` as it stood lengthens; the years are summed, then counted once."""
    rule = account.rule
    assert account.started is not None
    assert account.due is not None
    assert rule.length is not None
    length = rule.length
    for event in story.named(rule.adds):
        if account.floor <= day_of(event.on) <= account.due:
            length += rule.adds_length
            account.strict = _counted(account, account.started, length)
            account.due = _rolled(account, account.strict)
            account.renewals.append(event)
        else:
            account.refused.append((event, "it was not made while the term ran"))


def _extend(account: Account, story: Story) -> None:
    """An agreement counts if made, and where the law wants it filed with the clerk, by `due` as it stood."""
    rule = account.rule
    counting = []
    for event in story.named("extension_agreed"):
        facts = event.facts
        named = facts.get("clock")
        if named not in rule.extended_with:
            if not named:
                account.refused.append((event, "it names no clock"))
            continue
        if rule.per and facts.get(rule.per) not in (None, account.of):
            continue
        if not facts.get("until"):
            account.refused.append((event, "it names no last day"))
            continue
        made = day_of(event.on)
        if rule.extend == "filed_agreement":
            filed = day_of(when(facts["filed"])) if facts.get("filed") else None
            if filed is None or filed > story.day:
                account.refused.append((event, "it is not filed with the town clerk"))
                continue
            made = max(made, filed)
        counting.append((made, day_of(when(facts["until"])), event))
    for made, until, event in sorted(counting, key=lambda item: item[:2]):
        assert account.strict is not None
        assert account.due is not None
        if made > account.due:
            act = "filed" if rule.extend == "filed_agreement" and made > day_of(event.on) else "made"
            account.refused.append((event, f"it was {act} after the last day"))
        elif until <= account.strict:
            account.refused.append((event, "an agreement never shortens the time"))
        else:
            account.late_agreement = account.late_agreement or made > account.strict
            account.strict, account.due = until, _rolled(account, until)
            account.extensions.append((event, until))


# ---------------------------------------------------------------- the end


def _stop(account: Account, story: Story) -> None:
    """The first act that stops the clock, dated on or after its floor; a payment counts earlier too."""
    rule, best = account.rule, None
    for pattern in rule.stops:
        for event in story.named(pattern.event):
            if rule.per and event.facts.get(rule.per) != account.of:
                continue
            if not matches(pattern, event):
                continue
            named = event.facts.get(pattern.fact) if pattern.fact else None
            stopped = when(named) if named else event.on
            day = day_of(stopped)
            if day > story.day:
                continue
            if day < account.floor and not EVENTS[event.name].payment:
                account.refused.append((event, "it came before the clock started"))
                continue
            if best is None or moment_of(stopped) < best:
                best = moment_of(stopped)
                account.stop, account.stopped = event, stopped


def _status(account: Account, story: Story) -> str:
    last, stopped = account.last, account.stopped
    if stopped is not None and (last is None or _is_by(stopped, last)):
        return MET
    if last is None:
        return RUNNING
    if isinstance(last, datetime) and isinstance(story.on, datetime):
        return MISSED if story.on > last else RUNNING
    return MISSED if story.day > day_of(last) else RUNNING


def _is_by(stopped: date, last: date) -> bool:
    if isinstance(last, datetime):
        return moment_of(stopped) <= last
    return day_of(stopped) <= last


def _reading(account: Account) -> Reading:
    rule = account.rule
    doubts = rule.doubts
    if account.late_agreement:
        doubts += (
            "The agreement came after the day as counted and before the last day moved by the closed day: on the "
            "strict reading it is too late.",
        )
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
        because=explain(account),
        title=rule.title,
        rule=rule,
        met_by=account.stop if account.status == MET else None,
        doubts=doubts,
        expires=None if account.last is None else day_of(account.last),
    )
