"""Loads a town's bylaw file on the state layer, strictly: whatever is unknown, doubled or uncited is an error."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from towns.law import (
    board_rules,
    clock_rules,
    declared,
    determination_schema,
    fines_schema,
    inspection_rules,
    order_contents,
    paper_words,
    parts,
    passages,
    schema_versions,
    state_layer,
    surety_rules,
    tolling,
)
from towns.law.board_rules import LONGEST_LINE
from towns.law.days import Calendar, ClosedDay
from towns.law.entries import BylawError, Entry, Problem
from towns.law.rules import (
    KINDS,
    BoardRule,
    Bylaw,
    ClockRule,
    GateRule,
    Matter,
    NoticeRule,
    OpenReading,
    SubmissionRule,
    Successor,
)
from towns.law.state_layer import StateLayer
from towns.law.versions import REACHES, amendment_faults, as_of, choose, editions_in, reaches_pending

__all__ = [
    "MATTER_SECTIONS",
    "SECTIONS",
    "TOWNS",
    "BoardRule",
    "Bylaw",
    "BylawError",
    "ClockRule",
    "Elsewhere",
    "GateRule",
    "Matter",
    "NoSuchTown",
    "NoticeRule",
    "OpenReading",
    "SubmissionRule",
    "Successor",
    "also_ask",
    "dump",
    "load",
    "parse",
]

FOLDER = Path(__file__).parent.parent / "bylaws"
STATE = "massachusetts"
#: The towns whose law is shipped.
TOWNS = tuple(sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != STATE))

#: Other parts of the law add their tables here: the key in the file → who reads it. The reader gets
#: (holder, key) and takes `holder.entry(key)`, `holder.entries(key)` or a plain value; what it returns stands in
#: `Bylaw.sections[key]`. A key that nobody claims is an error.
SECTIONS: dict[str, Callable[[Entry, str], Any]] = {
    "fines": fines_schema.fine_rule,
    "costs": fines_schema.cost_rule,
    "condition": board_rules.conditions,
    "definition": passages.definitions,
    "clause": passages.clauses,
    "numbering": passages.numbering,
}
#: The same for keys inside [matter.NAME]; the result stands in `Matter.sections[key]`.
MATTER_SECTIONS: dict[str, Callable[[Entry, str], Any]] = {
    "threshold": determination_schema.thresholds,
    "exemption": determination_schema.exemptions,
    "remark": determination_schema.remarks,
    "quote": paper_words.quoted,
    "sense": board_rules.sense,
    "referral": board_rules.referrals,
    "finding": board_rules.findings,
    "vote": board_rules.vote,
    "waiver": board_rules.waiver,
    "still_needed": board_rules.still_needed,
    "on_denial": board_rules.on_denial,
    "beside": board_rules.beside,
    "rescission": board_rules.rescission,
    "article": parts.articles,
    "lapse": parts.lapse,
    "surety": surety_rules.surety,
    "inspections": inspection_rules.inspections,
    order_contents.KEY: order_contents.contents,
}


class NoSuchTown(LookupError):
    """A town whose law we do not hold; its first argument is a sentence."""


#: Asked for the law of a town that is not shipped: (slug, day) → its law, or None for a town it does not know.
Elsewhere = Callable[[str, date | None], Bylaw | None]
_elsewhere: list[Elsewhere] = []


def also_ask(holder: Elsewhere) -> None:
    """Let `load` ask here too for a town that is not shipped, as for one whose law was imported."""
    if holder not in _elsewhere:
        _elsewhere.append(holder)


def load(town_slug: str, on: date | None = None) -> Bylaw:
    """The law of a town as it stood on a day (None, or a day before the oldest text: the oldest text we hold): the
    shipped one, else one that was imported. LookupError with a sentence if we hold none."""
    if town_slug not in TOWNS:
        for holder in _elsewhere:
            if (found := holder(town_slug, on)) is not None:
                return found
        raise NoSuchTown(
            f"We hold no law for the town {town_slug!r}. Give one of: {', '.join(TOWNS)}, or a town whose law was imported."
        )
    bylaw = _shipped(town_slug, None)
    in_force = [day for day in bylaw.amended if on is not None and day <= on]
    return _shipped(town_slug, in_force[-1]) if in_force else bylaw


@lru_cache(maxsize=256)
def _shipped(slug: str, on: date | None) -> Bylaw:
    return parse((FOLDER / f"{slug}.toml").read_text("utf-8"), name=f"{slug}.toml", on=on)


def parse(
    text: str,
    *,
    name: str,
    state: str | None = None,
    on: date | None = None,
    settings: Mapping[str, str] | None = None,
) -> Bylaw:
    """The law in a file's text, as it stood `on` a day (None: the oldest text it holds) and with the town's
    readings. Raises BylawError naming every fault. `state` is the state layer's text (None: the shipped one)."""
    problems: list[Problem] = []
    layer_text = (FOLDER / f"{STATE}.toml").read_text("utf-8") if state is None else state
    layer = schema_versions.without_version(_read_toml(layer_text, f"{STATE}.toml", problems))
    told = schema_versions.upgrade(_read_toml(text, name, problems), name, problems)
    problems += amendment_faults(told.document, name)
    if problems:
        raise BylawError(problems)
    editions = editions_in(told.document)
    document = choose(as_of(told.document, on), settings or {}, name, problems)
    bylaw = _parse_town(
        Entry(name, "", document, problems),
        Entry(f"{STATE}.toml", "", layer, problems),
        text,
        editions,
        settings or {},
        told,
        on,
        as_adopted=state is None,
    )
    if problems:
        raise BylawError(problems)
    return bylaw


