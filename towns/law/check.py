"""Checks a bylaw file in every edition and reading it holds, and tells two files apart key by key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from towns.law import schema_versions
from towns.law.entries import BylawError, Problem
from towns.law.rules import Bylaw
from towns.law.schema import parse


def faults(text: str, *, name: str, state: str | None = None) -> list[Problem]:
    """Every fault of a file: as first written, after each dated amendment, and with each reading chosen in turn."""
    try:
        bylaw = parse(text, name=name, state=state)
    except BylawError as wrong:
        return wrong.problems
    found: dict[Problem, None] = {}
    for on, settings in _ways_to_read(bylaw):
        try:
            parse(text, name=name, state=state, on=on, settings=settings)
        except BylawError as wrong:
            found.update(dict.fromkeys(wrong.problems))
    return list(found)


def _ways_to_read(bylaw: Bylaw) -> Iterator[tuple[date | None, Mapping[str, str]]]:
    for on in bylaw.amended:
        yield on, {}
    for key, reading in bylaw.open_readings.items():
        for choice in reading.choices:
            yield None, {key: choice}


def summary(bylaw: Bylaw) -> str:
    """What a file holds of its own, in one line; what it inherits from the state layer is not counted."""
    own = [matter for matter in bylaw.matters.values() if not matter.inherited]
    clocks = sum(len(matter.clocks) for matter in own)
    return f"{bylaw.name}: {_many(len(own), 'matter')}, {_many(clocks, 'clock')}; {bylaw.edition}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def differences(old: str, new: str) -> list[str]:
    """What changed between two texts, one line a key: `matter.x.clock.y.length: 21 → 30`.

    A text of an older version is compared as it is read today, so that only what the law says is told apart.
    """
    before, after = (dict(_leaves(document)) for document in _in_one_shape(old, new))
    lines = []
    for key in dict.fromkeys((*before, *after)):
        if key not in after:
            lines.append(f"{key}: {before[key]} → (gone)")
        elif key not in before:
            lines.append(f"{key}: (new) → {after[key]}")
        elif before[key] != after[key]:
            lines.append(f"{key}: {before[key]} → {after[key]}")
    return lines


def _in_one_shape(*texts: str) -> list[dict[str, Any]]:
    """The texts as documents; of different versions, each as it is read today."""
    documents = [tomllib.loads(text) for text in texts]
    if len({document.get(schema_versions.KEY) for document in documents}) == 1:
        return [schema_versions.without_version(document) for document in documents]
    return [schema_versions.upgrade(document, "the text", []).document for document in documents]


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for number, item in enumerate(value, start=1):
            yield from _leaves(item, f"{path}[{number}]")
    else:
        yield path, repr(value) if isinstance(value, str) else str(value)
