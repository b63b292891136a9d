"""Reads one table of a bylaw file strictly, and says in a sentence what is wrong and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from towns.law.events import EVENTS, EventKind

#: Stands for "the writer must give this key".
REQUIRED: Any = object()


class BylawError(ValueError):
    """A bylaw file that cannot be trusted; `problems` names each fault's file, key and mend."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a bylaw file: which file, which key, what is wrong and what mends it."""

    file: str
    key: str
    fault: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.fault} {self.mend}"


@dataclass(slots=True)
class Entry:
    """One table of the file. Take every key that is known, then call `done`: what is left is an error.

    Faults are collected, not raised, so that a person sees all of them at once.
    """

    file: str
    path: str
    table: Mapping[str, Any]
    problems: list[Problem]
    taken: set[str] = field(default_factory=set)
    events: Mapping[str, EventKind] = field(default_factory=lambda: EVENTS)  # those that the file may name

    def problem(self, key: str, fault: str, mend: str) -> None:
        """Note a fault at `key` of this table."""
        self.problems.append(Problem(self.file, self._at(key), fault, mend))

    def _at(self, key: str) -> str:
        return ".".join(part for part in (self.path, key) if part) or "(whole file)"

    def has(self, key: str) -> bool:
        """Whether the file gives this key."""
        return key in self.table

    def _take(self, key: str, default: Any, wanted: str) -> Any:
        self.taken.add(key)
        if key in self.table:
            return self.table[key]
        if default is REQUIRED:
            self.problem(key, "is missing.", f"Add {key} = {wanted}.")
        return None

    def text(self, key: str, default: Any = REQUIRED) -> str:
        """A line of text; never empty. Returns "" when missing."""
        value = self._take(key, default, '"…"')
        if value is None:
            return "" if default is REQUIRED or default is None else str(default)
        if not isinstance(value, str) or not value.strip():
            self.problem(key, f"is {value!r}.", "Write text in quotes.")
            return ""
        return value

    def choice(self, key: str, allowed: tuple[str, ...], default: Any = REQUIRED) -> str:
        """One of the allowed words."""
        value = self._take(key, default, f'"{allowed[0]}"')
        if value is None:
            return "" if default is REQUIRED or default is None else str(default)
        if value not in allowed:
            self.problem(key, f"is {value!r}.", f"Write one of: {', '.join(allowed)}.")
            return ""
        return str(value)

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self._take(key, default, "true")
        if value is None:
            return default
        if not isinstance(value, bool):
            self.problem(key, f"is {value!r}.", "Write true or false, without quotes.")
            return default
        return value

    def whole(self, key: str, default: Any = REQUIRED, least: int = 0) -> int | None:
        """A whole number, `least` or more; None when missing and not required."""
        value = self._take(key, default, "a whole number")
        if value is None:
            return None if default is REQUIRED else default
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            self.problem(key, f"is {value!r}.", f"Write a whole number, {least} or more, without quotes.")
            return None
        return value

    def amount(self, key: str, default: Any = REQUIRED) -> Decimal | None:
        """A number or sum of money, exactly as written (numbers with a point go in quotes)."""
        value = self._take(key, default, '"100.00"')
        if value is None:
            return None if default is REQUIRED else default
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.problem(key, f"is {value!r}.", 'Write a whole number, or an exact one in quotes: "1.5".')
            return None
        try:
            return Decimal(value)
        except InvalidOperation:
            self.problem(key, f"is {value!r}.", 'Write a number, for example "100.00".')
            return None

    def day(self, key: str, default: Any = REQUIRED) -> date | None:
        """A day, written 2026-11-30 without quotes."""
        value = self._take(key, default, "2026-11-30")
        if value is None:
            return None if default is REQUIRED else default
        if isinstance(value, datetime) or not isinstance(value, date):
            self.problem(key, f"is {value!r}.", "Write a day as 2026-11-30, without quotes.")
            return None
        return value

    def words(self, key: str, default: Any = REQUIRED) -> tuple[str, ...]:
        """A list of words; a single word in quotes is taken as a list of one."""
        value = self._take(key, default, '["…"]')
        if value is None:
            return () if default is REQUIRED or default is None else tuple(default)
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not items or not all(isinstance(i, str) and i for i in items):
            self.problem(key, f"is {value!r}.", 'Write a list of words: ["…", "…"].')
            return ()
        return tuple(items)

    def entry(self, key: str) -> Entry:
        """The table below `key`; an empty one when missing."""
        self.taken.add(key)
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            self.problem(key, f"is {value!r}.", f"Write it as a table: [{self._at(key)}].")
            value = {}
        return Entry(self.file, self._at(key), value, self.problems, events=self.events)

    def entries(self, key: str) -> list[Entry]:
        """The list of tables [[…]] below `key`, in file order."""
        self.taken.add(key)
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.problem(key, f"is {value!r}.", f"Write it as a list of tables: [[{self._at(key)}]].")
            return []
        return [
            Entry(self.file, f"{self._at(key)}[{number}]", item, self.problems, events=self.events)
            for number, item in enumerate(value, start=1)
        ]

    def named(self, key: str) -> Iterator[tuple[str, Entry]]:
        """The tables [key.NAME], in file order, with their names."""
        group = self.entry(key)
        for name in group.table:
            yield name, group.entry(name)

    def done(self, known: str = "") -> None:
        """Call last: a key that nobody took is an error."""
        for key in self.table:
            if key not in self.taken:
                hint = known or f"Known here: {', '.join(sorted(self.taken))}."
                self.problem(key, "is not a key that this file may have.", f"Remove it or correct it. {hint}")
