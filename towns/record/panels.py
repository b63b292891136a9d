"""What departments add to the desk: a case's head, its life in steps, its pages, and what waits for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from towns.ledger.stateful import Stateful
from towns.record.case_file import CaseFile


@dataclass(frozen=True, slots=True)
class LifeStep:
    """One stage of a case's life: `state` is done, now or todo."""

    label: str
    state: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CasePage:
    """A page of a case that a department serves, as a tab: `path` is its end of the address."""

    label: str
    path: str
    offered: Callable[[CaseFile], bool] = lambda file: True


_FACTS: Final[dict[type[Stateful], Callable[[CaseFile], list[str]]]] = {}
_LIVES: Final[dict[type[Stateful], Callable[[CaseFile], list[LifeStep]]]] = {}
_PAGES: Final[list[CasePage]] = []
_QUEUES: Final[dict[str, set[str]]] = {"applicant": set(), "completeness": set()}


def register(
    principal: type[Stateful],
    *,
    facts: Callable[[CaseFile], list[str]] | None = None,
    life: Callable[[CaseFile], list[LifeStep]] | None = None,
    pages: tuple[CasePage, ...] = (),
    waiting_on_applicant: tuple[str, ...] = (),
    to_check: tuple[str, ...] = (),
) -> None:
    """Tell the desk how to show the cases of one kind of thing."""
    if facts:
        _FACTS[principal] = facts
    if life:
        _LIVES[principal] = life
    _PAGES.extend(page for page in pages if page not in _PAGES)
    _QUEUES["applicant"].update(waiting_on_applicant)
    _QUEUES["completeness"].update(to_check)


def facts_of(file: CaseFile) -> list[str]:
    """Short facts for the head of a case, such as the area of the work."""
    say = _FACTS.get(type(file.principal))
    return say(file) if say else []


def life_of(file: CaseFile) -> list[LifeStep]:
    """The stages of a case, done, present and to come."""
    tell = _LIVES.get(type(file.principal))
    return tell(file) if tell else []


def pages_of(file: CaseFile) -> list[CasePage]:
    """The departments' pages for this case."""
    return [page for page in _PAGES if page.offered(file)]


def stages_waiting(queue: str) -> frozenset[str]:
    """The stages in a queue: `applicant` (waiting on the applicant) or `completeness` (to check)."""
    return frozenset(_QUEUES[queue])
