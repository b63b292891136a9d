"""Case types: one for each kind of business a case can be, declared by its department.

It is the only way in which the ground floor hears of a department: which thing a case is about, which steps it can
take, what else lives in it, how its stages are called, and what of it anyone may read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from towns.law import rules
from towns.ledger.stateful import Stateful, Thing
from towns.models import Case

if TYPE_CHECKING:
    from towns.law.clocks import Reading
    from towns.law.rules import Matter
    from towns.papers.kinds import Paper
    from towns.record.case_file import CaseFile
    from towns.record.panels import CasePage, LifeStep, Panel
    from towns.record.steps import Presupposed, Step


@dataclass(frozen=True)
class CaseType:
    """What a department says about one kind of case.

    `kind` is the kind that matters of the law name; `name` the word for the principal (application, surety), or nothing
    where it is called like its matter. `defects` gives the words for its defects by key, with {clock} for
    the clock that the key names. `marks` names what is doubtful about a time that ran
    out, such as a vote in time whose writing was late. `answers_as` is the key under which `replay` gives its state once more.
    `steps` are the only steps that the door lets such a case take, with plain facts for the events of the matter's
    clocks and for those named in `plain`. `opens` is the key of the step that opens a case. `ended`, `may_be_heard`,
    `pending`, `waits_for_applicant` and `to_check` are sets of the principal's states. `public_stages` gives the words
    in which anyone may read where a case stands: a case in another stage is not shown outside at all. `on_pages` says
    whether pages offer its steps; `filed_by_applicants` whether an applicant may open one. `money` gives sums
    in dollars on a day, as text with two decimals. `defect_words` gives what a defect of its own steps is called, with its
    citation, and nothing for any other.
    """

    kind: str
    name: str
    model: type[Stateful]
    steps: tuple[type[Step], ...]
    opens: str
    things: tuple[type[Thing], ...] = ()
    plain: frozenset[str] = frozenset()
    presupposes: Mapping[str, Presupposed] = field(default_factory=dict)
    pending: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    may_be_heard: frozenset[str] = frozenset()
    waits_for_applicant: frozenset[str] = frozenset()
    to_check: frozenset[str] = frozenset()
    public_stages: Mapping[str, str] = field(default_factory=dict)
    on_pages: bool = True
    filed_by_applicants: bool = False
    facts: Callable[[CaseFile], list[str]] = lambda file: []
    life: Callable[[CaseFile], list[LifeStep]] = lambda file: []
    pages: tuple[CasePage, ...] = ()
    panels: tuple[Callable[[CaseFile, date], Panel | None], ...] = ()
    papers: tuple[type[Paper], ...] = ()
    marks: Callable[[CaseFile, Reading], tuple[str, ...]] = lambda file, reading: ()
    defects: Mapping[str, str] = field(default_factory=dict)
    answers_as: str = ""
    money: Callable[[CaseFile, date], dict[str, str]] | None = None
    defect_words: Callable[[CaseFile, str], tuple[str, str] | None] = lambda file, key: None

    @cached_property
    def by_key(self) -> dict[str, Step]:
        """The type's own steps, by key."""
        from towns.record import steps

        return {kind.key: steps.get(kind.key) for kind in (*self.steps, *_FOR_ALL)}

    @cached_property
    def by_event(self) -> dict[str, Step]:
        """The first of the type's own steps for each event."""
        found: dict[str, Step] = {}
        for step in self.by_key.values():
            found.setdefault(step.event, step)
        return found

    def accepts(self, matter: Matter, event: str) -> bool:
        """Whether the event may be entered as a plain fact: a clock of the matter or the type speaks of it."""
        from towns.record.case_file import events_of

        return event in self.plain or event in events_of(matter)

    def step(self, key: str, matter: Matter) -> Step | None:
        """The step of this key, where cases of this type can take it."""
        from towns.record import steps

        if key in self.by_key:
            return self.by_key[key]
        event = key.removeprefix(steps.PLAIN)
        if key.startswith(steps.PLAIN) and event not in self.by_event and self.accepts(matter, event):
            return steps.plain_fact(matter.events.get(event))
        return None

    def step_for(self, event: str, matter: Matter) -> Step | None:
        """The step that appends events of this name, where cases of this type can take one."""
        from towns.record import steps

        if event in self.by_event:
            return self.by_event[event]
        return steps.plain_fact(matter.events.get(event)) if self.accepts(matter, event) else None

    def labels(self) -> dict[str, str]:
        """Every stage with its words for staff, in the order of the principal's life."""
        model: Any = self.model
        state = model._meta.get_field("state")
        return {str(value): str(label) for value, label in state.flatchoices}


_TYPES: dict[str, CaseType] = {}
#: Steps that cases of every type can take: to correct the record.
_FOR_ALL: list[type[Step]] = []


class Unclaimed(LookupError):
    """A matter of a kind that no department claims."""


def register(*types: CaseType) -> None:
    """Make case types known, with their steps. A kind may be claimed once."""
    from towns.record import steps

    for one in types:
        if one.kind in _TYPES:
            raise ValueError(f"Two departments claim cases of the kind {one.kind!r}.")
        _TYPES[one.kind] = one
        rules.declare_kind(one.kind)
        steps.declare(*one.steps)


def for_all(*kinds: type[Step]) -> None:
    """Steps that every case can take, whatever its type."""
    from towns.record import steps

    steps.declare(*kinds)
    _FOR_ALL.extend(kind for kind in kinds if kind not in _FOR_ALL)


def forget(kind: str) -> None:
    """Take a case type back with the steps that are its alone; for tests that bring a department of their own."""
    from towns.record import steps

    gone = _TYPES.pop(kind, None)
    rules.forget_kind(kind)
    kept = {step for one in _TYPES.values() for step in one.steps} | set(_FOR_ALL)
    steps.forget(*(step for step in (gone.steps if gone else ()) if step not in kept))


def of(kind: str) -> CaseType:
    """The case type that claims a kind of matter. Raises `Unclaimed`."""
    try:
        return _TYPES[kind]
    except KeyError:
        known = ", ".join(sorted(_TYPES)) or "none"
        raise Unclaimed(f"No department claims cases of the kind {kind!r}; there are: {known}.") from None


def is_claimed(kind: str) -> bool:
    """Whether a department claims cases of this kind."""
    return kind in _TYPES


def every() -> tuple[CaseType, ...]:
    """All case types, in the order declared."""
    return tuple(_TYPES.values())


def load(cases: Iterable[Case]) -> dict[int, Stateful]:
    """The principals of several cases, by case, with one query for each kind of row."""
    wanted: dict[type[Stateful], list[int]] = {}
    for case in cases:
        wanted.setdefault(of(case.kind).model, []).append(case.pk)
    return {
        row.case_id: row  # type: ignore[attr-defined]
        for model, ids in wanted.items()
        for row in model._default_manager.filter(**{"case_id__in": ids})
    }


def load_things(cases: Iterable[Case]) -> dict[int, dict[str, dict[int, Thing]]]:
    """What else lives in several cases: by case, kind and number, with one query for each kind of row."""
    found: dict[int, dict[str, dict[int, Thing]]] = {}
    wanted: dict[type[Thing], list[int]] = {}
    for case in cases:
        found[case.pk] = {model.KIND: {} for model in of(case.kind).things}
        for model in of(case.kind).things:
            wanted.setdefault(model, []).append(case.pk)
    for model, ids in wanted.items():
        for row in model._default_manager.filter(**{"case_id__in": ids}).order_by("number"):
            found[row.case_id][model.KIND][row.number] = row  # type: ignore[attr-defined]
    return found
