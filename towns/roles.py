"""Who may do what, as one table."""

from __future__ import annotations

from collections.abc import Collection
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

_OFFICE = frozenset({Role.BOARD_ADMINISTRATOR, Role.PLANNER})
_BOARD = _OFFICE | {Role.CHAIR}
_ANYONE = frozenset(Role)

#: action → the roles that may take it. Steps of the one door stand beside the pages that only look.
MAY: Final[dict[str, frozenset[str]]] = {
    # looking
    "see_desk": _ANYONE,
    "see_case": _ANYONE | {APPLICANT},
    "see_ledger": _ANYONE,
    "see_parties": _ANYONE,
    "see_clerk_queue": frozenset({Role.TOWN_CLERK, Role.TOWN_ADMINISTRATOR, *_OFFICE}),
    "see_health": _ANYONE,
    "try_dates": _ANYONE,
    "set_up_town": frozenset({Role.TOWN_ADMINISTRATOR}),
    # the record
    "file": _OFFICE | {Role.TOWN_CLERK, APPLICANT},
    "stamp_filing": frozenset({Role.TOWN_CLERK, *_OFFICE}),
    "find_complete": _OFFICE,
    "find_incomplete": _OFFICE,
    "refer": _OFFICE,
    "record_comment": _OFFICE | {Role.REVIEWER},
    "record_inspection": _OFFICE | {Role.INSPECTOR},
    "schedule_hearing": _BOARD,
    "cancel_hearing": _BOARD,
    "record_published": _OFFICE,
    "record_posted": _OFFICE | {Role.TOWN_CLERK},
    "record_mailed": _OFFICE,
    "record_notice_given": _OFFICE,
    "record_meeting_posted": _OFFICE | {Role.TOWN_CLERK},
    "open_hearing": _BOARD,
    "continue_hearing": _BOARD,
    "close_hearing": _BOARD,
    "reopen_hearing": _BOARD,
    "waive_hearing": _BOARD,
    "extend": _BOARD,
    "file_extension": frozenset({Role.TOWN_CLERK, *_OFFICE}),
    "decide": _BOARD,
    "file_decision": frozenset({Role.TOWN_CLERK, *_OFFICE}),
    "record_grant": _BOARD,
    "request_waiver": _OFFICE | {APPLICANT},
    "decide_waiver": _BOARD,
    "certify_lapse": frozenset({Role.TOWN_CLERK}),
    "refuse_certification": frozenset({Role.TOWN_CLERK}),
    "issue_permit": _BOARD,
    "renew": _BOARD,
    "withdraw": _OFFICE | {APPLICANT},
    "record_appeal": _OFFICE | {Role.TOWN_CLERK, Role.COUNSEL},
    "record_work": _OFFICE | {Role.INSPECTOR},
    "issue_certificate": _BOARD,
    "record_fact": _OFFICE | {Role.TOWN_CLERK},
    "correct": _OFFICE | {Role.TOWN_CLERK},
    # papers and files
    "print": _BOARD | {Role.TOWN_CLERK},
    "override": _BOARD | {Role.TOWN_CLERK, Role.TOWN_ADMINISTRATOR},
    "add_document": _OFFICE
    | {Role.TOWN_CLERK, Role.REVIEWER, Role.INSPECTOR, Role.ASSESSOR, Role.COUNSEL, APPLICANT},
    "see_documents": _ANYONE | {APPLICANT},
    "edit_case": _OFFICE,
    "edit_parties": _OFFICE | {Role.TOWN_CLERK},
    "assign_officer": _BOARD,
    "tick_task": _OFFICE | {Role.TOWN_CLERK},
    "export": _ANYONE,
}


#: Who confirms what silence did is a setting of the town (`silence_confirmed_by`).
OF_THE_CONFIRMING_OFFICER: Final = frozenset({"certify_lapse", "refuse_certification"})


def officer_words(role: str) -> str:
    """The officer as a sentence names them: the town clerk."""
    return f"the {dict(Role.choices).get(role, 'named officer').lower()}"


def allowed(action: str, confirmed_by: str = "") -> frozenset[str]:
    """The roles that may take an action; `confirmed_by` is the officer whom the town named to confirm silence."""
    if confirmed_by and action in OF_THE_CONFIRMING_OFFICER:
        return frozenset({confirmed_by})
    return MAY[action]


def may(roles: Collection[str], action: str, confirmed_by: str = "") -> bool:
    """Whether someone with these roles may take the action. An action that is not in the table is a `KeyError`."""
    return not allowed(action, confirmed_by).isdisjoint(roles)
