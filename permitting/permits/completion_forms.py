"""What a person fills in at the end of the work: the as-built plan, the request for the certificate, and the certificate."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.inspections.stages import missing_before
from permitting.permits.models import EXTENTS
from towns.law.inspection_rules import inspections_of
from towns.record.step_forms import StepForm, ledger_line
from towns.ui.fields import LegalDay

#: What an as-built plan customarily shows.
CHECKS = {
    "structures": "Every structure as built, with place and elevation",
    "inverts": "Inverts of pipes and structures",
    "grades": "Finished grades and contours",
    "drainage_areas": "Drainage areas",
    "utilities": "Utilities and pavement",
    "impervious": "Impervious area before and after",
    "deviations": "Deviations from the approved plan, with reasons",
    "stamped": "Stamped by the preparer",
    "certified": "Certified by a registered professional engineer",
    "electronic": "Electronic file received",
}
_PREPARERS = (
    ("", "Choose one"),
    ("professional_engineer", "Registered professional engineer"),
    ("land_surveyor", "Professional land surveyor"),
    ("other", "Somebody else"),
)


class AsBuilt(StepForm):
    """The as-built plan: who made it, what it shows, and what became of its deviations."""

    day_label = "Day on which it was filed"

    prepared_by = forms.ChoiceField(label="Prepared by", choices=_PREPARERS, required=False)
    dated = LegalDay(label="Day on the plan", required=False)
    shows = forms.MultipleChoiceField(
        label="The plan shows",
        choices=list(CHECKS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    impervious_before_sqft = forms.IntegerField(
        label="Impervious area before (square feet)", min_value=0, required=False
    )
    impervious_after_sqft = forms.IntegerField(
        label="Impervious area after (square feet)", min_value=0, required=False
    )
    deviations = forms.ChoiceField(
        label="Deviations from the approved plan",
        choices=(
            ("none", "None"),
            ("accepted", "There are some, and they are accepted"),
            ("sent_back", "There are some, and the plan is sent back"),
            ("open", "There are some, not judged yet"),
        ),
    )

    def build(self) -> None:
        """What the law says of the preparer stands at the field."""
        rule = inspections_of(self.file.matter).certificate
        if rule is not None and rule.plan:
            self.fields["prepared_by"].help_text = f"The bylaw: “{rule.plan}” ({rule.cite})"

    def facts(self) -> dict[str, Any]:
        """Everything: none of it names a person."""
        names = (
            "prepared_by", "dated", "shows", "impervious_before_sqft", "impervious_after_sqft", "deviations",
        )  # fmt: skip
        told = {name: self.cleaned_data.get(name) for name in names}
        return {name: value for name, value in told.items() if value not in (None, "", [])}


class CertificateRequest(StepForm):
    """The request for the certificate."""

    day_label = "Day on which the request came in"

    def build(self) -> None:
        """The fee, where the law asks for one."""
        rule = inspections_of(self.file.matter).certificate
        if rule is not None and rule.fee:
            self.fields["fee_paid"] = forms.BooleanField(
                label="The fee was paid", required=False, help_text=f"The bylaw: “{rule.fee}”"
            )

    def facts(self) -> dict[str, Any]:
        """Whether the fee came with it."""
        return {"fee_paid": True} if self.cleaned_data.get("fee_paid") else {}


class Certificate(StepForm):
    """The certificate: of what it speaks, on what it rests, and what stands in place of what is missing."""

    day_label = "Day of the certificate"

    outcome = forms.ChoiceField(label="It certifies", choices=list(EXTENTS.items()))
    part = ledger_line("Which part of the work", required=False)

    def build(self) -> None:
        """The second road and the evidence, where the law or the record open them."""
        rule = inspections_of(self.file.matter).certificate
        if rule is not None and rule.second_road:
            self.fields["ground"] = forms.ChoiceField(
                label="It rests on",
                choices=(
                    ("inspection", "The final inspection reports, received and approved"),
                    ("determination", "Another determination that all work is complete"),
                ),
                help_text=f"The bylaw: “{rule.second_road}” ({rule.cite})",
            )
        missing = {
            line.rule.stage: line.rule.title
            for line in missing_before(self.file, "certificate_issued", self.today)
        }
        if missing:
            self.fields["evidence"] = forms.MultipleChoiceField(
                label="Other evidence stands in the file in place of",
                help_text="For an inspection that can no longer be made: photographs, measurements, statements.",
                choices=list(missing.items()),
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        lacking = [name for name in (rule.needs if rule else ()) if not self.file.has(name)]
        if lacking:
            self.fields["not_needed"] = forms.MultipleChoiceField(
                label="Not needed on this site",
                choices=[(name, self.file.law.events[name].noun) for name in lacking],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        self.fields["reasons"] = ledger_line("Reasons of the determination", required=False)

    def clean(self) -> dict[str, Any]:
        """A certificate of a part names it."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("outcome") == "partial" and not data.get("part"):
            self.add_error("part", "Name the part or phase that is certified.")
        return data

    def facts(self) -> dict[str, Any]:
        """What was chosen."""
        names = ("outcome", "part", "ground", "evidence", "not_needed", "reasons")
        told = {name: self.cleaned_data.get(name) for name in names}
        return {name: value for name, value in told.items() if value}


class CertificateRefusal(StepForm):
    """A refusal with its reasons."""

    day_label = "Day of the refusal"

    reasons = ledger_line("What is missing")

    def facts(self) -> dict[str, Any]:
        """The reasons."""
        return {"reasons": self.cleaned_data["reasons"]}
