"""The law in force as the town's administrator reads it, and the choice among readings where the words are unclear."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import person_of
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.law.events import EVENTS
from towns.law.rules import ClockRule
from towns.models import BylawEdition
from towns.record import door
from towns.record.case_file import law_of
from towns.record.unreadable import Unread
from towns.setup import changes, jobs, rereading
from towns.setup.editions_forms import Interpretation
from towns.setup.jobs_views import once_of, started


def length_said(rule: ClockRule) -> str:
    """The length in words: 21 days, 3 business days, 1 year, 48 business hours before."""
    if rule.length is None:
        return "no number given"
    unit = {
        "calendar": "day",
        "business": "business day",
        "years": "year",
        "hours": "hour",
        "business_hours": "business hour",
    }[rule.unit]
    return f"{rule.length} {unit}{'s' if rule.length != 1 else ''}{' before' if rule.before else ''}"


@members("set_up_town")
@require_safe
def law(request: HttpRequest, town: str) -> HttpResponse:
    """Every matter with its clocks, the law's own words, and the readings chosen."""
    here = town_of(request)
    edition = door.edition_on(here, today(here))
    text = law_of(edition, here)
    chosen = text.readings(here.readings)
    matters = [
        {"matter": matter, "board": text.boards[matter.board].acting(today(here)),
         "clocks": [{"rule": rule, "length": length_said(rule), "missed": EVENTS[rule.if_missed].says if rule.if_missed else "",
                     "stops": " or ".join(p.text for p in rule.stops)} for rule in matter.clocks]}
        for matter in text.matters.values()
    ]  # fmt: skip
    shown = {
        "edition": edition, "law": text, "matters": matters,
        "editions": BylawEdition.objects.lawful().order_by("-effective", "-id"),
        "doubts": [{"doubt": doubt, "chosen": doubt.choices[chosen[key]], "own": key in here.readings}
                   for key, doubt in text.open_readings.items()],
    }  # fmt: skip
    return render(request, "setup/law.html", shown)


@members("set_up_town")
def reading(request: HttpRequest, town: str, key: str) -> HttpResponse:
    """Choose the sense of unclear words: what moves is shown first, and saved with who decided it, when and why."""
    here, day = town_of(request), today(town_of(request))
    text = law_of(door.edition_on(here, day), here)
    doubt = text.open_readings.get(key)
    if doubt is None:
        raise Http404("No such doubt.")
    present = text.readings(here.readings)[key]
    choice = request.POST.get("choice") or request.GET.get("choice") or present
    if choice not in doubt.choices:
        raise Http404("No such reading.")
    form = Interpretation(typed(request), today=day)
    if request.method == "POST" and (first := jobs.asked_before(here, once_of(request.POST))):
        return started(first)
    if request.method == "POST" and form.is_valid() and choice != present:
        by, too = person_of(request), "settled_too" in request.POST
        ids = rereading.interpret(here, key, present, choice, day, settled_too=too, told=form.told(), by=by)
        row = jobs.begin(
            here, f"Interpretation: {doubt.question}", by=by, once=once_of(request.POST), cases=ids,
            kind=jobs.INTERPRETATION, given={"key": key, "settled_too": too},
        )  # fmt: skip
        return started(row)
    shown: dict[str, Any] = {
        "doubt": doubt,
        "present": present,
        "choice": choice,
        "form": form,
        "once": uuid4(),
    }
    if choice != present:
        unread: dict[int, Unread] = {}
        cases = rereading.reached(key, settled_too=False)
        shown["outcomes"] = rereading.outcomes(
            here, cases, rereading.interpreted(here, key, choice), day, unread, changes.LOOK
        )
        shown |= {"unread": list(unread.values()), "looked": changes.looked_at(cases)}
    bad = form.is_bound and not form.is_valid()
    return render(request, "setup/reading.html", shown, status=422 if bad else 200)
