"""The names of stages and of kinds of business, as pages write them."""

from __future__ import annotations

from functools import cache

from towns.record import case_types


@cache
def _labels(kind: str) -> dict[str, str]:
    """The labels of a kind; none for a kind that no department claims, so that its cases can still be listed."""
    return case_types.of(kind).labels() if case_types.is_claimed(kind) else {}


def stage_words(kind: str, stage: str, *, held: bool = False) -> str:
    """A stage as the page writes it; while held it says that nobody has confirmed it."""
    label = _labels(kind).get(stage, stage.replace("_", " ").capitalize())
    return f"{label}, not confirmed" if held else label


def stages_of(kind: str) -> dict[str, str]:
    """Every stage that cases of this kind can be in, in the order of their lives."""
    return _labels(kind)


def short_matter(name: str) -> str:
    """The kind of business in a few words: Stormwater permit."""
    words = name.replace("Management ", "")
    return words[:1] + words[1:].lower()
