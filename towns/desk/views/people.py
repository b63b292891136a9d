"""The people of a case: parties, whose personal data lives here and nowhere else, and the officer."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns import frame
from towns.desk.casefile import folder_or_404, frame_of
from towns.desk.forms import OfficerForm, PartyForm
from towns.desk.places import case_url
from towns.entrance.gates import members, not_yours, posted
from towns.entrance.resume import typed
from towns.models import Party


@members("see_parties")
def people(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Every party, and who looks after the case."""
    folder = folder_or_404(request, number)
    parties = list(Party.objects.filter(case=folder.case))
    shown = frame_of(folder, "people") | {
        "parties": [party for party in parties if party.kind != Party.Kind.ABUTTER],
        "abutters": [party for party in parties if party.kind == Party.Kind.ABUTTER],
        "officer": folder.case.officer,
        "officer_form": OfficerForm(town=folder.town, initial={"officer": folder.case.officer_id})
        if frame.may(request, "assign_officer")
        else None,
        "officer_url": case_url(folder.town, folder.case, "officer"),
        "may_edit": frame.may(request, "edit_parties"),
    }
    return render(request, "desk/people.html", shown)


@members("see_parties")
def party(request: HttpRequest, town: str, number: str, pk: int = 0) -> HttpResponse:
    """Add or change one party."""
    folder = folder_or_404(request, number)
    if not frame.may(request, "edit_parties"):
        return not_yours(request)
    row = Party.objects.filter(case=folder.case, pk=pk).first() if pk else None
    if pk and row is None:
        raise Http404("No such party in this case.")
    data = typed(request)
    form = PartyForm(data, instance=row or Party(town=folder.town, case=folder.case))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(
            request, f"{form.instance.name} is on the case as {form.instance.get_kind_display().lower()}."
        )
        return HttpResponseRedirect(case_url(folder.town, folder.case, "people"))
    shown = frame_of(folder, "people") | {
        "form": form,
        "party": row,
        "back_url": case_url(folder.town, folder.case, "people"),
    }
    return render(request, "desk/party.html", shown)


@members("edit_parties")
@posted("../../")
def remove_party(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Take a party off the case; the papers already printed keep what they say."""
    folder = folder_or_404(request, number)
    row = Party.objects.filter(case=folder.case, pk=pk).first()
    if row is None:
        raise Http404("No such party in this case.")
    name = row.name
    row.delete()
    messages.success(request, f"{name} is no longer on the case.")
    return HttpResponseRedirect(case_url(folder.town, folder.case, "people"))
