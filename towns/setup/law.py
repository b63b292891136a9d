"""The law in force as the town's administrator reads it, and the choice among readings where the words are unclear."""

from __future__ import annotations

import copy

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import person_of
from towns.access.decorators import members
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.law.events import EVENTS
from towns.law.rules import ClockRule
from towns.models import BylawEdition, Town
from towns.record import door
from towns.record.case_file import law_of
from towns.setup import changes
from towns.ui.links import town_url


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
        "editions": BylawEdition.objects.filter(adopted=True).order_by("-effective", "-id"),
        "doubts": [{"doubt": doubt, "chosen": doubt.choices[chosen[key]], "own": key in here.readings}
                   for key, doubt in text.open_readings.items()],
    }  # fmt: skip
    return render(request, "setup/law.html", shown)


@members("set_up_town")
def reading(request: HttpRequest, town: str, key: str) -> HttpResponse:
    """Choose a reading: what moves is shown first, and saved only when it is confirmed."""
    here, day = town_of(request), today(town_of(request))
    text = law_of(door.edition_on(here, day), here)
    doubt = text.open_readings.get(key)
    if doubt is None:
        raise Http404("No such doubt.")
    present = text.readings(here.readings)[key]
    choice = request.POST.get("choice") or request.GET.get("choice") or present
    if choice not in doubt.choices:
        raise Http404("No such reading.")
    if request.method == "POST":
        row = Town.objects.select_for_update().get(pk=here.pk)
        changes.note(
            row,
            f"Reading: {doubt.question}",
            doubt.choices[present],
            doubt.choices[choice],
            person_of(request),
        )
        row.readings = {**row.readings, key: choice}
        row.save(update_fields=["readings"])
        read = changes.reread_all(day)
        messages.success(request, f"The reading is chosen; {read} case{'s' if read != 1 else ''} read anew.")
        return HttpResponseRedirect(town_url("setup:law", here) + "#doubts")
    moved = None
    if choice != present:
        other = copy.copy(here)
        other.readings = {**here.readings, key: choice}
        moved = changes.moved_by(here, day, changes.with_town(other))
    shown = {"doubt": doubt, "present": present, "choice": choice, "moved": moved}
    return render(request, "setup/reading.html", shown)
