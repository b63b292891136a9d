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
Told = dict[str, str]
Story = list[Told]
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


def _when(pattern: Pattern, event: Told) -> str | None:
    """The day by which an event answers to a pattern, read from the pattern's text."""
    text = pattern.text
    for sign, wanted in ((":", True), ("!", False)):
        if sign in text:
            name, outcome = text.split(sign)
            fits = event["event"] == name and (event.get("outcome") == outcome) is wanted
            return event["on"] if fits else None
    if "." in text:
        name, fact = text.rstrip("?").split(".")
        if event["event"] != name:
            return None
        return event.get(fact) or (event["on"] if text.endswith("?") else None)
    return event["on"] if event["event"] == text else None


def count(town: str, matter_key: str, story: Story, on: date) -> Iterator[Found]:
    """Every clock as {"clock", "of", "started", "strict", "due", "status"}."""
    matter = schema.load(town).matters[matter_key]
    told = [{**event, "nr": f"{nr:06}"} for nr, event in enumerate(story)]
    told.sort(key=lambda event: (_day(event["on"]), event["nr"]))
    ends = [
        _day(event["on"]) for event in told if event["event"] == matter.voided_by and _day(event["on"]) <= on
    ]
    at = min([on, *ends])
    known = [event for event in told if _day(event["on"]) <= at]
    reviews = [rule for rule in matter.clocks if rule.name == "completeness"]
    found: dict[str, Found] = {}
    for rule in matter.clocks:
        for of in _instances(rule, known):
            mine = [event for event in known if not rule.per or event.get(rule.per, of) == of]
            clock = _one(rule, mine, at, found, reviews)
            if ends and clock["status"] in ("waiting", "running"):
                clock["status"] = "void"
            if rule.before and rule.from_[0].clock and found[rule.from_[0].clock]["status"] == "met":
                clock["status"] = "void"
            found[rule.name] = clock
            yield {"clock": rule.name, "of": of} | {
                key: clock[key] for key in ("started", "strict", "due", "status")
            }


def _instances(rule: ClockRule, known: Story) -> list[str | None]:
    if not rule.per:
        return [None]
    groups = [
        [e for e in known if any(_when(p, e) for p in patterns)] for patterns in (rule.from_, rule.stops)
    ]
    for group in groups if groups[0] else []:
        if values := [event[rule.per] for event in group if rule.per in event]:
            return list(dict.fromkeys(values))
    return [None]


def _one(
    rule: ClockRule, story: Story, at: date, others: dict[str, Found], reviews: list[ClockRule]
) -> Found:
    waiting: Found = {
        "started": None,
        "strict": None,
        "due": None,
        "status": "waiting",
        "own": None,
        "renewed": None,
    }
    if rule.from_[0].clock:
        other = others[rule.from_[0].clock]
        if other["strict"] is None or (not rule.before and other["status"] != "missed"):
            return waiting
        own = (other["renewed"] or other["own"]) if rule.before else other["strict"]
        return _run(rule, story, at, own, other["strict"], None if rule.before else other["due"], [])
    starts = [(event, when) for event in story for p in rule.from_ if (when := _when(p, event))]
    starts = [start for start in starts if not _sent_back(rule, start[0], story, reviews)]
    governing = _governing(rule, starts, story, at)
    if governing is None:
        return waiting
    return _from(rule, governing, story, at, starts)


def _from(
    rule: ClockRule, governing: tuple[Told, str], story: Story, at: date, starts: list[tuple[Told, str]]
) -> Found:
    """The clock from one start: the floor under its stops is the event's day, or the earlier one of a fact."""
    event, when = governing
    own = _day(event["on"])
    base = None
    if rule.strict_from in event:
        when, base = event[rule.strict_from][:10], own
        own = min(own, _day(when))
    if rule.from_[0].text.endswith("?"):
        own = min(own, _day(when))
    start = _moment(when) if "hours" in rule.unit else _day(when)
    session = [event, *(other for other, _ in starts if other is not event)] if _is_session(rule) else []
    return _run(rule, story, at, own, start, base, session)


def _is_session(rule: ClockRule) -> bool:
    return rule.before and rule.from_[0].text.endswith(".for")


