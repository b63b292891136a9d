"""What a person fills in about an order."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.step_forms import StepForm


class AppealDecided(StepForm):
    """The outcome of an appeal, before a board or a court."""

    outcome = forms.ChoiceField(
        label="What becomes of the order",
        choices=[("upheld", "Upheld"), ("modified", "Modified"), ("rescinded", "Rescinded")],
        widget=forms.RadioSelect,
    )
    day_label = "Day of the decision"

    def facts(self) -> dict[str, Any]:
        """The outcome."""
        return {"outcome": self.cleaned_data["outcome"]}


class Compliance(StepForm):
    """Whether the order was complied with in part or in full."""

    outcome = forms.ChoiceField(
        label="How far",
        choices=[("in_full", "In full"), ("in_part", "In part")],
        widget=forms.RadioSelect,
    )
    day_label = "Day on which it was done"

    def facts(self) -> dict[str, Any]:
        """The outcome."""
        return {"outcome": self.cleaned_data["outcome"]}
