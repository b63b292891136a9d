"""Reads the clocks of a matter from its file, and refuses what would not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from towns.law.entries import Entry
from towns.law.events import FACTS
from towns.law.patterns import Pattern, parse_pattern
from towns.law.rules import EXTENSIONS, UNITS, ClockRule

_NO_NUMBER = "none given"


def known_event(entry: Entry, key: str, name: str) -> str:
    """The event's name, or a fault if neither towns/law/events.py nor the file itself declares it."""
    if name and name not in entry.events:
        mend = f"Use an event of towns/law/events.py, or declare [event.{name}] in this file."
        entry.problem(key, f"names the event {name!r}.", mend)
    return name


def parse_clocks(matter: Entry, state_clocks: Mapping[str, Mapping[str, Any]]) -> tuple[ClockRule, ...]:
    """The clocks of [matter.NAME.clock.…] in file order; a state clock that goes with one of them comes last."""
    group = matter.entry("clock")
    rules = []
    for name in group.table:
        entry = group.entry(name)
        rules.append(_parse_clock(name, _with_state(entry, state_clocks)))
    names = [rule.name for rule in rules]
    for name, table in state_clocks.items():
        if table.get("goes_with") in names and name not in names:
            rules.append(
                _parse_clock(
                    name,
                    Entry(
                        "massachusetts.toml",
                        f"clock.{name}",
                        table,
                        matter.problems,
                        events=matter.events,
                    ),
                )
            )
    _check_links(group, rules)
    return tuple(rules)


def _with_state(entry: Entry, state_clocks: Mapping[str, Mapping[str, Any]]) -> Entry:
    """The clock laid over the state clock that it uses, if it uses one."""
    used = entry.text("use", None)
    if not used:
        return entry
    if used not in state_clocks:
        entry.problem("use", f"names {used!r}.", f"Use one of: {', '.join(state_clocks)}.")
        return entry
    table = {**state_clocks[used], **entry.table}
    return Entry(entry.file, entry.path, table, entry.problems, {"use"}, events=entry.events)


def _parse_clock(name: str, entry: Entry) -> ClockRule:
    entry.taken.add("goes_with")
    unit = entry.choice("unit", UNITS, "calendar")
    extend = entry.choice("extend", ("none", *EXTENSIONS), "none").replace("none", "")
    says, sense = entry.text("says", None), entry.text("sense", None)
    if not says and not sense:
        entry.problem(
            "says", "is missing.", "Quote the words of the law, or give their sense where it is not on file."
        )
    before = entry.flag("before", False)
    rule = ClockRule(
        name=name,
        title=entry.text("title"),
        says=says,
        sense=sense,
        from_=tuple(_patterns(entry, "from", name)),
        before=before,
        length=_length(entry),
        unit=unit,
        stops=tuple(_patterns(entry, "stops", name)),
        if_missed=_effect(entry) or None,
        rolls=entry.flag("rolls", unit not in ("hours", "business_hours")),
        extend=extend,
        extended_with=entry.words("extended_with", (name,) if extend else None),
        adds=known_event(entry, "adds", entry.text("adds", None)),
        adds_length=entry.whole("adds_length", 0) or 0,
        per=_fact(entry, "per"),
        duty=entry.flag("duty", False),
        strict_from=_fact(entry, "strict_from"),
        cite=entry.text("cite"),
        note=entry.text("note", None),
        doubts=entry.words("doubts", None),
    )
    _check_sense(entry, rule)
    entry.done()
    return rule


def _length(entry: Entry) -> int | None:
    if entry.table.get("length") == _NO_NUMBER:
        entry.taken.add("length")
        return None
    return entry.whole("length")


def _effect(entry: Entry) -> str:
    name = known_event(entry, "if_missed", entry.text("if_missed", None))
    if name in entry.events and not entry.events[name].by_law:
        mend = f"Name what the law does when time runs out; a new one is declared as [effect.{name}_missed]."
        entry.problem("if_missed", f"names {name!r}, which people do.", mend)
    return name


