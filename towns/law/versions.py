"""The law as it stood on a day, and with a town's own readings: dated entries and settings laid over the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from towns.law.entries import Problem

AMENDMENT = "amendment"


def editions_in(document: Mapping[str, Any]) -> tuple[date, ...]:
    """Every day on which a dated entry of the file changes the law, oldest first."""
    return tuple(sorted(set(_days(document))))


def _days(table: Mapping[str, Any]) -> Iterator[date]:
    for key, value in table.items():
        if key == AMENDMENT and isinstance(value, list):
            for item in value:
                if isinstance(item, dict) and isinstance(item.get("effective"), date):
                    yield item["effective"]
        elif isinstance(value, dict):
            yield from _days(value)


def as_of(document: Mapping[str, Any], on: date | None) -> dict[str, Any]:
    """The file with the amendments in force on a day applied (None: none of them; the oldest text we hold).

    An amendment is a table [[….amendment]] with `effective` and the keys it changes; `repealed = true` takes the
    whole table away from that day on. A malformed amendment is left in place for the strict reader to refuse.
    """
    result: dict[str, Any] = {}
    for key, value in document.items():
        if key == AMENDMENT and _well_formed(value):
            continue
        if not isinstance(value, dict):
            result[key] = value
            continue
        changed = as_of(value, on)
        repealed = False
        amendments = value.get(AMENDMENT, [])
        if _well_formed(amendments):
            for item in sorted(amendments, key=lambda item: item["effective"]):
                if on is not None and item["effective"] <= on:
                    repealed = item.get("repealed", False) is True
                    changed.update({k: v for k, v in item.items() if k not in ("effective", "repealed")})
        if not repealed:
            result[key] = changed
    return result


def _well_formed(amendments: object) -> bool:
    return isinstance(amendments, list) and all(
        isinstance(item, dict)
        and isinstance(item.get("effective"), date)
        and isinstance(item.get("cite"), str)
        for item in amendments
    )


def choose(
    document: dict[str, Any], settings: Mapping[str, str], name: str, problems: list[Problem]
) -> dict[str, Any]:
    """The file with the town's readings laid over it: each choice may set dotted keys of the file."""
    readings = document.get("reading", {})
    for key, choice in settings.items():
        reading = readings.get(key) if isinstance(readings, dict) else None
        choices = reading.get("choices", {}) if isinstance(reading, dict) else {}
        if choice not in choices:
            mend = f"Choose one of: {', '.join(choices)}." if choices else "Remove the setting."
            problems.append(Problem(name, f"reading.{key}", f"has no choice {choice!r}.", mend))
            continue
        for path, value in choices[choice].get("set", {}).items():
            _set(document, path.split("."), value)
    return document


def _set(table: dict[str, Any], path: list[str], value: object) -> None:
    for part in path[:-1]:
        table = table.setdefault(part, {})
    table[path[-1]] = value
