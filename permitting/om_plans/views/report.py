"""The report of one who answers for the upkeep, by a signed link and without an account."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from permitting.om_plans import reporting
from permitting.om_plans.upkeep import Asked, Duty
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.ui.fields import LegalDay
from towns.ui.layout import DocketHelper


class ReportForm(forms.Form):
    """The day on which each duty was done last, what else there is to say, and who says it."""

    says = forms.CharField(
        label="What else the town should know",
        required=False,
        max_length=5000,
        widget=forms.Textarea({"rows": 5}),
        help_text="Such as repairs made, what could not be done and why, a change of owner.",
    )
    signed_as = forms.CharField(label="Your name, and for whom you report", max_length=300)

    def __init__(self, data: Any, *, duties: list[Duty], today: date, since: date) -> None:
        super().__init__(data)
        self.duties, self.today, self.since = duties, today, since
        for duty in duties:
            self.fields[f"duty_{duty.pk}"] = LegalDay(
                label=f"{duty.structure}: {duty.what}",
                required=False,
                help_text="Day on which it was done last. Left empty where it was not done.",
            )
        self.order_fields([*(f"duty_{duty.pk}" for duty in duties), "says", "signed_as"])
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean(self) -> dict[str, Any]:
        """Work that was done was done before today."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for duty in self.duties:
            day = data.get(f"duty_{duty.pk}")
            if day is not None and day > self.today:
                self.add_error(f"duty_{duty.pk}", "That day has not come yet.")
        return data

    @property
    def done(self) -> dict[int, date]:
        """The duties that were done, with their day."""
        return {
            duty.pk: self.cleaned_data[f"duty_{duty.pk}"]
            for duty in self.duties
            if self.cleaned_data.get(f"duty_{duty.pk}")
        }


def report(request: HttpRequest, town: str, token: str) -> HttpResponse:
    """The report that the link asks for. A link that is spent, too old or not ours says so and shows nothing."""
    here = town_of(request)
    asked = reporting.asked_by(token, here)
    if asked is None:
        return render(request, "om_plans/report_gone.html", {"answered": False}, status=410)
    if asked.received is not None:
        return render(request, "om_plans/report_gone.html", {"answered": True, "asked": asked}, status=410)
    day = today(here)
    form = ReportForm(
        request.POST if request.method == "POST" else None,
        duties=reporting.duties_of(asked.case),
        today=day,
        since=asked.on,
    )
    if request.method == "POST" and form.is_valid():
        return _take(request, asked, form, day)
    shown = {
        "asked": asked,
        "case": asked.case,
        "form": form,
        "page_has_errors": form.is_bound and bool(form.errors),
    }
    return render(request, "om_plans/report.html", shown, status=422 if form.is_bound else 200)


def _take(request: HttpRequest, asked: Asked, form: ReportForm, day: date) -> HttpResponse:
    try:
        told = reporting.take_report(
            asked,
            done=form.done,
            says=form.cleaned_data["says"].strip(),
            signed_as=form.cleaned_data["signed_as"].strip(),
            today=day,
            moment=timezone.now(),
        )
    except reporting.AlreadyAnswered:
        return render(request, "om_plans/report_gone.html", {"answered": True, "asked": asked}, status=410)
    return render(request, "om_plans/report_done.html", {"asked": told, "count": len(form.done)})
