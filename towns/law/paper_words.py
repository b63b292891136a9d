"""Sentences of the bylaw that papers quote and no clock carries: what silence means, and how to appeal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from towns.law.entries import Entry

#: What a paper may ask for.
KNOWN = ("silence", "appeal")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence of the law, word for word, with its citation."""

    says: str
    cite: str


def quoted(holder: Entry, key: str) -> Mapping[str, Quoted]:
    """[matter.NAME.quote.silence] and [matter.NAME.quote.appeal], each with `says` and `cite`."""
    found = {}
    for name, item in holder.named(key):
        if name not in KNOWN:
            holder.problem(f"{key}.{name}", "is asked for by no paper.", f"Use one of: {', '.join(KNOWN)}.")
        found[name] = Quoted(item.text("says"), item.text("cite"))
        item.done()
    return MappingProxyType(found)
