"""Entering a plan that did not follow from an application here: agreed before the product came, or elsewhere."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from permitting.om_plans.opening import KIND
from permitting.om_plans.row_forms import EarlierPlanForm
from permitting.om_plans.upkeep import PlanParty
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.shell import actor_of
from towns.models import Town
from towns.record import door
from towns.record.case_file import law_of
from towns.record.door import edition_on
from towns.ui.links import town_url


@members("propose_om_plan")
def enter(request: HttpRequest, town: str) -> HttpResponse:
    """One form for what is known: the plan opens with its facts, each on its true day; nothing is mailed."""
    here = town_of(request)
    day = today(here)
    form = EarlierPlanForm(typed(request), today=day, initial={"once": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            number = _enter(request, here, form.cleaned_data, day)
        except (door.Impossible, door.NotAllowed) as cannot:
            form.add_error(None, getattr(cannot, "because", str(cannot)))
        else:
            messages.success(request, f"{number} is entered. Add its structures and their duties next.")
            return HttpResponseRedirect(town_url("om_plans:plan", here, number=number))
    shown = {
        "form": form,
        "back_url": town_url("om_plans:duties", here),
        "page_has_errors": form.is_bound and bool(form.errors),
    }
    return render(request, "om_plans/enter.html", shown, status=422 if form.is_bound and form.errors else 200)


@transaction.atomic
def _enter(request: HttpRequest, here: Town, given: dict[str, Any], day: date) -> str:
    actor = actor_of(request)
    law = law_of(edition_on(here, given["proposed"]), here)
    matter = next((key for key, one in law.matters.items() if one.kind == KIND), KIND)
    owner = [{"kind": PlanParty.Kind.OWNER, "name": given["owner"]}] if given["owner"] else []
    opened = door.open_case(
        town=here,
        matter=matter,
        by=actor,
        on=given["proposed"],
        today=day,
        once=given["once"],
        keep={"parties": owner},
        title=given["title"],
        address=given["address"],
        map_lot=given["map_lot"],
    )
    if opened.repeated:
        return str(opened.case.number)
    for name, step in EarlierPlanForm.STEPS:
        if given[name] is None:
            continue
        facts = {key: given[key] for key in ("book", "page") if name == "recorded" and given[key]}
        door.act(
            step, case=opened.case, by=actor, on=given[name], today=day, once=uuid5(given["once"], step), **facts
        )  # fmt: skip
    return str(opened.case.number)
