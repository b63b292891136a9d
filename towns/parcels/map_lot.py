"""Map and lot in the one way in which we compare them: “Map 9, Lot 31A”, “9-31A”, “M9 L031A” are all 9-31A.

Pure. What an assessor writes with a block keeps it in the middle: Map 12, Block 3, Lot 4 is 12-3-4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER = r"\d+(?!\d)(?:-?[A-Z](?![A-Z\d]))?"
_LISTED = rf"{_NUMBER}(?:(?:\s*[,;&]\s*|\s+AND\s+|\s*,\s*AND\s+)(?!MAP\b){_NUMBER}(?!\s*[-/]\s*\d))*"
_LONG = re.compile(
    rf"\bM(?:APS?)?\.?\s*#?\s*(?P<map>{_NUMBER}?)[\s,;/-]*"
    rf"(?:B(?:LOC)?K?\.?\s*#?\s*(?P<block>{_NUMBER})[\s,;/-]*)?"
    rf"(?:LOTS?|PARCELS?|PAR|L|P)\.?\s*#?\s*(?P<lots>{_LISTED})"
)
_SHORT = re.compile(
    rf"(?<![\w-])(?P<map>\d+[A-Z]?)\s*[-/.]\s*(?P<lot>{_NUMBER})(?:\s*[-/.]\s*(?P<more>{_NUMBER}))?(?![\w-])"
)
_APART = re.compile(r"^\s*(\d+[A-Z]?)\s+(\d+[A-Z]?)\s*$")


def _plain(number: str) -> str:
    return number.replace("-", "").lstrip("0") or "0"


def keys(text: str) -> list[str]:
    """Every parcel that a text names, each once, in its order: “Map 9, Lots 31, 31A and 32” names three."""
    return list(dict.fromkeys(_found(text)))


def _found(text: str) -> Iterator[str]:
    said = text.upper().replace("’", "'").replace("–", "-")
    rest = said
    for found in _LONG.finditer(said):
        parts = [_plain(found["map"]), *([_plain(found["block"])] if found["block"] else [])]
        for lot in re.findall(_NUMBER, found["lots"]):
            yield "-".join([*parts, _plain(lot)])
        rest = rest.replace(found[0], " ")
    if apart := _APART.match(rest):
        yield f"{_plain(apart[1])}-{_plain(apart[2])}"
    for found in _SHORT.finditer(rest):
        yield "-".join(_plain(part) for part in (found["map"], found["lot"], found["more"]) if part)


def key_of(text: str) -> str:
    """The one parcel that a text names; empty when it names none or several."""
    found = keys(text)
    return found[0] if len(found) == 1 else ""


def words(key: str) -> str:
    """A key as people say it: Map 9, Lot 31A."""
    parts = key.split("-")
    if len(parts) == 3:
        return f"Map {parts[0]}, Block {parts[1]}, Lot {parts[2]}"
    return f"Map {parts[0]}, Lot {parts[1]}" if len(parts) == 2 else key
