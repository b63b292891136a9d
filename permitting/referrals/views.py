"""A case under review: who was asked and answered, waivers, and what the bylaw says beside its clocks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from permitting.referrals.models import Comment
from permitting.referrals.queries import referrals
from permitting.sureties import standing
from permitting.waivers.queries import rows_of, waivers
from permitting.waivers.steps import OUTCOMES
from towns.access.decorators import members
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.cases.clock_lines import clock_lines
from towns.cases.next_steps import next_steps
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.law.board_rules import (
    Beside,
    SideTime,
    besides_of,
    referrals_of,
    side_times,
    still_needed_of,
    waiver_of,
    words_of,
)
from towns.record.case_file import CaseFile
from towns.record.panels import CasePage

_KEYS = {"refer", "record_comment", "request_waiver", "decide_waiver", "rescind_waiver", "open_permit_case"}


def combined(file: CaseFile) -> list[tuple[Beside, tuple[SideTime, ...]]]:
    """The other laws with which this filing was combined, and their times."""
    filed = file.last("filed")
    facts = filed.facts if filed else {}
    return [
        (other, side_times(file.law, other.key)) for other in besides_of(file.matter) if facts.get(other.fact)
    ]


def has_something(file: CaseFile) -> bool:
    """Whether the page has anything to say of this case."""
    matter = file.matter
    return bool(
        referrals_of(matter) or waiver_of(matter) or words_of(matter, "silence") or still_needed_of(matter)
    )


PAGE = CasePage("Review", "review", has_something)


@members("see_case")
def review(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Referrals, waivers, silence, what still forbids work, and the times of a combined filing."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    lines = clock_lines(file, day, counter_hours.hours())
    offers = next_steps(file, actor_of(request), lines, day)
    every = [
        *([offers.primary] if offers.primary else []),
        *(offer for _, found in offers.groups for offer in found),
    ]
    comments: dict[str, list[str]] = {}
    for comment in Comment.objects.filter(case=file.case):
        comments.setdefault(comment.board, []).append(comment.text)
    shown = frame_of(file, "review") | {
        "matter_note": file.matter.note,
        "referrals": [(one, comments.get(one.key, ())) for one in referrals(file)],
        "rule": waiver_of(file.matter),
        "waivers": [
            (waiver, OUTCOMES.get(waiver.outcome, waiver.outcome))
            for waiver in waivers(file, day, rows_of(file))
        ],
        "silence": words_of(file.matter, "silence"),
        "appeal": words_of(file.matter, "appeal"),
        "still_needed": [
            one
            for one in still_needed_of(file.matter)
            if not (one.until and (file.has(one.until) or standing.shows(file, one.until)))
        ],
        "combined": combined(file),
        "offers": [offer for offer in every if offer.key in _KEYS],
    }
    return render(request, "referrals/review.html", shown)
