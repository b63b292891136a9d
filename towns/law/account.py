"""How one reading of a clock came about: the statuses, and what the counting leaves for the sentences of `because`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from towns.law.days import Calendar
from towns.law.patterns import Pattern
from towns.law.rules import ClockRule
from towns.law.story import Event

WAITING, RUNNING, MET, MISSED, VOID = "waiting", "running", "met", "missed", "void"
STATUSES = (WAITING, RUNNING, MET, MISSED, VOID)
HOURS = ("hours", "business_hours")


@dataclass(slots=True)
class Account:
    """How one reading came about; the sentences of `because` are told from it."""

    rule: ClockRule
    calendar: Calendar
    of: str | None = None
    pattern: Pattern | None = None
    start: Event | None = None
    started: date | None = None
    base: date | None = None  # where the last day is counted from, if not from `started`
    counted: date | None = None  # the day as counted before any agreement
    strict: date | None = None
    due: date | None = None
    status: str = WAITING
    stop: Event | None = None
    stopped: date | None = None
    anchor: Account | None = None
    floor: date = date.min  # a stop before this day is about something else
    replaced: bool = False  # an earlier start of a session stands behind this one
    extensions: list[tuple[Event, date]] = field(default_factory=list)
    refused: list[tuple[Event, str]] = field(default_factory=list)
    renewals: list[Event] = field(default_factory=list)
    unmoved: list[Event] = field(default_factory=list)  # later starts, which move no duty
    undone: list[tuple[Event, Event]] = field(default_factory=list)  # a start, and what undid it
    late_return: tuple[Event, date] | None = None  # a return after the last day of the review
    remanded: Event | None = None
    void_by: Event | None = None
    late_agreement: bool = False

    @property
    def last(self) -> date | None:
        """The last moment at which an act is in time: `due`, or for a clock that counts back `strict`."""
        return self.strict if self.rule.before else self.due
