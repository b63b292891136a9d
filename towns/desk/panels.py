"""What departments add to the desk: a case's head, its life in steps, its pages, and what waits for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from towns.folder import Folder
from towns.living import Living


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
    offered: Callable[[Folder], bool] = lambda folder: True


_FACTS: Final[dict[type[Living], Callable[[Folder], list[str]]]] = {}
_LIVES: Final[dict[type[Living], Callable[[Folder], list[LifeStep]]]] = {}
_PAGES: Final[list[CasePage]] = []
_QUEUES: Final[dict[str, set[str]]] = {"applicant": set(), "completeness": set()}


def register(
    principal: type[Living],
    *,
    facts: Callable[[Folder], list[str]] | None = None,
    life: Callable[[Folder], list[LifeStep]] | None = None,
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


def facts_of(folder: Folder) -> list[str]:
    """Short facts for the head of a case, such as the area of the work."""
    say = _FACTS.get(type(folder.principal))
    return say(folder) if say else []


def life_of(folder: Folder) -> list[LifeStep]:
    """The stages of a case, done, present and to come."""
    tell = _LIVES.get(type(folder.principal))
    return tell(folder) if tell else []


def pages_of(folder: Folder) -> list[CasePage]:
    """The departments' pages for this case."""
    return [page for page in _PAGES if page.offered(folder)]


def stages_waiting(queue: str) -> frozenset[str]:
    """The stages in a queue: `applicant` (waiting on the applicant) or `completeness` (to check)."""
    return frozenset(_QUEUES[queue])
