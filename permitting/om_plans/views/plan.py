"""The page of a plan: people and land, structures and their schedule, repairs asked for, reports; and its printed schedule."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from permitting.om_plans import queries
from permitting.om_plans.life import life
from permitting.om_plans.models import BINDING, OmPlan
from permitting.om_plans.steps import recording_wanted, unrecorded
from permitting.om_plans.upkeep import Asked, Easement, PlanParcel, PlanParty, Repair, Structure
from towns.access import context
from towns.access.decorators import members
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.cases.clock_lines import clock_lines
from towns.cases.next_steps import next_steps
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.parcels.map_lot import words
from towns.record.case_file import CaseFile
from towns.record.panels import CasePage
from towns.ui.links import case_url, town_url

PAGE = CasePage("Plan", "plan")


def plan_file_or_404(request: HttpRequest, number: str) -> CaseFile:
    """The case of this number, where it is about an operation and maintenance plan."""
    file = case_file_or_404(request, number)
    if not isinstance(file.principal, OmPlan):
        raise Http404("This case is not about an operation and maintenance plan.")
    return file


@members("see_case")
def plan(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The whole plan on one page."""
    file = plan_file_or_404(request, number)
    day = today(file.town)
    clocks = clock_lines(file, day, counter_hours.hours())
    offers = next_steps(file, actor_of(request), clocks, day)
    lines = queries.due_lines(file.case, day)
    binding = file.stage in BINDING
    parties = list(PlanParty.objects.filter(case=file.case))
    shown = frame_of(file, "plan") | {
        "plan": file.principal,
        "steps": life(file),
        "primary": offers.primary,
        "offers": [offer for _, found in offers.groups for offer in found],
        "cure": next((c for c in clocks if c.status in ("running", "missed")), None),
        "repairs": _repairs(file),
        "owners": _owners(file, parties),
        "others": [p for p in parties if p.kind != PlanParty.Kind.OWNER and p.until is None],
        "former": [p for p in parties if p.until is not None],
        "recorded": file.last("agreement_recorded"),
        "unrecorded": unrecorded(file),
        "wanted": recording_wanted(file),
        "easements": Easement.objects.filter(case=file.case),
        "permits": [
            {"number": link.to.number, "url": case_url(file.town, link.to)}
            for link in file.case.links.select_related("to").filter(role="over")
        ],
        "binding": binding,
        "lines": lines,
        "bare": Structure.objects.filter(case=file.case, duties__isnull=True, removed__isnull=True),
        "structures": Structure.objects.filter(case=file.case),
        "overdue": len(queries.wanted(lines, "overdue")) if binding else 0,
        "soon": len(queries.wanted(lines, "soon")) if binding else 0,
        "asked": [
            (row, *queries.asked_standing(row, day))
            for row in Asked.objects.filter(case=file.case).select_related("to")
        ],
        "may_keep": context.may(request, "keep_om_plan"),
        "plan_url": town_url("om_plans:plan", file.town, number=file.case.number),
    }  # fmt: skip
    return render(request, "om_plans/plan.html", shown)


def _repairs(file: CaseFile) -> dict[str, Any] | None:
    """What the last notice asks for, with how much of it is made."""
    notice = file.last("maintenance_notice")
    if notice is None:
        return None
    rows = list(Repair.objects.filter(case=file.case, event_seq=notice.seq).select_related("structure"))
    if not rows:
        return None
    return {"notice": notice, "rows": rows, "made": sum(1 for row in rows if row.made), "of": len(rows)}


def _owners(file: CaseFile, parties: list[PlanParty]) -> list[dict[str, Any]]:
    """Every parcel with its present owners; those of all the land stand at each parcel that has none of its own."""
    owners = [p for p in parties if p.kind == PlanParty.Kind.OWNER and p.until is None]
    every = [p for p in owners if not p.parcel]
    rows = []
    named: set[int] = set()
    for parcel in PlanParcel.objects.filter(case=file.case):
        mine = [p for p in owners if p.parcel == parcel.key]
        named.update(p.pk for p in mine)
        rows.append(
            {
                "key": parcel.key,
                "words": words(parcel.key),
                "url": town_url("parcels:parcel", file.town, key=parcel.key),
                "address": parcel.address,
                "owners": mine or every,
            }
        )
    if loose := [p for p in owners if p.parcel and p.pk not in named] or (every if not rows else []):
        rows.append({"key": "", "words": "", "url": "", "address": "", "owners": loose})
    return rows


@members("see_case")
def schedule(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The schedule as it is printed on the plan: what, how often, and who answers for it."""
    file = plan_file_or_404(request, number)
    lines = queries.due_lines(file.case, today(file.town))
    by_structure: dict[int, dict[str, Any]] = {
        row.pk: {"row": row, "lines": []}
        for row in Structure.objects.filter(case=file.case, removed__isnull=True)
    }
    for line in sorted(lines, key=lambda one: one.duty.pk):
        if line.duty.ended is None and line.duty.structure_id in by_structure:
            by_structure[line.duty.structure_id]["lines"].append(line)
    parties = PlanParty.objects.filter(case=file.case, until__isnull=True)
    shown = frame_of(file, "plan") | {
        "plan": file.principal,
        "structures": list(by_structure.values()),
        "parties": parties,
        "parcels": [words(row.key) for row in PlanParcel.objects.filter(case=file.case)],
        "tabs": [],
        "back_url": town_url("om_plans:plan", file.town, number=file.case.number),
    }
    return render(request, "om_plans/schedule.html", shown)
