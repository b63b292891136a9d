"""The one door: every change of a case goes through here, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any
from uuid import UUID

from django.db import transaction
from structlog.contextvars import bound_contextvars

from towns import roles
from towns.access import permissions
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import BylawEdition, Case, CaseLink, Event, Town
from towns.record import case_types, consequences, duties, steps, twins
from towns.record.actors import SYSTEM, Actor, actor_for
from towns.record.case_file import CaseFile, law_of, open_case_file
from towns.record.numbers import next_number
from towns.record.settle import settle
from towns.record.store import write

__all__ = [
    "SYSTEM",
    "Act",
    "Actor",
    "Conflict",
    "Done",
    "Impossible",
    "NotAllowed",
    "SoftStops",
    "act",
    "act_together",
    "actor_for",
    "open_case",
    "settle_case",
]


class Conflict(Exception):
    """Something happened in the case since the person opened the page."""

    def __init__(self, case: Case, since: list[Entry]) -> None:
        super().__init__("Something happened since you opened this page.")
        self.case = case
        self.since = since


class NotAllowed(Exception):
    """The roles table does not let this person take this step."""


class SoftStops(Exception):
    """The step may go on only with a reason, by a person who may override."""

    def __init__(self, stops: tuple[steps.Stop, ...]) -> None:
        super().__init__(" ".join(stop.says for stop in stops))
        self.stops = stops


@dataclass(frozen=True, slots=True)
class Done:
    """What a step did: the case, the fact written, and whatever ran out or was taken back with it."""

    case: Case
    entry: Entry
    also: tuple[Entry, ...] = ()
    repeated: bool = False


def act(
    step: str,
    *,
    case: Case,
    by: Actor,
    on: date,
    today: date,
    at: time | None = None,
    once: UUID | None = None,
    seen: int | None = None,
    override: str = "",
    keep: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Done:
    """Take one step on a case, or nothing.

    `on` (and `at`) is the legal day in the town's zone, `today` the town's day. `once` makes a repeated call give the
    first answer. `seen` is the number of the last event that the person saw. `facts` go to the ledger as plain JSON
    without personal data; `keep` goes to the rows of the step's room. Raises `Conflict`, `NotAllowed`, `Impossible`,
    or `SoftStops` when the step needs an `override` reason; nothing is saved then.
    """
    with transaction.atomic(), bound_contextvars(town=case.town.slug, case=case.number, step=step):
        locked = _locked([case, *twins.of_correction(case, step, facts)])[case.pk]
        return _act(
            Act(step, locked, facts, keep or {}),
            by=by,
            on=on,
            today=today,
            at=at,
            once=once,
            seen=seen,
            override=override,
        )


@dataclass(frozen=True, slots=True)
class Act:
    """One of several steps that are taken together, each in its case."""

    step: str
    case: Case
    facts: Mapping[str, Any] = field(default_factory=dict)
    keep: Mapping[str, Any] = field(default_factory=dict)


def act_together(
    acts: Sequence[Act],
    *,
    by: Actor,
    on: date,
    today: date,
    at: time | None = None,
    once: UUID | None = None,
    seen: Mapping[str, int] | None = None,
    override: str = "",
) -> list[Done]:
    """Take one step in each of several cases of a town, or none: a joint hearing, a surety over several permits.

    The cases are locked by their ids. Each event names the other cases (`with`), so that a correction of one corrects
    all. `once` stands on the first; `seen` gives for each case, by number, the last event that the person saw. Raises
    as `act` does.
    """
    numbers = [one.case.number for one in acts]
    if len(set(numbers)) != len(numbers):
        raise Impossible("Each case can be named once.")
    with transaction.atomic():
        locked = _locked([one.case for one in acts])
        done: list[Done] = []
        for place, one in enumerate(acts):
            others = [number for number in numbers if number != one.case.number]
            facts = {**one.facts, **({"with": others} if others else {})}
            with bound_contextvars(town=one.case.town.slug, case=one.case.number, step=one.step):
                done.append(
                    _act(
                        replace(one, case=locked[one.case.pk], facts=facts),
                        by=by,
                        on=on,
                        today=today,
                        at=at,
                        once=once if place == 0 else None,
                        seen=(seen or {}).get(one.case.number),
                        override=override,
                    )
                )
            if done[0].repeated:
                return [done[0], *(_twin_of(done[0], locked[other.case.pk]) for other in acts[1:])]
        return done


def _twin_of(first: Done, case: Case) -> Done:
    """What the first of two clicks did in another of the cases."""
    file = open_case_file(case, case.town)
    entry = next(e for e in twins.in_case(file.entries, first.entry, first.case.number))
    return Done(case, entry, repeated=True)


def _locked(cases: Sequence[Case]) -> dict[int, Case]:
    """The cases, locked in the order of their ids, so that two people who lock several cannot wait for each other."""
    rows = Case.objects.select_for_update().select_related("town").filter(pk__in={case.pk for case in cases})
    return {row.pk: row for row in rows.order_by("pk")}


def _act(
    one: Act,
    *,
    by: Actor,
    on: date,
    today: date,
    at: time | None,
    once: UUID | None,
    seen: int | None,
    override: str,
) -> Done:
    locked = one.case
    file = open_case_file(locked, locked.town)
    declared = _step_of(file, one.step)
    if once is not None and (first := _given_before(file, once)):
        return Done(locked, first, repeated=True)
    if seen is not None and seen != locked.seq:
        raise Conflict(locked, [entry for entry in file.entries if entry.seq > seen])
    if roles.SYSTEM not in by.roles and not permissions.may(
        by.roles, declared.permission, locked.town.silence_confirmed_by
    ):
        raise NotAllowed(f"{declared.button}: your roles in {locked.town.name} do not include this.")
    if on > today:
        raise Impossible(
            f"{on:%a %b} {on.day} {on.year} has not come yet. Enter the day on which it happened.",
            field="on",
        )
    settle(file, today)
    entry = Entry(
        name=declared.event,
        on=on,
        at=at,
        facts=_plain(one.facts),
        by_id=by.person.pk if by.person else None,
        role=by.role_for(declared.permission, locked.town.silence_confirmed_by),
    )
    return _take(declared, file, entry, today=today, once=once, by=by, override=override, keep=one.keep)


def _step_of(file: CaseFile, key: str) -> steps.Step:
    """The step of this key, where cases of this type can take it; another department's is `Impossible`."""
    declared = file.type.step(key, file.matter)
    if declared is None:
        raise Impossible(f"{file.matter.name}: a case of this kind has no step {key!r}.")
    return declared


