"""Looking up a parcel, and its page: for staff everything the town keeps about it, for anyone what is public."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import may, roles_held
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.models import Case, Town
from towns.parcels import panels, queries
from towns.parcels.map_lot import key_of, keys, words
from towns.record import disclosure
from towns.record.case_file import law_of
from towns.record.door import edition_on
from towns.ui.links import case_url, town_url

#: Longest text that is looked for.
LONGEST = 200


def is_staff(request: HttpRequest) -> bool:
    """Whether the person has a role in the town that may see its cases."""
    return bool(roles_held(request)) and may(request, "see_case")


@require_safe
def find(request: HttpRequest, town: str) -> HttpResponse:
    """Find a parcel by its map and lot, however it is written, or by its street."""
    here = town_of(request)
    said = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
    if key := key_of(said):
        return HttpResponseRedirect(town_url("parcels:parcel", here, key=key))
    found: dict[str, dict[str, Any]] = {}
    if said:
        cases = Case.objects.filter(address__icontains=said).exclude(map_lot="")
        if not is_staff(request):
            cases = cases.filter(disclosure.public_cases())
        several = [(key, "") for key in keys(said)]
        named = [
            (key, case.address) for case in cases.order_by("address")[:500] for key in keys(case.map_lot)
        ]
        for key, address in (*several, *named):
            row = found.setdefault(
                key,
                {"words": words(key), "address": address, "url": town_url("parcels:parcel", here, key=key)},
            )
            row["address"] = row["address"] or address
    shown = {"q": said, "found": list(found.values())[: queries.MOST], "staff": is_staff(request)}
    return render(request, "parcels/find.html", shown)


@require_safe
def parcel(request: HttpRequest, town: str, key: str) -> HttpResponse:
    """Everything about one parcel. Its address is the one way we write its map and lot; others lead there."""
    here = town_of(request)
    plain = key_of(key)
    if not plain:
        raise Http404("Not a map and lot.")
    if plain != key:
        return HttpResponseRedirect(town_url("parcels:parcel", here, key=plain))
    cases = queries.cases_of(plain)
    shown = {"key": plain, "words": words(plain)}
    if is_staff(request):
        return render(request, "parcels/parcel.html", shown | _for_staff(here, plain, cases))
    return render(request, "parcels/public.html", shown | _for_anyone(here, cases))


def _names(here: Town) -> dict[str, str]:
    law = law_of(edition_on(here, today(here)), here)
    return {key: matter.name for key, matter in law.matters.items()}


def _for_staff(here: Town, key: str, cases: list[Case]) -> dict[str, Any]:
    lines = queries.lines_of(cases)
    day = today(here)
    return {
        "address": next((case.address for case in cases if case.address), ""),
        "groups": [
            (name, [{"line": line, "url": case_url(here, line.case)} for line in found])
            for name, found in queries.by_kind(lines, _names(here))
        ],
        "panels": [
            (panel.title, found) for panel in panels.every() if (found := list(panel.lines(here, key, day)))
        ],
        "open_cases": sum(1 for case in cases if not case.closed),
        "count": len(cases),
    }


def _for_anyone(here: Town, cases: list[Case]) -> dict[str, Any]:
    """Public cases alone, each with its public stage; what the parcel's other cases are is not said."""
    public = [case for case in cases if disclosure.is_public(case)]
    stages = disclosure.stages_of(public, here)
    names = _names(here)
    return {
        "address": next((case.address for case in public if case.address), ""),
        "rows": [
            {
                "case": case,
                "stage": stages[case.pk],
                "matter": names.get(case.matter, case.matter.replace("_", " ")),
                "url": town_url("register:case", here, number=case.number),
            }
            for case in public
        ],
    }
