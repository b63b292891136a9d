"""What a person fills in about a waiver: the request, the ruling, and what follows one denied or rescinded."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.waivers.queries import open_keys, rows_of
from permitting.waivers.steps import FORCED, OUTCOMES
from towns.law.board_rules import rescission_of, waiver_of
from towns.record.step_forms import StepForm


class Request(StepForm):
    """A written request to be let off a requirement."""

    day_label = "Day on which the written request was received"

    requirement = forms.CharField(
        label="What is to be waived", max_length=2_000, widget=forms.Textarea({"rows": 3})
    )
    section = forms.CharField(label="Section that asks for it", max_length=120, required=False)
    reason = forms.CharField(
        label="The applicant’s explanation",
        max_length=20_000,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )

    def build(self) -> None:
        """The law's own words about what must come with a request."""
        rule = waiver_of(self.file.matter)
        if rule:
            self.fields["reason"].help_text = rule.note

    def kept(self) -> dict[str, Any]:
        """The applicant's words."""
        data = self.cleaned_data
        return {name: data[name].strip() for name in ("requirement", "section", "reason")}


class Ruling(StepForm):
    """What the board did with a request."""

    day_label = "Day of the board’s decision on the waiver"

    waiver = forms.ChoiceField(label="Which request")
    outcome = forms.ChoiceField(
        label="What the board did", choices=list(OUTCOMES.items()), widget=forms.RadioSelect
    )
    applicant = forms.ChoiceField(
        label="Did the applicant do one of these?", required=False, choices=[("", "No"), *FORCED.items()]
    )
    ruling = forms.CharField(
        label="The board’s words", required=False, max_length=20_000, widget=forms.Textarea({"rows": 4}),
        help_text="Printed in the decision.",
    )  # fmt: skip

    def build(self) -> None:
        """The requests that wait, and the tests of the text."""
        rows = rows_of(self.file)
        waiting = open_keys(self.file)
        self.fields["waiver"].choices = [  # type: ignore[attr-defined]
            (key, str(rows[key])[:120] if key in rows else key.replace("-", " ")) for key in waiting
        ]
        rule = waiver_of(self.file.matter)
        if rule:
            self.fields["outcome"].help_text = f"{'; '.join(rule.tests)} ({rule.cite})"
        if rule and rule.denied_if:
            self.fields["applicant"].help_text = f"“{rule.denied_if}” ({rule.cite})"
        else:
            del self.fields["applicant"]

    def facts(self) -> dict[str, Any]:
        """Which, what, and why it had to be denied."""
        data = self.cleaned_data
        return {"waiver": data["waiver"], "outcome": data["outcome"], "applicant": data.get("applicant", "")}

    def kept(self) -> dict[str, Any]:
        """The board's words."""
        return {"ruling": self.cleaned_data["ruling"].strip()}


class Rescission(StepForm):
    """A waiver taken back during the work."""

    day_label = "Day of the rescission"

    board = forms.ChoiceField(label="Upon whose recommendation")

    def build(self) -> None:
        """Those whom the text names."""
        rule = rescission_of(self.file.matter)
        upon = rule.upon if rule else ()
        choices = [(who.casefold().replace(" ", "_"), who[:1].upper() + who[1:]) for who in upon]
        self.fields["board"].choices = [*choices, ("nobody", "Nobody’s")]  # type: ignore[attr-defined]
        if rule:
            self.fields["board"].help_text = f"“{rule.says}” ({rule.cite})"

    def facts(self) -> dict[str, Any]:
        """Whose recommendation."""
        return {"board": self.cleaned_data["board"]}


class PermitCase(StepForm):
    """The application for the permit that follows a denied or rescinded waiver."""

    day_label = "Day on which the application for the permit was filed"
