"""A case under review: who was asked and answered, waivers, and what the bylaw says beside its clocks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from permitting.referrals.models import Comment
from permitting.referrals.queries import referrals
from permitting.waivers.queries import rows_of, waivers
from permitting.waivers.steps import OUTCOMES
from towns.desk import counter
from towns.desk.casefile import actor_of, folder_or_404, frame_of
from towns.desk.clock_lines import clock_lines
from towns.desk.next_steps import next_steps
from towns.desk.panels import CasePage
from towns.entrance.gates import members
from towns.folder import Folder
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
from towns.today import today

_KEYS = {"refer", "record_comment", "request_waiver", "decide_waiver", "rescind_waiver", "open_permit_case"}


def combined(folder: Folder) -> list[tuple[Beside, tuple[SideTime, ...]]]:
    """The other laws with which this filing was combined, and their times."""
    filed = folder.last("filed")
    facts = filed.facts if filed else {}
    return [
        (other, side_times(folder.law, other.key))
        for other in besides_of(folder.matter)
        if facts.get(other.fact)
    ]


def has_something(folder: Folder) -> bool:
    """Whether the page has anything to say of this case."""
    matter = folder.matter
    return bool(
        referrals_of(matter) or waiver_of(matter) or words_of(matter, "silence") or still_needed_of(matter)
    )


PAGE = CasePage("Review", "review", has_something)


@members("see_case")
def review(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Referrals, waivers, silence, what still forbids work, and the times of a combined filing."""
    folder = folder_or_404(request, number)
    day = today(folder.town)
    lines = clock_lines(folder, day, counter.hours())
    offers = next_steps(folder, actor_of(request), lines, day)
    every = [
        *([offers.primary] if offers.primary else []),
        *(offer for _, found in offers.groups for offer in found),
    ]
    comments: dict[str, list[str]] = {}
    for comment in Comment.objects.filter(case=folder.case):
        comments.setdefault(comment.board, []).append(comment.text)
    shown = frame_of(folder, "review") | {
        "matter_note": folder.matter.note,
        "referrals": [(one, comments.get(one.key, ())) for one in referrals(folder)],
        "rule": waiver_of(folder.matter),
        "waivers": [
            (waiver, OUTCOMES.get(waiver.outcome, waiver.outcome))
            for waiver in waivers(folder, day, rows_of(folder))
        ],
        "silence": words_of(folder.matter, "silence"),
        "appeal": words_of(folder.matter, "appeal"),
        "still_needed": [
            one for one in still_needed_of(folder.matter) if not (one.until and folder.has(one.until))
        ],
        "combined": combined(folder),
        "offers": [offer for offer in every if offer.key in _KEYS],
    }
    return render(request, "referrals/review.html", shown)
