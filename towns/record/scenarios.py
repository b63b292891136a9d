"""Telling a story to the one door, day by day, to see where the law takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Min

from towns.access import tenancy
from towns.law import clocks as law_clocks
from towns.law.events import DAY_FACTS, EVENTS
from towns.ledger.entries import Entry
from towns.models import Case, Town
from towns.record import case_types, door, event_kinds
from towns.record.case_file import CaseFile, blank_case_file, law_of, open_case_file
from towns.record.steps import Regarding
from towns.roles import Role

#: Tells every step of a story: holds every role of the town, so that permissions are not what a story is about.
TELLER: Final = door.Actor(None, frozenset(Role.values))
WHY: Final = "Told in a story."
#: Facts that name the instance an event is about; what is supplied for it is about the same one.
_CARRIED: Final = ("board", "waiver", "hearing", "inspection", "stage", "point", "permit")
_OUTCOMES: Final = frozenset({"approved", "approved_with_conditions", "disapproved"})
#: What the one door is told beside the facts; a fact cannot go by one of these names.
_NOT_FACTS: Final = frozenset(
    {"step", "case", "by", "today", "at", "once", "seen", "override", "keep", "town", "matter"}
)


class BadStory(ValueError):
    """A story that cannot be read; the sentence names the field, the value and the mend."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One step of a story: a legal day, an event and its facts. `entered` is the day on which the town enters it;
    `case` names the case of a story over several."""

    on: date
    at: time | None
    event: str
    facts: Mapping[str, Any]
    entered: date
    case: str = ""


@dataclass(frozen=True, slots=True)
class CaseTold:
    """One case of a story: its name there, its town and matter, and the names of the cases it stands over."""

    name: str
    town: str
    matter: str
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A story as read from a file; one over a single case has one without a name."""

    cases: tuple[CaseTold, ...]
    until: date
    steps: tuple[Telling, ...]

    @property
    def several(self) -> bool:
        """Whether the story names its cases."""
        return bool(self.cases[0].name)

    @property
    def town(self) -> str:
        """The town of the first case."""
        return self.cases[0].town

    @property
    def matter(self) -> str:
        """The matter of the first case."""
        return self.cases[0].matter


@dataclass(slots=True)
class Told:
    """How a story went for one case: its principal and things, its ledger, its clocks on the last day, what was refused."""

    case: str = ""
    kind: str = ""
    answers_as: str = ""
    state: str = "draft"
    things: list[tuple[str, int, str, dict[str, Any]]] = field(default_factory=list)
    money: dict[str, str] | None = None
    ledger: list[Entry] = field(default_factory=list)
    clocks: list[law_clocks.Reading] = field(default_factory=list)
    refused: list[tuple[date, str, str]] = field(default_factory=list)
    number: str = ""


def read_story(table: Mapping[str, Any]) -> Story:
    """A story from its TOML table. Raises `BadStory`."""
    several = "case" in table
    known = {"until", "step", "name", "source", "expect"} | ({"case"} if several else {"town", "matter"})
    if unknown := set(table) - known:
        keys = "until, [[case]] and [[step]]" if several else "town, matter, until and [[step]]"
        raise BadStory(f"{min(unknown)}: no such key; use {keys}.")
    cases = _cases(table["case"]) if several else (_one_case(table),)
    rows = table.get("step", [])
    if not isinstance(rows, list) or not rows:
        raise BadStory("step: is missing; add at least one [[step]] with on and event.")
    told = tuple(_telling(place, row, cases) for place, row in enumerate(rows, start=1))
    until = table.get("until", max(step.entered for step in told))
    return Story(cases, _day("until", until)[0], told)


def _one_case(table: Mapping[str, Any]) -> CaseTold:
    for key in ("town", "matter"):
        if not isinstance(table.get(key), str):
            raise BadStory(f"{key}: is missing; add {key} = “…”.")
    return CaseTold("", table["town"], table["matter"])


def _cases(rows: Any) -> tuple[CaseTold, ...]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise BadStory("case: write each case as [[case]] with name, town and matter.")
    found: list[CaseTold] = []
    for place, row in enumerate(rows, start=1):
        where = f"case {place}"
        if unknown := set(row) - {"name", "town", "matter", "over"}:
            raise BadStory(f"{where}: {min(unknown)}: no such key; use name, town, matter and over.")
        for key in ("name", "town", "matter"):
            if not isinstance(row.get(key), str) or not row[key]:
                raise BadStory(f"{where}: {key}: is missing; add {key} = “…”.")
        over = row.get("over", [])
        earlier = {one.name: one for one in found}
        if not isinstance(over, list) or not all(name in earlier for name in over):
            raise BadStory(f"{where}: over: {over!r} must be a list of names of cases above it.")
        if row["name"] in earlier:
            raise BadStory(f"{where}: name: {row['name']!r} is used twice; give each case its own.")
        if any(earlier[name].town != row["town"] for name in over):
            raise BadStory(f"{where}: over: a case stands over cases of its own town only.")
        found.append(CaseTold(row["name"], row["town"], row["matter"], tuple(over)))
    return tuple(found)


