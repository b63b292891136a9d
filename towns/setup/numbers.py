"""A number set by form: one clock of a matter changed or added in a bylaw's text, its comments kept."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

import tomlkit

from towns.calendar.words import day_words
from towns.law import schema
from towns.law.events import DAY_FACTS, EVENTS, FACTS
from towns.law.patterns import parse_pattern
from towns.law.rules import Bylaw, Matter

Choices = list[tuple[str, str]]


class CannotWrite(ValueError):
    """The form cannot write this change into the text; the sentence says what to do instead."""


@dataclass(frozen=True, slots=True)
class Number:
    """A time that the law gives: how long, from what, met by what, and where it is written.

    For a clock that the text has already, an empty `start`, `stops` or `if_missed` leaves what stands there.
    """

    matter: str
    clock: str
    length: int
    unit: str
    cite: str
    words: str
    own_words: bool
    title: str = ""
    start: str = ""
    stops: tuple[str, ...] = ()
    if_missed: str = ""
    before: bool = False
    extend: str = ""


@lru_cache(maxsize=1)
def known_clocks() -> Mapping[str, str]:
    """Every clock name that pages, papers and reports know, with its usual title."""
    state = tomllib.loads((schema.FOLDER / f"{schema.STATE}.toml").read_text("utf-8"))
    by_itself = {name for name, table in state.get("clock", {}).items() if table.get("goes_with")}
    names: dict[str, str] = {}
    for slug in schema.TOWNS:
        for matter in schema.load(slug).matters.values():
            for rule in matter.clocks:
                # The shortest title is the one that names no particular board.
                if rule.name not in by_itself and len(rule.title) < len(
                    names.get(rule.name, rule.title + "…")
                ):
                    names[rule.name] = rule.title
    return dict(sorted(names.items(), key=lambda item: item[1].lower()))


def own_clocks(text: str, matter: str) -> frozenset[str]:
    """The clocks of a matter whose number is the town's own; a statute's is not the town's to set."""
    tables = tomllib.loads(text).get("matter", {}).get(matter, {}).get("clock", {})
    return frozenset(name for name, table in tables.items() if "use" not in table)


def new_names(matter: Matter) -> Choices:
    """The names for a clock that the matter does not have yet."""
    held = {rule.name for rule in matter.clocks}
    return [(name, f"{title} ({name})") for name, title in known_clocks().items() if name not in held]


def starts(law: Bylaw, matter: Matter) -> list[tuple[str, Choices]]:
    """What a clock may count from, in groups: what the town's law names, every event, other clocks."""
    used = _used(law)
    facts = [f"{event.name}.{fact}" for event in EVENTS.values() for fact in event.facts if fact in DAY_FACTS]
    rest = [p for p in (*_acts(), *facts) if p not in used]
    clocks = [(f"@{rule.name}", f"The time of “{rule.title}” running out") for rule in matter.clocks]
    groups = [
        ("Named in the town’s law", [(p, pattern_words(p)) for p in used]),
        ("Everything else that a record can hold", [(p, pattern_words(p)) for p in rest]),
        ("Another time of this matter", clocks),
    ]
    return [(label, choices) for label, choices in groups if choices]


def stops(law: Bylaw) -> list[tuple[str, Choices]]:
    """What may meet a clock, in groups."""
    used = _used(law)
    groups = [
        ("Named in the town’s law", [(p, pattern_words(p)) for p in used]),
        ("Everything else that a record can hold", [(p, pattern_words(p)) for p in _acts() if p not in used]),
    ]
    return [(label, choices) for label, choices in groups if choices]


def effects() -> Choices:
    """What may follow when the time runs out."""
    return [(event.name, event.says) for event in EVENTS.values() if event.by_law]


def _acts() -> list[str]:
    return [event.name for event in EVENTS.values() if not event.by_law and event.name not in _OF_THE_RECORD]


_OF_THE_RECORD = frozenset({"corrected", "taken_back"})


def _used(law: Bylaw) -> list[str]:
    found = {
        pattern.text: None
        for matter in law.matters.values()
        for rule in matter.clocks
        for pattern in (*rule.from_, *rule.stops)
        if pattern.event
    }
    return sorted(found, key=pattern_words)


