"""The duties of all plans of a town as a list and a file, and the assessors' list of owners held against the plans."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from permitting.om_plans import owners, queries
from permitting.om_plans.models import LIVE
from permitting.om_plans.queries import DueLine
from towns.access import context
from towns.access.decorators import members
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.shell import actor_of
from towns.documents.spreadsheets import harmless
from towns.models import Case, Town
from towns.parcels.map_lot import key_of
from towns.record import door
from towns.record.stages import stage_words
from towns.ui.links import town_url

#: Lines on one page.
PAGE = 50
_SALT = "om-owners"


class DutyFilter(forms.Form):
    """What the list of duties is asked for; it stands in the address."""

    DUE = (
        ("", "Any time"),
        ("overdue", "Overdue"),
        ("soon", "Due in 7 days"),
        ("month", "Due this month"),
    )

    q = forms.CharField(
        label="Plan, street, map-lot or structure",
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search"}),
    )
    due = forms.ChoiceField(label="Due", required=False, choices=DUE)

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="filter_%s")


def _asked(request: HttpRequest, here: Town) -> tuple[DutyFilter, list[DueLine], list[DueLine], bool]:
    form = DutyFilter(request.GET)
    given = form.cleaned_data if form.is_valid() else {}
    every = queries.town_lines(today(here))
    lines = queries.wanted(every, given.get("due", ""))
    if said := str(given.get("q", "")).strip():
        lines = [line for line in lines if _speaks_of(line, said)]
    return form, every, lines, bool(given.get("due") or given.get("q"))


def _speaks_of(line: DueLine, said: str) -> bool:
    case, structure = line.duty.structure.case, line.duty.structure
    if (key := key_of(said)) and key in {row.key for row in case.om_parcels.all()}:
        return True
    text = " ".join((case.number, case.title, case.address, case.map_lot, structure.name, line.duty.what))
    return said.casefold() in text.casefold()


@members("see_case")
def duties(request: HttpRequest, town: str) -> HttpResponse:
    """Every duty under the plans in force, the most overdue first, and the plans themselves."""
    here = town_of(request)
    day = today(here)
    form, every, lines, filtered = _asked(request, here)
    page = Paginator(lines, PAGE).get_page(request.GET.get("page"))
    shown_cases = {line.duty.structure.case_id for line in page.object_list}
    due = request.GET.get("due", "")
    kept = request.GET.copy()
    kept.pop("page", None)
    plans = Case.objects.filter(kind="om_plan").order_by("closed", "-number")[:200]
    shown = {
        "filter_form": form,
        "label": "Find duties",
        "clear_url": request.path if filtered else "",
        "export_url": f"{town_url('om_plans:export', here)}?{kept.urlencode()}"
        if context.may(request, "export")
        else "",
        "export_label": "Export the list (CSV)",
        "counts": [
            {
                "number": len(queries.wanted(every, key)),
                "label": label,
                "url": f"?due={key}",
                "kind": kind,
                "current": key == due,
            }
            for key, label, kind in (
                ("overdue", "overdue", "late"),
                ("soon", "due in 7 days", "soon"),
                ("month", "due this month", "info"),
            )
        ],
        "page": page,
        "filtered": filtered,
        "operators": queries.operators_of(shown_cases),
        "total": len(lines),
        "plans": [
            {"case": case, "stage": stage_words(case.kind, case.stage, held=case.held)} for case in plans
        ],
        "enter_url": town_url("om_plans:enter", here) if context.may(request, "propose_om_plan") else "",
        "owners_url": town_url("om_plans:owners", here) if context.may(request, "change_om_owner") else "",
        "day": day,
    }
    return render(request, "om_plans/duties.html", shown)


_HEAD = (
    "Plan", "Title", "Map-lot", "Structure", "Where", "What is due", "How often", "Last done", "Due", "Days overdue",
    "Does the work",
)  # fmt: skip


@members("export")
def export(request: HttpRequest, town: str) -> HttpResponse:
    """The list of duties with the same filters, as CSV."""
    here = town_of(request)
    _form, _every, lines, _filtered = _asked(request, here)
    operators = queries.operators_of({line.duty.structure.case_id for line in lines})
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEAD)
    for line in lines:
        structure, case = line.duty.structure, line.duty.structure.case
        overdue = (line.today - line.due).days if line.due and line.due < line.today else ""
        writer.writerow(
            [
                harmless(value)
                for value in (
                    case.number, case.title, case.map_lot, str(structure), structure.place, line.duty.what, line.how_often,
                    line.last.on.isoformat() if line.last else "", line.due.isoformat() if line.due else "", overdue,
                    operators.get(case.pk, ""),
                )
            ]
        )  # fmt: skip
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="om-duties-{here.slug}-{today(here)}.csv"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@members("change_om_owner")
def check_owners(request: HttpRequest, town: str) -> HttpResponse:
    """Read the assessors' list; show which parcels changed hands; record those that a person ticks."""
    here = town_of(request)
    if request.method == "POST" and request.POST.get("changes"):
        return _record(request, here)
    problem, compared, signed = "", None, ""
    if request.method == "POST":
        upload = request.FILES.get("file")
        try:
            if upload is None:
                raise owners.BadList("Choose the file first.")
            if upload.size and upload.size > owners.MOST_BYTES:
                raise owners.BadList("The file is too large. Send only map-lot, owner and address.")
            compared = owners.compare(owners.read_list(upload.read()))
        except owners.BadList as bad:
            problem = str(bad)
        else:
            signed = signing.dumps(
                [[c.case_id, c.key, c.owner, c.address, c.sold.isoformat() if c.sold else ""] for c in compared.changes],
                salt=_SALT, compress=True,
            )  # fmt: skip
    shown = {
        "problem": problem,
        "compared": compared,
        "changes": signed,
        "back_url": town_url("om_plans:duties", here),
        "page_has_errors": bool(problem),
    }
    return render(request, "om_plans/owners.html", shown, status=422 if problem else 200)


def _record(request: HttpRequest, here: Town) -> HttpResponse:
    token = request.POST["changes"]
    try:
        rows = signing.loads(token, salt=_SALT, max_age=86_400)
    except signing.BadSignature:
        messages.error(request, "The page was too old. Read the list once more.")
        return HttpResponseRedirect(town_url("om_plans:owners", here))
    picked = {int(said) for said in request.POST.getlist("pick") if said.isascii() and said.isdigit()}
    day = today(here)
    recorded, refused = 0, []
    for place, (case_id, key, owner, address, sold) in enumerate(rows):
        case = Case.objects.filter(pk=case_id, stage__in=LIVE).first()
        if place not in picked or case is None:
            continue
        try:
            door.act(
                "change_om_owner",
                case=case,
                by=actor_of(request),
                on=date.fromisoformat(sold) if sold else day,
                today=day,
                once=uuid5(NAMESPACE_URL, f"{token}#{place}"),
                keep={"name": owner, "address": address},
                party=key,
            )
            recorded += 1
        except door.Impossible as cannot:
            refused.append(f"{case.number}, {key}: {cannot.because}")
    if recorded:
        messages.success(
            request,
            f"Recorded: {recorded} change{'' if recorded == 1 else 's'} of owner. Write to the new owners next.",
        )
    for words in refused:
        messages.error(request, words)
    if not recorded and not refused:
        messages.warning(request, "Nothing was ticked, so nothing was recorded.")
    return HttpResponseRedirect(town_url("om_plans:duties", here))
