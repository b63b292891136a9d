"""Reads a town's cases anew after a change of its settings, batch by batch, whatever is broken off between.

Each batch is one transaction under the lock of the job's row, so that two workers never read the same batch, and a killed
one leaves nothing half-read. A case that cannot be read is named and passed over.
"""

from __future__ import annotations

import logging
from datetime import date
from typing import Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from towns.access import tenancy
from towns.calendar.today import today
from towns.models import Case, Person, SettingJob, Town
from towns.record.case_file import open_case_files, open_readable
from towns.record.settle import settle
from towns.record.store import write_all
from towns.record.unreadable import Unread, Unreadable, unreadable_case

log = logging.getLogger(__name__)

#: Cases of one transaction.
BATCH: Final = 50
#: So often the worker begins anew without getting further; then a person must look.
GIVE_UP_AFTER: Final = 5


# ---------------------------------------------------------------- asking


def asked_before(town: Town, once: UUID) -> SettingJob | None:
    """The job that this very form asked for already. Locks the town's row: a second click waits for the first.

    To be called before the change is made, in the same transaction. Needs the town set.
    """
    Town.objects.select_for_update().get(pk=town.pk)
    return SettingJob.objects.filter(once=once).first()


def begin(town: Town, what: str, *, by: Person | None, once: UUID) -> SettingJob:
    """Ask for every case of the town to be read anew because of `what`.

    The same `once` gives the first job. Needs the town set.
    """
    if first := asked_before(town, once):
        return first
    ids = list(Case.objects.order_by("pk").values_list("pk", flat=True))
    now = timezone.now()
    return SettingJob.objects.create(
        town=town, what=what[:200], once=once, cases=ids, total=len(ids), by=by, asked=now,
        finished=None if ids else now,
    )  # fmt: skip


def gave_up(row: SettingJob) -> bool:
    """Whether the worker stopped for good, so that a person must say when to go on."""
    return row.finished is None and row.attempts >= GIVE_UP_AFTER


def try_again(row: SettingJob) -> None:
    """Let the worker begin anew after it gave up."""
    SettingJob.objects.filter(pk=row.pk).update(attempts=0, trouble="")


def running() -> QuerySet[SettingJob]:
    """The jobs of the set town that are not finished, the latest first, without their lists of cases."""
    return SettingJob.objects.filter(finished=None).defer("cases")


def unfinished() -> list[int]:
    """The ids of the set town's jobs that are not finished and not given up, the oldest first."""
    waiting = SettingJob.objects.filter(finished=None, attempts__lt=GIVE_UP_AFTER)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


# ---------------------------------------------------------------- working


def work(town: Town, job_id: int) -> int:
    """Read the batches that are left, and answer how many. Safe to run again, and beside another worker."""
    with transaction.atomic(), tenancy.town(town):
        waiting = SettingJob.objects.filter(pk=job_id, finished=None, attempts__lt=GIVE_UP_AFTER)
        if not waiting.select_for_update(skip_locked=True).exists():
            return 0
        waiting.update(attempts=F("attempts") + 1)
    read = 0
    try:
        while _next_batch(town, job_id):
            read += 1
    except Exception as trouble:
        log.exception("The reading of cases %s of %s stopped", job_id, town.slug)
        says = f"The program failed ({type(trouble).__name__}); whoever keeps this site finds the details in its log."
        with transaction.atomic(), tenancy.town(town):
            SettingJob.objects.filter(pk=job_id).update(trouble=says)
    return read


def _next_batch(town: Town, job_id: int) -> bool:
    """Read one batch under the lock of the job's row; False where nothing is left or somebody else is at it."""
    with transaction.atomic(), tenancy.town(town):
        row = SettingJob.objects.select_for_update(skip_locked=True).filter(pk=job_id, finished=None).first()
        if row is None:
            return False
        ids = row.cases[row.done : row.done + BATCH]
        # The settings as they stand now, not as the worker found them when it began.
        here = Town.objects.get(pk=town.pk)
        row.failed += [{"number": one.case.number, "says": one.says} for one in _read(here, ids, today(here))]
        row.done += len(ids)
        row.attempts, row.trouble = 0, ""
        row.finished = timezone.now() if row.done >= row.total else None
        row.save(update_fields=["failed", "done", "attempts", "trouble", "finished"])
        return True


def _read(town: Town, ids: list[int], day: date) -> list[Unread]:
    """Settle the cases by the settings as they now stand. Answers those that were passed over.

    They are locked first, always in one order, and written together; where that fails, each is tried under a savepoint of
    its own.
    """
    unread: dict[int, Unread] = {}
    cases = _locked(ids)
    try:
        with transaction.atomic():
            write_all([(file, settle(file, day)) for file in open_readable(cases, town, unread)])
    except Exception:
        log.info("A batch of %s in %s could not be read together; trying each.", len(ids), town.slug)
        unread = {}
        for case in _locked(ids):
            _read_alone(town, case, day, unread)
    return [unread[pk] for pk in sorted(unread)]


def _read_alone(town: Town, case: Case, day: date, unread: dict[int, Unread]) -> None:
    try:
        with transaction.atomic():
            (file,) = open_case_files([case], town)
            write_all([(file, settle(file, day))])
    except DatabaseError:
        raise  # the database's trouble is no case's: the batch is tried again later
    except Exception as trouble:
        why = trouble if isinstance(trouble, Unreadable) else unreadable_case(case, trouble)
        unread[case.pk] = Unread(case, str(why))


def _locked(ids: list[int]) -> list[Case]:
    return list(Case.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk"))
