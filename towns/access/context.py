"""What the frame of every page shows: the town, who is signed in, in which roles, and where they may go."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from towns.access import permissions
from towns.calendar.today import today
from towns.models import Membership, Person, Town
from towns.roles import Role

#: label, address below the town, the line of the roles table (None: everybody).
_STAFF = (
    ("Desk", "desk/", "see_desk"),
    ("Cases", "cases/", "see_case"),
    ("Town clerk", "clerk/", "see_clerk_queue"),
    ("Hearings", "hearings/", None),
    ("Permit needed?", "does-it-need-a-permit/", None),
    ("Try dates", "try-dates/", "try_dates"),
    ("Health", "health/", "see_health"),
    ("Setup", "setup/", "set_up_town"),
)
_PUBLIC = (
    ("Register", "register/"),
    ("Hearings", "hearings/"),
    ("Permit needed?", "does-it-need-a-permit/"),
    ("Apply", "apply/"),
)


def roles_held(request: HttpRequest) -> frozenset[str]:
    """The roles that the person holds in the page's town; looked up once a page."""
    town: Town | None = getattr(request, "town", None)
    if town is None or not request.user.is_authenticated:
        return frozenset()
    if not hasattr(request, "_roles_held"):
        rows = Membership.objects.filter(person=request.user, town=town).values_list("role", flat=True)
        request._roles_held = frozenset(rows)  # type: ignore[attr-defined]
    return request._roles_held  # type: ignore[attr-defined, no-any-return]


def person_of(request: HttpRequest) -> Person:
    """The person who is signed in, on a page behind a gate."""
    person = request.user
    assert isinstance(person, Person)
    return person


def may(request: HttpRequest, action: str) -> bool:
    """Whether the person may take an action in the page's town, by the roles table."""
    town: Town | None = getattr(request, "town", None)
    return town is not None and permissions.may(roles_held(request), action, town.silence_confirmed_by)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor: town, person, role_labels, nav, today, sign_in_url, home_url."""
    town: Town | None = getattr(request, "town", None)
    shown: dict[str, Any] = {"person": getattr(request, "user", None)}
    if town is None:
        return shown
    held = roles_held(request)
    labels = dict(Role.choices)
    shown |= {
        "town": town,
        "role_labels": [labels[role] for role in Role.values if role in held],
        "nav": _nav(request, town, held),
        "today": today(town),
        "sign_in_url": f"/sign-in/?{urlencode({'next': request.path})}",
        "home_url": f"/{town.slug}/desk/" if held else f"/{town.slug}/",
    }
    return shown


def _nav(request: HttpRequest, town: Town, held: frozenset[str]) -> list[dict[str, Any]]:
    if held:
        seen = [
            (label, where)
            for label, where, action in _STAFF
            if action is None or permissions.may(held, action)
        ]
    else:
        seen = [*_PUBLIC, *([("Try dates", "try-dates/")] if town.deadlines_public else [])]
    items = [
        {
            "label": label,
            "url": f"/{town.slug}/{where}",
            "current": request.path.startswith(f"/{town.slug}/{where}"),
        }
        for label, where in seen
    ]
    if not held and request.user.is_authenticated:
        items.append({"label": "My filings", "url": "/my/", "current": False})
    return items
