"""The decision of a case on a page: votes, findings, conditions, the clerk's stamp, and what a court might say."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from permitting.decisions.models import Decision
from permitting.decisions.steps import OUTCOMES
from permitting.permits.models import Permit
from towns import frame
from towns.desk import counter, defects
from towns.desk.casefile import actor_of, folder_or_404, frame_of
from towns.desk.clock_lines import clock_lines
from towns.desk.next_steps import next_steps
from towns.desk.papers import papers_of
from towns.entrance.gates import members
from towns.today import today

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
    lines = clock_lines(folder, today(folder.town), counter.hours())
    offers = next_steps(folder, actor_of(request), lines)
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
            }
            for row in decisions
        ],
        "filed": folder.last("decision_filed"),
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
