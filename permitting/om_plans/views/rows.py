"""Keeping what belongs to a plan: structures, duties, people, easements, parcels, work done, what was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from permitting.om_plans import reporting
from permitting.om_plans.row_forms import (
    AnswerForm,
    AskForm,
    DutyForm,
    EasementForm,
    ParcelForm,
    PartyForm,
    RowForm,
    StructureForm,
    WorkForm,
)
from permitting.om_plans.upkeep import (
    Asked,
    Duty,
    Easement,
    PlanParcel,
    PlanParty,
    Repair,
    Structure,
    WorkDone,
)
from permitting.om_plans.views.plan import plan_file_or_404
from towns.access.context import person_of
from towns.access.decorators import members, posted
from towns.access.kept_forms import typed
from towns.calendar.today import today
from towns.cases.shell import frame_of
from towns.record.case_file import CaseFile
from towns.ui.links import town_url

KEEP = "keep_om_plan"


def plan_url(file: CaseFile) -> str:
    """The page of the plan."""
    return town_url("om_plans:plan", file.town, number=file.case.number)


def form_page(
    request: HttpRequest, file: CaseFile, form: Any, heading: str, button: str = "Save"
) -> HttpResponse:
    """One form below a plan."""
    shown = frame_of(file, "plan") | {
        "form": form,
        "heading": heading,
        "button": button,
        "tabs": [],
        "back_url": plan_url(file),
        "page_has_errors": form.is_bound and bool(form.errors),
    }
    return render(request, "om_plans/form.html", shown)


def done(request: HttpRequest, file: CaseFile, words: str) -> HttpResponse:
    """Back to the plan, with a sentence."""
    messages.success(request, words)
    return HttpResponseRedirect(plan_url(file))


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of row that has a page of its own: its model, form, and words."""

    model: type[Any]
    form: type[RowForm]
    new: str
    change: str
    blank: Callable[[CaseFile], Any]


def _next_structure(file: CaseFile) -> Structure:
    highest = Structure.objects.filter(case=file.case).aggregate(Max("number"))["number__max"] or 0
    return Structure(town=file.town, case=file.case, number=highest + 1)


_KINDS = {
    "structures": _Kind(Structure, StructureForm, "Add a structure", "Change a structure", _next_structure),
    "people": _Kind(
        PlanParty, PartyForm, "Add an owner, operator or payer", "Change an owner, operator or payer",
        lambda file: PlanParty(town=file.town, case=file.case),
    ),
    "easements": _Kind(
        Easement, EasementForm, "Add an easement", "Change an easement",
        lambda file: Easement(town=file.town, case=file.case),
    ),
}  # fmt: skip


@members(KEEP)
def row(request: HttpRequest, town: str, number: str, kind: str, pk: int = 0) -> HttpResponse:
    """Add or change a structure, one who answers, or an easement."""
    file = plan_file_or_404(request, number)
    known = _KINDS[kind]
    found = known.model.objects.filter(case=file.case, pk=pk).first() if pk else known.blank(file)
    if found is None:
        raise Http404("No such row in this plan.")
    form = known.form(typed(request), case=file.case, instance=found)
    if request.method == "POST" and form.is_valid():
        form.save()
        return done(request, file, f"Saved: {form.instance}.")
    return form_page(request, file, form, known.change if pk else known.new)


@members(KEEP)
def duty(request: HttpRequest, town: str, number: str, structure: int, pk: int = 0) -> HttpResponse:
    """Add or change a duty of a structure."""
    file = plan_file_or_404(request, number)
    of = Structure.objects.filter(case=file.case, pk=structure).first()
    found = Duty.objects.filter(structure=of, pk=pk).first() if pk else Duty(town=file.town, structure=of)
    if of is None or found is None:
        raise Http404("No such duty in this plan.")
    form = DutyForm(typed(request), case=file.case, instance=found)
    if request.method == "POST" and form.is_valid():
        form.save()
        return done(request, file, f"Saved: {of}, {form.instance}.")
    return form_page(request, file, form, f"{'Change' if pk else 'Add'} a duty: {of}")


