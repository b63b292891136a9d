"""The people of the demonstration: one for each kind of user, all invented and all with the same password."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.contrib.auth.hashers import make_password

from towns.models import Membership, Person, Town
from towns.roles import Role

PASSWORD: Final = "town docket demo"

#: role → the name shown. The address is made from the role and the town.
_NAMES: Final[dict[str, str]] = {
    Role.BOARD_ADMINISTRATOR: "Demo Board Administrator",
    Role.PLANNER: "Demo Planner",
    Role.TOWN_CLERK: "Demo Town Clerk",
    Role.CHAIR: "Demo Chair",
    Role.REVIEWER: "Demo Reviewer",
    Role.INSPECTOR: "Demo Inspector",
    Role.ASSESSOR: "Demo Assessor",
    Role.TREASURER: "Demo Treasurer",
    Role.COUNSEL: "Demo Counsel",
    Role.TOWN_ADMINISTRATOR: "Demo Town Administrator",
}
_MEMBERS: Final = ("Demo Member One", "Demo Member Two", "Demo Member Three", "Demo Member Four")
APPLICANT: Final = ("applicant@example.org", "Demo Applicant")


def address(role: str, town: Town, place: int = 0) -> str:
    """The sign-in of a demonstration person."""
    return f"{role.replace('_', '.')}{place or ''}@{town.slug}.example"


def make_people(town: Town, board: str) -> dict[str, Person]:
    """One person for each role in a town, five on its board. Answers them by role; those already there are kept."""
    people: dict[str, Person] = {}
    for role, name in _NAMES.items():
        person = _person(address(role, town), name)
        on_board = board if role in (Role.CHAIR, Role.BOARD_ADMINISTRATOR, Role.PLANNER) else ""
        Membership.objects.get_or_create(person=person, town=town, role=role, board=on_board)
        people[role] = person
    for place, name in enumerate(_MEMBERS, start=1):
        member = _person(address(Role.MEMBER, town, place), name)
        Membership.objects.get_or_create(person=member, town=town, role=Role.MEMBER, board=board)
    return people


def make_applicant() -> Person:
    """The one applicant, who holds no role in any town."""
    return _person(*APPLICANT)


def _person(email: str, name: str) -> Person:
    found = Person.objects.filter(email=email).first()
    return found or Person.objects.create(email=email, name=name, password=_encoded())


@cache
def _encoded() -> str:
    """The password's hash, made once: it is slow on purpose, and everybody here has the same one."""
    return make_password(PASSWORD)
