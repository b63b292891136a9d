"""A duty of the town counts from its first start: a board cannot lengthen its own time by doing a thing again."""

from __future__ import annotations

from datetime import date, datetime

from towns.calendar.words import day_words
from towns.law import clocks as law_clocks
from towns.law.clocks import Reading
from towns.law.rules import ClockRule
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile, law_story
from towns.record.steps import Stop


def not_moved(file: CaseFile, entry: Entry) -> list[Reading]:
    """The duties of the town that an event would start if they had not started on an earlier day."""
    if not any(rule.duty and _starts(rule, entry) for rule in file.matter.clocks):
        return []
    before = {(r.clock, r.of): r for r in file.readings(entry.on)}
    after = law_clocks.read(file.matter, law_story([*file.story, entry]), entry.on, file.calendar)
    return [
        reading
        for reading in after
        if reading.rule.duty
        and _starts(reading.rule, entry)
        and (not reading.rule.per or entry.facts.get(reading.rule.per) in (None, reading.of))
        and (earlier := before.get((reading.clock, reading.of))) is not None
        and earlier.started is not None
        and earlier.started == reading.started
        and _day(earlier.started) < entry.on
    ]


def _starts(rule: ClockRule, entry: Entry) -> bool:
    return any(pattern.event == entry.name for pattern in rule.from_)


def _day(moment: date | datetime) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """The soft stop that says so before the act, with what does move the time."""
    found = []
    for reading in not_moved(file, entry):
        assert reading.started is not None
        last = f" and ends on {day_words(_day(reading.due))}" if reading.due else ""
        moves = (
            "Only an agreement with the applicant moves it."
            if reading.rule.extend
            else "Nothing that the town does alone moves it."
        )
        found.append(
            Stop(
                f"not_moved:{reading.clock}",
                f"{reading.title}: the time counts from {day_words(_day(reading.started))}{last}. "
                f"A later day does not start it anew. {moves}",
                reading.cite,
            )
        )
    return tuple(found)
