"""The sweep: find what ran out, in every town, and write down what the bylaw says happens then."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from towns.access import tenancy
from towns.models import Case, Clock, SweepRun, Town
from towns.record.case_file import CaseFile, open_case_files
from towns.record.settle import settle
from towns.record.store import write_all
from towns.record.unreadable import Unreadable

log = logging.getLogger(__name__)

#: How many cases are settled in one transaction.
BATCH = 50
_ROWS = 500


@dataclass(slots=True)
class Swept:
    """What one sweep did: clocks applied, and the cases that could not be settled with the reason."""

    settled: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def due_clocks(today: date) -> Iterator[tuple[int, int]]:
    """(town, case) of every clock that ran out before `today`, oldest first; a case may come up more than once."""
    after: tuple[Any, int] = ("-infinity", 0)
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT town, case_id, clock, expires FROM due_clocks(%s, %s, %s, %s)", [today, _ROWS, *after]
            )
            rows = cursor.fetchall()
        for town_id, case_id, _clock, _expires in rows:
            yield town_id, case_id
        if len(rows) < _ROWS:
            return
        after = (rows[-1][3], rows[-1][2])


def sweep(today: date, *, town: Town | None = None) -> Swept:
    """Settle every case with a clock that ran out before `today`. Safe to run twice, at once, or after a missed week.

    A case, or a whole town, that cannot be settled is logged and answered in `failed`; the others go on.
    """
    done = Swept()
    towns = {row.pk: row for row in (Town.objects.all() if town is None else [town])}
    by_town: dict[int, dict[int, None]] = {}
    for town_id, case_id in due_clocks(today):
        if town_id in towns:
            by_town.setdefault(town_id, {})[case_id] = None
    idle: list[Town] = []
    began = timezone.now()
    for town_id, row in towns.items():
        if town_id not in by_town:
            idle.append(row)
            continue
        here, started = Swept(), timezone.now()
        try:
            with bound_contextvars(town=row.slug):
                for batch in _batches(by_town[town_id]):
                    _settle_batch(row, batch, today, here)
        except Exception as trouble:
            log.exception("The sweep had to leave %s.", row.slug)
            here.failed[row.slug] = _reason(trouble)
        _note([row], today, started, here)
        done.settled += here.settled
        done.failed |= here.failed
    _note(idle, today, began, Swept())
    return done


def _note(towns: Iterable[Town], today: date, began: datetime, done: Swept) -> None:
    """Write the sweep's diary: every sweep that did something, and for the others when the day's last one ended."""
    ended = timezone.now()
    with transaction.atomic():
        for town in towns:
            with tenancy.town(town):
                if not done.settled and not done.failed:
                    quiet = SweepRun.objects.filter(town=town, day=today, settled=0, failed=0)
                    if quiet.update(began=began, ended=ended):
                        continue
                SweepRun.objects.create(
                    town=town,
                    day=today,
                    began=began,
                    ended=ended,
                    settled=done.settled,
                    failed=len(done.failed),
                )


def _batches(ids: Iterable[int]) -> Iterator[list[int]]:
    batch: list[int] = []
    for pk in ids:
        batch.append(pk)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _settle_batch(town: Town, ids: list[int], today: date, done: Swept) -> None:
    """Settle up to fifty cases in one transaction.

    The cases are locked first, always, so that a person's act and the sweep cannot deadlock; a case that someone holds
    right now is skipped, since its own act settles it, and so is one that another sweep has settled meanwhile.
    All are written together under one savepoint; if that fails, each is tried under a savepoint of its own, so that
    the one that cannot be settled stops nobody.
    """
    with transaction.atomic(), tenancy.town(town):
        cases = _lock(ids, today)
        if not cases:
            return
        try:
            with transaction.atomic():
                files = open_case_files(cases, town)
                write_all([(file, settle(file, today)) for file in files])
        except Exception:
            log.info("A batch of %s in %s could not be settled together; trying each.", len(ids), town.slug)
            for case in _lock([case.pk for case in cases], today):
                _settle_alone(town, case, today, done)
        else:
            done.settled += sum(_applied(file) for file in files)


def _settle_alone(town: Town, case: Case, today: date, done: Swept) -> None:
    try:
        with transaction.atomic():
            (file,) = open_case_files([case], town)
            write_all([(file, settle(file, today))])
    except Exception as trouble:
        log.exception("The sweep could not settle %s in %s.", case.number, town.slug)
        done.failed[f"{town.slug}/{case.number}"] = _reason(trouble)
        Case.objects.filter(pk=case.pk).update(swept_badly=_reason(trouble))
    else:
        done.settled += _applied(file)


def _lock(ids: list[int], today: date) -> list[Case]:
    due = Clock.objects.filter(case=OuterRef("pk"), status="running", expires__lt=today)
    cases = Case.objects.select_for_update(skip_locked=True, of=("self",))
    return list(cases.filter(Exists(due), pk__in=ids).order_by("pk"))


def _applied(file: CaseFile) -> int:
    return sum(1 for entry in file.fresh if entry.name != "taken_back")


def _reason(trouble: Exception) -> str:
    if isinstance(trouble, Unreadable):
        return str(trouble)[:2000]
    return f"{type(trouble).__name__}: {trouble}"[:2000]