def pattern_words(text: str) -> str:
    """A pattern in a clerk's words: The decision was made: disapproved."""
    pattern = parse_pattern(text)
    if pattern is None or not pattern.event:
        return text
    says = EVENTS[pattern.event].says
    if pattern.fact:
        return f"{says}: {FACTS[pattern.fact]}"
    if pattern.outcome:
        return f"{says}: {pattern.outcome.replace('_', ' ')}"
    return f"{says}: anything but {pattern.but.replace('_', ' ')}" if pattern.but else says


def write(text: str, number: Number, on: date) -> str:
    """The text with the number in it and nothing else changed. Raises `CannotWrite`."""
    wanted = tomllib.loads(text)
    matter = wanted.get("matter", {}).get(number.matter)
    if matter is None:
        raise CannotWrite("The text has no such matter any more. Look at the list again.")
    clocks = matter.setdefault("clock", {})
    keys = _keys(number)
    if number.clock in clocks:
        gone = {"says", "sense"} - set(keys)
        if keys["unit"] == "calendar" and "unit" not in clocks[number.clock]:
            del keys["unit"]
        clocks[number.clock] = {k: v for k, v in clocks[number.clock].items() if k not in gone} | keys
        found = [_changed(text, number, keys, gone)]
    else:
        clocks[number.clock] = keys
        block = _block(number, keys, on)
        found = [_below(text, number.matter, block), f"{text.rstrip()}\n\n{block}"]
    for candidate in found:
        if _same(candidate, wanted):
            return candidate
    raise CannotWrite(
        "The text is laid out in a way that the form cannot change. Write the number into the text itself."
    )


def _keys(number: Number) -> dict[str, Any]:
    """The keys of the clock's table that the form gives, in the order of the file."""
    given: dict[str, Any] = {
        "title": number.title,
        ("says" if number.own_words else "sense"): number.words,
        "from": [number.start] if number.start else None,
        "before": True if number.before else None,
        "length": number.length,
        "unit": number.unit,
        "stops": list(number.stops),
        "extend": number.extend,
        "if_missed": number.if_missed,
        "cite": number.cite,
    }
    return {key: value for key, value in given.items() if value not in (None, "", [])}


def _changed(text: str, number: Number, keys: Mapping[str, Any], gone: set[str]) -> str:
    document: Any = tomlkit.parse(text)
    table = document["matter"][number.matter]["clock"][number.clock]
    for key in gone:
        table.pop(key, None)
    for key, value in keys.items():
        table[key] = value
    return tomlkit.dumps(document)


def _block(number: Number, keys: Mapping[str, Any], on: date) -> str:
    table = tomlkit.document()
    for key, value in keys.items():
        table.add(key, value)
    path = ".".join(
        tomlkit.key(part).as_string() for part in ("matter", number.matter, "clock", number.clock)
    )
    return f"# Set by the town's administrator, {day_words(on)}.\n[{path}]\n{tomlkit.dumps(table)}"


def _below(text: str, matter: str, block: str) -> str:
    """The text with a table put below the last one of its matter, above the comments of what follows."""
    lines = text.splitlines()
    header = re.compile(r"^\s*\[\[?\s*matter\s*\.\s*" + re.escape(matter) + r"\s*[.\]]")
    last = max((at for at, line in enumerate(lines) if header.match(line)), default=len(lines) - 1)
    end = next((at for at in range(last + 1, len(lines)) if re.match(r"^\s*\[", lines[at])), len(lines))
    while end > last + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return (
        "\n".join([*lines[:end], "", *block.rstrip().splitlines(), "", *_trimmed(lines[end:])]).rstrip()
        + "\n"
    )


def _trimmed(lines: list[str]) -> list[str]:
    at = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return lines[at:]


def _same(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def relabelled(text: str, label: str) -> str:
    """The text with its edition's label set; as it was where it cannot be read as TOML."""
    try:
        document: Any = tomlkit.parse(text)
        if document["edition"]["label"] == label:
            return text
        document["edition"]["label"] = label
        return tomlkit.dumps(document)
    except (ValueError, KeyError, TypeError):
        return text