def _telling(place: int, row: Mapping[str, Any], cases: Sequence[CaseTold]) -> Telling:
    where = f"step {place}"
    named = str(row.get("case", "")) if cases[0].name else ""
    if named not in {one.name for one in cases}:
        names = ", ".join(one.name for one in cases)
        raise BadStory(f"{where}: case: {row.get('case')!r} is no case of the story; name one of: {names}.")
    event = str(row.get("event"))
    known = event in EVENTS or event in {kind.name for kind in event_kinds.every()}
    if not known and event not in ("hearing_cancelled", "corrected"):
        raise BadStory(f"{where}: event: {event!r} is not an event; see docs/events.md for the names.")
    if "on" not in row:
        raise BadStory(f"{where}: on: is missing; add the legal day, on = 2026-11-05.")
    on, at = _day(f"{where}: on", row["on"])
    entered = _day(f"{where}: entered", row.get("entered", on))[0]
    if entered < on:
        raise BadStory(f"{where}: entered: {entered} is before the day it happened, {on}; give a later day.")
    own = {"on", "event", "entered", *(["case"] if named else [])}
    facts = {key: _plain(value) for key, value in row.items() if key not in own}
    if taken := _NOT_FACTS & facts.keys():
        raise BadStory(f"{where}: {min(taken)}: is not a fact; leave it out.")
    for name in DAY_FACTS & facts.keys():
        _day(f"{where}: {name}", facts[name])
    return Telling(on, at, event, facts, entered, named)


def _day(where: str, value: Any) -> tuple[date, time | None]:
    if isinstance(value, datetime):
        return value.date(), value.time()
    if isinstance(value, date):
        return value, None
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadStory(f"{where}: {value!r} is not a day; write it as 2026-11-05.") from None
    return moment.date(), moment.time() if "T" in value else None


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    return value


@dataclass(slots=True)
class _Teller:
    """A story under way: the towns and cases by their names in it, and how each went."""

    story: Story
    towns: Mapping[str, Town]
    cases: dict[str, Case] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)

    def town_of(self, one: CaseTold) -> Town:
        return self.towns[one.town]


def tell(story: Story, towns: Town | Mapping[str, Town], *, keep: bool = False) -> list[Told]:
    """Tell a story through the one door; nothing is left behind unless `keep`. One answer a case, in their order.

    Each day the cases are swept in their order just after midnight, then that day's steps are taken as told.
    """
    teller = _Teller(story, {towns.slug: towns} if isinstance(towns, Town) else towns)
    with transaction.atomic():
        for one in story.cases:
            teller.told[one.name] = Told(case=one.name)
        _tell(teller)
        for one in story.cases:
            with tenancy.town(teller.town_of(one)):
                _finish(teller, one)
        if not keep:
            transaction.set_rollback(True)
    return list(teller.told.values())


def _tell(teller: _Teller) -> None:
    story = teller.story
    by_name = {one.name: one for one in story.cases}
    by_day: dict[date, list[Telling]] = {}
    for step in story.steps:
        by_day.setdefault(step.entered, []).append(step)
    day: date | None = min(by_day)
    while day is not None and day <= story.until:
        for one in story.cases:
            if one.name in teller.cases:
                with tenancy.town(teller.town_of(one)):
                    _sweep(teller.cases[one.name], day, teller.told[one.name])
        for step in by_day.get(day, ()):
            one = by_name[step.case]
            with tenancy.town(teller.town_of(one)):
                _take(teller, one, step)
        day = _next_day(teller, day, by_day)


def _finish(teller: _Teller, one: CaseTold) -> None:
    """How the case stands on the story's last day."""
    told, case, town = teller.told[one.name], teller.cases.get(one.name), teller.town_of(one)
    if case is None:
        file = _blank(one, town, teller.story.until)
    else:
        file = open_case_file(Case.objects.get(pk=case.pk), town)
        told.ledger, told.number = file.entries, file.case.number
        told.clocks = file.readings(teller.story.until)
    told.kind, told.answers_as = file.type.name or file.matter.key, file.type.answers_as
    told.state = file.stage
    told.things = [
        (kind, number, str(thing.state), thing.facts())
        for kind, things in file.things.items()
        for number, thing in sorted(things.items())
    ]
    if file.type.money is not None:
        told.money = file.type.money(file, teller.story.until)


def _sweep(case: Case, day: date, told: Told) -> None:
    """Just after midnight: settle what ran out."""
    if not case.clocks.filter(status="running", expires__lt=day).exists():
        return
    try:
        door.settle_case(case, today=day)
    except door.Impossible as refusal:
        told.refused.append((day, "sweep", str(refusal)))


