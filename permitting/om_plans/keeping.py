"""The rows that belong to a plan's facts: written once the record has accepted the fact, mended when it is corrected."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from permitting.om_plans.models import OmPlan
from permitting.om_plans.upkeep import PlanParcel, PlanParty, Repair, Structure
from towns.ledger.entries import Entry
from towns.models import Party
from towns.parcels.map_lot import keys
from towns.record.case_file import CaseFile
from towns.record.steps import Facts

_PLAN = ("plan_title", "plan_by", "plan_dated", "schedule_sheet")


def keep_proposal(file: CaseFile, kept: Facts) -> None:
    """What the plan is called, the parcels of the case, and its owners as the application names them."""
    plan: Any = file.principal
    changed = [name for name in _PLAN if kept.get(name)]
    for name in changed:
        setattr(plan, name, kept[name])
    if changed:
        OmPlan.objects.filter(pk=plan.pk).update(**{name: kept[name] for name in changed})
    for key in keys(file.case.map_lot):
        PlanParcel.objects.get_or_create(
            town=file.town, case=file.case, key=key, defaults={"address": file.case.address}
        )
    for party in kept.get("parties", ()):
        PlanParty.objects.create(town=file.town, case=file.case, **party)


def owners_of_application(file: CaseFile) -> list[dict[str, Any]]:
    """The owners named in an application, else its applicant, as owners under a plan that follows it."""
    rows = list(Party.objects.filter(case=file.case, kind__in=(Party.Kind.OWNER, Party.Kind.APPLICANT)))
    owners = [row for row in rows if row.kind == Party.Kind.OWNER] or rows
    return [
        {"kind": PlanParty.Kind.OWNER, "name": row.name, "address": row.address, "email": row.email, "phone": row.phone}
        for row in owners
    ]  # fmt: skip


def present(file: CaseFile, *kinds: str) -> list[PlanParty]:
    """Those who answer now, by kind."""
    rows = PlanParty.objects.filter(case=file.case, until__isnull=True)
    return list(rows.filter(kind__in=kinds) if kinds else rows)


def keep_signatures(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """The day on which each of them signed."""
    rows = PlanParty.objects.filter(case=file.case, pk__in=kept.get("signed", ()), signed__isnull=True)
    rows.update(signed=entry.on, event_seq=entry.seq)


def follow_signatures(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    """The agreement was signed on another day, or not at all."""
    rows = PlanParty.objects.filter(case=file.case, event_seq=earlier.seq, signed__isnull=False)
    rows.update(signed=now.on if now else None)


def keep_owner(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """The new owner of a parcel; the one before keeps their days. One who owns all of it stays owner of the rest."""
    if not kept.get("name"):
        return
    key = str(entry.facts.get("party", ""))
    before = PlanParty.objects.filter(
        case=file.case, kind=PlanParty.Kind.OWNER, until__isnull=True, parcel=key
    )
    if not key or PlanParcel.objects.filter(case=file.case).count() <= 1:
        before = PlanParty.objects.filter(case=file.case, kind=PlanParty.Kind.OWNER, until__isnull=True)
    before.update(until=entry.on, left_seq=entry.seq)
    PlanParty.objects.create(
        town=file.town,
        case=file.case,
        kind=PlanParty.Kind.OWNER,
        parcel=key,
        since=entry.on,
        event_seq=entry.seq,
        **{name: kept[name] for name in ("name", "address", "email", "told_by_owner") if kept.get(name)},
    )


def follow_owner(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    """The land changed hands on another day, or did not."""
    came = PlanParty.objects.filter(case=file.case, event_seq=earlier.seq, since__isnull=False)
    left = PlanParty.objects.filter(case=file.case, left_seq=earlier.seq)
    if now is None:
        came.delete()
        left.update(until=None, left_seq=None)
    else:
        came.update(since=now.on)
        left.update(until=now.on)


def keep_repairs_asked(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """What the notice asks for, line by line; a line that begins with a structure's number is about that structure."""
    structures = {row.number: row for row in Structure.objects.filter(case=file.case)}
    for line in kept.get("items", ()):
        head, _, _rest = line.partition(" ")
        number = head.strip(".:#")
        structure = structures.get(int(number)) if number.isascii() and number.isdigit() else None
        Repair.objects.create(
            town=file.town, case=file.case, event_seq=entry.seq, text=line, structure=structure
        )


def follow_repairs_asked(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    """A notice that was never given asks for nothing."""
    if now is None:
        Repair.objects.filter(case=file.case, event_seq=earlier.seq).delete()


def open_repairs(file: CaseFile) -> list[Repair]:
    """What notices ask for and nobody has seen repaired."""
    return list(Repair.objects.filter(case=file.case, made__isnull=True).select_related("structure"))


def keep_repairs_made(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """The day on which each thing was repaired."""
    rows = Repair.objects.filter(case=file.case, pk__in=kept.get("made", ()), made__isnull=True)
    rows.update(made=entry.on, made_seq=entry.seq)


def follow_repairs_made(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    """Repaired on another day, or not at all."""
    rows = Repair.objects.filter(case=file.case, made_seq=earlier.seq)
    if now is None:
        rows.update(made=None, made_seq=None)
    else:
        rows.update(made=now.on)


def tied_to(key: str) -> Q:
    """Which plans are tied to a parcel."""
    return Q(case_id__in=PlanParcel.objects.filter(key=key).values("case_id"))
