"""What a person fills in about a permit: its issue, a change of the work, a measure about it."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.permits.steps import CHANGES
from towns.models import Party
from towns.record.step_forms import StepForm, ledger_line
from towns.ui.fields import LegalDay


class IssuePermit(StepForm):
    """The permit's day and its holder."""

    day_label = "Day of issue"

    permittee = forms.CharField(
        label="Holder of the permit",
        max_length=300,
        help_text="Printed on the permit; it does not go to the ledger.",
    )

    def build(self) -> None:
        """The owner, or else the applicant."""
        parties = Party.objects.filter(case=self.file.case, kind__in=(Party.Kind.OWNER, Party.Kind.APPLICANT))
        named = sorted(parties, key=lambda party: party.kind != Party.Kind.OWNER)
        if named:
            self.fields["permittee"].initial = named[0].name

    def kept(self) -> dict[str, Any]:
        """The holder."""
        return {"permittee": self.cleaned_data["permittee"]}


class ChangeNotice(StepForm):
    """A written notice that the work will change."""

    day_label = "Day on which the written notice came in"

    what = ledger_line("What changes")
    already_made = forms.BooleanField(label="The change was made before the notice came in", required=False)

    def facts(self) -> dict[str, Any]:
        """What changes, and whether it was made already."""
        made = {"already_made": True} if self.cleaned_data["already_made"] else {}
        return {"what": self.cleaned_data["what"], **made}


class ChangeDecision(StepForm):
    """What was decided on a change of the work."""

    day_label = "Day of the decision"

    outcome = forms.ChoiceField(label="Decision", choices=list(CHANGES.items()))
    interim = ledger_line("Interim measures required until then", required=False)

    def facts(self) -> dict[str, Any]:
        """The decision and the interim measures."""
        interim = self.cleaned_data["interim"]
        return {"outcome": self.cleaned_data["outcome"], **({"interim": interim} if interim else {})}


class MeasureForm(StepForm):
    """A measure about a permit: what it rests on, and what went before it."""

    day_label = "Day of the measure"

    authority = forms.CharField(
        label="Section or condition that allows it",
        max_length=200,
        required=False,
        help_text="Most bylaws say nothing of it. Ask counsel before you leave this empty.",
    )
    noticed = LegalDay(label="Day on which the holder was given notice", required=False)
    heard = LegalDay(label="Day on which the holder was heard", required=False)
    why = ledger_line("Why")

    def facts(self) -> dict[str, Any]:
        """Authority, notice, hearing and reason."""
        names = ("authority", "noticed", "heard", "why")
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}


class Transfer(MeasureForm):
    """A new holder of the permit."""

    day_label = "Day of the transfer"

    permittee = forms.CharField(
        label="New holder of the permit",
        max_length=300,
        help_text="Printed on the permit; it does not go to the ledger.",
    )

    def kept(self) -> dict[str, Any]:
        """The new holder."""
        return {"permittee": self.cleaned_data["permittee"]}


class Surrender(StepForm):
    """The holder gave up the permit."""

    day_label = "Day on which the holder’s letter came in"

    why = ledger_line("Reason, if one was given", required=False)

    def facts(self) -> dict[str, Any]:
        """The reason."""
        return {"why": self.cleaned_data["why"]} if self.cleaned_data["why"] else {}
