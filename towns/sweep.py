"""The sweep: find what ran out, in every town, and write down what the bylaw says happens then."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from django.db import connection, transaction
from django.utils import timezone

from towns import tenancy
from towns.folder import open_folders
from towns.models import Case, SweepRun, Town
from towns.settling import settle
from towns.shelf import write

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
    after: tuple[object, int] = ("-infinity", 0)
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
    """Settle every case with a clock that ran out before `today`; safe to run twice, at once, or late."""
    done = Swept()
    towns = {row.pk: row for row in (Town.objects.all() if town is None else [town])}
    began = dict.fromkeys(towns, timezone.now())
    by_town: dict[int, dict[int, None]] = {}
    for town_id, case_id in due_clocks(today):
        if town_id in towns:
            by_town.setdefault(town_id, {})[case_id] = None
    for town_id, row in towns.items():
        before, failed_before = done.settled, len(done.failed)
        for batch in _batches(by_town.get(town_id, ())):
            _settle_batch(row, batch, today, done)
        with tenancy.town(row):
            SweepRun.objects.create(
                town=row,
                day=today,
                began=began[town_id],
                ended=timezone.now(),
                settled=done.settled - before,
                failed=len(done.failed) - failed_before,
            )
    return done


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
    """Settle up to fifty cases in one transaction, each in a savepoint of its own.

    The cases are locked first, always, so that a person's act and the sweep cannot deadlock; a case that someone holds
    right now is skipped, since its own act settles it.
    """
    with transaction.atomic(), tenancy.town(town):
        cases = list(Case.objects.select_for_update(skip_locked=True).filter(pk__in=ids).order_by("pk"))
        for folder in open_folders(cases, town):
            try:
                with transaction.atomic():
                    readings = settle(folder, today)
                    write(folder, readings)
            except Exception as trouble:
                log.exception("The sweep could not settle %s in %s.", folder.case.number, town.slug)
                done.failed[folder.case.number] = f"{type(trouble).__name__}: {trouble}"
                Case.objects.filter(pk=folder.case.pk).update(
                    swept_badly=done.failed[folder.case.number][:2000]
                )
            else:
                done.settled += sum(1 for entry in folder.fresh if entry.name != "taken_back")