def _run(
    rule: ClockRule, story: Story, at: date, own: date, start: date, base: date | None, session: Story
) -> Found:
    clock: Found = {"started": start, "own": own, "strict": None, "due": None, "renewed": None}
    if rule.length is not None:
        strict = _counted(rule, start)
        due = _rolled(rule, _counted(rule, base) if base else strict)
        for event in story:
            if rule.adds and event["event"] == rule.adds and own <= _day(event["on"]) <= due:
                years = (strict.year - start.year) + 1
                strict = due = _years(start, years)
                clock["renewed"] = _day(event["on"])
        for made, until in sorted(_agreements(rule, story, at)):
            if made <= due and until > strict:
                strict, due = until, max(due, _rolled(rule, until))
        clock |= {"strict": strict, "due": due}
    last = clock["strict"] if rule.before else clock["due"]
    clock["status"] = _status(_stops(rule, story, at, own, session), at, last)
    return clock


def _governing(
    rule: ClockRule, starts: list[tuple[Told, str]], story: Story, at: date
) -> tuple[Told, str] | None:
    if not starts:
        return None
    if rule.duty:
        in_hours = "hours" in rule.unit
        return min(starts, key=lambda s: _moment(s[0]["on"])) if in_hours else starts[0]
    if rule.name == "completeness":
        governing = starts[0]
        for start in starts[1:]:
            if any(e["event"] == "returned_incomplete" for e in _between(story, governing[0], start[0])):
                governing = start
        return governing
    if not any("!" in pattern.text for pattern in rule.from_):
        return starts[-1]
    standing: tuple[Told, str] | None = None
    for event in story:
        mine = [start for start in starts if start[0] is event]
        if mine:
            standing = mine[0]
        elif standing and any("!" in p.text and event["event"] == p.text.split("!")[0] for p in rule.from_):
            clock = _stops(rule, _up_to(story, event), at, _day(standing[0]["on"]), [])
            standing = standing if clock else None
    return standing


def _between(story: Story, first: Told, last: Told) -> Story:
    return [event for event in story if _key(first) < _key(event) < _key(last)]


def _up_to(story: Story, end: Told) -> Story:
    return [event for event in story if _key(event) < _key(end)]


def _key(event: Told) -> tuple[date, str]:
    return _day(event["on"]), event["nr"]


def _sent_back(rule: ClockRule, complete: Told, story: Story, reviews: list[ClockRule]) -> bool:
    """Whether a return in the time of the review took this completeness away before its clock was settled."""
    if complete["event"] != "complete" or not reviews:
        return False
    found = (_day(complete.get("found_on", complete["on"])), complete["nr"])
    for returned in (event for event in story if event["event"] == "returned_incomplete"):
        filings = [event for event in _up_to(story, returned) if event["event"] == "filed"]
        day = _day(returned["on"])
        if not filings or (found[0], _place(story, complete)) > (day, _place(story, returned)):
            continue
        if day > _rolled(reviews[0], _counted(reviews[0], _day(filings[-1]["on"]))):
            continue
        then = _from(rule, (complete, complete["on"]), _up_to(story, returned), day, [])
        if then["status"] == "running":
            return True
    return False


def _place(story: Story, wanted: Told) -> int:
    return next(place for place, event in enumerate(story) if event is wanted)


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


def _agreements(rule: ClockRule, story: Story, at: date) -> Iterator[tuple[date, date]]:
    named = "decide" if rule.name == "file_decision" else rule.name
    for event in story:
        if not rule.extend or event["event"] != "extension_agreed" or event.get("clock") != named:
            continue
        made = _day(event["on"])
        if rule.extend == "filed_agreement":
            filed = event.get("filed")
            if filed is None or _day(filed) > at:
                continue
            made = max(made, _day(filed))
        yield made, _day(event["until"])


def _stops(rule: ClockRule, story: Story, at: date, own: date, session: Story) -> list[datetime]:
    """The moments of the acts that count; `session` is the governing hearing, with those that were set beside it."""
    found = []
    for event in story:
        for pattern in rule.stops:
            when = _when(pattern, event)
            if when is None or _day(when) > at:
                continue
            if session and "for" in event:
                counts = _day(event["for"]) == _day(session[0]["for"])
            elif len(session) > 1:
                counts = _key(event) > _key(session[0])
            else:
                counts = _day(when) >= own or event["event"] in ("costs_paid", "ticket_paid")
            if counts:
                found.append(_moment(when))
    return found


def _status(stops: list[datetime], at: date, last: date | None) -> str:
    first = min(stops, default=None)
    if last is None:
        return "met" if first else "running"
    if first and (first <= last if isinstance(last, datetime) else first.date() <= last):
        return "met"
    return "missed" if at > (last.date() if isinstance(last, datetime) else last) else "running"
