"""Puts the rooms' addresses together: pages of the whole site first, then `/<town>/…`."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

# Only rooms that exist; a misspelt one fails at start-up.
# A room's `urls.py` may hold `site_patterns` (outside any town) and `urlpatterns` (below `/<town>/`).
ROOMS = [
    "towns.accounts",
    "towns.worklist",
    "towns.cases",
    "towns.projects",
    "towns.papers",
    "towns.setup",
    "towns.register",
    "towns.determine",
    "towns.mailing",
    "towns.clerk",
    "towns.calculator",
    "towns.health",
    "towns.parcels",
    "permitting.applications",
    "permitting.referrals",
    "permitting.decisions",
    "permitting.permits",
    "permitting.inspections",
    "permitting.om_plans",
    "permitting.sureties",
    "enforcement.costs",
    "enforcement.discharges",
    "enforcement.violations",
]


def _patterns(name: str) -> list[URLPattern | URLResolver]:
    found: list[URLPattern | URLResolver] = []
    for room in ROOMS:
        found.extend(getattr(import_module(f"{room}.urls"), name, []))
    return found


urlpatterns = [*_patterns("site_patterns"), path("<slug:town>/", include(_patterns("urlpatterns")))]
