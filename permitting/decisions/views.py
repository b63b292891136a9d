"""The decision of a case on a page: votes, findings, conditions, the clerk's stamp, and what a court might say."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from permitting.decisions.draft import CONTENT_TYPE, draft_docx
from permitting.decisions.findings import count_words, tally
from permitting.decisions.models import Decision
from permitting.decisions.steps import OUTCOMES
from permitting.permits.steps import permits_of
from towns.access import context
from towns.access.decorators import members, posted
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.cases import defects
from towns.cases.clock_lines import clock_lines
from towns.cases.next_steps import next_steps
from towns.cases.papers import papers_of
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.law.board_rules import vote_of
from towns.models import Document
from towns.ui.links import case_url

#: The title under which a draft with the board's marks is kept.
MARKED_UP = "Draft decision, marked up"
_PAPERS = ("decision", "certificate_of_no_action", "permit", "extension_agreement")
_KEYS = {
    "decide",
    "file_decision",
    "extend",
    "certify_lapse",
    "refuse_certification",
    "issue_permit",
    "record_inspection",
}


@members("see_case")
def decision(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """What the board decided, or what silence did, and what may be recorded next."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    lines = clock_lines(file, day, counter_hours.hours())
    offers = next_steps(file, actor_of(request), lines, day)
    every = [
        *([offers.primary] if offers.primary else []),
        *(offer for _, found in offers.groups for offer in found),
    ]
    decisions = list(Decision.objects.filter(case=file.case).prefetch_related("conditions"))
    standing = {entry.seq for entry in file.story}
    shown = frame_of(file, "decision") | {
        "decisions": [
            {
                "row": row,
                "outcome": OUTCOMES.get(row.outcome, row.outcome),
                "standing": row.event_seq in standing,
                "conditions": list(row.conditions.all()),
                "findings": row.findings,
                "count": count_words(tally(row.votes), vote_of(file.matter)),
            }
            for row in decisions
        ],
        "filed": file.last("decision_filed"),
        "locked": file.has("decision_filed"),
        "marked": list(Document.objects.filter(case=file.case, title=MARKED_UP)),
        "documents_url": case_url(file.town, file.case, "documents"),
        "may_add": context.may(request, "add_document"),
        "deemed": file.last("deemed_approved"),
        "certified": file.last("lapse_certified"),
        "refused": file.last("certification_refused"),
        "permits": permits_of(file),
        "lines": [
            line
            for line in lines
            if any(
                stop.event in ("decided", "decision_filed", "permit_issued")
                for stop in line.reading.rule.stops
            )
        ],
        "gates": [
            {"says": gate.says, "cite": gate.cite, "met": all(file.has(need) for need in gate.needs)}
            for gate in file.matter.gates
        ],
        "defects": [(what, d) for what, d in defects.of_case(file)],
        "offers": [offer for offer in every if offer.key in _KEYS],
        "papers": [p for p in papers_of(file) if p["kind"] in _PAPERS]
        if context.may(request, "print")
        else [],
    }
    return render(request, "cases/decision.html", shown)


@members("see_documents")
@require_safe
def draft(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The decision as a file to write in, before the clerk's stamp; afterwards the printed decision is the only one."""
    file = case_file_or_404(request, number)
    if file.has("decision_filed"):
        messages.error(request, "The decision is filed with the town clerk; print it instead of drafting it.")
        return HttpResponseRedirect(case_url(file.town, file.case, "decision"))
    response = HttpResponse(draft_docx(file, today(file.town)), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{file.case.number}-draft-decision.docx"'
    return response


@members("add_document")
@posted("../")
def marked_up(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Keep a marked-up draft with the case as it is; nobody reads it but people. After the clerk's stamp none is kept."""
    file = case_file_or_404(request, number)
    back = HttpResponseRedirect(case_url(file.town, file.case, "decision"))
    if file.has("decision_filed"):
        messages.error(request, "The decision is filed with the town clerk; its drafts are closed.")
        return back
    upload = request.FILES.get("file")
    if upload is None:
        messages.error(request, "Choose the file first.")
        return back
    try:
        row = storage.add(file.case, upload, by=actor_of(request).person, title=MARKED_UP, public=False)
    except storage.BadFile as bad:
        messages.error(request, str(bad))
    else:
        messages.success(request, f"Kept with the case: {row.filename}.")
    return back