def _numbered(file: CaseFile, entry: Entry) -> Entry:
    """An event about a thing in the case carries its number: the last live thing's, else a new one."""
    for model in file.type.things:
        if entry.name in model.MOVES and model.KIND not in entry.facts:
            number = model.number_for(entry, file.things[model.KIND])
            entry = replace(entry, facts={**entry.facts, model.KIND: number})
    return entry


def _take(
    declared: steps.Step,
    file: CaseFile,
    entry: Entry,
    *,
    today: date,
    once: UUID | None,
    by: Actor,
    override: str,
    keep: Mapping[str, Any] | None,
    opening: bool = False,
) -> Done:
    steps.check_days(entry)
    if said := _plain(declared.told(keep or {})):
        entry = replace(entry, facts={**entry.facts, **said})
    entry = _numbered(file, declared.prepare(file, entry))
    declared.check(file, entry)
    unmoved = duties.stops(file, entry)
    stops = (*declared.stops(file, entry), *unmoved)
    if stops and (
        not override.strip() or not (by.roles & permissions.MAY["override"] or roles.SYSTEM in by.roles)
    ):
        raise SoftStops(stops)
    extra: dict[str, Any] = {}
    if stops:
        extra["overridden"] = [stop.key for stop in stops]
        extra["reason"] = override.strip()
    if defects := (*declared.defects(file, entry), *(stop.key for stop in unmoved)):
        extra["defects"] = list(dict.fromkeys(defects))
    entry = replace(entry, facts={**entry.facts, **extra}, seq=len(file.entries) + 1)
    file.entries.append(entry)
    file.fresh.append(entry)
    if once is not None:
        file.onces[entry.seq] = once
    for more in declared.then(file, entry):
        follower = replace(
            _numbered(file, more), by_id=entry.by_id, role=entry.role, seq=len(file.entries) + 1
        )
        file.entries.append(follower)
        file.fresh.append(follower)
    readings = settle(file, today)
    if not opening:
        entry = _mind_what_follows(file, entry, by=by, override=override)
    write(file, readings)
    declared.keep(file, entry, keep or {})
    return Done(file.case, entry, tuple(e for e in file.fresh if e.seq != entry.seq))


def _mind_what_follows(file: CaseFile, entry: Entry, *, by: Actor, override: str) -> Entry:
    """Soft stops for what the act alone makes of the law: an approval, a lapse or a loss, or one that was confirmed and
    is taken back. The entry carries them where a person went on."""
    stops = consequences.stops(file, entry)
    if not stops:
        return entry
    may = bool(by.roles & permissions.MAY["override"]) or roles.SYSTEM in by.roles
    confirmed = any(stop.key == consequences.CONFIRMED_TAKEN_BACK for stop in stops)
    if confirmed and roles.SYSTEM not in by.roles:
        may = file.town.silence_confirmed_by in by.roles
    if not override.strip() or not may:
        raise SoftStops(stops)
    facts = dict(entry.facts)
    facts["overridden"] = [*facts.get("overridden", ()), *(stop.key for stop in stops)]
    facts["reason"] = override.strip()
    if confirmed:
        facts["defects"] = [*facts.get("defects", ()), consequences.CONFIRMED_TAKEN_BACK]
    marked = replace(entry, facts=facts)
    file.entries[entry.seq - 1] = marked
    file.fresh[file.fresh.index(entry)] = marked
    return marked


