"""What departments add to the page of a parcel: lines beside its cases, each declared by the room that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from towns.models import Town


@dataclass(frozen=True, slots=True)
class ParcelLine:
    """One line about the parcel: its words, a note, where it leads (for staff), and how it stands (a kind of tag)."""

    words: str
    note: str = ""
    url: str = ""
    tag: str = ""
    tag_words: str = ""


@dataclass(frozen=True, slots=True)
class ParcelPanel:
    """A group of lines. `lines` answers for a town, a parcel's key and a day; `cases` which cases belong to the parcel
    although their own map and lot do not name it. Nobody outside reads the lines: a panel is for staff."""

    key: str
    title: str
    lines: Callable[[Town, str, date], Iterable[ParcelLine]]
    cases: Callable[[str], Iterable[int]] = lambda key: ()


_PANELS: dict[str, ParcelPanel] = {}


def declare(*panels: ParcelPanel) -> None:
    """Make panels known. A key may be declared once."""
    for panel in panels:
        known = _PANELS.setdefault(panel.key, panel)
        if known != panel:
            raise ValueError(f"There is already a panel called {panel.key!r} on the page of a parcel.")


def every() -> tuple[ParcelPanel, ...]:
    """All panels, in the order declared."""
    return tuple(_PANELS.values())
