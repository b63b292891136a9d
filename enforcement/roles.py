"""Who acts in enforcement: named once, for the tables of who may do what."""

from __future__ import annotations

from typing import Final

from towns.roles import BOARD, OFFICE, Role

#: Goes to the site, finds and orders: the board, its office, and the inspector as its agent.
AGENTS: Final[frozenset[str]] = BOARD | {Role.INSPECTOR}
#: Enters what came in or went out by mail, telephone or over the counter.
COUNTER: Final[frozenset[str]] = OFFICE | {Role.INSPECTOR, Role.TOWN_CLERK}
#: Enters what a court did.
COURT: Final[frozenset[str]] = OFFICE | {Role.COUNSEL, Role.TOWN_CLERK}
