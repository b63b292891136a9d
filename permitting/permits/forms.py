"""What a person fills in to issue a permit."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.models import Party
from towns.record.step_forms import StepForm


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
