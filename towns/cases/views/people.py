"""The people of a case: parties, whose personal data lives here and nowhere else, and the officer."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access import context
from towns.access.decorators import members, not_yours, posted
from towns.access.kept_forms import typed
from towns.cases.forms import OfficerForm, PartyForm
from towns.cases.shell import case_file_or_404, frame_of
from towns.models import Party
from towns.ui.links import case_url


@members("see_parties")
def people(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Every party, and who looks after the case."""
    file = case_file_or_404(request, number)
    parties = list(Party.objects.filter(case=file.case))
    shown = frame_of(file, "people") | {
        "parties": [party for party in parties if party.kind != Party.Kind.ABUTTER],
        "abutters": [party for party in parties if party.kind == Party.Kind.ABUTTER],
        "officer": file.case.officer,
        "officer_form": OfficerForm(town=file.town, initial={"officer": file.case.officer_id})
        if context.may(request, "assign_officer")
        else None,
        "officer_url": case_url(file.town, file.case, "officer"),
        "may_edit": context.may(request, "edit_parties"),
    }
    return render(request, "cases/people.html", shown)


@members("see_parties")
def party(request: HttpRequest, town: str, number: str, pk: int = 0) -> HttpResponse:
    """Add or change one party."""
    file = case_file_or_404(request, number)
    if not context.may(request, "edit_parties"):
        return not_yours(request)
    row = Party.objects.filter(case=file.case, pk=pk).first() if pk else None
    if pk and row is None:
        raise Http404("No such party in this case.")
    data = typed(request)
    form = PartyForm(data, instance=row or Party(town=file.town, case=file.case))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(
            request, f"{form.instance.name} is on the case as {form.instance.get_kind_display().lower()}."
        )
        return HttpResponseRedirect(case_url(file.town, file.case, "people"))
    shown = frame_of(file, "people") | {
        "form": form,
        "party": row,
        "back_url": case_url(file.town, file.case, "people"),
    }
    return render(request, "cases/party.html", shown)


@members("edit_parties")
@posted("../../")
def remove_party(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Take a party off the case; the papers already printed keep what they say."""
    file = case_file_or_404(request, number)
    row = Party.objects.filter(case=file.case, pk=pk).first()
    if row is None:
        raise Http404("No such party in this case.")
    name = row.name
    row.delete()
    messages.success(request, f"{name} is no longer on the case.")
    return HttpResponseRedirect(case_url(file.town, file.case, "people"))
