"""What a person fills in about a release."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.step_forms import StepForm

KINDS = (
    ("hazardous", "Oil or hazardous material"),
    ("nonhazardous", "Something else that is not hazardous"),
)
WAYS = (
    ("telephone", "By telephone"),
    ("in_person", "In person"),
    ("fax", "By fax"),
    ("writing", "In writing"),
)


class Release(StepForm):
    """What was released, and where it went."""

    outcome = forms.ChoiceField(label="What kind of material", choices=KINDS, widget=forms.RadioSelect)
    material = forms.CharField(label="What was released", max_length=200, required=False)
    quantity = forms.CharField(label="How much", max_length=200, required=False)
    reached = forms.CharField(
        label="What it reached",
        max_length=300,
        required=False,
        help_text="A storm drain, a brook, the ground.",
    )
    responsible = forms.CharField(label="Who has to report it", max_length=300, required=False)
    hour = "optional"
    day_label = "Day on which it became known or was suspected"

    def facts(self) -> dict[str, Any]:
        """The kind of material, which decides how soon it must be reported."""
        return {"outcome": self.cleaned_data["outcome"]}

    def kept(self) -> dict[str, Any]:
        """The rest stays out of the ledger."""
        return {key: self.cleaned_data[key] for key in ("material", "quantity", "reached", "responsible")}


class Report(StepForm):
    """How the town was told."""

    way = forms.ChoiceField(label="How the town was told", choices=WAYS, widget=forms.RadioSelect)
    hour = "optional"
    day_label = "Day of the report"

    def facts(self) -> dict[str, Any]:
        """The way: one in writing needs no confirmation."""
        return {"way": self.cleaned_data["way"]}


class StateTold(StepForm):
    """The notice to the Department of Environmental Protection."""

    release_number = forms.CharField(
        label="Release tracking number", max_length=40, required=False, help_text="As the state gave it."
    )
    hour = "required"
    day_label = "Day on which the state was told"

    def facts(self) -> dict[str, Any]:
        """The state's number."""
        return {"release_number": self.cleaned_data["release_number"]}
