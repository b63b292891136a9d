"""Lays the days of a clock out week under week, so that weekends line up and a long wait folds into one line."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

WIDTH, HEIGHT = 42, 30
GUTTER = 40
HEAD = 18
MOST_WEEKS = 10
"""More weeks than this are folded: weeks in which nothing is marked become one line."""

MARKS = ("start", "strict", "last")
# A label may repeat its day ("Thu Nov 5 2026: day 0"); the key sets the day apart, so it is taken off there.
_OWN_DAY = re.compile(r"^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2}(?: \d{4})?(?:[:,]\s*|$)")
_WEEKEND = re.compile(r"(?:a )?(?:Saturday|Sunday)\b")
KIND_WORDS = {"start": "day 0", "strict": "the day as counted", "last": "the last day", "closed": "closed"}


@dataclass(frozen=True)
class Box:
    """One day as drawn: where, what it says and which class carries its look."""

    x: int
    y: int
    text: str
    kind: str
    label: str = ""

    @property
    def middle(self) -> int:
        """Where the number stands, across."""
        return self.x + (WIDTH - 3) // 2

    @property
    def foot(self) -> int:
        """Where the number stands, down."""
        return self.y + 19


@dataclass(frozen=True)
class Line:
    """A month's name at the left of a week, or the words in a fold."""

    y: int
    text: str


@dataclass
class Drawing:
    """All that the template needs: boxes, months, folds, the key below, and the words for those who listen."""

    boxes: list[Box] = field(default_factory=list)
    months: list[Line] = field(default_factory=list)
    folds: list[Line] = field(default_factory=list)
    key: list[Any] = field(default_factory=list)
    label: str = ""
    height: int = HEAD
    width: int = GUTTER + 7 * WIDTH
    has_closed: bool = False


@dataclass(frozen=True)
class Mark:
    """A cell as read: the day, its kind, what is said of it (without the day), and the whole label for the tip."""

    day: date
    kind: str
    label: str
    tip: str = ""
    words: str = ""
    days: int = 1


def _read(cell: Any) -> Mark:
    """A cell as given (attributes or a mapping) in one form; a label may begin with its own day."""
    get: Callable[..., Any] = (
        cell.get if isinstance(cell, dict) else lambda name, default=None: getattr(cell, name, default)
    )
    kind, whole, number = str(get("kind") or "open"), str(get("label") or ""), get("number")
    label = _OWN_DAY.sub("", whole)
    if kind == "strict" and number and "day as counted" in label:
        label = label.replace("the day as counted", f"day {number}, the day as counted", 1)
    return Mark(get("day"), kind, label, whole, days=int(get("days") or 1))


def _in_key(mark: Mark) -> bool:
    """Whether the key below names the day: what the clock hangs on, and closed days that are no weekend."""
    if mark.kind in MARKS:
        return True
    return bool(mark.label) and mark.kind != "gap" and not _WEEKEND.match(mark.label)


def _sunday(day: date) -> date:
    """The Sunday with which the day's week begins."""
    return day - timedelta(days=(day.weekday() + 1) % 7)


def _short(day: date) -> str:
    return f"{day:%a} {day:%b} {day.day}"


def draw(cells: Sequence[Any], label: str = "") -> Drawing:
    """Places the cells; an empty list gives an empty drawing, which the template leaves out."""
    marks = sorted((_read(cell) for cell in cells), key=lambda mark: mark.day)
    drawing = Drawing(label=label)
    if not marks:
        return drawing
    by_week: dict[date, list[Mark]] = {}
    gaps = [m for m in marks if m.kind == "gap"]
    for mark in (m for m in marks if m.kind != "gap"):
        by_week.setdefault(_sunday(mark.day), []).append(mark)
    years = marks[0].day.year != marks[-1].day.year
    drawing.key = [
        replace(m, words=f"{_short(m.day)} {m.day.year}" if years else _short(m.day))
        for m in marks
        if _in_key(m)
    ]
    drawing.has_closed = any(m.kind == "closed" for m in marks)
    if not label:
        said = [f"{m.words}: {m.label or KIND_WORDS.get(m.kind, '')}" for m in drawing.key]
        drawing.label = f"Calendar of {sum(m.days for m in marks)} days. " + "; ".join(said)
    _place(drawing, by_week, gaps)
    return drawing


def _place(drawing: Drawing, by_week: dict[date, list[Mark]], gaps: Sequence[Mark]) -> None:
    weeks = sorted(by_week)
    kept = _kept(weeks, by_week)
    y, skipped, month = HEAD, 0, ""
    folded = list(gaps)
    for at, week in enumerate(weeks):
        if at not in kept:
            skipped += len(by_week[week])
            continue
        while folded and folded[0].day < by_week[week][0].day:
            skipped += folded.pop(0).days
        if skipped:
            drawing.folds.append(
                Line(y + 16, f"{skipped} day{'' if skipped == 1 else 's'} between, not drawn")
            )
            y, skipped, month = y + 24, 0, ""
        first = by_week[week][0].day
        named = next((m.day for m in by_week[week] if m.day.day == 1), first)
        if f"{named:%b}" != month:
            month = f"{named:%b}"
            drawing.months.append(Line(y + 19, month))
        for mark in by_week[week]:
            column = (mark.day - week).days
            drawing.boxes.append(
                Box(GUTTER + column * WIDTH, y, str(mark.day.day), mark.kind, mark.tip or _short(mark.day))
            )
        y += HEIGHT
    drawing.height = y


def _kept(weeks: Sequence[date], by_week: dict[date, list[Mark]]) -> set[int]:
    """Which weeks are drawn: all of a short clock; of a long one those with a marked day, and their neighbours."""
    if len(weeks) <= MOST_WEEKS:
        return set(range(len(weeks)))
    marked = [at for at, week in enumerate(weeks) if any(m.kind in MARKS for m in by_week[week])]
    kept = {0, len(weeks) - 1} | {near for at in marked for near in (at - 1, at, at + 1)}
    return {at for at in kept if 0 <= at < len(weeks)}
