"""The steps that people and the sweep may take: each a class that its room declares and a case type names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Final

from towns.access import permissions
from towns.law.answers import FIRST_YEAR, LAST_YEAR
from towns.law.events import DAY_FACTS, EventKind
from towns.law.story import when
from towns.ledger.entries import ABOUT_ENTRIES, Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.roles import OFFICE, Role

Facts = Mapping[str, Any]

#: What an event presupposes, given the case: the event that must come first and has not, or None.
Presupposed = Callable[[CaseFile], str | None]


@dataclass(frozen=True, slots=True)
class Regarding:
    """A presupposition that depends on the facts of the event: which inspection, which party."""

    rule: Callable[[CaseFile, Facts], str | None]

    def __call__(self, file: CaseFile) -> str | None:
        """As of an event that carries no facts."""
        return self.rule(file, {})


@dataclass(frozen=True, slots=True)
class Stop:
    """A reason to stop and think. A person with authority may go on, with a reason that stays in the ledger."""

    key: str
    says: str
    cite: str = ""


class Step:
    """One way in which a case moves: the button's words, the event it appends, and what it needs and does.

    A subclass with a `key` is one step; there is one instance of it, which holds nothing. `action` is its line in the
    table of who may do what, `may` the roles on that line.
    """

    key: ClassVar[str] = ""
    event: ClassVar[str] = ""
    button: ClassVar[str] = ""
    effects: ClassVar[tuple[str, ...]] = ()
    form: ClassVar[str] = ""
    group: ClassVar[str] = "case"
    action: ClassVar[str] = ""
    may: ClassVar[frozenset[str]] = frozenset()
    of_the_confirming_officer: ClassVar[bool] = False
    on_pages: ClassVar[bool] = True

    @property
    def permission(self) -> str:
        """The line of the table of who may do what that this step needs."""
        return self.action or self.key

    def offered(self, file: CaseFile) -> bool:
        """Whether the case page shows it now."""
        return True

    def primary(self, file: CaseFile) -> bool:
        """Whether it is the one thing to do next."""
        return False

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """Fill in facts that follow from the case."""
        return entry

    def check(self, file: CaseFile, entry: Entry) -> None:
        """Raise `Impossible` for facts that cannot be."""

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """Soft stops: a person with authority goes on with a reason."""
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """What the law holds against the fact: named in the ledger, refusing nothing."""
        return ()

    def told(self, kept: Facts) -> Facts:
        """What of the kept rows the ledger may know, naming nobody, such as a count of votes."""
        return {}

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """The facts that are true by this one, written right after it, on its own day unless they name another."""
        return ()

    def still(self, file: CaseFile, now: Entry, follower: Entry) -> bool:
        """Whether a fact that this one brought along (`then`) is true by it as it stands after a correction."""
        return True

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """Write the rows that belong to the fact (personal data, votes, conditions), once the replay has accepted it."""

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        """Mend those rows when the fact is corrected: the entry as it stands now, or None when it did not happen."""


class PlainFact(Step):
    """A legal fact of the matter's clocks that has no step of its own: entered with its day and its facts."""

    form = "towns.record.step_forms.Fact"
    group = "fact"
    action = "record_fact"
    may = OFFICE | {Role.TOWN_CLERK}

    def offered(self, file: CaseFile) -> bool:
        """While the case is open and filed."""
        return not file.case.closed and file.case.stage != "draft"


PLAIN: Final = "record_"
_STEPS: dict[str, Step] = {}


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


def declare(*kinds: type[Step]) -> None:
    """Make steps known, each with its line in the table of who may do what. A key may be declared once."""
    for kind in kinds:
        known = _STEPS.get(kind.key)
        if type(known) is kind:
            continue
        if known is not None or not kind.key or not kind.event:
            raise ValueError(f"The step {kind.key!r} is declared twice, or has no key or event.")
        step = kind()
        permissions.declare(step.permission, kind.may, confirming=kind.of_the_confirming_officer)
        _STEPS[kind.key] = step


def forget(*kinds: type[Step]) -> None:
    """Take steps back, with their lines in the table; for tests that bring a department of their own."""
    for kind in kinds:
        if step := _STEPS.pop(kind.key, None):
            permissions.forget(step.permission)


def steps_in(module: ModuleType) -> tuple[type[Step], ...]:
    """The steps that a module declares, in the order in which they stand in it."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Step)
        and kind.key
        and kind.__module__ == module.__name__
    )


@cache
def plain_fact(known: EventKind | None) -> Step | None:
    """The plain step for a kind of event, shipped or of a town's own law file; None for what only the law does, what
    speaks about entries, and a name that nobody declared."""
    if known is None or known.by_law or known.name in ABOUT_ENTRIES:
        return None
    event = known.name
    words = f"Record: {known.says[:1].lower()}{known.says[1:]}"
    kind = type(f"Record_{event}", (PlainFact,), {"key": f"{PLAIN}{event}", "event": event, "button": words})
    step: Step = kind()
    return step


def get(key: str) -> Step:
    """A declared step by its key; `KeyError` when nobody declared it."""
    return _STEPS[key]


def every() -> Iterator[Step]:
    """All declared steps, in the order declared."""
    yield from list(_STEPS.values())
