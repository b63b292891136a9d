"""The roles that people hold in a town, and the words for them."""

from __future__ import annotations

from typing import Final

from django.db import models


class Role(models.TextChoices):
    """What a person is in a town. An applicant holds no role: they are known by what they filed."""

    BOARD_ADMINISTRATOR = "board_administrator", "Board administrator"
    PLANNER = "planner", "Planner"
    TOWN_CLERK = "town_clerk", "Town clerk"
    MEMBER = "member", "Board member"
    CHAIR = "chair", "Chair"
    REVIEWER = "reviewer", "Reviewer"
    INSPECTOR = "inspector", "Inspector"
    ASSESSOR = "assessor", "Assessor"
    TREASURER = "treasurer", "Treasurer"
    COUNSEL = "counsel", "Town counsel"
    TOWN_ADMINISTRATOR = "town_administrator", "Town administrator"


#: Not roles that anyone is given: the sweep, and the person who filed the case online.
SYSTEM: Final = "system"
APPLICANT: Final = "applicant"

OFFICE: Final[frozenset[str]] = frozenset({Role.BOARD_ADMINISTRATOR, Role.PLANNER})
BOARD: Final[frozenset[str]] = OFFICE | {Role.CHAIR}
ANYONE: Final[frozenset[str]] = frozenset(Role)


def officer_words(role: str) -> str:
    """The officer as a sentence names them: the town clerk."""
    return f"the {dict(Role.choices).get(role, 'named officer').lower()}"
