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
from permitting.permits.models import Permit
from towns import frame
from towns.desk import cabinet, counter, defects
from towns.desk.casefile import actor_of, folder_or_404, frame_of
from towns.desk.clock_lines import clock_lines
from towns.desk.next_steps import next_steps
from towns.desk.papers import papers_of
from towns.desk.places import case_url
from towns.entrance.gates import members, posted
from towns.law.board_rules import vote_of
from towns.models import Document
from towns.today import today

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
    folder = folder_or_404(request, number)
    day = today(folder.town)
    lines = clock_lines(folder, day, counter.hours())
    offers = next_steps(folder, actor_of(request), lines, day)
    every = [
        *([offers.primary] if offers.primary else []),
        *(offer for _, found in offers.groups for offer in found),
    ]
    decisions = list(Decision.objects.filter(case=folder.case).prefetch_related("conditions"))
    standing = {entry.seq for entry in folder.story}
    shown = frame_of(folder, "decision") | {
        "decisions": [
            {
                "row": row,
                "outcome": OUTCOMES.get(row.outcome, row.outcome),
                "standing": row.event_seq in standing,
                "conditions": list(row.conditions.all()),
                "findings": row.findings,
                "count": count_words(tally(row.votes), vote_of(folder.matter)),
            }
            for row in decisions
        ],
        "filed": folder.last("decision_filed"),
        "locked": folder.has("decision_filed"),
        "marked": list(Document.objects.filter(case=folder.case, title=MARKED_UP)),
        "documents_url": case_url(folder.town, folder.case, "documents"),
        "may_add": frame.may(request, "add_document"),
        "deemed": folder.last("deemed_approved"),
        "certified": folder.last("lapse_certified"),
        "refused": folder.last("certification_refused"),
        "permits": list(Permit.objects.filter(case=folder.case)),
        "lines": [
            line
            for line in lines
            if any(
                stop.event in ("decided", "decision_filed", "permit_issued")
                for stop in line.reading.rule.stops
            )
        ],
        "gates": [
            {"says": gate.says, "cite": gate.cite, "met": all(folder.has(need) for need in gate.needs)}
            for gate in folder.matter.gates
        ],
        "defects": [(what, d) for what, d in defects.of_case(folder)],
        "offers": [offer for offer in every if offer.key in _KEYS],
        "papers": [p for p in papers_of(folder) if p["kind"] in _PAPERS]
        if frame.may(request, "print")
        else [],
    }
    return render(request, "desk/decision.html", shown)


@members("see_documents")
@require_safe
def draft(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The decision as a file to write in, before the clerk's stamp; afterwards the printed decision is the only one."""
    folder = folder_or_404(request, number)
    if folder.has("decision_filed"):
        messages.error(request, "The decision is filed with the town clerk; print it instead of drafting it.")
        return HttpResponseRedirect(case_url(folder.town, folder.case, "decision"))
    response = HttpResponse(draft_docx(folder, today(folder.town)), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{folder.case.number}-draft-decision.docx"'
    return response


@members("add_document")
@posted("../")
def marked_up(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Keep a marked-up draft with the case as it is; nobody reads it but people. After the clerk's stamp none is kept."""
    folder = folder_or_404(request, number)
    back = HttpResponseRedirect(case_url(folder.town, folder.case, "decision"))
    if folder.has("decision_filed"):
        messages.error(request, "The decision is filed with the town clerk; its drafts are closed.")
        return back
    upload = request.FILES.get("file")
    if upload is None:
        messages.error(request, "Choose the file first.")
        return back
    try:
        row = cabinet.add(folder.case, upload, by=actor_of(request).person, title=MARKED_UP, public=False)
    except cabinet.BadFile as bad:
        messages.error(request, str(bad))
    else:
        messages.success(request, f"Kept with the case: {row.filename}.")
    return back