def dump(bylaw: Bylaw) -> str:
    """The same TOML from which the law was read, comments and all."""
    return bylaw.text


def _read_toml(text: str, name: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        mend = "Each key stands once; text goes in quotes."
        problems.append(Problem(name, "(whole file)", f"is not TOML: {error}.", mend))
        return {}


def _parse_town(
    entry: Entry,
    layer: Entry,
    text: str,
    editions: tuple[date, ...],
    settings: Mapping[str, str],
    told: schema_versions.Upgraded,
    on: date | None,
    *,
    as_adopted: bool,
) -> Bylaw:
    state = state_layer.read(layer)
    side_times = board_rules.state_times(layer)
    tolled = tolling.acts(layer)
    layer.done()
    town = entry.entry("town")
    slug, name = town.text("slug"), town.text("name")
    county, bylaw_name, note = town.text("county"), town.text("bylaw"), town.text("note", None)
    town.done()
    edition = entry.entry("edition")
    label, effective = edition.text("label"), edition.day("effective", None)
    edition.flag(REACHES, False)
    edition.done()
    calendar = _parse_calendar(entry, state)
    entry.events, effects = declared.kinds(entry)
    boards = {key: _parse_board(key, board) for key, board in entry.named("board")}
    matters = _parse_matters(entry, boards, state, _as_adopted(told, state) if as_adopted else state)
    _check_prefixes(entry, matters)
    readings = {key: _parse_reading(key, reading) for key, reading in entry.named("reading")}
    sections = {key: reader(entry, key) for key, reader in SECTIONS.items() if entry.has(key)}
    entry.done(
        "Known at the top: schema, town, edition, calendar, event, effect, board, matter, reading, "
        + ", ".join(SECTIONS)
    )
    sections[board_rules.BESIDE] = side_times
    sections[tolling.TOLLING] = tolled
    law = Bylaw(
        slug=slug,
        name=name,
        county=county,
        bylaw=bylaw_name,
        note=note,
        edition=label,
        effective=effective,
        calendar=calendar,
        boards=MappingProxyType(boards),
        matters=MappingProxyType(matters),
        open_readings=MappingProxyType(readings),
        sections=MappingProxyType(sections),
        text=text,
        amended=editions,
        events=entry.events,
        effects=effects,
        chosen=MappingProxyType(dict(settings)),
        version=told.version,
        supplied=told.supplied,
        reaches_pending=reaches_pending(told.document, on),
    )
    board_rules.check_links(law, entry)
    passages.check_links(law, entry)
    return law


def _check_prefixes(entry: Entry, matters: Mapping[str, Matter]) -> None:
    """Case numbers are told apart by their prefix."""
    used: dict[str, str] = {}
    for key, matter in matters.items():
        other = used.setdefault(matter.number_prefix, key)
        if other != key and matter.number_prefix:
            fault = f"is {matter.number_prefix!r}, as for {other}."
            entry.problem(f"matter.{key}.number_prefix", fault, "Give each matter its own prefix.")


def _as_adopted(told: schema_versions.Upgraded, state: StateLayer) -> StateLayer:
    """The state layer that the text's own matters stand on: an older text's are those with which it was adopted."""
    clocks = schema_versions.statute_clocks(told.version)
    return state if clocks is None else replace(state, clocks=clocks, matters={})


def _parse_matters(
    entry: Entry, boards: Mapping[str, BoardRule], state: StateLayer, then: StateLayer
) -> dict[str, Matter]:
    """The town's matters, each laid over that of the same key in the state layer it was adopted with (`then`), and
    after them those of today's `state` layer that no text of the town sets out."""
    matters: dict[str, Matter] = {}
    for key, own in entry.named("matter"):
        own.table = {**then.matters.get(key, {}), **own.table}
        matters[key] = _parse_matter(key, own, boards, then)
    if not matters:
        entry.problem("matter", "is missing.", "Add at least one [matter.NAME].")
        return matters
    board = next(
        (m.board for m in matters.values() if m.kind == "permit"), next(iter(matters.values())).board
    )
    used = {matter.number_prefix for matter in matters.values()}
    for key, table in state.matters.items():
        if key in matters:
            continue
        prefix = key.replace("_", "").upper() if table.get("number_prefix") in used else None
        laid = {"board": board, **table, **({"number_prefix": prefix} if prefix else {})}
        inherited = Entry(f"{STATE}.toml", f"matter.{key}", laid, entry.problems, events=entry.events)
        matters[key] = _parse_matter(key, inherited, boards, state, inherited=True)
    return matters


def _parse_calendar(entry: Entry, state: StateLayer) -> Calendar:
    table = entry.entry("calendar")
    saturday_closed = table.flag("saturday_closed", True)
    saturday_cite = table.text("saturday_cite", state.saturday_cite)
    roll_cite = table.text("roll_cite", state.roll_cite)
    closed = []
    for item in table.entries("closed_day"):
        on, declared = item.day("on"), item.day("declared", None)
        name, cite = item.text("name"), item.text("cite")
        item.done()
        if on is not None:
            closed.append(ClosedDay(on, name, cite, declared))
    table.done()
    return Calendar(
        state.holidays,
        saturday_closed=saturday_closed,
        closed_days=closed,
        roll_cite=roll_cite,
        saturday_cite=saturday_cite,
    )


def _parse_board(key: str, entry: Entry) -> BoardRule:
    successors = []
    for item in entry.entries("successor"):
        successors.append(Successor(item.text("name"), item.day("since", None), item.text("cite")))
        item.done()
    board = BoardRule(key, entry.text("name"), entry.text("cite"), tuple(successors))
    entry.done()
    return board


def _parse_matter(
    key: str, entry: Entry, boards: Mapping[str, BoardRule], state: StateLayer, *, inherited: bool = False
) -> Matter:
    board = entry.text("board")
    if board and board not in boards:
        entry.problem(
            "board", f"names {board!r}.", f"Add [board.{board}] or name one of: {', '.join(boards)}."
        )
    clocks = clock_rules.parse_clocks(entry, state.clocks)
    names = {rule.name for rule in clocks}
    matter = Matter(
        key=key,
        kind=entry.choice("kind", KINDS),
        name=entry.text("name"),
        board=board,
        cite=entry.text("cite", None) if inherited else entry.text("cite"),
        number_prefix=entry.text("number_prefix"),
        note=entry.text("note", None),
        voided_by=clock_rules.known_event(entry, "voided_by", entry.text("voided_by", "withdrawn")),
        clocks=clocks,
        notices=tuple(_parse_notice(item, names) for item in entry.entries("notice")),
        submissions=tuple(_parse_submission(item) for item in entry.entries("submission")),
        gates=tuple(_parse_gate(item) for item in entry.entries("gate")),
        sections=MappingProxyType(
            {name: reader(entry, name) for name, reader in MATTER_SECTIONS.items() if entry.has(name)}
        ),
        events=entry.events,
        inherited=inherited,
    )
    entry.done()
    return matter


def _parse_notice(entry: Entry, clocks: set[str]) -> NoticeRule:
    clock = entry.text("clock", None)
    if clock and clock not in clocks:
        entry.problem(
            "clock", f"names {clock!r}.", f"Name one of this matter's clocks: {', '.join(sorted(clocks))}."
        )
    notice = NoticeRule(
        kind=entry.text("kind"),
        by=entry.text("by"),
        who_sends=entry.text("who_sends"),
        to=entry.text("to", None),
        clock=clock,
        says=entry.text("says", None),
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    entry.done()
    return notice


def _parse_submission(entry: Entry) -> SubmissionRule:
    submission = SubmissionRule(
        key=entry.text("key"),
        text=entry.text("text"),
        to=entry.text("to"),
        copies=entry.whole("copies", 1, least=1) or 1,
        cite=entry.text("cite"),
        group=entry.text("group", None),
        prepared_by=entry.words("prepared_by", None),
        says=entry.text("says", None),
        note=entry.text("note", None),
    )
    if len(submission.text) > LONGEST_LINE:
        mend = "Shorten it to one line of a checklist and quote the law in says."
        entry.problem("text", f"has {len(submission.text)} letters; a line holds {LONGEST_LINE}.", mend)
    entry.done()
    return submission


def _parse_gate(entry: Entry) -> GateRule:
    gate = GateRule(
        key=entry.text("key"),
        act=clock_rules.known_event(entry, "act", entry.text("act")),
        outcomes=entry.words("outcomes", None),
        needs=tuple(clock_rules.known_event(entry, "needs", name) for name in entry.words("needs")),
        says=entry.text("says"),
        cite=entry.text("cite"),
    )
    entry.done()
    return gate


def _parse_reading(key: str, entry: Entry) -> OpenReading:
    choices: dict[str, str] = {}
    sets: dict[str, Mapping[str, Any]] = {}
    for name, item in entry.named("choices"):
        choices[name] = item.text("says")
        sets[name] = MappingProxyType(dict(item.entry("set").table))
        item.done()
    reading = OpenReading(
        key=key,
        question=entry.text("question"),
        words=entry.text("words", None),
        choice=entry.text("choice"),
        choices=MappingProxyType(choices),
        sets=MappingProxyType(sets),
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    if reading.choice and reading.choice not in choices:
        entry.problem(
            "choice", f"is {reading.choice!r}.", f"Choose one of: {', '.join(choices) or '(none given)'}."
        )
    entry.done()
    return reading
