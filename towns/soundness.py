"""At start-up: refuses to run on a shipped bylaw file that cannot be trusted, or on a matter that nobody claims."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error

from towns.law import schema
from towns.law.entries import BylawError


def shipped_law_is_sound(**_: Any) -> list[CheckMessage]:
    """Every shipped bylaw file is read strictly; each fault names file, key and mend."""
    found: list[CheckMessage] = []
    for slug in schema.TOWNS:
        try:
            schema.load(slug)
        except BylawError as wrong:
            found += [
                Error(f"{fault.file}: {fault.key}: {fault.fault}", hint=fault.mend, id="towns.E001")
                for fault in wrong.problems
            ]
    return found


def every_matter_is_claimed(**_: Any) -> list[CheckMessage]:
    """Every matter of the shipped law is of a kind that a department's case type claims."""
    from towns.record import case_types

    claimed = {one.kind for one in case_types.every()}
    found: list[CheckMessage] = []
    for slug in schema.TOWNS:
        try:
            matters = schema.load(slug).matters.values()
        except BylawError:
            continue  # said above
        found += [
            Error(
                f"{slug}.toml: matter.{matter.key}.kind: {matter.kind!r} is claimed by no department.",
                hint=f"Name one of: {', '.join(sorted(claimed))}; or declare a case type of this kind.",
                id="towns.E002",
            )
            for matter in matters
            if matter.kind not in claimed
        ]
    return found
