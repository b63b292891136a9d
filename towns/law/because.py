"""Tells in sentences a clerk understands why a clock has its dates and stands where it stands."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from towns.law.days import Calendar, day_of, short_words, words
from towns.law.events import EVENTS, FACTS

if TYPE_CHECKING:
    from towns.law.clocks import Account, Event
    from towns.law.patterns import Pattern
    from towns.law.rules import ClockRule

_ROLL_CITE = "M.G.L. c. 4 § 9"
_ONE = timedelta(days=1)
_UNIT_WORDS = {
    "calendar": ("day", "days", ""),
    "business": ("business day", "business days", ""),
    "years": ("year", "years", ""),
    "hours": ("hour", "hours", ""),
    "business_hours": ("hour", "hours", ", not counting Saturdays, Sundays and legal holidays,"),
}


def explain(account: Account) -> tuple[str, ...]:
    """The sentences for one reading, in the order in which a person would tell it."""
    if account.started is None:
        told = [_waiting(account.rule)]
        if account.void_by is not None:
            told.append(_void(account.void_by))
        return tuple(told)
    told = [_started(account)]
    if account.counted is None:
        told.append(_no_number(account.rule.cite))
    else:
        told += _counted(account)
        told += _moved(account)
    told.extend(_not_counted(event, why) for event, why in account.refused)
    told += _ended(account)
    return tuple(told)


# ---------------------------------------------------------------- before it starts


@lru_cache(maxsize=4096)
def _waiting(rule: ClockRule) -> str:
    first = rule.from_[0]
    length = "" if rule.length is None else f": {length_words(rule)}"
    if first.clock:
        if rule.before:
            return f"Counts back from the end of “{first.clock}”, which has not started ({rule.cite})."
        return f"Starts only if the time of “{first.clock}” runs out without action{length} ({rule.cite})."
    nouns = " or ".join(dict.fromkeys(_noun(pattern) for pattern in rule.from_))
    if rule.before:
        return f"Counts back from {nouns}{length} before ({rule.cite}). That is not known yet."
    return f"Starts with {nouns}{length} ({rule.cite}). That is not recorded yet."


@lru_cache(maxsize=4096)
def length_words(rule: ClockRule) -> str:
    """The length in words: "21 days", "1 year"."""
    one, many, _ = _UNIT_WORDS[rule.unit]
    return f"{rule.length} {one if rule.length == 1 else many}"


@lru_cache(maxsize=4096)
def _noun(pattern: Pattern) -> str:
    if pattern.fact == "comply_by":
        return "the last day that the order sets"
    noun = EVENTS[pattern.event].noun
    if pattern.outcome:
        return f"{noun} ({pattern.outcome.replace('_', ' ')})"
    return noun


# ---------------------------------------------------------------- the start and the count


def _started(account: Account) -> str:
    if account.anchor is not None:
        anchor = account.anchor
        assert anchor.strict is not None
        assert account.started is not None
        if account.rule.before:
            return f"The time of “{anchor.rule.title}” ends on {words(account.started)}."
        return f"The time of “{anchor.rule.title}” ran out: its last day as counted was {words(account.started)}."
    assert account.start is not None
    assert account.pattern is not None
    assert account.started is not None
    return _start_words(account.pattern, account.start.name, account.start.on, account.started, account.of)


@lru_cache(maxsize=65536)
def _start_words(pattern: Pattern, name: str, own: date, started: date, of: str | None) -> str:
    if pattern.fact == "for":
        return f"The hearing is set for {words(started)} (scheduled on {words(own)})."
    if pattern.fact == "comply_by":
        return f"The order of {words(own)} sets {words(started)} as the last day to comply."
    if pattern.fact:
        return f"{EVENTS[name].says} on {words(own)}; {FACTS[pattern.fact]} is {words(started)}."
    who = f" ({of.replace('_', ' ')})" if of else ""
    return f"{EVENTS[name].says} on {words(own)}{who}."


@lru_cache(maxsize=1024)
def _no_number(cite: str) -> str:
    return f"The law gives no number of days ({cite}): it must be done, and no day is set by which."


def _counted(account: Account) -> list[str]:
    rule = account.rule
    assert account.started is not None
    assert account.counted is not None
    if rule.length == 0:
        return [_same_day(account.counted, rule.cite), *_roll(account, account.counted)]
    if account.pattern is not None and account.pattern.event and not rule.before and not account.pattern.fact:
        noun = _noun_of(account.pattern.event)
    else:
        noun = ""
    told = [_count_words(rule, noun, account.started, account.counted)]
    if account.renewals:
        assert account.strict is not None
        for renewal in account.renewals:
            told.append(
                f"{EVENTS[renewal.name].says} on {words(renewal.on)}: {_years(rule.adds_length)} more."
            )
        told.append(f"Counted once from the start, the time ends on {words(account.strict)} ({rule.cite}).")
        told += _roll(account, account.strict)
    elif account.anchor is not None and not rule.before:
        anchor = account.anchor
        assert anchor.due is not None
        assert account.due is not None
        if account.due != account.counted:
            told.append(
                f"The law stopped waiting there on {words(anchor.due)}; counted from that day and moved off "
                f"closed days, the last day is {words(account.due)}."
            )
    elif not account.extensions:
        told += _roll(account, account.counted)
    return told


def _noun_of(event: str) -> str:
    return EVENTS[event].noun


@lru_cache(maxsize=65536)
def _same_day(day: date, cite: str) -> str:
    return f"The last day is that same day, {words(day)} ({cite})."


@lru_cache(maxsize=65536)
def _count_words(rule: ClockRule, noun: str, started: date, counted: date) -> str:
    tail = _UNIT_WORDS[rule.unit][2]
    if rule.before:
        return f"{length_words(rule)} before {words(started)}{tail} is {words(counted)} ({rule.cite})."
    source = f"{noun} on {words(started)}" if noun else words(started)
    return f"{length_words(rule)} from {source}{tail} is {words(counted)} ({rule.cite})."


def _years(count: int) -> str:
    return "1 year" if count == 1 else f"{count} years"


def _roll(account: Account, strict: date) -> list[str]:
    """Why the last day is another day than the one counted."""
    rule = account.rule
    if rule.unit in ("hours", "business_hours"):
        return []
    day = day_of(strict)
    if not account.calendar.is_closed(day):
        return []
    if not rule.rolls:
        return [_stays(day, account.calendar.why_closed(day) or "")]
    if rule.before:
        return [_rolled_back(account.calendar, day)]
    return [_rolled_on(account.calendar, day)]


@lru_cache(maxsize=65536)
def _stays(day: date, why: str) -> str:
    return f"{short_words(day)} is {why}, but this day does not move: nobody has to act at an office by it."


@lru_cache(maxsize=65536)
def _rolled_on(calendar: Calendar, day: date) -> str:
    cite, told = _ROLL_CITE, []
    while (why := calendar.why_closed(day)) is not None:
        told.append(f"{short_words(day)} is {why}")
        if "Saturday" in why:
            cite = "M.G.L. c. 4 § 9; c. 41 § 110A"
        day += _ONE
    return f"{_listed(told)}, so {words(day)} ({cite})."


@lru_cache(maxsize=65536)
def _rolled_back(calendar: Calendar, day: date) -> str:
    strict, told = day, []
    while (why := calendar.why_closed(day)) is not None:
        told.append(f"{short_words(day)} is {why}")
        day -= _ONE
    return (
        f"{_listed(told)}, so the last safe day is {words(day)}; an act up to {words(strict)} still counts."
    )


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _moved(account: Account) -> list[str]:
    told: list[str] = []
    for event, until in account.extensions:
        filed = event.facts.get("filed") if account.rule.extend == "filed_agreement" else None
        how = f", filed with the town clerk on {words(date.fromisoformat(filed[:10]))}," if filed else ""
        told.append(f"By the agreement of {words(event.on)}{how} the time runs until {words(until)}.")
    if account.extensions:
        told += _roll(account, account.extensions[-1][1])
    return told


# ---------------------------------------------------------------- what did not count, and the end


def _not_counted(event: Event, why: str) -> str:
    return f"{EVENTS[event.name].says} on {words(event.on)}, but it does not count here: {why}."


def _ended(account: Account) -> list[str]:
    told: list[str] = []
    last = account.last
    if account.status == "met" and account.stop is not None and account.stopped is not None:
        told.append(_met(account.stop.name, account.stopped))
    elif account.status == "missed" and last is not None and account.due is not None:
        told.append(_missed(account.rule.if_missed or "overdue", day_of(last)))
        if account.stop is not None and account.stopped is not None:
            told.append(_too_late(account.stop.name, account.stopped))
    elif account.void_by is not None:
        told.append(_void(account.void_by))
    elif account.status == "void":
        assert account.anchor is not None
        told.append(f"“{account.anchor.rule.title}” is met, so nothing is left to do here.")
    return told


@lru_cache(maxsize=65536)
def _met(name: str, stopped: date) -> str:
    return f"{EVENTS[name].says} on {words(stopped)}, in time."


@lru_cache(maxsize=65536)
def _missed(effect: str, last: date) -> str:
    return f"Time ran out after {words(last)}. From {words(last + _ONE)}: {EVENTS[effect].noun}."


@lru_cache(maxsize=65536)
def _too_late(name: str, stopped: date) -> str:
    return f"{EVENTS[name].says} on {words(stopped)}, too late."


def _void(event: Event) -> str:
    return f"{EVENTS[event.name].says} on {words(event.on)}: this clock counts no further."
