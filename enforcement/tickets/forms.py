"""What a person fills in about a ticket."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.step_forms import StepForm


class IssueTicket(StepForm):
    """Date, sum, offense and provision of a ticket."""

    day_label = "Date of the ticket"
    day_hint = "Date it on the day on which it is handed over or mailed: the 21 days to answer count from it."
    offense = forms.IntegerField(
        label="Which offense it is", min_value=1, help_text="1 for the first, 2 for the second."
    )
    amount = forms.DecimalField(label="Sum in dollars", max_digits=6, decimal_places=2, min_value=0)
    provision = forms.CharField(label="Provision violated", max_length=120)

    def facts(self) -> dict[str, Any]:
        """As the ledger keeps them."""
        data = self.cleaned_data
        return {
            "amount": f"{data['amount']:.2f}",
            "offense": str(data["offense"]),
            "provision": data["provision"],
        }


class TicketHeard(StepForm):
    """What the court did with a ticket."""

    day_label = "Day of the hearing"
    outcome = forms.ChoiceField(
        label="What the court decided",
        choices=[("responsible", "The violation was found; a sum was fixed"), ("dismissed", "Dismissed")],
        widget=forms.RadioSelect,
    )

    def facts(self) -> dict[str, Any]:
        """The outcome."""
        return {"outcome": self.cleaned_data["outcome"]}
