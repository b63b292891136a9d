"""What a person fills in about an operation and maintenance plan."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from permitting.om_plans.keeping import open_repairs, owners_of_application, present
from permitting.om_plans.upkeep import PlanParcel, PlanParty
from towns.parcels.map_lot import words
from towns.record.step_forms import StepForm, ledger_line
from towns.ui.fields import LegalDay


class _PlanFields(StepForm):
    """How the plan is called, who made it, and where its schedule is printed."""

    plan_title = forms.CharField(label="Title of the plan", max_length=300, required=False)
    plan_by = forms.CharField(label="Prepared by", max_length=200, required=False)
    plan_dated = LegalDay(label="Date of the plan", required=False)
    schedule_sheet = forms.CharField(
        label="Sheet on which the schedule is printed",
        max_length=60,
        required=False,
        help_text="Where the bylaw wants the schedule on the plan itself.",
    )

    def kept(self) -> dict[str, Any]:
        """The plan's own particulars."""
        names = ("plan_title", "plan_by", "plan_dated", "schedule_sheet")
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}


class Proposal(_PlanFields):
    """The plan as it was proposed."""

    day_label = "Day on which the plan was proposed"


class PlanOfApplication(_PlanFields):
    """The plan that follows an approved application: it gets a case of its own."""

    day_label = "Day on which the plan was proposed"
    day_hint = "Plans are filed with the application; then it is the filing day."

    def kept(self) -> dict[str, Any]:
        """The plan's own particulars, and the owners whom the application names."""
        return super().kept() | {"parties": owners_of_application(self.file)}


class Acceptance(StepForm):
    """The authority accepts the plan."""

    day_label = "Day on which the plan was accepted"


class _Signatures(StepForm):
    """A form with one box for everybody who has to sign."""

    who: ClassVar[tuple[str, ...]] = ()
    signed_label: ClassVar[str] = "Who signed"
    once_for_all: ClassVar[bool] = False

    def build(self) -> None:
        """Those who answer now and have not signed."""
        rows = present(self.file, *self.who)
        self.must_sign = [row for row in rows if not (self.once_for_all and row.signed)]
        if self.must_sign:
            self.fields["signed"] = forms.MultipleChoiceField(
                label=self.signed_label,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(str(row.pk), _named(row)) for row in self.must_sign],
            )

    def kept(self) -> dict[str, Any]:
        """Who signed, and how many have to."""
        if not self.must_sign:
            return {}
        return {"signed": self.cleaned_data.get("signed", []), "must_sign": len(self.must_sign)}


def _named(row: PlanParty) -> str:
    for_parcel = f", {row.parcel}" if row.parcel else ""
    return f"{row.name} ({row.get_kind_display().lower()}{for_parcel})"


class Signing(_Signatures):
    """The owners signed the agreement."""

    day_label = "Day of the last signature"
    who = (PlanParty.Kind.OWNER,)
    once_for_all = True


class Recording(StepForm):
    """Book and page at the registry of deeds."""

    day_label = "Day of recording"

    book = forms.CharField(label="Book", max_length=20)
    page = forms.CharField(label="Page", max_length=20)

    def facts(self) -> dict[str, Any]:
        """Where it stands."""
        return {"book": self.cleaned_data["book"], "page": self.cleaned_data["page"]}


class InForce(StepForm):
    """The plan takes effect."""

    day_label = "Day on which the plan takes effect"


class Amendment(_Signatures):
    """A change of the schedule or the agreement, by agreement of the board and all who answer."""

    day_label = "Day of the amendment"
    signed_label = "Who signed the amendment"

    what = ledger_line("What was changed")
    board = forms.ChoiceField(label="Board that agreed")

    def build(self) -> None:
        """The boards of the town, and everybody who answers."""
        super().build()
        boards = [(key, board.name) for key, board in self.file.law.boards.items()]
        self.fields["board"].choices = [("", "Choose one"), *boards]  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """What was changed, and which board agreed."""
        return {"what": self.cleaned_data["what"], "board": self.cleaned_data["board"]}


class OwnerChange(StepForm):
    """A change of owner: of one parcel, or of all the land."""

    day_label = "Day on which the land changed owners"

    parcel = forms.ChoiceField(label="Parcel", required=False)
    name = forms.CharField(
        label="New owner", max_length=300, help_text="Kept with the plan, not in the ledger."
    )
    address = forms.CharField(
        label="Mailing address", required=False, max_length=1000, widget=forms.Textarea({"rows": 4})
    )
    email = forms.EmailField(label="E-mail", required=False)
    told_by_owner = LegalDay(
        label="Day on which an owner notified the town",
        required=False,
        help_text="Left empty where the town found out by itself.",
    )

    def build(self) -> None:
        """The parcels of the plan."""
        rows = PlanParcel.objects.filter(case=self.file.case)
        offered = [(row.key, words(row.key)) for row in rows]
        several = [("", "All of the land")] if len(offered) != 1 else []
        self.fields["parcel"].choices = [*several, *offered]  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """Which parcel."""
        return {"party": self.cleaned_data["parcel"]}

    def kept(self) -> dict[str, Any]:
        """Who owns it now."""
        names = ("name", "address", "email", "told_by_owner")
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}


class Notice(StepForm):
    """A notice to repair: what, line by line."""

    day_label = "Day of the notice"

    items = forms.CharField(
        label="What must be repaired",
        max_length=10_000,
        widget=forms.Textarea({"rows": 6}),
        help_text="One thing a line. Begin a line with the number of the structure: 3 Vacuum the separator.",
    )

    def clean_items(self) -> list[str]:
        """The lines that say something."""
        lines = [" ".join(line.split()) for line in self.cleaned_data["items"].splitlines()]
        if any(len(line) > 500 for line in lines):
            raise forms.ValidationError("A line is longer than 500 letters. Break it in two.")
        return [line for line in lines if line]

    def kept(self) -> dict[str, Any]:
        """The lines."""
        return {"items": self.cleaned_data["items"]}


class Repairs(StepForm):
    """The repairs were made: which of those asked for."""

    day_label = "Day on which the last of the repairs was made"

    def build(self) -> None:
        """Everything that is open."""
        self.open = open_repairs(self.file)
        if self.open:
            self.fields["made"] = forms.MultipleChoiceField(
                label="Repaired",
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(str(row.pk), row.text) for row in self.open],
            )

    def kept(self) -> dict[str, Any]:
        """What was repaired, and how much is still open."""
        made = self.cleaned_data.get("made", [])
        return {"made": made, "open": len(self.open) - len(made)}


class Failure(StepForm):
    """The repairs were not made."""

    day_label = "Day on which the town found so"

    what = ledger_line("What was found")

    def facts(self) -> dict[str, Any]:
        """What was found."""
        return {"what": self.cleaned_data["what"]}


class Ending(StepForm):
    """The end of the plan."""

    day_label = "Day on which the plan ended"

    what = ledger_line("Why it ended", hint="Such as the system was removed, or another plan took its place.")

    def facts(self) -> dict[str, Any]:
        """Why it ended."""
        return {"what": self.cleaned_data["what"]}
