"""A second, plain count of the same law, written apart from the engine, so that one can catch the other.

It shares nothing with `towns.law.clocks` but the rules: its own holidays (the `holidays` library), its own counting,
its own reading of the plan. It is slow and has no reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import holidays

from towns.law import schema
from towns.law.patterns import Pattern
from towns.law.rules import ClockRule

TOWN_TIME = ZoneInfo("America/New_York")
DAY = timedelta(days=1)
SATURDAY = 5
Story = list[dict[str, str]]
Found = dict[str, Any]


@lru_cache(maxsize=1)
def _holidays() -> frozenset[date]:
    library = holidays.country_holidays("US", subdiv="MA", years=range(2015, 2045))
    return frozenset(day for day, name in library.items() if "Juneteenth" not in name or day.year >= 2021)


def _is_business(day: date) -> bool:
    return day.weekday() < SATURDAY and day not in _holidays()


def _day(text: str) -> date:
    return date.fromisoformat(text[:10])


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text) if "T" in text else datetime.combine(_day(text), time())


def _roll(day: date, step: timedelta) -> date:
    while not _is_business(day):  # in the five towns closed and not business are the same days
        day += step
    return day


def _years(day: date, count: int) -> date:
    try:
        return date(day.year + count, day.month, day.day)
    except ValueError:
        return date(day.year + count, 2, 28)


def _when(pattern: Pattern, event: dict[str, str]) -> str | None:
    """The day by which an event answers to a pattern, read from the pattern's text."""
    text = pattern.text
    for sign, wanted in ((":", True), ("!", False)):
        if sign in text:
            name, outcome = text.split(sign)
            fits = event["event"] == name and (event.get("outcome") == outcome) is wanted
            return event["on"] if fits else None
    if "." in text:
        name, fact = text.split(".")
        return event.get(fact) if event["event"] == name else None
    return event["on"] if event["event"] == text else None


def count(town: str, matter_key: str, story: Story, on: date) -> Iterator[Found]:
    """Every clock as {"clock", "of", "started", "strict", "due", "status"}."""
    matter = schema.load(town).matters[matter_key]
    ends = [
        _day(event["on"]) for event in story if event["event"] == matter.voided_by and _day(event["on"]) <= on
    ]
    at = min([on, *ends])
    known = sorted(
        (event for event in story if _day(event["on"]) <= at), key=lambda event: _moment(event["on"])
    )
    found: dict[str, Found] = {}
    for rule in matter.clocks:
        starts = [
            event.get(rule.per) for event in known if any(event["event"] == p.event for p in rule.from_)
        ]
        for of in list(dict.fromkeys(starts)) if rule.per and starts else [None]:
            mine = [
                e for e in known if not rule.per or e["event"] == "extension_agreed" or e.get(rule.per) == of
            ]
            clock = _one(rule, of, mine, at, found)
            if ends and clock["status"] in ("waiting", "running"):
                clock["status"] = "void"
            if rule.before and rule.from_[0].clock and found[rule.from_[0].clock]["status"] == "met":
                clock["status"] = "void"
            found[rule.name] = clock
            yield {"clock": rule.name, "of": of} | {
                key: clock[key] for key in ("started", "strict", "due", "status")
            }


def _one(rule: ClockRule, of: str | None, story: Story, at: date, others: dict[str, Found]) -> Found:
    clock: Found = {
        "started": None,
        "strict": None,
        "due": None,
        "status": "waiting",
        "own": None,
        "renewed": None,
    }
    in_hours = "hours" in rule.unit
    base: date | None = None
    if rule.from_[0].clock:
        other = others[rule.from_[0].clock]
        if other["strict"] is None or (not rule.before and other["status"] != "missed"):
            return clock
        start = other["strict"]
        own = (other["renewed"] or other["own"]) if rule.before else start
        base = None if rule.before else other["due"]
    else:
        governing = _governing(rule, story)
        if governing is None:
            return clock
        own = _day(governing[0]["on"])
        start = _moment(governing[1]) if in_hours else _day(governing[1])
    clock |= {"started": start, "own": own}
    if rule.length is not None:
        strict = _counted(rule, start)
        due = _rolled(rule, _counted(rule, base) if base else strict)
        for event in story:
            if rule.adds and event["event"] == rule.adds and own <= _day(event["on"]) <= due:
                years = (strict.year - start.year) + 1
                strict = due = _years(start, years)
                clock["renewed"] = _day(event["on"])
        for made, until in sorted(_agreements(rule, of, story, at)):
            if made <= due and until > strict:
                strict, due = until, _rolled(rule, until)
        clock |= {"strict": strict, "due": due}
    clock["status"] = _status(rule, story, at, own, clock["strict"] if rule.before else clock["due"])
    return clock