@members(KEEP)
def parcel(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Tie the plan to one more parcel."""
    file = plan_file_or_404(request, number)
    form = ParcelForm(typed(request))
    if request.method == "POST" and form.is_valid():
        key = form.cleaned_data["parcel"]
        PlanParcel.objects.get_or_create(
            town=file.town, case=file.case, key=key, defaults={"address": form.cleaned_data["address"]}
        )
        return done(request, file, f"The plan is tied to {key}.")
    return form_page(request, file, form, "Add a parcel", "Add")


@members(KEEP)
def work(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Write down that work was done."""
    file = plan_file_or_404(request, number)
    initial = {"duty": request.GET.get("duty", "")}
    form = WorkForm(typed(request), case=file.case, today=today(file.town), initial=initial)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        chosen = Duty.objects.get(structure__case=file.case, pk=int(given["duty"]))
        reporting.record_work(
            chosen,
            given["on"],
            by=person_of(request),
            entered=timezone.now(),
            note=given["note"],
            reported=given["reported"],
            document=given["document"],
        )
        return done(request, file, f"Written down: {chosen}.")
    return form_page(request, file, form, "Record work done", "Write it down")


@members("see_case")
def history(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Everything that was told of one duty, what was struck too."""
    file = plan_file_or_404(request, number)
    found = Duty.objects.filter(structure__case=file.case, pk=pk).select_related("structure").first()
    if found is None:
        raise Http404("No such duty in this plan.")
    shown = frame_of(file, "plan") | {
        "duty": found,
        "works": WorkDone.objects.filter(duty=found).select_related("by", "struck_by", "document").order_by("-on", "-pk"),
        "tabs": [],
        "back_url": plan_url(file),
        "may_keep": KEEP in _may(request),
    }  # fmt: skip
    return render(request, "om_plans/history.html", shown)


def _may(request: HttpRequest) -> set[str]:
    from towns.access import context

    return {KEEP} if context.may(request, KEEP) else set()


@members(KEEP)
@posted("../../../")
def strike(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Strike work that was entered by mistake."""
    file = plan_file_or_404(request, number)
    found = WorkDone.objects.filter(duty__structure__case=file.case, pk=pk).select_related("duty").first()
    if found is None:
        raise Http404("No such work in this plan.")
    reporting.strike_work(found, by=person_of(request), moment=timezone.now())
    messages.success(request, "Struck. What is due next is counted without it.")
    return HttpResponseRedirect(
        town_url("om_plans:history", file.town, number=file.case.number, pk=found.duty_id)
    )


@members(KEEP)
@posted("../../")
def repair(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Say that one of the repairs asked for was seen made, or that it was not."""
    file = plan_file_or_404(request, number)
    found = Repair.objects.filter(case=file.case, pk=pk).first()
    if found is None:
        raise Http404("No such repair in this plan.")
    made = request.POST.get("made") == "yes"
    found.made = today(file.town) if made else None
    found.save(update_fields=["made"])
    return done(request, file, f"{'Seen repaired' if made else 'Not repaired'}: {found.text}")


@members(KEEP)
def ask(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Ask for a report, for the records of five years, or write to a new owner."""
    file = plan_file_or_404(request, number)
    day = today(file.town)
    kind = request.GET.get("kind", "")
    to = request.GET.get("to", "")
    form = AskForm(typed(request), case=file.case, today=day, initial={"kind": kind, "to": to})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        asked = Asked.objects.create(
            town=file.town, case=file.case, by_link=given["kind"] == Asked.Kind.REPORT, **given
        )
        messages.success(request, f"Written down: {asked}.")
        return HttpResponseRedirect(
            town_url("om_plans:asked", file.town, number=file.case.number, pk=asked.pk)
        )
    return form_page(
        request, file, form, "Ask for a report, records, or write to a new owner", "Write it down"
    )


@members("see_case")
def asked(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """One thing asked for: its letter or its link, and the form for what came back."""
    file = plan_file_or_404(request, number)
    found = Asked.objects.filter(case=file.case, pk=pk).select_related("to").first()
    if found is None:
        raise Http404("Nothing was asked for under this number.")
    may_keep = KEEP in _may(request)
    form = AnswerForm(typed(request), case=file.case, today=today(file.town), asked=found)
    if request.method == "POST" and may_keep and form.is_valid():
        for name in ("received", "says", "document"):
            setattr(found, name, form.cleaned_data[name])
        found.save(update_fields=["received", "says", "document"])
        return done(request, file, f"Received: {found}.")
    link = ""
    if found.by_link and found.received is None and may_keep:
        path = town_url("om_plans:report", file.town, token=reporting.token_of(found))
        link = request.build_absolute_uri(path)
    shown = frame_of(file, "plan") | {
        "asked": found,
        "form": form if may_keep and found.received is None else None,
        "link": link,
        "link_days": reporting.LINK_DAYS,
        "recorded": file.last("agreement_recorded"),
        "tabs": [],
        "back_url": plan_url(file),
        "page_has_errors": form.is_bound and bool(form.errors),
    }
    return render(request, "om_plans/asked.html", shown)
