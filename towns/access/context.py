"""What the frame of every page shows: the town, who is signed in, in which roles, and where they may go."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from towns.access import permissions
from towns.calendar.today import today
from towns.models import Membership, Person, Town
from towns.roles import Role
from towns.ui.links import town_url

#: label, address below the town, the line of the roles table (None: everybody).
_STAFF = (
    ("Desk", "worklist:desk", "see_desk"),
    ("Cases", "worklist:cases", "see_case"),
    ("Parcels", "parcels:find", "see_case"),
    ("Town clerk", "clerk:queue", "see_clerk_queue"),
    ("Hearings", "register:hearings", None),
    ("Permit needed?", "determine:page", None),
    ("Try dates", "calculator:try_dates", "try_dates"),
    ("Health", "health:town", "see_health"),
    ("Setup", "setup:overview", "set_up_town"),
)
_PUBLIC = (
    ("Register", "register:register"),
    ("Hearings", "register:hearings"),
    ("Permit needed?", "determine:page"),
)

#: Pages of departments that the ground floor leads to, by key: label and the name of the address.
_OFFERED: dict[str, tuple[str, str]] = {}


def offer_page(key: str, name: str, label: str = "") -> None:
    """Let the ground floor lead to a department's page, known to templates by `key`; with a label, from the public's
    navigation too."""
    _OFFERED[key] = (label, name)


#: Lists of departments in the navigation of staff: label, the name of the address, the line of the roles table.
_STAFF_OFFERED: list[tuple[str, str, str]] = []


def offer_to_staff(label: str, name: str, action: str) -> None:
    """Let the navigation of staff lead to a department's list, for those whom the roles table allows `action`."""
    if (label, name, action) not in _STAFF_OFFERED:
        _STAFF_OFFERED.append((label, name, action))


def page_url(key: str, town: str) -> str:
    """The address of an offered page in a town; empty where no department offers it."""
    found = _OFFERED.get(key)
    return reverse(found[1], kwargs={"town": town}) if found else ""


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
        "sign_in_url": f"{reverse('accounts:sign_in')}?{urlencode({'next': request.path})}",
        "home_url": town_url("worklist:desk", town) if held else town_url("register:front", town),
    }
    return shown


def _nav(request: HttpRequest, town: Town, held: frozenset[str]) -> list[dict[str, Any]]:
    if held:
        seen = [
            (label, name)
            for label, name, action in (*_STAFF[:3], *_STAFF_OFFERED, *_STAFF[3:])
            if action is None or permissions.may(held, action)
        ]
    else:
        seen = [
            *_PUBLIC,
            *(page for page in _OFFERED.values() if page[0]),
            *([("Try dates", "calculator:try_dates")] if town.deadlines_public else []),
        ]
    items = [
        {
            "label": label,
            "url": url,
            "current": request.path.startswith(url),
        }
        for label, name in seen
        for url in [reverse(name, kwargs={"town": town.slug})]
    ]
    if not held and request.user.is_authenticated:
        items.append({"label": "My filings", "url": reverse("accounts:my"), "current": False})
    return items