def _fact(entry: Entry, key: str) -> str:
    """The fact named by a key; "" when the key is not given."""
    name = entry.text(key, None)
    if name and name not in FACTS:
        entry.problem(key, f"names the fact {name!r}.", f"Use one of: {', '.join(FACTS)}.")
    return name


def _patterns(entry: Entry, key: str, clock: str) -> Iterable[Pattern]:
    for text in entry.words(key):
        pattern = parse_pattern(text)
        if pattern is None:
            mend = "Write event, event:outcome, event!outcome, event.fact, event.fact? or @clock."
            entry.problem(key, f"has the pattern {text!r}.", mend)
            continue
        if pattern.event:
            known_event(entry, key, pattern.event)
        kind = entry.events.get(pattern.event)
        if kind is not None and pattern.fact and pattern.fact not in kind.facts:
            facts = ", ".join(kind.facts) or "none"
            entry.problem(
                key, f"asks {pattern.event!r} for the fact {pattern.fact!r}.", f"It carries: {facts}."
            )
        if pattern.clock == clock:
            entry.problem(key, "starts the clock from itself.", "Name another clock.")
        yield pattern


def _check_sense(entry: Entry, rule: ClockRule) -> None:
    """Refuse combinations that no law could mean."""
    if entry.table.get("length") == _NO_NUMBER and (rule.if_missed or rule.before):
        entry.problem(
            "length", "gives no number.", "Give a number, or drop if_missed and before: it cannot run out."
        )
    if rule.length is not None and rule.if_missed is None:
        entry.problem(
            "if_missed", "is missing.", 'Say what follows when time runs out; at least if_missed = "overdue".'
        )
    if bool(rule.adds) != bool(rule.adds_length):
        entry.problem("adds", "and adds_length go together.", "Give both or neither.")
    if rule.adds and rule.unit != "years":
        entry.problem("adds", "is understood for years only.", 'Set unit = "years" or drop adds.')
    if any(pattern.clock for pattern in rule.from_) and (len(rule.from_) > 1 or rule.per):
        entry.problem(
            "from", "mixes a clock with something else.", "A clock can only start from one clock, alone."
        )
    if rule.strict_from:
        _check_strict_from(entry, rule)
    if any(pattern.clock for pattern in rule.stops):
        entry.problem("stops", "names a clock.", "Only an event can stop a clock.")


def _check_strict_from(entry: Entry, rule: ClockRule) -> None:
    if rule.before or rule.adds or any(pattern.clock or pattern.fact for pattern in rule.from_):
        entry.problem(
            "strict_from",
            "does not fit this clock.",
            "It needs a clock that counts forward from an event's own day.",
        )
    for pattern in rule.from_:
        kind = entry.events.get(pattern.event)
        if kind is not None and rule.strict_from not in kind.facts:
            facts = ", ".join(kind.facts) or "none"
            entry.problem(
                "strict_from",
                f"asks {pattern.event!r} for the fact {rule.strict_from!r}.",
                f"It carries: {facts}.",
            )


def _check_links(group: Entry, rules: list[ClockRule]) -> None:
    """A clock may start from a clock above it, and move with a clock of its matter; nothing else."""
    seen: set[str] = set()
    names = {rule.name for rule in rules}
    for rule in rules:
        for pattern in rule.from_:
            if pattern.clock and pattern.clock not in seen and pattern.clock != rule.name:
                mend = f"Put [{group.path}.{pattern.clock}] above [{group.path}.{rule.name}]."
                group.problem(
                    f"{rule.name}.from", f"starts from {pattern.clock!r}, which is not above it.", mend
                )
        for other in rule.extended_with:
            if other not in names:
                mend = f"Name one of: {', '.join(sorted(names))}."
                group.problem(f"{rule.name}.extended_with", f"names the clock {other!r}.", mend)
        seen.add(rule.name)
