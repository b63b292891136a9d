"""The page of a release: what it was, whom to tell by when in the bylaw's own words, the state's time, and what was done."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from enforcement.discharges.forms import KINDS, WAYS
from enforcement.discharges.models import Spill
from towns.access.decorators import members
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.cases.clock_lines import clock_lines
from towns.cases.next_steps import offered
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.law.board_rules import side_times
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile
from towns.ui.links import case_url

#: The state layer's entry for releases among the times of other laws.
STATE = "release"
_WORDS = {**dict(KINDS), **dict(WAYS)}


def done(file: CaseFile) -> list[tuple[Entry, str]]:
    """What happened, by its day: each event with what it says beside the day."""
    said = []
    for entry in file.story:
        if entry.is_system:
            continue
        facts = [entry.outcome, str(entry.facts.get("way", "")), str(entry.facts.get("release_number", ""))]
        said.append((entry, "; ".join(_WORDS.get(fact, fact) for fact in facts if fact)))
    return said


@members("see_desk")
def release(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The release and its report."""
    file = case_file_or_404(request, number)
    spill = file.principal
    if not isinstance(spill, Spill):
        raise Http404("This case is not about a release.")
    known = file.last("release_known")
    day = today(file.town)
    steps = [step for step in offered(file, actor_of(request)) if step.group in ("release", "ending")]
    shown = frame_of(file, "release") | {
        "spill": spill,
        "kind": _WORDS.get(known.outcome, "") if known else "",
        "known": known,
        "lines": [line for line in clock_lines(file, day, counter_hours.hours()) if line.status != "waiting"],
        "told": done(file),
        "state_times": side_times(file.law, STATE) if known is None or known.outcome == "hazardous" else (),
        "state_told": file.last("state_notified"),
        "offers": [(step.button, case_url(file.town, file.case, "record", step.key)) for step in steps],
    }
    return render(request, "discharges/release.html", shown)
