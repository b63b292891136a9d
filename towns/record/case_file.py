"""A case opened on the table: its law, its story, its clocks and everything with a life, read together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from towns.law import clocks as law_clocks
from towns.law import schema
from towns.law.days import Calendar
from towns.law.days import ClosedDay as DeclaredDay
from towns.law.entries import BylawError
from towns.ledger.entries import Entry, story
from towns.ledger.stateful import Stateful, Thing
from towns.models import BylawEdition, Case, Clock, ClosedDay, Event, Hearing, Town
from towns.record import case_types
from towns.record.unreadable import Unread, Unreadable, unreadable_case, unreadable_text


@lru_cache(maxsize=512)
def _parsed(text: str, on: date | None, readings: tuple[tuple[str, str], ...]) -> schema.Bylaw:
    law = schema.parse(text, name="the edition", on=on)
    if not readings:
        return law
    asked = law.open_readings
    known = {key: choice for key, choice in readings if key in asked and choice in asked[key].choices}
    return schema.parse(text, name="the edition", on=on, settings=known)


def law_of(edition: BylawEdition, town: Town, kept: Mapping[str, str] | None = None) -> schema.Bylaw:
    """The bylaw that an edition holds, with the readings the town chose; parsed once in this process.

    `kept`: readings under which a case stays although the town has since chosen others.
    A choice that the town made where a later text is unclear means nothing to an earlier text without that question.
    Raises `Unreadable`.
    """
    try:
        readings = {**town.readings, **(kept or {})}
        return _parsed(edition.text, edition.effective, tuple(sorted(readings.items())))
    except BylawError as wrong:
        raise unreadable_text(edition, wrong) from wrong


def laws_of(editions: Iterable[BylawEdition], town: Town) -> tuple[dict[int, schema.Bylaw], dict[int, str]]:
    """The bylaws of several editions by their row, and for each that cannot be read the sentence that says so."""
    laws: dict[int, schema.Bylaw] = {}
    unread: dict[int, str] = {}
    for edition in editions:
        try:
            laws[edition.pk] = law_of(edition, town)
        except Unreadable as why:
            unread[edition.pk] = str(why)
    return laws, unread


def calendar_of(town: Town, law: schema.Bylaw, closed: Iterable[ClosedDay]) -> Calendar:
    """The town's closed days: legal holidays, Saturdays where town hall is shut, and days it declared."""
    days = tuple(
        DeclaredDay(on=row.on, name=row.name, cite=row.cite, declared=row.declared) for row in closed
    )
    return _calendar(law.calendar, town.saturday_closed, days)


@lru_cache(maxsize=1024)
def _calendar(calendar: Calendar, saturday_closed: bool, days: tuple[DeclaredDay, ...]) -> Calendar:
    return calendar.of_town(saturday_closed=saturday_closed, closed_days=days)


def events_of(matter: schema.Matter) -> frozenset[str]:
    """Every event that a matter's clocks and gates speak of."""
    named = {p.event for rule in matter.clocks for p in (*rule.from_, *rule.stops) if p.event}
    named |= {rule.adds for rule in matter.clocks if rule.adds}
    return frozenset(named | {need for gate in matter.gates for need in gate.needs})


def notice_events(matter: schema.Matter) -> frozenset[str]:
    """The events that prove the ways of notice which the matter's law asks for before a hearing."""
    rules = [
        rule
        for rule in matter.clocks
        if rule.if_missed == "notice_defective" and rule.unit != "business_hours"
    ]
    return frozenset(pattern.event for rule in rules for pattern in rule.stops if pattern.event)


@dataclass(slots=True)
class CaseFile:
    """Everything the one door needs to judge a step, and everything a case page shows."""

    case: Case
    town: Town
    law: schema.Bylaw
    calendar: Calendar
    entries: list[Entry]
    type: case_types.CaseType
    principal: Stateful
    things: dict[str, dict[int, Thing]]
    clocks: dict[tuple[str, str], Clock]
    fresh: list[Entry] = field(default_factory=list)
    onces: dict[int, Any] = field(default_factory=dict)
    moved: bool = False
    stored: dict[tuple[str, int], tuple[Any, ...]] = field(default_factory=dict)
    _told: tuple[int, list[Entry]] | None = None

    @property
    def matter(self) -> schema.Matter:
        """The kind of business, as the bylaw has it."""
        return self.law.matters[self.case.matter]

    @property
    def story(self) -> list[Entry]:
        """What stands after corrections. Entries are only ever appended, so their number says whether to read anew."""
        if self._told is None or self._told[0] != len(self.entries):
            self._told = len(self.entries), story(self.entries)
        return self._told[1]

    @property
    def notice_events(self) -> frozenset[str]:
        """The events that prove the ways of notice which the matter's law asks for before a hearing."""
        return notice_events(self.matter)

    def readings(self, on: date) -> list[law_clocks.Reading]:
        """Every clock of the case as it stands on a day."""
        return law_clocks.read(self.matter, law_story(self.story), on, self.calendar)

    def last(self, name: str) -> Entry | None:
        """The latest standing event of this name."""
        return next((entry for entry in reversed(self.story) if entry.name == name), None)

    def has(self, name: str) -> bool:
        """Whether an event of this name stands."""
        return any(entry.name == name for entry in self.story)

    @property
    def stage(self) -> str:
        """The principal's state as the replay left it."""
        return str(self.principal.state)

    @property
    def hearings(self) -> dict[int, Hearing]:
        """The hearings of the case by number; none where its type has none."""
        return self.things.get(Hearing.KIND, {})  # type: ignore[return-value]

    @property
    def live_hearing(self) -> Hearing | None:
        """The hearing that is planned or under way, else the last one held."""
        rows = [row for row in self.hearings.values() if row.state != Hearing.State.CANCELLED]
        return rows[-1] if rows else None

    def live(self, kind: str) -> list[Thing]:
        """The things of a kind from which something still follows, by number."""
        return [thing for thing in self.things.get(kind, {}).values() if str(thing.state) not in thing.ENDED]


