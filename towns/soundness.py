"""At start-up: refuses to run on a shipped bylaw file that cannot be trusted."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from towns.law import schema
from towns.law.entries import BylawError


@register()
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
