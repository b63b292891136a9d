"""Tells in sentences a clerk understands why a clock has its dates and stands where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from towns.law.account import HOURS, Account
from towns.law.days import Calendar, day_of, short_words, words
from towns.law.events import FACTS, EventKind
from towns.law.patterns import Pattern
from towns.law.rules import ClockRule
from towns.law.story import Event

Kinds = Mapping[str, EventKind]
_ONE = timedelta(days=1)
_UNIT_WORDS = {
    "calendar": ("day", "days", ""),
    "business": ("business day", "business days", ""),
    "years": ("year", "years", ""),
    "hours": ("hour", "hours", ""),
    "business_hours": ("hour", "hours", ", not counting Saturdays, Sundays and legal holidays,"),
}


def explain(account: Account, kinds: Kinds) -> tuple[str, ...]:
    """The sentences for one reading, in the order in which a person would tell it."""
    told = [_undone(kinds[start.name], start.on, kinds[end.name], end) for start, end in account.undone]
    if account.started is None:
        told.append(_waiting(account, kinds))
        if account.void_by is not None:
            told.append(_void(account.void_by, kinds))
        return tuple(told)
    told += _started(account, kinds)
    if account.counted is None:
        told.append(_no_number(account.rule.cite))
    else:
        told += _counted(account, kinds)
        told += _moved(account)
    told.extend(_not_moved(kinds[event.name], event.on, account.rule.extend) for event in account.unmoved)
    told.extend(_not_counted(kinds[event.name], event.on, why) for event, why in account.refused)
    told += _ended(account, kinds)
    return tuple(told)


def doubts_of(account: Account, kinds: Kinds) -> tuple[str, ...]:
    """What counsel may see otherwise: the doubts of the rule, and those that this story raises. Sentences."""
    doubts = account.rule.doubts
    if account.late_agreement:
        doubts += (
            "The agreement came after the day as counted and before the last day moved by the closed day: on the "
            "strict reading it is too late.",
        )
    if account.late_return is not None:
        returned, last = account.late_return
        doubts += (
            f"{kinds[returned.name].says} on {words(returned.on)}, after the review's last day, {words(last)}. "
            "On one reading it came too late and the time goes on; on the other the time waits for the next complete "
            "application.",
        )
    if account.remanded is not None:
        event = account.remanded
        doubts += (f"{kinds[event.name].says} on {words(event.on)}: count by hand what time the court gave.",)
    return doubts


# ---------------------------------------------------------------- before it starts


def _waiting(account: Account, kinds: Kinds) -> str:
    first = account.rule.from_[0]
    if first.clock:
        title = account.anchor.rule.title if account.anchor is not None else first.clock
        return _waiting_for_clock(account.rule, title)
    nouns = tuple(dict.fromkeys(_noun(pattern, kinds[pattern.event]) for pattern in account.rule.from_))
    return _waiting_for_event(account.rule, nouns)


@lru_cache(maxsize=4096)
def _waiting_for_clock(rule: ClockRule, title: str) -> str:
    if rule.before:
        return f"Counts back from the end of “{title}”, which has not started ({rule.cite})."
    return f"Starts only if the time of “{title}” runs out without action{_length(rule)} ({rule.cite})."


@lru_cache(maxsize=4096)
def _waiting_for_event(rule: ClockRule, nouns: tuple[str, ...]) -> str:
    listed = " or ".join(nouns)
    if rule.before:
        return f"Counts back from {listed}{_length(rule)} before ({rule.cite}). That is not known yet."
    return f"Starts with {listed}{_length(rule)} ({rule.cite}). That is not recorded yet."


def _length(rule: ClockRule) -> str:
    return "" if rule.length is None else f": {length_words(rule)}"


@lru_cache(maxsize=4096)
def length_words(rule: ClockRule) -> str:
    """The length in words: "21 days", "1 year"."""
    one, many, _ = _UNIT_WORDS[rule.unit]
    return f"{rule.length} {one if rule.length == 1 else many}"


@lru_cache(maxsize=4096)
def _noun(pattern: Pattern, kind: EventKind) -> str:
    if pattern.fact == "comply_by":
        return "the last day that the order sets"
    if pattern.outcome:
        return f"{kind.noun} ({pattern.outcome.replace('_', ' ')})"
    return kind.noun


def _undone(start: EventKind, on: date, end: EventKind, event: Event) -> str:
    outcome = event.facts.get("outcome")
    how = f" ({outcome.replace('_', ' ')})" if outcome else ""
    return f"{start.says} on {words(on)}, but {_low(end.says)} on {words(event.on)}{how}: that start no longer counts."


def _low(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


# ---------------------------------------------------------------- the start and the count


def _started(account: Account, kinds: Kinds) -> list[str]:
    assert account.started is not None
    if account.anchor is not None:
        anchor = account.anchor
        assert anchor.strict is not None
        if account.rule.before:
            return [f"The time of “{anchor.rule.title}” ends on {words(account.started)}."]
        return [
            f"The time of “{anchor.rule.title}” ran out: its last day as counted was {words(account.started)}."
        ]
    assert account.start is not None
    assert account.pattern is not None
    kind, own = kinds[account.start.name], account.start.on
    if account.base is not None:
        return [_start_words(account.pattern, kind, own, own, account.of), _voted(account)]
    return [_start_words(account.pattern, kind, own, account.started, account.of)]


def _voted(account: Account) -> str:
    assert account.started is not None
    return f"{_high(FACTS[account.rule.strict_from])} is {words(account.started)}."


def _high(noun: str) -> str:
    return noun[:1].upper() + noun[1:]


@lru_cache(maxsize=65536)
def _start_words(pattern: Pattern, kind: EventKind, own: date, started: date, of: str | None) -> str:
    who = f" ({of.replace('_', ' ')})" if of else ""
    if pattern.fact == "for":
        return f"The hearing is set for {words(started)} (scheduled on {words(own)})."
    if pattern.fact == "comply_by":
        return f"The order of {words(own)} sets {words(started)} as the last day to comply."
    if pattern.fact and started != own:
        return f"{kind.says} on {words(own)}{who}; {FACTS[pattern.fact]} is {words(started)}."
    return f"{kind.says} on {words(own)}{who}."


@lru_cache(maxsize=1024)
def _no_number(cite: str) -> str:
    return f"The law gives no number of days ({cite}): it must be done, and no day is set by which."


def _counted(account: Account, kinds: Kinds) -> list[str]:
    rule = account.rule
    assert account.started is not None
    assert account.counted is not None
    if rule.length == 0:
        return [_same_day(account.counted, rule.cite), *_roll(account, account.counted)]
    if account.base is not None:
        return _counted_twice(account, kinds)
    noun = ""
    if account.pattern is not None and account.pattern.event and not rule.before and not account.pattern.fact:
        noun = kinds[account.pattern.event].noun
    told = [_count_words(rule, noun, account.started, account.counted)]
    if account.renewals:
        assert account.strict is not None
        for renewal in account.renewals:
            says = kinds[renewal.name].says
            told.append(f"{says} on {words(renewal.on)}: {_years(rule.adds_length)} more.")
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


def _counted_twice(account: Account, kinds: Kinds) -> list[str]:
    """The day to be warned of, from the day that a fact names, and the last day, from the event's own."""
    rule = account.rule
    assert account.started is not None
    assert account.counted is not None
    assert account.start is not None
    assert account.base is not None
    assert account.due is not None
    assert rule.length is not None
    noun = FACTS[rule.strict_from].replace("the day of ", "", 1)
    told = [_count_words(rule, noun, account.started, account.counted)]
    told.append(
        f"Counted from {kinds[account.start.name].noun} on {words(account.base)} and moved off closed days, the last "
        f"day is {words(account.due)}; only after it has the time run out."
    )
    return told


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
    if rule.unit in HOURS:
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
    return f"{short_words(day)} is {why}, but this day does not move."