def law_story(entries: Iterable[Entry]) -> list[law_clocks.Event]:
    """The story in the law engine's own terms; a hearing that was cancelled starts no clock."""
    entries = list(entries)
    cancelled = {Hearing.number_in(e) for e in entries if e.name == "hearing_cancelled"}
    told = []
    for entry in entries:
        if entry.name == "hearing_scheduled" and Hearing.number_in(entry) in cancelled:
            continue
        facts = {key: value for key, value in entry.facts.items() if isinstance(value, str)}
        told.append(law_clocks.Event(entry.name, entry.moment, facts))
    return told


def entry_of(event: Event) -> Entry:
    """A stored event as an entry."""
    return Entry(
        name=event.name,
        on=event.on,
        at=event.at,
        facts=event.facts,
        by_id=event.by_id,
        role=event.role,
        seq=event.seq,
        recorded=event.recorded,
    )


def columns_of(thing: Thing) -> tuple[Any, ...]:
    """What the door writes of a thing in a case, to tell whether a step changed it."""
    return tuple(getattr(thing, name) for name in ("state", *thing.TOLD))


def open_case_files(cases: Iterable[Case], town: Town) -> list[CaseFile]:
    """Open several cases of one town with a fixed number of queries. Raises `Unreadable` where one cannot be opened."""
    unread: dict[int, Unread] = {}
    files = open_readable(cases, town, unread)
    for one in unread.values():
        raise Unreadable(one.says)
    return files


def open_readable(cases: Iterable[Case], town: Town, unread: dict[int, Unread]) -> list[CaseFile]:
    """Open those of several cases that can be opened; the others are put into `unread`, each with its sentence."""
    asked, cases = list(cases), []
    for case in asked:
        if case_types.is_claimed(case.kind):
            cases.append(case)
            continue
        why = f"No part of this product reads cases of the kind {case.kind!r}, as {case.number} is; an operator must look at it."
        unread[case.pk] = Unread(case, why)
    ids = [case.pk for case in cases]
    events: dict[int, list[Entry]] = {pk: [] for pk in ids}
    onces: dict[int, dict[int, Any]] = {pk: {} for pk in ids}
    told = Event.objects.filter(case_id__in=ids).order_by("case_id", "seq")
    for case_id, once, name, on, at, facts, by_id, role, seq, recorded in told.values_list(
        "case_id", "once", "name", "on", "at", "facts", "by_id", "role", "seq", "recorded"
    ):
        events[case_id].append(Entry(name, on, at, facts, by_id, role, seq, recorded))
        if once:
            onces[case_id][seq] = once
    clocks: dict[int, dict[tuple[str, str], Clock]] = {pk: {} for pk in ids}
    for clock in Clock.objects.filter(case_id__in=ids).order_by("position"):
        clocks[clock.case_id][clock.name, clock.of] = clock
    editions = {e.pk: e for e in BylawEdition.objects.filter(pk__in={case.edition_id for case in cases})}
    principals = case_types.load(cases)
    things = case_types.load_things(cases)
    declared = list(ClosedDay.objects.all())
    laws, unread_texts = laws_of(editions.values(), town)
    files = []
    for case in cases:
        if why := unread_texts.get(case.edition_id) or _missing(case, laws[case.edition_id], principals):
            unread[case.pk] = Unread(case, why)
            continue
        law = laws[case.edition_id]
        if case.kept_readings:
            law = law_of(editions[case.edition_id], town, case.kept_readings)
        file = CaseFile(
            case=case,
            town=town,
            law=law,
            calendar=calendar_of(town, law, declared),
            entries=events[case.pk],
            type=case_types.of(case.kind),
            principal=principals[case.pk],
            things=things[case.pk],
            clocks=clocks[case.pk],
            onces=onces[case.pk],
            stored={
                (kind, number): columns_of(row)
                for kind, rows in things[case.pk].items()
                for number, row in rows.items()
            },
        )
        files.append(file)
    return files


def _missing(case: Case, law: schema.Bylaw, principals: Mapping[int, Stateful]) -> str:
    """What a case lacks without which nothing can be read of it; "" where nothing is missing."""
    if case.matter not in law.matters:
        return (
            f"{case.number} is pinned to “{law.edition}”, which has no business called {case.matter!r}; "
            "an operator must look at it."
        )
    if case.pk not in principals:
        return f"The row that holds the state of {case.number} is missing; an operator must look at it."
    return ""


def open_case_file(case: Case, town: Town) -> CaseFile:
    """Open one case. Raises `Unreadable`."""
    return open_case_files([case], town)[0]


def open_to_show(case: Case, town: Town, today: date) -> CaseFile:
    """Open one case for its page, and read its clocks once: what cannot be read raises `Unreadable` here."""
    file = open_case_file(case, town)
    try:
        file.readings(today)
    except Exception as trouble:
        raise unreadable_case(case, trouble) from trouble
    return file


def blank_case_file(case: Case, town: Town, law: schema.Bylaw) -> CaseFile:
    """A case before its first event, in memory: what its law and type make of it."""
    case_type = case_types.of(case.kind)
    return CaseFile(
        case=case,
        town=town,
        law=law,
        calendar=calendar_of(town, law, ClosedDay.objects.all()),
        entries=[],
        type=case_type,
        principal=case_type.model(),
        things={model.KIND: {} for model in case_type.things},
        clocks={},
    )
