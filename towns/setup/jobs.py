"""Reads a town's cases anew after a change of its settings, batch by batch, whatever is broken off between.

Each batch is one transaction under the lock of the job's row, so that two workers never read the same batch, and a killed
one leaves nothing half-read. A case that cannot be read is named and passed over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from towns.access import tenancy
from towns.calendar.today import today
from towns.models import BylawEdition, Case, Person, SettingJob, Town
from towns.record.case_file import open_readable
from towns.record.settle import settle
from towns.record.store import write_all
from towns.record.unreadable import Unread, unreadable_case
from towns.setup import changes, rereading

log = logging.getLogger(__name__)

#: Cases of one transaction.
BATCH: Final = 50
#: So often the worker begins anew without getting further; then a person must look.
GIVE_UP_AFTER: Final = 5

#: How cases are read: by the settings as they stand, in a sense newly chosen, by another text.
SETTINGS, INTERPRETATION, TEXT = "settings", "interpretation", "text"
KINDS: Final[dict[str, Callable[[Town, Mapping[str, Any]], rereading.Act]]] = {
    INTERPRETATION: lambda town, given: rereading.by_interpretation(town, given["key"]),
    TEXT: lambda town, given: rereading.by_text(town, BylawEdition.objects.get(pk=given["edition"])),
}


# ---------------------------------------------------------------- asking


def asked_before(town: Town, once: UUID) -> SettingJob | None:
    """The job that this very form asked for already. Locks the town's row: a second click waits for the first.

    To be called before the change is made, in the same transaction. Needs the town set.
    """
    Town.objects.select_for_update().get(pk=town.pk)
    return SettingJob.objects.filter(once=once).first()


def begin(
    town: Town, what: str, *, by: Person | None, once: UUID, kind: str = SETTINGS, given: dict[str, Any] | None = None,
    cases: list[int] | None = None,
) -> SettingJob:  # fmt: skip
    """Ask for cases to be read anew because of `what`: these, or every one of the town.

    The same `once` gives the first job. Needs the town set.
    """
    if first := asked_before(town, once):
        return first
    ids = list(Case.objects.order_by("pk").values_list("pk", flat=True)) if cases is None else cases
    now = timezone.now()
    return SettingJob.objects.create(
        town=town, what=what[:200], once=once, kind=kind, given=given or {}, cases=ids, total=len(ids), by=by, asked=now,
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
        unread, left = _read(here, row, ids, today(here))
        row.failed += [{"number": one.case.number, "says": one.says} for one in unread]
        row.left += [case.number for case in left]
        row.done += len(ids)
        row.attempts, row.trouble = 0, ""
        row.finished = timezone.now() if row.done >= row.total else None
        row.save(update_fields=["failed", "left", "done", "attempts", "trouble", "finished"])
        if row.finished:
            _note_end(here, row)
        return True


def _note_end(town: Town, row: SettingJob) -> None:
    """Write down among the town's changes what became of the cases, where that was not known when it was asked for."""
    stayed = ", ".join(row.left)
    if row.kind == TEXT:
        passed = {*row.left, *(one["number"] for one in row.failed)}
        numbers = Case.objects.filter(pk__in=row.cases).order_by("pk").values_list("number", flat=True)
        read = ", ".join(number for number in numbers if number not in passed)
        words = f"{row.given['told']} Read by it: {read or 'none'}."
        if stayed:
            words += f" Left as they were, because they are settled: {stayed}."
        changes.note(town, "Cases read by another text of the law", row.given["before"], words, row.by)
    elif stayed:
        changes.note(town, "Left as they were, because they are settled", row.what, stayed, row.by)


_Passed = tuple[list[Unread], list[Case]]


def _read(town: Town, row: SettingJob, ids: list[int], day: date) -> _Passed:
    """Read the cases by the settings as they now stand. Answers those passed over, and those left because settled.

    They are locked first, always in one order, and written together; where that fails, each is tried under a savepoint of
    its own.
    """
    cases = _locked(ids)
    try:
        with transaction.atomic():
            return _settle(town, row, cases, day)
    except Exception:
        log.info("A batch of %s in %s could not be read together; trying each.", len(ids), town.slug)
    unread: list[Unread] = []
    left: list[Case] = []
    for case in _locked(ids):
        try:
            with transaction.atomic():
                passed = _settle(town, row, [case], day)
        except DatabaseError:
            raise  # the database's trouble is no case's: the batch is tried again later
        except Exception as trouble:
            unread.append(Unread(case, str(unreadable_case(case, trouble))))
        else:
            unread += passed[0]
            left += passed[1]
    return unread, left


def _settle(town: Town, row: SettingJob, cases: list[Case], day: date) -> _Passed:
    unread: dict[int, Unread] = {}
    left: list[Case] = []
    if row.kind == SETTINGS:
        write_all([(file, settle(file, day)) for file in open_readable(cases, town, unread)])
    else:
        act = KINDS[row.kind](town, row.given)
        left = rereading.read_batch(
            town, [case.pk for case in cases], act, day, settled_too=row.given["settled_too"], unread=unread
        )
    return [unread[pk] for pk in sorted(unread)], left


def _locked(ids: list[int]) -> list[Case]:
    return list(Case.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk"))
