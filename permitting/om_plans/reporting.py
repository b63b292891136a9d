"""Work that was done, reports asked for and answered; the signed link by which one who answers reports without an account."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.core import signing
from django.db import transaction

from permitting.om_plans.upkeep import Asked, Duty, WorkDone
from towns.models import Case, Person, Town

_SALT = "om-report"
#: Days for which a link is good.
LINK_DAYS = 180


class AlreadyAnswered(Exception):
    """The report came already; a second one would overwrite what was told."""


def record_work(
    duty: Duty,
    on: date,
    *,
    by: Person | None,
    entered: datetime,
    note: str = "",
    reported: bool = False,
    document: Any = None,
) -> WorkDone:
    """Write down that a duty was done. Nothing else changes: what is due next is counted from it."""
    return WorkDone.objects.create(
        town_id=duty.town_id,
        duty=duty,
        on=on,
        note=note,
        reported=reported,
        document=document,
        by=by,
        entered=entered,
    )


def strike_work(work: WorkDone, *, by: Person, moment: datetime) -> None:
    """Say that it was entered by mistake. The line stays, struck, with who struck it."""
    if work.struck is None:
        work.struck, work.struck_by = moment, by
        work.save(update_fields=["struck", "struck_by"])


def token_of(asked: Asked) -> str:
    """What the link to a report carries: which one, signed; nothing personal."""
    return signing.dumps({"t": asked.town_id, "a": asked.pk}, salt=_SALT, compress=True)


def asked_by(token: str, town: Town) -> Asked | None:
    """The report that a link asks for; None where the link is not ours, is of another town, or is too old."""
    try:
        said = signing.loads(token, salt=_SALT, max_age=LINK_DAYS * 86_400)
    except signing.BadSignature:
        return None
    if not isinstance(said, dict) or said.get("t") != town.pk:
        return None
    return Asked.objects.select_related("case", "to").filter(pk=int(said.get("a", 0)), by_link=True).first()


@transaction.atomic
def take_report(
    asked: Asked, *, done: Mapping[int, date], says: str, signed_as: str, today: date, moment: datetime
) -> Asked:
    """Keep a report that came by its link: the works it tells of, as told and not seen. Raises `AlreadyAnswered`."""
    row = Asked.objects.select_for_update().get(pk=asked.pk)
    if row.received is not None:
        raise AlreadyAnswered
    row.received, row.says, row.signed_as = today, says, signed_as
    row.save(update_fields=["received", "says", "signed_as"])
    duties = {duty.pk: duty for duty in duties_of(row.case)}
    for pk, day in done.items():
        record_work(
            duties[pk], day, by=None, entered=moment, reported=True, note=f"Report {row.covers}".strip()
        )
    return row


def duties_of(case: Case) -> list[Duty]:
    """The duties of a plan that still fall due, by structure."""
    rows = Duty.objects.filter(structure__case=case, ended__isnull=True, structure__removed__isnull=True)
    return list(rows.select_related("structure").order_by("structure__number", "pk"))
