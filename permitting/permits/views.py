"""The permit and the site on one page: the permit's term, what still forbids, inspections, conditions, completion."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from permitting.decisions import conditions
from permitting.decisions.models import Condition
from permitting.inspections.models import Inspection, InspectionState
from permitting.inspections.reports import InspectionReport
from permitting.inspections.stages import inspections_in, lines
from permitting.permits.condition_forms import ConditionForm, MetForm
from permitting.permits.forbids import questions
from permitting.permits.models import PermitState
from permitting.permits.steps import READY, permits_of, permitted
from permitting.permits.terms import request_of, term_of
from permitting.permits.tolling import acts_reaching
from towns.access import context
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.cases.clock_lines import clock_lines
from towns.cases.next_steps import next_steps
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.law.board_rules import denial_of
from towns.law.inspection_rules import inspections_of
from towns.record.case_file import CaseFile
from towns.record.panels import CasePage
from towns.ui.links import case_url

_GROUPS = {"inspection", "work", "certificate", "permit"}
#: What a stage's tag looks like, by where it stands.
_TAGS = {
    "passed": "fine", "passed_with_items": "soon", "failed": "late", "never_held": "late", "held": "soon",
    "scheduled": "info", "requested": "info", "corrected": "soon", "missing": "wait",
}  # fmt: skip
_WORDS = {**dict(InspectionState.choices), "missing": "Not asked for yet", "never_held": "Never held"}
_CONDITION_TAGS = {"open": "wait", "overdue": "late", "met": "fine", "lasting": "info"}
_CONDITION_WORDS = {"open": "Open", "overdue": "Overdue", "met": "Met", "lasting": "Goes on binding"}


def has_site(file: CaseFile) -> bool:
    """Whether there is a permit, an approval that leads to one, or an inspection to show."""
    approved = (file.case.stage in READY or permitted(file)) and not denial_of(file.matter)
    return approved or bool(inspections_in(file)) or bool(inspections_of(file.matter).stages)


PAGE = CasePage("Permit and site", "site", has_site)


@members("see_case")
def site(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Everything about the permit and the work under it."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    offers = next_steps(file, actor_of(request), clock_lines(file, day, counter_hours.hours()), day)
    primary = [offers.primary] if offers.primary else []
    reports = {row.event_seq: row for row in InspectionReport.objects.filter(case=file.case, never_was=False)}
    asked = {rule.stage for rule in inspections_of(file.matter).stages}
    shown = frame_of(file, "site") | {
        "permits": [_permit_row(file, permit, day) for permit in permits_of(file)],
        "questions": questions(file, day) if file.case.stage in READY or permitted(file) else [],
        "stages": [
            {"line": line, "tag": _TAGS.get(line.state, "wait"), "words": _WORDS.get(line.state, line.state)}
            for line in lines(file)
        ],
        "rules": inspections_of(file.matter),
        "visits": [
            {"row": row, "tag": _TAGS.get(str(row.state), "wait"), "visits": _visits(file, row, reports)}
            for row in reversed(inspections_in(file))
        ],
        "asked": asked,
        "conditions": [
            {"line": line, "tag": _CONDITION_TAGS[line.state], "words": _CONDITION_WORDS[line.state],
             "url": case_url(file.town, file.case, "conditions", str(line.row.pk))}
            for line in conditions.lines(file, day)
        ],
        "may_edit": context.may(request, "edit_case"),
        "offers": [
            offer
            for offer in [*primary, *(one for _, found in offers.groups for one in found)]
            if offer.key in _keys(file)
        ],
        "field_url": case_url(file.town, file.case, "visit") if context.may(request, "record_inspection") else "",
    }  # fmt: skip
    return render(request, "permits/site.html", shown)


def _keys(file: CaseFile) -> set[str]:
    return {key for key, step in file.type.by_key.items() if step.group in _GROUPS}


def _visits(file: CaseFile, row: Inspection, reports: dict[int, InspectionReport]) -> list[dict[str, Any]]:
    told = [e for e in file.story if e.name in Inspection.MOVES and Inspection.number_in(e) == row.number]
    return [
        {"entry": entry, "outcome": entry.outcome.replace("_", " "), "report": reports.get(entry.seq)}
        for entry in reversed(told)
    ]


def _permit_row(file: CaseFile, permit: Any, day: date) -> dict[str, Any]:
    term, asking = term_of(file, day), request_of(file, day)
    last = _day(term.due) if term else None
    return {
        "row": permit,
        "tag": "fine" if permit.stands or permit.state == PermitState.COMPLETED else "late",
        "expires": last,
        "term": term,
        "ask_by": _day(asking.due) if asking and asking.status == "running" else None,
        "barred": asking is not None and asking.status == "missed" and permit.stands,
        "asking": asking,
        "acts": acts_reaching(file.law, permit.issued, last),
    }


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


@members("edit_case")
def condition(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """One condition: when it binds, when it is due, what shows that it is met; and that it is met."""
    file = case_file_or_404(request, number)
    row = Condition.objects.filter(decision__case=file.case, pk=pk).first()
    if row is None:
        raise Http404("No such condition in this case.")
    back = case_url(file.town, file.case, "site")
    data = typed(request)
    met = data is not None and "met_on" in data
    form = ConditionForm(data if not met else None, row=row, file=file, back=back)
    met_form = MetForm(data if met else None, row=row, file=file, today=today(file.town))
    if request.method == "POST":
        sent = met_form if met else form
        if sent.is_valid():
            sent.save(actor_of(request).person)
            messages.success(request, f"Condition {row.position} is kept.")
            return HttpResponseRedirect(f"{back}#condition-{row.pk}")
    shown = frame_of(file, "site") | {"form": form, "met_form": met_form, "row": row, "back": back}
    failed = form.is_bound or met_form.is_bound
    return render(
        request, "permits/condition.html", shown, status=422 if failed and request.method == "POST" else 200
    )