def _next_day(teller: _Teller, day: date, steps_on: Mapping[date, object]) -> date | None:
    """The next day on which something is told or something has run out; nothing happens on the days between."""
    coming = [told for told in steps_on if told > day]
    for one in teller.story.cases:
        case = teller.cases.get(one.name)
        if case is None:
            continue
        with tenancy.town(teller.town_of(one)):
            ends = case.clocks.filter(status="running", expires__gte=day).aggregate(first=Min("expires"))
        coming += [ends["first"] + timedelta(days=1)] if ends["first"] else []
    return min(coming, default=None)


def _take(teller: _Teller, one: CaseTold, step: Telling) -> None:
    """One step with all that it presupposes, or nothing; a refusal is noted and the story goes on."""
    before = teller.cases.get(one.name)
    try:
        with transaction.atomic():
            case = before
            for event in [*_missing(teller, one, case, step), None]:
                now = step if event is None else _supply(step, event)
                if case is None:
                    case = _open(teller, one, now)
                else:
                    _act(case, now)
            assert case is not None
            teller.cases[one.name] = case
    except (door.Impossible, door.SoftStops, door.NotAllowed, case_types.Unclaimed) as refusal:
        teller.told[one.name].refused.append((step.on, step.event, str(refusal)))


def _supply(step: Telling, event: str) -> Telling:
    return replace(step, event=event, at=None, facts=_supplied(event, step.facts))


def _blank(one: CaseTold, town: Town, on: date) -> CaseFile:
    """The case before its first event, in memory. Raises `Impossible` where the town has no such matter."""
    edition = door.edition_on(town, on)
    law = law_of(edition, town)
    if one.matter not in law.matters:
        raise door.Impossible(f"{town.name} has no business called {one.matter!r}.", field="matter")
    kind = law.matters[one.matter].kind
    return blank_case_file(
        Case(town=town, matter=one.matter, kind=kind, edition=edition, opened=on), town, law
    )


def _open(teller: _Teller, one: CaseTold, step: Telling) -> Case:
    """Open the case by the first event told or supplied: any that the case type has a step for."""
    file = _blank(one, teller.town_of(one), step.on)
    facts = dict(step.facts)
    missing = [name for name in one.over if name not in teller.cases]
    if missing:
        raise door.Impossible(f"{one.name} stands over {missing[0]}, which the story has not opened yet.")
    return door.open_case(
        town=file.town,
        matter=one.matter,
        by=TELLER,
        on=step.on,
        at=step.at,
        today=step.entered,
        step=_step_for(file, step.event),
        title=str(facts.pop("title", "" if one.over else "A story")),
        address=str(facts.pop("address", "")),
        map_lot=str(facts.pop("map_lot", "")),
        over=[teller.cases[name] for name in one.over],
        override=WHY,
        keep={},
        **facts,
    ).case


def _step_for(file: CaseFile, event: str) -> str:
    declared = file.type.step_for(event, file.matter)
    if declared is None:
        kind = EVENTS.get(event)
        if kind is not None and kind.by_law:
            raise door.Impossible(
                f"{event}: the law itself does this when a clock runs out; it cannot be told."
            )
        raise door.Impossible(f"{event}: nothing of this kind happens in a {file.matter.name}.")
    return declared.key


def _supplied(event: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an event that the story left out: the same board or waiver, and an approval where it decides."""
    facts: dict[str, Any] = {"supplied": True}
    facts |= {name: told[name] for name in _CARRIED if name in told}
    if event == "decided":
        facts["outcome"] = told["outcome"] if told.get("outcome") in _OUTCOMES else "approved"
    return facts


def _missing(teller: _Teller, one: CaseTold, case: Case | None, step: Telling) -> Sequence[str]:
    """What must be supplied before an event, first things first."""
    town = teller.town_of(one)
    file = open_case_file(Case.objects.get(pk=case.pk), town) if case else _blank(one, town, step.on)
    chain: list[str] = []
    wanted = step.event
    while (earlier := _presupposed(file, wanted, step.facts)) and earlier not in chain and earlier != wanted:
        chain.append(earlier)
        wanted = earlier
    return chain[::-1]


def _presupposed(file: CaseFile, event: str, told: Mapping[str, Any]) -> str | None:
    rule = file.type.presupposes.get(event)
    if isinstance(rule, Regarding):
        return rule.rule(file, told)
    return rule(file) if rule else None


def _act(case: Case, step: Telling) -> None:
    file = open_case_file(Case.objects.get(pk=case.pk), case.town)
    door.act(
        _step_for(file, step.event),
        case=case,
        by=TELLER,
        on=step.on,
        at=step.at,
        today=step.entered,
        override=WHY,
        **step.facts,
    )
