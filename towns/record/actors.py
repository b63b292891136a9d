"""Who acts on a case, and in which roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from towns import roles
from towns.access import permissions
from towns.models import Case, Membership, Person, Town


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and in which roles in this town."""

    person: Person | None
    roles: frozenset[str]

    @property
    def acting_role(self) -> str:
        """The role written into the ledger: the first held, in the order of the roles table."""
        order = [roles.SYSTEM, *roles.Role.values, roles.APPLICANT]
        return next((role for role in order if role in self.roles), "")

    def role_for(self, action: str, confirmed_by: str = "") -> str:
        """The role in which an action is taken."""
        order = [roles.SYSTEM, *roles.Role.values, roles.APPLICANT]
        allowed = permissions.allowed(action, confirmed_by) if action in permissions.MAY else frozenset()
        return next((role for role in order if role in self.roles and role in allowed), self.acting_role)


#: The product itself: the sweep and the loading of stories. It may take every step.
SYSTEM: Final = Actor(None, frozenset({roles.SYSTEM}))


def actor_for(person: Person, town: Town, case: Case | None = None) -> Actor:
    """The person with the roles they hold in this town, and as applicant of their own filing."""
    held = set(Membership.objects.filter(person=person, town=town).values_list("role", flat=True))
    if case is None or case.filed_by_id == person.pk:
        held.add(roles.APPLICANT)
    return Actor(person, frozenset(held))
