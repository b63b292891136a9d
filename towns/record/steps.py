"""The steps that people and the sweep may take, as each room declares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

from towns.law.answers import FIRST_YEAR, LAST_YEAR
from towns.law.events import DAY_FACTS, EVENTS
from towns.law.story import when
from towns.ledger.entries import ABOUT_ENTRIES, Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile

Facts = Mapping[str, Any]


def _nothing(file: CaseFile, entry: Entry) -> None:
    return None


def _none(file: CaseFile, entry: Entry) -> tuple[()]:
    return ()


def _as_it_is(file: CaseFile, entry: Entry) -> Entry:
    return entry


def _keep_nothing(file: CaseFile, entry: Entry, kept: Facts) -> None:
    return None


def _say_nothing(kept: Facts) -> Facts:
    return {}


def _follow_nothing(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Stop:
    """A reason to stop and think. A person with authority may go on, with a reason that stays in the ledger."""

    key: str
    says: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One way in which a case moves: the button's words, the event it appends, and what it needs and does.

    `action` is its line in the roles table. `prepare` fills in facts that follow from the case;
    `offered` says whether the case page shows it now; `check` raises `Impossible` for facts that cannot be;
    `stops` are soft stops; `defects` are named in the ledger and refuse nothing; `keep` writes the rows that
    belong to the fact (personal data, votes, conditions) once the replay has accepted it; `follow` mends them when the
    fact is corrected (the entry as it stands now, or None when it did not happen). `told` says what of the kept rows
    the ledger may know, naming nobody, such as a count of votes; `then` gives the facts that are true by this one, such
    as the last comment being in: they are written right after it, on its own day unless they name another.
    """

    key: str
    event: str
    button: str
    effects: tuple[str, ...] = ()
    form: str = ""
    group: str = "case"
    action: str = ""
    offered: Callable[[CaseFile], bool] = lambda file: True
    prepare: Callable[[CaseFile, Entry], Entry] = _as_it_is
    check: Callable[[CaseFile, Entry], None] = _nothing
    stops: Callable[[CaseFile, Entry], tuple[Stop, ...]] = _none
    defects: Callable[[CaseFile, Entry], tuple[str, ...]] = _none
    keep: Callable[[CaseFile, Entry, Facts], None] = _keep_nothing
    follow: Callable[[CaseFile, Entry, Entry | None], None] = _follow_nothing
    told: Callable[[Facts], Facts] = _say_nothing
    then: Callable[[CaseFile, Entry], tuple[Entry, ...]] = _none
    primary: Callable[[CaseFile], bool] = lambda file: False

    @property
    def permission(self) -> str:
        """The line of the roles table that this step needs."""
        return self.action or self.key


_PLAIN: Final = "record_"
_DECLARING: Final = Lock()
_STEPS: dict[str, Step] = {}
_BY_EVENT: dict[str, Step] = {}


def check_days(entry: Entry) -> None:
    """Days that cannot be read, or lie outside of any record, are `Impossible`."""
    if not FIRST_YEAR <= entry.on.year <= LAST_YEAR:
        raise Impossible(f"{entry.day_words} cannot be the day. Check the year.", field="on")
    for name in DAY_FACTS & entry.facts.keys():
        said = entry.facts[name]
        try:
            day = when(said)
        except (TypeError, ValueError):
            raise Impossible(f"{said!r} is not a day. Write it as 2026-11-05.", field=name) from None
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise Impossible(f"{said} cannot be the day. Check the year.", field=name)


def register(*steps: Step) -> None:
    """Make steps known. A key may be declared once."""
    for step in steps:
        if step.key in _STEPS:
            raise ValueError(f"The step {step.key!r} is declared twice.")
        _STEPS[step.key] = step
        _BY_EVENT.setdefault(step.event, step)


def get(key: str) -> Step:
    """The step by its key; `KeyError` when nobody declared it."""
    if key not in _STEPS and key.startswith(
        _PLAIN
    ):  # offered by another process than the one that is asked now
        for_event(key.removeprefix(_PLAIN))
    return _STEPS[key]


def for_event(name: str) -> Step | None:
    """The step that appends events of this name; a legal fact without a step of its own gets a plain one."""
    known = EVENTS.get(name)
    if name in _BY_EVENT or known is None or known.by_law or name in ABOUT_ENTRIES:
        return _BY_EVENT.get(name)
    with _DECLARING:
        if name in _BY_EVENT:
            return _BY_EVENT[name]
        register(
            Step(
                key=f"{_PLAIN}{name}",
                event=name,
                button=f"Record: {known.says[:1].lower()}{known.says[1:]}",
                form="towns.record.step_forms.Fact",
                group="fact",
                action="record_fact",
                offered=lambda file: not file.case.closed and file.case.stage != "draft",
            )
        )
    return _BY_EVENT.get(name)


def every() -> tuple[Step, ...]:
    """All steps, in the order declared."""
    return tuple(_STEPS.values())


#: event → what it presupposes, given the case: the events that a story may leave out, nearest first.
Presupposed = Callable[[CaseFile], str | None]


@dataclass(slots=True)
class Presuppositions:
    """What an event presupposes; departments add theirs. Used where a story is told in short."""

    table: dict[str, Presupposed] = field(default_factory=dict)

    def add(self, event: str, rule: Presupposed) -> None:
        """Say what `event` presupposes; the rule answers None when nothing is missing."""
        self.table[event] = rule

    def missing(self, file: CaseFile, event: str) -> str | None:
        """The event that must come first and has not, or None."""
        rule = self.table.get(event)
        return rule(file) if rule else None


presupposes = Presuppositions()
