"""What a bylaw file says, once read: boards, matters, clocks, notices, gates, and the readings chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from towns.law.days import Calendar
from towns.law.events import EVENTS, EventKind
from towns.law.patterns import Pattern
from towns.law.schema_versions import CURRENT

#: What a matter is about. A case type claims matters by their kind, so that no code lists their keys.
KINDS = (
    "permit",
    "zoning",
    "waiver",
    "order",
    "cost_recovery",
    "ticket",
    "spill",
    "om_plan",
    "surety",
    "violation",
)
#: Kinds that a department beside the shipped ones claims; its case type adds them.
_MORE_KINDS: list[str] = []


def kinds() -> tuple[str, ...]:
    """Every kind of business that a law file may name."""
    return (*KINDS, *_MORE_KINDS)


def declare_kind(kind: str) -> None:
    """Let law files name a kind of business that a department claims."""
    if kind not in kinds():
        _MORE_KINDS.append(kind)


def forget_kind(kind: str) -> None:
    """Take such a kind back; a shipped one stays."""
    if kind in _MORE_KINDS:
        _MORE_KINDS.remove(kind)


UNITS = ("calendar", "business", "years", "hours", "business_hours")
EXTENSIONS = ("agreement", "filed_agreement")


@dataclass(frozen=True, slots=True)
class ClockRule:
    """One clock of a matter as the law writes it. `length` None: the law gives no number, so it never runs out.
    `duty`: a duty of the town, which counts from its first start for good."""

    name: str
    title: str
    says: str  # the law's own words; "" where the text is not on file
    sense: str  # our summary where the text is not on file
    from_: tuple[Pattern, ...]
    before: bool
    length: int | None
    unit: str
    stops: tuple[Pattern, ...]
    if_missed: str | None
    rolls: bool
    extend: str  # "", "agreement" or "filed_agreement"
    extended_with: tuple[str, ...]  # an agreement that names one of these clocks moves this one
    adds: str  # the event that lengthens; ""
    adds_length: int
    per: str  # the fact that tells instances apart; ""
    duty: bool
    strict_from: (
        str  # the fact whose day the day as counted runs from, where the last day runs from the event's; ""
    )
    cite: str
    note: str
    doubts: tuple[str, ...]

    def __hash__(self) -> int:
        """Short: sentences are remembered by their rule, thousands of times a second."""
        return hash((self.name, self.cite, self.length))

    @property
    def from_text(self) -> str:
        """The patterns as written."""
        return ", ".join(pattern.text for pattern in self.from_)


@dataclass(frozen=True, slots=True)
class NoticeRule:
    """A notice the law wants: what, by which way, who sends it, and the clock it must meet."""

    kind: str
    by: str
    who_sends: str
    to: str
    clock: str
    says: str
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class SubmissionRule:
    """A thing the applicant must hand in: what, to whom, how many copies. `group` is its heading on a long list,
    `prepared_by` who alone may prepare it, `says` the law's own words where `text` is shorter."""

    key: str
    text: str
    to: str
    copies: int
    cite: str
    group: str = ""
    prepared_by: tuple[str, ...] = ()
    says: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class GateRule:
    """An act that must not come before another: `act` (with one of `outcomes`, if given) waits for `needs`."""

    key: str
    act: str
    outcomes: tuple[str, ...]
    needs: tuple[str, ...]
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class Matter:
    """A kind of business a town does, with its clocks in file order (the posting of the meeting last). `kind` says
    what it is about; `events` are all kinds of events its clocks may name. `inherited`: no text of the town sets
    it out, it comes from the state layer."""

    key: str
    kind: str
    name: str
    board: str
    cite: str
    number_prefix: str
    note: str
    voided_by: str
    clocks: tuple[ClockRule, ...]
    notices: tuple[NoticeRule, ...]
    submissions: tuple[SubmissionRule, ...]
    gates: tuple[GateRule, ...]
    sections: Mapping[str, Any] = field(default_factory=dict)
    events: Mapping[str, EventKind] = field(default_factory=lambda: EVENTS, repr=False)
    inherited: bool = False

    def __repr__(self) -> str:
        """Short: a matter stands in every failing test."""
        return f"Matter({self.key!r})"

    def clock(self, name: str) -> ClockRule:
        """The clock of that name; KeyError if the matter has none."""
        for rule in self.clocks:
            if rule.name == name:
                return rule
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class EffectWords:
    """The words of an effect that a law file declares: `says` for staff, `public_words` and `mail_words` for others.
    Nothing of it is public unless `public`; `held` until the event `confirmed_by`; `reminder` is what a person is
    told to do; `ends_case`: nothing is left to do after it."""

    name: str
    says: str
    public: bool
    public_words: str
    mail_words: str
    reminder: str
    held: bool
    confirmed_by: str
    ends_case: bool


@dataclass(frozen=True, slots=True)
class Successor:
    """Another body that acts in a board's place from a day on (None: for as long as the text has been held)."""

    name: str
    since: date | None
    cite: str


@dataclass(frozen=True, slots=True)
class BoardRule:
    """An authority the bylaw names."""

    key: str
    name: str
    cite: str
    successors: tuple[Successor, ...] = ()

    def acting(self, on: date) -> str:
        """The name of the body that acts as this board on a day."""
        acting = [s.name for s in self.successors if s.since is None or s.since <= on]
        return acting[-1] if acting else self.name


@dataclass(frozen=True, slots=True)
class OpenReading:
    """A place where the text is unclear: its words, the question, the reading chosen and the others."""

    key: str
    question: str
    words: str
    choice: str
    choices: Mapping[str, str]
    sets: Mapping[str, Mapping[str, Any]]
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Bylaw:
    """A town's law in one edition, with the state layer below it."""

    slug: str
    name: str
    county: str
    bylaw: str
    note: str
    edition: str
    effective: date | None
    calendar: Calendar
    boards: Mapping[str, BoardRule]
    matters: Mapping[str, Matter]
    open_readings: Mapping[str, OpenReading]
    sections: Mapping[str, Any]
    text: str
    amended: tuple[date, ...]
    events: Mapping[str, EventKind] = field(default_factory=lambda: EVENTS, repr=False)
    effects: Mapping[str, EffectWords] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    version: int = CURRENT  # in which the text was written
    reaches_pending: bool = False  # what came into force on the day it is read for reaches cases filed before
    supplied: tuple[str, ...] = ()  # what a text of an older version left unsaid, in sentences

    def __repr__(self) -> str:
        """Short: a law stands in every failing test."""
        return f"Bylaw({self.slug!r}, {self.edition!r})"

    def readings(self, settings: Mapping[str, str] | None = None) -> dict[str, str]:
        """For every open reading the choice that holds: the town's setting, else the one the file chose."""
        chosen = {**self.chosen, **(settings or {})}
        return {key: chosen.get(key, reading.choice) for key, reading in self.open_readings.items()}
