"""What a person fills in about a ticket."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from enforcement.service import WAYS
from enforcement.tickets.penalty import ladders_of
from towns.record.case_file import CaseFile
from towns.record.step_forms import StepForm
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import DocketHelper


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


class WriteTicket(forms.Form):
    """A ticket as it is written from a violation file: what c. 40 § 21D wants on it."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    violated = LegalDay(label="Day of the offense", help_text="One ticket is for one offense on one day.")
    hour = TownTime(label="Time of day", required=False)
    place = forms.CharField(label="Place of the violation", max_length=300)
    provision = forms.CharField(label="Provision violated", max_length=120)
    offense_words = forms.CharField(
        label="The specific offense, in words", max_length=1000, widget=forms.Textarea({"rows": 3})
    )
    party = forms.ChoiceField(
        label="The offender is", choices=[("violator", "The violator"), ("owner", "The owner of the land")]
    )
    offender = forms.CharField(label="Name of the offender", max_length=300)
    offender_address = forms.CharField(
        label="Address of the offender, if known",
        required=False,
        max_length=600,
        widget=forms.Textarea({"rows": 2}),
    )
    offense = forms.IntegerField(label="Which offense it is", min_value=1, initial=1)
    amount = forms.DecimalField(label="Sum in dollars", max_digits=6, decimal_places=2, min_value=0)
    signer = forms.CharField(label="Who signs it, with office", max_length=200)
    on = LegalDay(
        label="Date of the ticket",
        help_text="Date it on the day on which it is handed over or mailed: the 21 days to answer count from it.",
    )

    def __init__(self, *args: Any, file: CaseFile, today: date, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["place"].initial = file.case.address
        found = file.last("violation_found")
        named = list(found.facts.get("provisions", ())) if found is not None else []
        if named:
            self.fields["provision"] = forms.ChoiceField(
                label="Provision violated", choices=[(str(one)[:120], str(one)) for one in named]
            )
        self.article = str(found.facts.get("article", "")) if found is not None else ""
        ladders = ladders_of(file.law, self.article)
        if ladders:
            self.fields["amount"].help_text = f"{ladders[0].cite}: “{ladders[0].says}”"
        self.helper = DocketHelper(self, submit="Issue the ticket", cancel=back)

    def clean_on(self) -> date:
        """A day that has come."""
        day: date = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError(
                "That day has not come yet. Date the ticket on the day it is delivered."
            )
        return day

    def facts(self) -> dict[str, Any]:
        """As the ledger keeps them; the offender is there by role only."""
        data = self.cleaned_data
        return {
            "amount": f"{data['amount']:.2f}",
            "offense": str(data["offense"]),
            "provision": data["provision"],
            "violated": data["violated"],
            "party": data["party"],
            "article": self.article,
        }

    def kept(self) -> dict[str, Any]:
        """Who, where and what in words."""
        data = self.cleaned_data
        names = ("offender", "offender_address", "place", "hour", "signer")
        return {**{name: data[name] for name in names}, "offense": data["offense_words"]}


class DeliverTicket(StepForm):
    """How the ticket reached the offender."""

    day_label = "Day on which it was handed over or mailed"
    day_hint = "By mail, the mailer’s certificate proves it; keep it with this entry."

    def build(self) -> None:
        """In hand or by mail; a ticket is not posted on a site."""
        ways = [(way, words) for way, words in WAYS.items() if way != "posted"]
        self.fields["way"] = forms.ChoiceField(label="How", choices=ways, initial="by_hand")

    def facts(self) -> dict[str, Any]:
        """The way."""
        return {"way": self.cleaned_data["way"]}


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
