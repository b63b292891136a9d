"""Puts the rooms' addresses together: pages of the whole site first, then `/<town>/…`."""

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

# A room's `urls.py` may hold `site_patterns` (outside any town) and `urlpatterns` (below `/<town>/`).
ROOMS = [
    "towns",
    "towns.entrance",
    "towns.desk",
    "towns.hearings",
    "towns.notices",
    "towns.parcels",
    "towns.setup",
    "towns.register",
    "towns.determine",
    "towns.mailing",
    "towns.clerk",
    "towns.trial",
    "towns.health",
    "permitting.applications",
    "permitting.waivers",
    "permitting.referrals",
    "permitting.decisions",
    "permitting.permits",
    "permitting.inspections",
    "permitting.om_plans",
    "permitting.sureties",
    "permitting.fees",
    "enforcement.violations",
    "enforcement.orders",
    "enforcement.tickets",
    "enforcement.costs",
    "enforcement.discharges",
]


def _patterns(name: str) -> list[URLPattern | URLResolver]:
    found: list[URLPattern | URLResolver] = []
    for room in ROOMS:
        if find_spec(room) is None or find_spec(f"{room}.urls") is None:
            continue
        found.extend(getattr(import_module(f"{room}.urls"), name, []))
    return found


urlpatterns = [*_patterns("site_patterns"), path("<slug:town>/", include(_patterns("urlpatterns")))]
