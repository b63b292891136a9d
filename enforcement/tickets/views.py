"""Writing a ticket from a violation file: one offense, one day, one sum."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from enforcement.tickets import contents
from enforcement.tickets.forms import WriteTicket
from towns.access.context import may
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.calendar.today import today
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.models import Case
from towns.record import door
from towns.ui.links import case_url


@members("see_case")
@require_safe
def ticket(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """A ticket on a page: what stands on it, and what the statute wants on it that is missing."""
    file = case_file_or_404(request, number)
    if file.case.kind != "ticket":
        raise Http404("No ticket of this number.")
    over = Case.objects.filter(linked_from__case=file.case, kind="violation").order_by("id")
    shown = frame_of(file, "ticket") | {
        "lines": contents.lines(file),
        "says": contents.SAYS,
        "over": [
            {"number": one.number, "title": one.title, "url": case_url(file.town, one, "violation")}
            for one in over
        ],
    }
    return render(request, "tickets/ticket.html", shown)


@members("issue_ticket")
def write(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Write a ticket; what speaks against it stops, and a person with authority goes on with a reason."""
    file = case_file_or_404(request, number)
    if file.case.kind != "violation" or not file.has("violation_found"):
        raise Http404("No violation found in a file of this number.")
    day = today(file.town)
    back = case_url(file.town, file.case, "violation")
    form = WriteTicket(typed(request), initial={"once": uuid4(), "on": day}, file=file, today=day, back=back)
    stops: Any = ()
    if request.method == "POST" and form.is_valid():
        try:
            done = door.open_case(
                town=file.town, matter="ticket", by=actor_of(request), on=form.cleaned_data["on"], today=day,
                once=form.cleaned_data["once"], over=[file.case], keep=form.kept(),
                override=str(request.POST.get("override", "")), **form.facts(),
            )  # fmt: skip
        except door.Impossible as cannot:
            form.add_error(cannot.field if cannot.field in form.fields else None, cannot.because)
        except door.SoftStops as soft:
            stops = soft.stops
        else:
            messages.success(
                request, f"{done.case.number} is issued. Hand it over or mail it, and record that."
            )
            return HttpResponseRedirect(case_url(file.town, done.case))
    shown = frame_of(file, "violation") | {
        "form": form,
        "stops": stops,
        "may_override": may(request, "override"),
        "answers": [(k, v) for k, v in request.POST.items() if k != "override"] if stops else [],
        "back_url": back,
    }
    return render(request, "tickets/write.html", shown, status=422 if form.is_bound else 200)
