"""Counts one clock that has started: its days, what lengthens it, the acts that stop it, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from towns.law.account import MET, MISSED, RUNNING, Account
from towns.law.days import Calendar, day_of, days_after, hours_after, moment_of, years_after
from towns.law.rules import ClockRule
from towns.law.story import Event, Story, concerns, matches, when

#: What an agreement must carry, by the reason why one that lacks it does not count.
NO_CLOCK, NO_END = "it names no clock", "it names no last day"


def count(account: Account) -> None:
    """The day as counted and the last day, before anything lengthens them; nothing where the law gives no number."""
    rule, calendar = account.rule, account.calendar
    if rule.length is None:
        return
    assert account.started is not None
    account.counted = account.strict = reach(rule, calendar, account.started, rule.length)
    base = account.base
    if account.anchor is not None and not rule.before:
        base = account.anchor.due
    last = account.strict if base is None else reach(rule, calendar, base, rule.length)
    account.due = rolled(rule, calendar, last)


def reach(rule: ClockRule, calendar: Calendar, start: date, length: int) -> date:
    """The day or moment that lies so many units after the start, for a clock that counts back before it."""
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
    if rule.before:
        return calendar.business_hours_before(moment, length)
    return calendar.business_hours_after(moment, length)


def rolled(rule: ClockRule, calendar: Calendar, strict: date) -> date:
    """The last day: moved off a closed one, forward, or back for a clock that counts back."""
    if not rule.rolls:
        return strict
    return calendar.roll_back(strict) if rule.before else calendar.roll_forward(strict)


# ---------------------------------------------------------------- what lengthens


def renew(account: Account, story: Story) -> None:
    """Each renewal dated by `due` as it stood lengthens; the years are summed, then counted once."""
    rule = account.rule
    assert account.started is not None
    assert account.due is not None
    assert rule.length is not None
    length = rule.length
    for event in story.named(rule.adds):
        if account.floor <= day_of(event.on) <= account.due:
            length += rule.adds_length
            account.strict = reach(rule, account.calendar, account.started, length)
            account.due = rolled(rule, account.calendar, account.strict)
            account.renewals.append(event)
        else:
            account.refused.append((event, "it was not made while the term ran"))


def extend(account: Account, story: Story) -> None:
    """An agreement counts if made, and where the law wants it filed with the clerk, by `due` as it stood."""
    rule = account.rule
    counting = []
    for event in story.named("extension_agreed"):
        facts = event.facts
        named = facts.get("clock")
        if not rule.extend:
            if named == rule.name:
                account.refused.append((event, "the text lets nobody extend this time"))
            continue
        if named not in rule.extended_with:
            if not named:
                account.refused.append((event, NO_CLOCK))
            continue
        if not concerns(event, rule.per, account.of):
            continue
        if not facts.get("until"):
            account.refused.append((event, NO_END))
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
            account.strict = until
            account.due = max(account.due, rolled(rule, account.calendar, until))
            account.extensions.append((event, until))


# ---------------------------------------------------------------- what stops


def stops(account: Account, story: Story) -> Iterator[tuple[Event, date]]:
    """Every act that answers the clock, in order of the law's list, with its day or moment; those that do not count
    are noted as refused."""
    rule = account.rule
    for pattern in rule.stops:
        for event in story.named(pattern.event):
            if not concerns(event, rule.per, account.of) or not matches(pattern, event):
                continue
            named = event.facts.get(pattern.fact) if pattern.fact else None
            stopped = when(named) if named else event.on
            if day_of(stopped) > story.day:
                continue
            why = _why_not(account, event, day_of(stopped), story)
            if why:
                account.refused.append((event, why))
            else:
                yield event, stopped


def _why_not(account: Account, event: Event, day: date, story: Story) -> str:
    """Why an act does not answer the clock; "" when it does. A payment counts earlier too."""
    assert account.start is not None or account.anchor is not None
    if account.rule.before and account.pattern is not None and account.pattern.fact == "for":
        assert account.start is not None
        session = event.facts.get("for")
        if session:
            same = day_of(when(session)) == day_of(when(account.start.facts["for"]))
            return "" if same else "it announced another session"
        if account.replaced:
            later = story.place(event) > story.place(account.start)
            return "" if later else "it came before the hearing was set anew, and names no session"
    if day < account.floor and not story.matter.events[event.name].payment:
        return "it came before the clock started"
    return ""


def stop(account: Account, story: Story) -> None:
    """The earliest act that stops the clock."""
    for event, stopped in stops(account, story):
        if account.stopped is None or moment_of(stopped) < moment_of(account.stopped):
            account.stop, account.stopped = event, stopped


def status(account: Account, story: Story) -> str:
    """Met, missed or running, once started."""
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


def settle(account: Account, story: Story) -> None:
    """Count a clock that has started, to its status."""
    count(account)
    if account.rule.adds:
        renew(account, story)
    if account.counted is not None and story.named("extension_agreed"):
        extend(account, story)
    stop(account, story)
    account.status = status(account, story)
