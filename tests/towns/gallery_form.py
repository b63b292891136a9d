"""A demonstration form with one of every kind of field, empty, filled and with errors."""

from datetime import UTC, datetime
from typing import Any

from crispy_forms.layout import Layout
from django import forms

from tests.towns.gallery import town_context
from towns.ui.layout import Actions, Cancel, DocketHelper, Group, Note, Pair, Secondary, Submit


class HearingForm(forms.Form):
    """One of every kind of field that the product uses."""

    case_title = forms.CharField(
        label="Name of the project", max_length=60, help_text="As it stands on the plans."
    )
    email = forms.EmailField(label="E-mail of the applicant", required=False)
    matter = forms.ChoiceField(
        label="Kind of permit", choices=[("", "Choose one"), ("s", "Stormwater permit")]
    )
    day = forms.DateField(
        label="Day of the hearing",
        help_text="Not before Tue Dec 8 2026, not after Thu Jan 7 2027.",
        widget=forms.DateInput,
    )
    time = forms.TimeField(label="Time", widget=forms.TimeInput)
    stamped = forms.SplitDateTimeField(label="Town clerk's stamp", widget=forms.SplitDateTimeWidget)
    built = forms.DateField(
        label="Work completed", required=False, widget=forms.SelectDateWidget(years=range(2024, 2028))
    )
    fee = forms.DecimalField(label="Fee received, in dollars", decimal_places=2, max_digits=9, min_value=0)
    outcome = forms.ChoiceField(
        label="What the board voted",
        widget=forms.RadioSelect,
        choices=[("a", "Approve"), ("c", "Approve with conditions"), ("d", "Disapprove")],
        help_text="The vote is a fact of its own; the writing has its own day.",
    )
    notices = forms.MultipleChoiceField(
        label="Notice was given by",
        widget=forms.CheckboxSelectMultiple,
        choices=[("n", "Newspaper"), ("p", "Posting at town hall"), ("m", "First class mail to abutters")],
    )
    conditions = forms.CharField(
        label="Conditions", widget=forms.Textarea, required=False, help_text="One to a line."
    )
    plan = forms.FileField(label="Signed decision", help_text="PDF, at most 50 MB.")
    sure = forms.BooleanField(
        label="The signed paper is in the file", help_text="Without it the clerk will not stamp it."
    )
    once = forms.CharField(widget=forms.HiddenInput, initial="token")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            Group("The case", "case_title", "email", "matter"),
            Group(
                "The hearing",
                Pair("day", "time"),
                "stamped",
                "built",
                hint="Days are town days; times are Eastern Time.",
            ),
            Group("The vote", "outcome", "notices", "fee", "conditions", "plan", "sure"),
            Note("The decision takes effect when the town clerk has stamped it."),
            Actions(
                Submit("Record the decision"), Secondary("Save as a draft", name="draft"), Cancel("/norfolk/")
            ),
        )

    def clean(self) -> None:
        """One error that belongs to no field."""
        if self.data.get("case_title") == "Wrong on the whole":
            raise forms.ValidationError("The board cannot vote before the hearing has closed.")


GOOD: dict[str, Any] = {
    "case_title": "Stony Brook Estates",
    "email": "robin@example.org",
    "matter": "s",
    "day": "2026-12-08",
    "time": "19:00",
    "stamped": datetime(2026, 11, 30, 15, 12, tzinfo=UTC),
    "fee": "250.00",
    "outcome": "c",
    "notices": ["n", "m"],
    "conditions": "Silt fence before any work.",
    "sure": "on",
    "once": "token",
}
BAD = {
    "case_title": "<script>alert(1)</script>" * 4,
    "email": "not an address",
    "day": "2026-02-30",
    "time": "",
    "stamped_0": "2026-11-30",
    "stamped_1": "",
    "fee": "-1",
    "once": "token",
    "outcome": "z",
}


def form_page(state: str) -> dict[str, Any]:
    """The demonstration form: empty, filled or with errors."""
    form = HearingForm(BAD if state == "error" else None, initial=GOOD if state == "filled" else None)
    return town_context("Cases") | {
        "form": form,
        "crumbs": [
            {"label": "Desk", "url": "/norfolk/desk/"},
            {"label": "SMP-2026-0014", "url": "/norfolk/cases/"},
        ],
    }


FORM_PAGE = """{% extends "town.html" %}{% load crispy_forms_tags %}{% block title %}Record a decision{% endblock %}
{% block content %}{% include "parts/head.html" with heading="Record a decision" sub="SMP-2026-0014" %}
{% crispy form %}{% endblock %}"""