def open_case(
    *,
    town: Town,
    matter: str,
    by: Actor,
    on: date,
    today: date,
    at: time | None = None,
    once: UUID | None = None,
    step: str = "",
    keep: Mapping[str, Any] | None = None,
    override: str = "",
    title: str = "",
    address: str = "",
    map_lot: str = "",
    over: Sequence[Case] = (),
    **facts: Any,
) -> Done:
    """Open a case by its first event, with a number of its own. Raises as `act` does.

    `over` are the cases that it is about (a surety's permits) or follows from: it is linked to them, joins the project
    file of the first, and takes place and title from it where none is given.
    """
    if on > today:
        raise Impossible(f"{on:%a %b} {on.day} {on.year} has not come yet.", field="on")
    try:
        return _open(
            town=town,
            matter=matter,
            by=by,
            on=on,
            today=today,
            at=at,
            once=once,
            step=step,
            keep=keep,
            override=override,
            place={"title": title, "address": address, "map_lot": map_lot},
            over=over,
            facts=facts,
        )
    except _Repeated as repeated:
        # The second of two clicks waited for the series' lock; its number went back with its savepoint.
        file = open_case_file(repeated.first.case, town)
        first = file.entries[repeated.first.seq - 1]
        return Done(repeated.first.case, first, repeated=True)


class _Repeated(Exception):
    def __init__(self, first: Event) -> None:
        super().__init__()
        self.first = first


def _open(
    *,
    town: Town,
    matter: str,
    by: Actor,
    on: date,
    today: date,
    at: time | None,
    once: UUID | None,
    step: str,
    keep: Mapping[str, Any] | None,
    override: str,
    place: Mapping[str, str],
    over: Sequence[Case],
    facts: Mapping[str, Any],
) -> Done:
    with transaction.atomic():
        edition = edition_on(town, on)
        law = law_of(edition, town)
        if matter not in law.matters:
            raise Impossible(f"{town.name} has no business called {matter!r}.", field="matter")
        kind = law.matters[matter].kind
        case_type = case_types.of(kind)
        declared = case_type.step(step or case_type.opens, law.matters[matter])
        if declared is None:
            raise Impossible(f"{law.matters[matter].name}: no case is opened by {step!r}.", field="matter")
        if roles.SYSTEM not in by.roles and not permissions.may(by.roles, declared.permission):
            raise NotAllowed(f"{declared.button}: your roles in {town.name} do not include this.")
        number = next_number(town, law.matters[matter].number_prefix, on.year)
        if once is not None and (first := Event.objects.filter(once=once).select_related("case").first()):
            raise _Repeated(first)
        filed_by = by.person if by.person and by.roles <= {roles.APPLICANT} else None
        first_over = over[0] if over else None
        if first_over is not None:
            place = {key: said or getattr(first_over, key) for key, said in place.items()}
        case = Case.objects.create(
            town=town,
            project_id=first_over.project_id if first_over else None,
            number=number,
            matter=matter,
            kind=kind,
            edition=edition,
            opened=on,
            filed_by=filed_by,
            title=place["title"] or place["address"] or number,
            address=place["address"],
            map_lot=place["map_lot"],
        )
        case_type.model._default_manager.create(**{"town": town, "case": case})
        CaseLink.objects.bulk_create(CaseLink(town=town, case=case, to=other, role="over") for other in over)
        file = open_case_file(case, town)
        entry = Entry(
            name=declared.event,
            on=on,
            at=at,
            facts=_plain(facts),
            by_id=by.person.pk if by.person else None,
            role=by.role_for(declared.permission),
        )
        return _take(
            declared,
            file,
            entry,
            today=today,
            once=once,
            by=by,
            override=override,
            keep=keep,
            opening=True,
        )


def settle_case(case: Case, *, today: date) -> tuple[Entry, ...]:
    """Settle one case as of `today`, as the sweep does. Answers what was written."""
    with transaction.atomic():
        locked = Case.objects.select_for_update().select_related("town").get(pk=case.pk)
        file = open_case_file(locked, locked.town)
        write(file, settle(file, today))
        return tuple(file.fresh)


def edition_on(town: Town, day: date) -> BylawEdition:
    """The edition in force on a day, or the oldest text we hold."""
    adopted = BylawEdition.objects.filter(town=town).lawful()
    found = adopted.filter(effective__lte=day).order_by("-effective", "-id").first()
    found = found or adopted.order_by("effective", "id").first()
    if found is None:
        raise Impossible(f"{town.name} has no adopted bylaw edition yet. Load or adopt one first.")
    return found


def _given_before(file: CaseFile, once: UUID) -> Entry | None:
    seq = next((seq for seq, token in file.onces.items() if token == once), None)
    return next((entry for entry in file.entries if entry.seq == seq), None) if seq else None


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as the ledger keeps them: days and times as ISO text, empty ones left out."""
    return {
        key: value.isoformat() if hasattr(value, "isoformat") else value
        for key, value in facts.items()
        if value not in (None, "", [], {})
    }