def _governing(rule: ClockRule, story: Story) -> tuple[dict[str, str], str] | None:
    best: tuple[dict[str, str], str] | None = None
    for pattern in rule.from_:
        last: tuple[dict[str, str], str] | None = None
        for event in story:
            when = _when(pattern, event)
            if when is None:
                continue
            if event["event"] == "hearing_closed" and last is not None:
                since, until = _day(last[0]["on"]), _day(event["on"])
                again = [
                    e for e in story if e["event"] == "hearing_reopened" and since <= _day(e["on"]) <= until
                ]
                if not again:
                    continue
            last = (event, when)
        if last is not None and (best is None or _day(last[0]["on"]) >= _day(best[0]["on"])):
            best = last
    return best


def _counted(rule: ClockRule, start: date) -> date:
    length, sign = rule.length or 0, -1 if rule.before else 1
    by_unit: dict[str, Callable[[], date]] = {
        "calendar": lambda: start + sign * length * DAY,
        "years": lambda: _years(start, sign * length),
        "business": lambda: _business(start, length),
        "hours": lambda: _hours(start, length),
        "business_hours": lambda: _meeting_hours_before(start, length),
    }
    return by_unit[rule.unit]()


def _business(day: date, length: int) -> date:
    while length:
        day += DAY
        length -= _is_business(day)
    return day


def _hours(start: date, length: int) -> date:
    assert isinstance(start, datetime)
    seconds = start.replace(tzinfo=TOWN_TIME).timestamp() + 3600 * length
    return datetime.fromtimestamp(seconds, TOWN_TIME).replace(tzinfo=None)


def _meeting_hours_before(start: date, length: int) -> date:
    assert isinstance(start, datetime)
    left = length * 4
    while left:
        start -= timedelta(minutes=15)
        left -= _is_business(start.date())
    return start


def _rolled(rule: ClockRule, day: date) -> date:
    if not rule.rolls or "hours" in rule.unit:
        return day
    return _roll(day, -DAY if rule.before else DAY)


def _agreements(rule: ClockRule, of: str | None, story: Story, at: date) -> Iterator[tuple[date, date]]:
    named = "decide" if rule.name == "file_decision" else rule.name
    for event in story:
        if not rule.extend or event["event"] != "extension_agreed" or event.get("clock") != named:
            continue
        if rule.per and event.get(rule.per, of) != of:
            continue
        made = _day(event["on"])
        if rule.extend == "filed_agreement":
            filed = event.get("filed")
            if filed is None or _day(filed) > at:
                continue
            made = max(made, _day(filed))
        yield made, _day(event["until"])


def _status(rule: ClockRule, story: Story, at: date, own: date, last: date | None) -> str:
    stops = []
    for pattern in rule.stops:
        for event in story:
            when = _when(pattern, event) or (
                event["on"] if pattern.fact and event["event"] == pattern.event else None
            )
            early = (
                when is not None and _day(when) < own and event["event"] not in ("costs_paid", "ticket_paid")
            )
            if when is not None and _day(when) <= at and not early:
                stops.append(_moment(when))
    first = min(stops, default=None)
    if last is None:
        return "met" if first else "running"
    if first and (first <= last if isinstance(last, datetime) else first.date() <= last):
        return "met"
    return "missed" if at > (last.date() if isinstance(last, datetime) else last) else "running"
