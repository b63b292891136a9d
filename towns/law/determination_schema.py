"""Reads from a bylaw file when a permit is needed: its thresholds, its exemptions and what else to tell people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from towns.law.entries import Entry
from towns.law.figures import BY_KEY, USES, Value
from towns.law.measures import MEASURES

YES, NO, BOARD, FIGURES_NEEDED = "yes", "no", "board_decides", "needs_figures"
COMPARISONS = ("at_least", "more_than", "at_most", "less_than", "is")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison: a measure against a number, or against the words (or the yes or no) that it may be."""

    measure: str
    comparison: str
    bound: Fraction = Fraction(0)
    one_of: frozenset[Value] = frozenset()


@dataclass(frozen=True, slots=True)
class Group:
    """Several conditions of which all, or any one, must be met."""

    every: bool
    parts: tuple[Condition, ...]


Condition = Comparison | Group


@dataclass(frozen=True, slots=True)
class Threshold:
    """What makes a permit necessary (`then` yes) or leaves it to the board. Without a condition the text leaves
    its numbers to another paper, `left_to`, and only the board can tell."""

    key: str
    text: str
    condition: Condition | None
    then: str
    left_to: str
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Exemption:
    """What takes the need away. Named by people as an activity, or (`by_figures`) met by figures alone.

    `effect`: no (not needed), or, if named, board_decides. `asserts`: figures that naming it states. `only_if_said`: a
    figure that is absent is taken not to meet it.
    """

    key: str
    label: str
    text: str
    condition: Condition | None
    effect: str
    by_figures: bool
    only_if_said: bool
    asserts: Mapping[str, Value]
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence to tell with certain outcomes, if its condition (if any) is certainly met."""

    key: str
    text: str
    on: tuple[str, ...]
    condition: Condition | None
    cite: str


@dataclass(frozen=True, slots=True)
class PermitRule:
    """Whether one matter is needed: its thresholds, exemptions and remarks, in file order."""

    matter: str
    name: str
    thresholds: tuple[Threshold, ...]
    exemptions: tuple[Exemption, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def conditions(self) -> Iterator[Condition]:
        """Every condition on which the answer itself hangs."""
        yield from (item.condition for item in self.thresholds if item.condition is not None)
        yield from (item.condition for item in self.exemptions if item.condition is not None)


def comparisons(condition: Condition) -> Iterator[Comparison]:
    """The single comparisons of a condition."""
    if isinstance(condition, Comparison):
        yield condition
    else:
        for part in condition.parts:
            yield from comparisons(part)


def thresholds(holder: Entry, key: str) -> tuple[Threshold, ...]:
    """The tables [matter.NAME.threshold.KEY]."""
    found = []
    for name, entry in holder.named(key):
        left_to = entry.text("left_to", None)
        condition = _condition(entry, required=not left_to)
        if left_to and condition is not None:
            entry.problem("left_to", "stands beside a comparison.", "Keep one of the two.")
        found.append(
            Threshold(
                key=name,
                text=entry.text("text"),
                condition=condition,
                then=BOARD if left_to else entry.choice("then", (YES, BOARD), YES),
                left_to=left_to,
                cite=entry.text("cite"),
                note=entry.text("note", None),
            )
        )
        entry.done()
    return tuple(found)


def exemptions(holder: Entry, key: str) -> tuple[Exemption, ...]:
    """The tables [matter.NAME.exemption.KEY]; KEY is what people name as an activity."""
    found = []
    for name, entry in holder.named(key):
        by_figures = entry.flag("by_figures", False)
        found.append(
            Exemption(
                key=name,
                label=entry.text("label"),
                text=entry.text("text"),
                condition=_condition(entry, required=by_figures),
                effect=entry.choice("effect", (NO,) if by_figures else (NO, BOARD), NO),
                by_figures=by_figures,
                only_if_said=entry.flag("only_if_said", False),
                asserts=_asserts(entry.entry("asserts")),
                cite=entry.text("cite"),
                note=entry.text("note", None),
            )
        )
        entry.done()
    return tuple(found)


def remarks(holder: Entry, key: str) -> tuple[Remark, ...]:
    """The tables [matter.NAME.remark.KEY]."""
    found = []
    outcomes = (YES, NO, BOARD, FIGURES_NEEDED)
    for name, entry in holder.named(key):
        on = entry.words("on", list(outcomes))
        for outcome in on:
            if outcome not in outcomes:
                entry.problem("on", f"names the outcome {outcome!r}.", f"Use: {', '.join(outcomes)}.")
        condition = _condition(entry, required=False)
        found.append(Remark(name, entry.text("text"), on, condition, entry.text("cite")))
        entry.done()
    return tuple(found)


def _condition(entry: Entry, *, required: bool) -> Condition | None:
    """The condition that a table states: a measure with one comparison, or a list `all` or `any` of such."""
    ways = [way for way in ("measure", "all", "any") if entry.has(way)]
    if not ways:
        for comparison in COMPARISONS:
            if entry.has(comparison):
                entry.taken.add(comparison)
                entry.problem(comparison, "compares nothing.", 'Add measure = "…".')
        if required:
            entry.problem(
                "measure", "is missing.", f'Add measure = "…" and one of: {", ".join(COMPARISONS)}.'
            )
        return None
    if len(ways) > 1:
        entry.taken.update(ways)
        entry.problem(ways[1], f"stands beside {ways[0]}.", "Keep one: measure, all or any.")
        return None
    if ways == ["measure"]:
        return _comparison(entry)
    parts = []
    for item in entry.entries(ways[0]):
        part = _condition(item, required=True)
        item.done()
        if part is not None:
            parts.append(part)
    if not parts:
        entry.problem(ways[0], "has no condition.", 'List at least one: { measure = "…", at_least = 1 }.')
        return None
    return Group(ways[0] == "all", tuple(parts))


def _comparison(entry: Entry) -> Comparison | None:
    name = entry.choice("measure", tuple(MEASURES))
    given = [comparison for comparison in COMPARISONS if entry.has(comparison)]
    if len(given) != 1:
        entry.taken.update(given)
        entry.problem("measure", "needs exactly one comparison.", f"Give one of: {', '.join(COMPARISONS)}.")
        return None
    if not name:
        entry.taken.update(given)
        return None
    kind = BY_KEY[name].kind if name in BY_KEY else "number"
    if given == ["is"]:
        return _word_test(entry, name, kind)
    if kind not in ("number", "whole"):
        entry.taken.update(given)
        entry.problem(given[0], f"compares {name}, which is no number.", "Use is = …")
        return None
    bound = entry.amount(given[0])
    return None if bound is None else Comparison(name, given[0], Fraction(bound))


def _word_test(entry: Entry, name: str, kind: str) -> Comparison | None:
    if kind == "yes_no":
        entry.taken.add("is")
        given = entry.table["is"]
        if not isinstance(given, bool):
            entry.problem("is", f"is {given!r}.", "Write true or false, without quotes.")
            return None
        return Comparison(name, "is", one_of=frozenset({given}))
    if kind != "use":
        entry.taken.add("is")
        entry.problem(
            "is", f"compares {name}, which is a number.", "Use at_least, more_than, at_most or less_than."
        )
        return None
    words = entry.words("is")
    wrong = [word for word in words if word not in USES]
    if wrong:
        entry.problem("is", f"names {', '.join(wrong)}.", f"Use: {', '.join(USES)}.")
    return Comparison(name, "is", one_of=frozenset(words)) if words and not wrong else None


def _asserts(entry: Entry) -> Mapping[str, Value]:
    """The figures that naming an activity states, as `use`, numbers, or true and false."""
    stated: dict[str, Value] = {}
    for key in entry.table:
        figure = BY_KEY.get(key)
        if figure is None:
            continue  # `done` names it
        if figure.kind == "yes_no":
            stated[key] = entry.flag(key, False)
        elif figure.kind == "use":
            stated[key] = entry.choice(key, USES)
        else:
            stated[key] = Fraction(entry.amount(key) or 0)
    entry.done("Known here: the keys of `determine`.")
    return stated