@lru_cache(maxsize=65536)
def _rolled_on(calendar: Calendar, day: date) -> str:
    cite, told = calendar.roll_cite, []
    while (why := calendar.why_closed(day)) is not None:
        told.append(f"{short_words(day)} is {why}")
        if "Saturday" in why:
            cite = f"{calendar.roll_cite}; {calendar.saturday_cite}"
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


@lru_cache(maxsize=65536)
def _not_moved(kind: EventKind, on: date, extend: str) -> str:
    moves = (
        "only an agreement with the applicant moves it"
        if extend
        else "nothing that the town does alone moves it"
    )
    return (
        f"{kind.says} on {words(on)} too; that moves nothing here: a duty of the town counts from its first day, and "
        f"{moves}."
    )


def _not_counted(kind: EventKind, on: date, why: str) -> str:
    return f"{kind.says} on {words(on)}, but it does not count here: {why}."


def _ended(account: Account, kinds: Kinds) -> list[str]:
    told: list[str] = []
    last = account.last
    if account.status == "met" and account.stop is not None and account.stopped is not None:
        told.append(_met(kinds[account.stop.name], account.stopped))
    elif account.status == "missed" and last is not None and account.due is not None:
        told.append(_missed(kinds[account.rule.if_missed or "overdue"], day_of(last)))
        if account.stop is not None and account.stopped is not None:
            told.append(_too_late(kinds[account.stop.name], account.stopped))
    elif account.void_by is not None:
        told.append(_void(account.void_by, kinds))
    elif account.status == "void":
        assert account.anchor is not None
        told.append(f"“{account.anchor.rule.title}” is met, so nothing is left to do here.")
    return told


@lru_cache(maxsize=65536)
def _met(kind: EventKind, stopped: date) -> str:
    return f"{kind.says} on {words(stopped)}, in time."


@lru_cache(maxsize=65536)
def _missed(effect: EventKind, last: date) -> str:
    return f"Time ran out after {words(last)}. From {words(last + _ONE)}: {effect.noun}."


@lru_cache(maxsize=65536)
def _too_late(kind: EventKind, stopped: date) -> str:
    return f"{kind.says} on {words(stopped)}, too late."


def _void(event: Event, kinds: Kinds) -> str:
    return f"{kinds[event.name].says} on {words(event.on)}: this clock counts no further."
