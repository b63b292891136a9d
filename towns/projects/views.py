"""The page of a project file, and binding a case to one."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import may
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.models import Case, ProjectFile
from towns.projects import queries
from towns.ui.layout import DocketHelper
from towns.ui.links import case_url, town_url


class Bind(forms.Form):
    """The case with which another belongs together."""

    number = forms.CharField(label="Number of the case it belongs with", max_length=40)

    def __init__(self, data: object = None, *, case: Case) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.case = case
        self.helper = DocketHelper(self, submit="Bind them", cancel=case_url(case.town, case))

    def clean_number(self) -> Case:
        """Another case of this town."""
        said = str(self.cleaned_data["number"]).strip().upper()
        found = Case.objects.filter(number=said).exclude(pk=self.case.pk).first()
        if found is None:
            raise forms.ValidationError(f"{said} is no other case of this town. Check the number.")
        if self.case.project_id and found.project_id and self.case.project_id != found.project_id:
            raise forms.ValidationError(
                f"{said} belongs to another project file already, and so does {self.case.number}."
            )
        return found


@members("see_case")
@require_safe
def project(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """All cases of one undertaking: their times, papers and people on one page."""
    here = town_of(request)
    row = ProjectFile.objects.filter(pk=pk).first()
    if row is None:
        raise Http404("No such project file in this town.")
    page = queries.page_of(row, here, today(here))
    crumbs = [
        {"label": "Desk", "url": town_url("worklist:desk", here)},
        {"label": "Cases", "url": town_url("worklist:cases", here)},
    ]
    shown = {"page": page, "sub": queries.words_of(page.times), "crumbs": crumbs}
    return render(request, "projects/project.html", shown)


@members("edit_case")
def bind(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Bind a case with another: both stand in one project file from then on."""
    here = town_of(request)
    case = Case.objects.select_related("town").filter(number=number.replace("\0", "")).first()
    if case is None:
        raise Http404("No such case in this town.")
    form = Bind(typed(request), case=case)
    if request.method == "POST" and form.is_valid():
        other = form.cleaned_data["number"]
        with transaction.atomic():
            locked = list(
                Case.objects.select_for_update(of=("self",))
                .select_related("project")
                .filter(pk__in=(case.pk, other.pk))
                .order_by("pk")
            )
            mine = next(row for row in locked if row.pk == case.pk)
            found = queries.bind(mine, next(row for row in locked if row.pk == other.pk))
        messages.success(request, f"{case.number} and {other.number} are bound in one project file.")
        return HttpResponseRedirect(town_url("projects:project", here, pk=found.pk))
    shown = {"form": form, "case": case, "may": may(request, "edit_case")}
    return render(request, "projects/bind.html", shown, status=422 if form.errors else 200)
