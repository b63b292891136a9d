"""The law as it stood on a day, and with a town's own readings: dated entries and settings laid over the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from towns.law.entries import Problem

AMENDMENT = "amendment"
#: The key by which an amendment, or a whole edition, says that it reaches cases filed before its day.
REACHES = "reaches_pending"
#: What an amendment says of itself; all its other keys change the table above it.
_OF_ITSELF = frozenset({"effective", "repealed", REACHES})


def amendment_faults(document: Mapping[str, Any], name: str, path: str = "") -> list[Problem]:
    """What is wrong with the dated entries of a file: each wants a day, a citation and something that it changes."""
    found: list[Problem] = []
    for key, value in document.items():
        at = f"{path}.{key}" if path else key
        if key == AMENDMENT:
            found += _faults_of(value, name, at)
            continue
        for table in _tables(value):
            found += amendment_faults(table, name, at)
    return found


def _tables(value: object) -> Iterator[dict[str, Any]]:
    """The table, or each table of a list of them."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield item


def _faults_of(amendments: object, name: str, at: str) -> Iterator[Problem]:
    if not isinstance(amendments, list) or not all(isinstance(item, dict) for item in amendments):
        yield Problem(name, at, "is not a list of dated entries.", f"Write [[{at}]] with effective and cite.")
        return
    for item in amendments:
        if not isinstance(item.get("effective"), date):
            yield Problem(
                name,
                f"{at}.effective",
                "is missing or no day.",
                "Add effective = 2027-07-01, without quotes.",
            )
        if not isinstance(item.get("cite"), str) or not item["cite"].strip():
            yield Problem(
                name, f"{at}.cite", "is missing.", 'Add cite = "…", the vote or article that changed the law.'
            )
        if not isinstance(item.get(REACHES, False), bool):
            yield Problem(
                name, f"{at}.{REACHES}", "is neither true nor false.", "Write true or false, without quotes."
            )
        if set(item) <= {"effective", "cite", REACHES}:
            yield Problem(name, at, "changes nothing.", "Give the keys it changes, or repealed = true.")


def editions_in(document: Mapping[str, Any]) -> tuple[date, ...]:
    """Every day on which a dated entry of the file changes the law, oldest first."""
    return tuple(sorted({item["effective"] for item in _amendments(document)}))


def reaches_pending(document: Mapping[str, Any], on: date | None) -> bool:
    """Whether the text says that what came into force on a day reaches cases filed before it: the edition itself
    (`[edition] reaches_pending = true`), or a dated entry of that day."""
    edition = document.get("edition")
    whole = isinstance(edition, dict) and edition.get(REACHES) is True
    return whole or any(
        item.get(REACHES) is True for item in _amendments(document) if item["effective"] == on
    )


def _amendments(table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for key, value in table.items():
        if key == AMENDMENT:
            yield from value
            continue
        for inner in _tables(value):
            yield from _amendments(inner)


def as_of(table: Mapping[str, Any], on: date | None) -> dict[str, Any]:
    """The file with the amendments in force on a day applied (None: none of them; the oldest text we hold).

    An amendment is a table [[….amendment]] with `effective`, `cite` and the keys it changes; `repealed = true` takes
    the whole table away from that day on. The file must be free of `amendment_faults`.
    """
    return _as_of(table, on) or {}


def _as_of(table: Mapping[str, Any], on: date | None) -> dict[str, Any] | None:
    """The table as it stood, or None where it was repealed."""
    result: dict[str, Any] = {}
    for key, value in table.items():
        if key == AMENDMENT:
            continue
        if isinstance(value, dict):
            inner = _as_of(value, on)
            if inner is not None:
                result[key] = inner
        elif isinstance(value, list):
            items = [_as_of(item, on) if isinstance(item, dict) else item for item in value]
            result[key] = [item for item in items if item is not None]
        else:
            result[key] = value
    repealed = False
    for item in sorted(table.get(AMENDMENT, []), key=lambda item: item["effective"]):
        if on is not None and item["effective"] <= on:
            repealed = item.get("repealed", False) is True
            result.update({k: v for k, v in item.items() if k not in _OF_ITSELF})
    return None if repealed else result


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
            if not _set(document, path.split("."), value):
                mend = "Write the dotted path of a key in this file, from the top."
                problems.append(
                    Problem(name, f"reading.{key}.choices.{choice}.set", f"has the path {path!r}.", mend)
                )
    return document


def _set(table: Any, path: list[str], value: object) -> bool:
    for part in path[:-1]:
        table = table.get(part)
        if not isinstance(table, dict):
            return False
    table[path[-1]] = value
    return True
