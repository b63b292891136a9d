"""The land and the work of a case: what papers print about them, kept beside the ledger because no date hangs on it."""

from __future__ import annotations

from typing import Any, ClassVar

from crispy_forms.layout import Layout
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from permitting.applications.models import Application
from towns.access import context
from towns.access.decorators import members, not_yours
from towns.access.kept_forms import typed
from towns.cases.shell import case_file_or_404, frame_of
from towns.models import Case
from towns.ui.fields import LegalDay
from towns.ui.layout import DocketHelper, Group
from towns.ui.links import case_url

_FIGURES = ("disturbed_sqft", "common_plan_sqft", "lot_sqft")


class LandForm(forms.ModelForm):  # type: ignore[type-arg]
    """The case's name and place, and what the application says about the work."""

    title = forms.CharField(label="Name of the project", max_length=300)
    address = forms.CharField(label="Street address", max_length=300, required=False)
    map_lot = forms.CharField(label="Assessors’ map and lot", max_length=60, required=False)
    plan_dated = LegalDay(label="Date of the plan", required=False)

    class Meta:
        model = Application
        fields = ("description", *_FIGURES, "plan_title", "plan_by", "plan_dated")
        labels: ClassVar = {
            "description": "What is to be done",
            "disturbed_sqft": "Land disturbed, square feet",
            "common_plan_sqft": "Larger common plan, square feet",
            "lot_sqft": "The whole lot, square feet",
            "plan_title": "Title of the plan",
            "plan_by": "Prepared by",
        }
        help_texts: ClassVar = {"common_plan_sqft": "Where the work is a part of a larger plan."}
        widgets: ClassVar = {"description": forms.Textarea({"rows": 4})}

    def __init__(self, data: Any = None, *, case: Case, instance: Application) -> None:
        before = {"title": case.title, "address": case.address, "map_lot": case.map_lot}
        super().__init__(data, instance=instance, initial=before)
        self.case = case
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = Layout(
            Group("The land", "title", "address", "map_lot", "lot_sqft"),
            Group("The work", "description", "disturbed_sqft", "common_plan_sqft"),
            Group("The plan", "plan_title", "plan_by", "plan_dated"),
        )

    def save(self, commit: bool = True) -> Any:
        """Case and application together."""
        with transaction.atomic():
            self.case.title = self.cleaned_data["title"]
            self.case.address = self.cleaned_data["address"]
            self.case.map_lot = self.cleaned_data["map_lot"]
            self.case.save(update_fields=["title", "address", "map_lot"])
            self.instance.save(update_fields=list(self.Meta.fields))
        return self.instance


@members("see_case")
def land(request: HttpRequest, number: str, **_: Any) -> HttpResponse:
    """What the case says about land and work; the office may mend it."""
    file = case_file_or_404(request, number)
    application = file.principal
    if not isinstance(application, Application):
        raise Http404("This case is not about an application.")
    may_edit = context.may(request, "edit_case")
    if request.method == "POST" and not may_edit:
        return not_yours(request)
    form = LandForm(typed(request), case=file.case, instance=application)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Land and work are saved. Papers already printed keep what they say.")
        return HttpResponseRedirect(case_url(file.town, file.case, "land"))
    shown = frame_of(file, "land") | {
        "form": form,
        "may_edit": may_edit,
        "answers": [(field.label, field.value()) for field in form if field.value() not in (None, "")],
    }
    return render(request, "cases/land.html", shown)
