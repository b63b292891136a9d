"""Putting a case file back on the shelf: new events with their hashes, states, clocks and the case's own summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Model
from django.utils import timezone

from towns.law.clocks import Reading
from towns.ledger.entries import GENESIS, digest
from towns.ledger.stateful import Thing
from towns.models import Case, Clock, Event
from towns.record.case_file import CaseFile, columns_of
from towns.record.settle import is_held
from towns.record.urgency import pressing

_SUMMARY = ["seq", "head", "stage", "next_clock", "next_due", "held", "closed", "swept_badly"]


def write(file: CaseFile, readings: list[Reading]) -> None:
    """Save everything that changed in a case file. Runs inside the one door's transaction, on a locked case."""
    write_all([(file, readings)])


def write_all(pairs: Sequence[tuple[CaseFile, list[Reading]]]) -> None:
    """Save several case files of one town with a few statements for all of them; all of it or, when one fails, nothing."""
    files = [file for file, _ in pairs]
    _write_events(files)
    _write_states(files)
    refresh_all(pairs)
    for file, readings in pairs:
        summarise(file, readings)
    cases = [file.case for file in files]
    _rewrite(Case, cases, _SUMMARY)


def _write_events(files: Iterable[CaseFile]) -> None:
    now = timezone.now()
    rows: list[Event] = []
    for file in files:
        case = file.case
        previous = case.head or GENESIS
        for written in file.fresh:
            entry = replace(written, recorded=now)
            file.entries[entry.seq - 1] = entry
            chained = digest(previous, town_id=case.town_id, case_id=case.pk, entry=entry)
            rows.append(
                Event(
                    town_id=case.town_id,
                    case=case,
                    seq=entry.seq,
                    name=entry.name,
                    on=entry.on,
                    at=entry.at,
                    facts=dict(entry.facts),
                    by_id=entry.by_id,
                    role=entry.role,
                    recorded=now,
                    once=file.onces.get(entry.seq),
                    previous=previous,
                    hash=chained,
                )
            )
            previous = chained
            case.seq, case.head = entry.seq, chained
    if rows:
        Event.objects.bulk_create(rows)


def _write_states(files: Iterable[CaseFile]) -> None:
    principals: dict[type[Any], list[Any]] = {}
    new: dict[type[Thing], list[Any]] = {}
    changed: dict[type[Thing], list[Any]] = {}
    for file in files:
        if file.moved:
            principals.setdefault(type(file.principal), []).append(file.principal)
        for model in file.type.things:
            for number, thing in file.things[model.KIND].items():
                key, now = (model.KIND, number), columns_of(thing)
                if thing._state.adding:
                    new.setdefault(model, []).append(thing)
                elif file.stored.get(key) != now:
                    changed.setdefault(model, []).append(thing)
                file.stored[key] = now
    for principal, rows in principals.items():
        _rewrite(principal, rows, ["state"])
    for model, rows in new.items():
        model._default_manager.bulk_create(rows)
    for model, rows in changed.items():
        _rewrite(model, rows, ["state", *model.TOLD])


def _rewrite(model: type[Model], rows: Sequence[Any], names: Sequence[str]) -> None:
    """Update these columns of several rows with one statement; Django's own way builds a CASE for every value."""
    if not rows:
        return
    fields: list[Any] = [model._meta.get_field(name) for name in ("id", *names)]
    columns = [connection.ops.quote_name(field.column) for field in fields]
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows] for field in fields
    ]
    # The key's own column type is an identity; what refers to it has the plain type.
    types = [
        field.rel_db_type(connection) if field.primary_key else field.db_type(connection) for field in fields
    ]
    lists = ", ".join(f"%s::{kind}[]" for kind in types)
    sets = ", ".join(f"{column} = fresh.{column}" for column in columns[1:])
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {sets} FROM unnest({lists}) AS fresh({', '.join(columns)}) "
            f"WHERE {table}.id = fresh.id",
            values,
        )
        if cursor.rowcount != len(rows):
            raise DatabaseError(
                f"{len(rows) - cursor.rowcount} rows of {table} are gone or belong to another town."
            )


def refresh_clocks(file: CaseFile, readings: list[Reading]) -> bool:
    """Make the cache of clocks follow the readings. Answers whether anything differed."""
    return refresh_all([(file, readings)])


def refresh_all(pairs: Iterable[tuple[CaseFile, list[Reading]]]) -> bool:
    """Make the cache of clocks of several case files follow their readings. Answers whether anything differed."""
    new: list[tuple[CaseFile, Clock]] = []
    changed: list[Clock] = []
    gone: list[int] = []
    for file, readings in pairs:
        wanted = {(row.name, row.of): row for row in clock_rows(file, readings)}
        for key, row in wanted.items():
            cached = file.clocks.get(key)
            if cached is None:
                new.append((file, row))
            elif _differs(cached, row):
                for name in _CACHED:
                    setattr(cached, name, getattr(row, name))
                changed.append(cached)
        gone += [row.pk for key, row in file.clocks.items() if key not in wanted]
        file.clocks = {key: row for key, row in file.clocks.items() if key in wanted}
    if gone:
        Clock.objects.filter(pk__in=gone).delete()
    _rewrite(Clock, changed, _CACHED)
    if new:
        Clock.objects.bulk_create([row for _, row in new])
        for file, row in new:
            file.clocks[row.name, row.of] = row
    return bool(new or gone or changed)


_CACHED = ["position", "started", "strict", "due", "due_on", "expires", "status", "if_missed"]


def _differs(one: Clock, other: Clock) -> bool:
    return any(getattr(one, name) != getattr(other, name) for name in _CACHED)


def differing(file: CaseFile, wanted: list[Clock]) -> list[str]:
    """Where the cache differs from freshly read clocks, as lines for a person."""
    fresh = {(row.name, row.of): row for row in wanted}
    lines = [
        f"clock {name} {of} is not in the cache".rstrip()
        for name, of in fresh
        if (name, of) not in file.clocks
    ]
    for key, row in file.clocks.items():
        if key not in fresh:
            lines.append(f"clock {row.name} {row.of} should not be there".rstrip())
        elif _differs(row, fresh[key]):
            new = fresh[key]
            lines.append(
                f"clock {row.name}: cached {row.status} {row.due}, by the ledger {new.status} {new.due}"
            )
    return lines


def clock_rows(file: CaseFile, readings: list[Reading]) -> list[Clock]:
    """The readings as rows of the cache, unsaved."""
    return [
        Clock(
            town_id=file.case.town_id,
            case=file.case,
            position=place,
            name=r.clock,
            of=r.of or "",
            started=_text(r.started),
            strict=_text(r.strict),
            due=_text(r.due),
            due_on=_day(r.due),
            expires=r.expires,
            status=r.status,
            if_missed=r.if_missed or "",
        )
        for place, r in enumerate(readings)
    ]


def _text(moment: date | datetime | None) -> str:
    if moment is None:
        return ""
    return moment.isoformat(timespec="minutes") if isinstance(moment, datetime) else moment.isoformat()


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def summarise(file: CaseFile, readings: list[Reading]) -> None:
    """Put what lists show onto the case itself: stage, next deadline, whether it is held or closed."""
    case = file.case
    case.stage = file.stage
    running = [r for r in readings if r.status == "running" and r.due is not None]
    case.held = is_held(file.story)
    next_one = pressing(file, readings)
    case.next_clock = next_one.clock if next_one else ""
    case.next_due = _day(next_one.due) if next_one else None
    case.closed = case.stage in file.type.ended and not running and not case.held
    case.swept_badly = ""
