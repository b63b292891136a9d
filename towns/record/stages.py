"""The names of stages and of kinds of business, as pages write them."""

from __future__ import annotations

from functools import cache
from typing import Any

from towns.ledger.stateful import Stateful
from towns.record import case_types


@cache
def _labels(model: type[Stateful]) -> dict[str, str]:
    field: Any = model._meta.get_field("state")  # type: ignore[misc]
    return {str(value): str(label) for value, label in field.flatchoices}


def stage_words(matter: str, stage: str, *, held: bool = False) -> str:
    """A stage as the page writes it; while held it says that nobody has confirmed it."""
    label = _labels(case_types.model_for(matter)).get(stage, stage.replace("_", " ").capitalize())
    return f"{label}, not confirmed" if held else label


def stages_of(matter: str) -> dict[str, str]:
    """Every stage that cases of this kind can be in, in the order of their lives."""
    return _labels(case_types.model_for(matter))


def short_matter(name: str) -> str:
    """The kind of business in a few words: Stormwater permit."""
    words = name.replace("Management ", "")
    return words[:1] + words[1:].lower()
