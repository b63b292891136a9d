"""Who may do what, as one table: the pages' lines stand here, each step of the one door brings its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from towns.roles import ANYONE, APPLICANT, BOARD, OFFICE, Role

#: action → the roles that may take it. What only looks, and what is no step of a case.
_TABLE: Final[dict[str, frozenset[str]]] = {
    # looking
    "see_desk": ANYONE,
    "see_case": ANYONE | {APPLICANT},
    "see_ledger": ANYONE,
    "see_parties": ANYONE,
    "see_clerk_queue": frozenset({Role.TOWN_CLERK, Role.TOWN_ADMINISTRATOR, *OFFICE}),
    "see_health": ANYONE,
    "try_dates": ANYONE,
    "set_up_town": frozenset({Role.TOWN_ADMINISTRATOR}),
    # papers and files
    "print": BOARD | {Role.TOWN_CLERK},
    "override": BOARD | {Role.TOWN_CLERK, Role.TOWN_ADMINISTRATOR},
    "add_document": OFFICE
    | {Role.TOWN_CLERK, Role.REVIEWER, Role.INSPECTOR, Role.ASSESSOR, Role.COUNSEL, APPLICANT},
    "see_documents": ANYONE | {APPLICANT},
    "edit_case": OFFICE,
    "edit_parties": OFFICE | {Role.TOWN_CLERK},
    "assign_officer": BOARD,
    "tick_task": OFFICE | {Role.TOWN_CLERK},
    "stamp_filing": OFFICE | {Role.TOWN_CLERK},
    "export": ANYONE,
}

#: Whose roles are not fixed: the town names the officer who confirms what silence did.
_CONFIRMING: Final[set[str]] = set()

#: The whole table, to read.
MAY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(_TABLE)


def declare(action: str, allowed: Collection[str], *, confirming: bool = False) -> None:
    """Add the line of a step. Raises ValueError when the same action is declared with other roles."""
    line = frozenset(allowed)
    if _TABLE.setdefault(action, line) != line:
        raise ValueError(f"The action {action!r} is declared twice, for different roles.")
    if confirming:
        _CONFIRMING.add(action)


def forget(action: str) -> None:
    """Take a line back; for tests that bring a department of their own."""
    _TABLE.pop(action, None)
    _CONFIRMING.discard(action)


def is_of_the_confirming_officer(action: str) -> bool:
    """Whether the town's own choice of officer decides who may take the action."""
    return action in _CONFIRMING


def allowed(action: str, confirmed_by: str = "") -> frozenset[str]:
    """The roles that may take an action; `confirmed_by` is the officer whom the town named to confirm silence."""
    if confirmed_by and action in _CONFIRMING:
        return frozenset({confirmed_by})
    return MAY[action]


def may(roles: Collection[str], action: str, confirmed_by: str = "") -> bool:
    """Whether someone with these roles may take the action. An action that is not in the table is a `KeyError`."""
    return not allowed(action, confirmed_by).isdisjoint(roles)
