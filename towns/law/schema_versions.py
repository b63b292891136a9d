"""Old law texts stay readable: each is turned, version by version, into the shape that the strict reader knows.

An adopted edition is never rewritten. When the shape of law texts changes, a step is added here and whatever the older
texts left unsaid is written once into towns/bylaws/earlier/version-N.toml, which then never changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from towns.law.entries import Problem

__all__ = ["CURRENT", "KEY", "Upgraded", "statute_clocks", "upgrade", "without_version"]

#: The key at the top of a text that names its version.
KEY: Final = "schema"
#: The version of a text that names none.
UNMARKED: Final = 1
#: The version in which texts are written today.
CURRENT: Final = 2

_EARLIER: Final = Path(__file__).parent.parent / "bylaws" / "earlier"

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A text in today's shape, the version in which it was written, and in sentences what had to be supplied."""

    document: Document
    version: int
    supplied: tuple[str, ...]


def upgrade(document: Mapping[str, Any], name: str, problems: list[Problem]) -> Upgraded:
    """The document in today's shape; the one that was given stays as it is.

    A version that this product does not know is noted in `problems`.
    """
    version = document.get(KEY, UNMARKED)
    inner = without_version(document)
    if not isinstance(version, int) or isinstance(version, bool) or not UNMARKED <= version <= CURRENT:
        mend = f"This product reads versions {UNMARKED} to {CURRENT}. A text of a later version needs a newer product."
        problems.append(Problem(name, KEY, f"is {version!r}.", mend))
        return Upgraded(inner, CURRENT, ())
    supplied: list[str] = []
    for step in range(version, CURRENT):
        inner = _STEPS[step](inner, supplied)
    return Upgraded(inner, version, tuple(supplied))


def without_version(document: Mapping[str, Any]) -> Document:
    """The document without the key that names its version."""
    return {key: value for key, value in document.items() if key != KEY}


def statute_clocks(version: int) -> Mapping[str, Mapping[str, Any]] | None:
    """The statutes' clocks on which a text of this version stands as it was adopted; None for those of today.

    Legal holidays are not among them: a new one moves a last day under any text.
    """
    return None if version == CURRENT else _unsaid(version)["clock"]


@lru_cache(maxsize=8)
def _unsaid(version: int) -> dict[str, Any]:
    """What texts of a version leave unsaid."""
    return tomllib.loads((_EARLIER / f"version-{version}.toml").read_text("utf-8"))


def _from_1(document: Document, supplied: list[str]) -> Document:
    """Version 2 names the kind of each matter, and asks in words whether a filing is combined with another law's."""
    matters = document.get("matter")
    if not isinstance(matters, dict):
        return document  # the strict reader says what is wrong with it
    kinds, asked = _unsaid(1)["kind"], _unsaid(1)["ask"]
    return {
        **document,
        "matter": {
            key: _with_kind(key, matter, kinds, asked, supplied) if isinstance(matter, dict) else matter
            for key, matter in matters.items()
        },
    }


def _with_kind(
    key: str, matter: Document, kinds: Mapping[str, Any], asked: Mapping[str, str], supplied: list[str]
) -> Document:
    kind = kinds["of"].get(key)
    if kind is None and "kind" not in matter:
        kind = kinds["other"]
        supplied.append(
            f"matter.{key}: the text was written before matters had a kind; it is read as a {kind}."
        )
    beside = matter.get("beside")
    more = {"beside": dict(_with_question(beside, asked))} if isinstance(beside, dict) else {}
    return {"kind": kind, **matter, **more}


def _with_question(beside: Document, asked: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for law, table in beside.items():
        if isinstance(table, dict) and "ask" not in table:
            yield law, {**table, "ask": asked.get(law, asked["other"])}
        else:
            yield law, table


#: From which version a step leads to the next.
_STEPS: Final[Mapping[int, Callable[[Document, list[str]], Document]]] = {1: _from_1}
