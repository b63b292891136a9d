"""Two texts of a town's law side by side: lines, clocks with a worked example, and the cases that stay where they are."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet

from towns.calendar.words import day_words, moment_words
from towns.law import schema
from towns.law.clocks import Event, read
from towns.law.days import Calendar
from towns.law.events import EVENTS
from towns.law.rules import Bylaw, ClockRule, Matter
from towns.models import Case, ClosedDay, Town
from towns.record.case_file import calendar_of
from towns.setup.law import length_said
from towns.setup.numbers import pattern_words

_ADDED, _REMOVED, _KEPT, _LEFT_OUT = "Added", "Removed", "", "Left out"
#: Months from now in which worked examples begin: far enough that a draft may have been adopted by then.
_MONTHS_ON = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the comparison: what became of it, in a word, and its text."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A clock that the two texts read otherwise, with the same example counted under both."""

    matter: str
    title: str
    before: str
    after: str
    cite: str
    example: str
    due_before: str
    due_after: str
    because: tuple[str, ...]


def law_in(town: Town, text: str, on: date) -> Bylaw:
    """The law in a text as it would stand on a day with the town's readings; raises `BylawError`."""
    return schema.parse(text, name=f"{town.slug}.toml", on=on, settings=town.readings)


def lines(old: str, new: str) -> list[Line]:
    """What was added and what removed, with two lines around each change; empty where nothing differs."""
    found: list[Line] = []
    told = difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm="")
    for line in list(told)[2:]:  # without the names of two files
        if line.startswith("@@"):
            if found:
                found.append(Line(_LEFT_OUT, "…"))
            continue
        what = {"+": _ADDED, "-": _REMOVED}.get(line[:1], _KEPT)
        if what or line.strip():
            found.append(Line(what, line[1:]))
    return found


def example_day(calendar: Calendar, day: date) -> date:
    """The first open Monday of a month some way on, from which worked examples count."""
    months = day.month - 1 + _MONTHS_ON
    found = date(day.year + months // 12, months % 12 + 1, 1)
    while found.weekday() != 0 or calendar.is_closed(found):
        found += timedelta(days=1)
    return found


def clock_changes(town: Town, old: Bylaw, new: Bylaw, day: date) -> list[ClockChange]:
    """Every clock that differs, each with one example that begins some months after `day`."""
    closed = list(ClosedDay.objects.all())
    then, now = calendar_of(town, old, closed), calendar_of(town, new, closed)
    start = example_day(now, day)
    found = []
    for key in dict.fromkeys((*old.matters, *new.matters)):
        one, other = old.matters.get(key), new.matters.get(key)
        for name in dict.fromkeys((*_names(one), *_names(other))):
            before, after = _rule(one, name), _rule(other, name)
            if before == after:
                continue
            rule, matter = (after, other) if after is not None else (before, one)
            assert rule is not None
            assert matter is not None
            worked = _worked(other, after, now, start)
            found.append(
                ClockChange(
                    matter.name, rule.title, _said(before), _then(before, after), rule.cite, _example(matter, rule, start),
                    _worked(one, before, then, start)[0], worked[0], worked[1],
                )
            )  # fmt: skip
    return found


def _names(matter: Matter | None) -> Iterator[str]:
    return iter([rule.name for rule in matter.clocks] if matter else [])


def _rule(matter: Matter | None, name: str) -> ClockRule | None:
    return next((rule for rule in matter.clocks if rule.name == name), None) if matter else None


def _said(rule: ClockRule | None) -> str:
    """A clock in one line."""
    if rule is None:
        return "not in the text"
    starts = " or ".join(pattern_words(p.text) if p.event else f"the end of “{p.clock}”" for p in rule.from_)
    ends = f". If it runs out: {EVENTS[rule.if_missed].says}" if rule.if_missed else ""
    return f"{length_said(rule)}, counted from: {starts}{ends} ({rule.cite})"


#: What may change in a clock beside its length, its starts and its effect, in words.
_BESIDE = {
    "title": "its title", "says": "the words quoted", "sense": "our summary of the words", "stops": "what meets it",
    "rolls": "what a closed last day does", "extend": "whether it may be extended", "per": "what tells its instances apart",
    "extended_with": "with which other time it is extended", "adds": "what lengthens it", "note": "the note",
    "duty": "it is a duty, counted from its first start for good", "strict_from": "from when the day as counted runs",
    "doubts": "the doubts named",
}  # fmt: skip


def _then(before: ClockRule | None, after: ClockRule | None) -> str:
    """The clock as it would be; where its one line stays the same, what else about it changes."""
    said = _said(after)
    if before is None or after is None or said != _said(before):
        return said
    changed = [words for name, words in _BESIDE.items() if getattr(before, name) != getattr(after, name)]
    return f"The same; what changes: {', '.join(changed) or 'how it is written'}"


def _example(matter: Matter, rule: ClockRule, day: date) -> str:
    """The example in words: what begins it, and when."""
    pattern = rule.from_[0]
    if pattern.clock:
        return f"“{matter.clock(pattern.clock).title}” begun {day_words(day)} and run out"
    return f"{pattern_words(pattern.text)}, {day_words(day)}"


def _story(matter: Matter, rule: ClockRule, day: date) -> list[Event]:
    """What must have happened for the clock to start."""
    pattern = rule.from_[0]
    if pattern.clock:
        return _story(matter, matter.clock(pattern.clock), day)
    facts = {rule.per: "an example"} if rule.per else {}
    if pattern.outcome or pattern.but:
        facts["outcome"] = pattern.outcome or "upheld"
    if pattern.fact:
        return [Event(pattern.event, day - timedelta(days=30), {**facts, pattern.fact: day.isoformat()})]
    return [Event(pattern.event, day, facts)]


def _worked(
    matter: Matter | None, rule: ClockRule | None, calendar: Calendar, day: date
) -> tuple[str, tuple[str, ...]]:
    """The example's last day and the reasons; a clock that starts from another is read when that one has run out."""
    if matter is None or rule is None:
        return "no last day", ()
    # Only this clock and what it starts from: the rest of the matter has nothing to say to an example.
    events = _story(matter, rule, day)
    for on in (day, _years_on(day, 40)):
        for reading in read(matter, events, on, calendar):
            if reading.clock == rule.name and reading.due is not None:
                return moment_words(reading.due), reading.because
    return "no last day", ()


def _years_on(day: date, years: int) -> date:
    """The same day so many years on; the first of March for a leap day."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def staying(matters: set[str] | None = None) -> QuerySet[Case]:
    """Running cases, which stay under the text they were filed under; of these matters, or of all."""
    rows = Case.objects.filter(closed=False)
    if matters is not None:
        rows = rows.filter(matter__in=matters)
    return rows.select_related("edition").order_by("number")
