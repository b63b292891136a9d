"""Forms for what a plan keeps beside its ledger: structures, duties, people, easements, work done, what was asked for."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django import forms

from permitting.om_plans.schedule import in_season
from permitting.om_plans.upkeep import Asked, Duty, Easement, PlanParcel, PlanParty, Structure
from towns.models import Case, Document
from towns.parcels.map_lot import key_of, keys, words
from towns.ui.fields import LegalDay
from towns.ui.layout import DocketHelper

_MONTHS = [("", "All year"), *[(str(n), date(2000, n, 1).strftime("%B")) for n in range(1, 13)]]


def _helper() -> DocketHelper:
    helper = DocketHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    return helper


def _parcels(case: Case) -> list[tuple[str, str]]:
    rows = PlanParcel.objects.filter(case=case)
    return [("", "All of the land"), *((row.key, words(row.key)) for row in rows)]


class RowForm(forms.ModelForm):  # type: ignore[type-arg]
    """A row of a plan; the case gives its choices."""

    def __init__(self, data: Any = None, *, case: Case, instance: Any, initial: Any = None) -> None:
        super().__init__(data, instance=instance, initial=initial)
        self.case = case
        self.helper = _helper()
        if "parcel" in self.fields:
            self.fields["parcel"] = forms.ChoiceField(
                label="Parcel", required=False, choices=_parcels(case), initial=instance.parcel
            )
        if "document" in self.fields:
            self.fields["document"].queryset = Document.objects.filter(case=case)  # type: ignore[attr-defined]
            self.fields["document"].empty_label = "None"  # type: ignore[attr-defined]


class StructureForm(RowForm):
    """A structure with its place and design."""

    removed = LegalDay(
        label="Day on which it was taken out",
        required=False,
        help_text="Nothing falls due for it after that.",
    )

    class Meta:
        model = Structure
        fields = ("number", "name", "place", "sheet", "parcel", "design", "photo", "removed")
        labels: ClassVar = {
            "number": "Number on the plan",
            "name": "What it is",
            "place": "Where it is",
            "sheet": "Sheet of the plan",
            "design": "Design",
            "photo": "Photo, among the documents of the plan",
        }
        help_texts: ClassVar = {
            "design": "Such as its size, its drainage area, the sediment it holds.",
            "sheet": "",
        }
        widgets: ClassVar = {"design": forms.Textarea({"rows": 4})}

    def __init__(self, data: Any = None, *, case: Case, instance: Any, initial: Any = None) -> None:
        super().__init__(data, case=case, instance=instance, initial=initial)
        photos = Document.objects.filter(case=case, content_type__startswith="image/")
        self.fields["photo"].queryset = photos  # type: ignore[attr-defined]
        self.fields["photo"].empty_label = "None"  # type: ignore[attr-defined]

    def clean_number(self) -> int:
        """A number stands for one structure."""
        number: int = self.cleaned_data["number"]
        taken = Structure.objects.filter(case=self.case, number=number).exclude(pk=self.instance.pk).first()
        if taken is not None:
            raise forms.ValidationError(f"Number {number} is the {taken.name}. Choose another number.")
        return number


class DutyForm(RowForm):
    """What is due again and again for a structure."""

    months = forms.IntegerField(
        label="Every how many months",
        min_value=1,
        max_value=600,
        help_text="12 for each year, 3 for each quarter.",
    )
    first = LegalDay(label="First day on which it is due")
    fixed = forms.ChoiceField(
        label="Counted",
        widget=forms.RadioSelect,
        choices=[("", "from the last time it was done"), ("yes", "on fixed days, whenever it was done")],
        required=False,
    )
    season_from = forms.TypedChoiceField(
        label="Only from", choices=_MONTHS, required=False, coerce=int, empty_value=None
    )
    season_to = forms.TypedChoiceField(
        label="Only to", choices=_MONTHS, required=False, coerce=int, empty_value=None
    )
    ended = LegalDay(label="Day from which it is no longer due", required=False)

    class Meta:
        model = Duty
        fields = ("what", "words", "months", "first", "fixed", "season_from", "season_to", "ended")
        labels: ClassVar = {"what": "What is due", "words": "How often, in the plan’s own words"}
        help_texts: ClassVar = {
            "words": "Such as: each year, or at 6 inches. Left empty, the interval is printed."
        }

    def __init__(self, data: Any = None, *, case: Case, instance: Any, initial: Any = None) -> None:
        super().__init__(data, case=case, instance=instance, initial=initial)
        self.initial["fixed"] = "yes" if instance.fixed else ""

    def clean_fixed(self) -> bool:
        """On fixed days, or from the last time."""
        return bool(self.cleaned_data["fixed"])

    def clean(self) -> dict[str, Any]:
        """A season has two ends, and its first day lies in it."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if bool(data.get("season_from")) != bool(data.get("season_to")):
            self.add_error("season_to", "Choose both months of the season, or neither.")
        elif (
            data.get("season_from")
            and data.get("first")
            and not in_season(data["first"], (data["season_from"], data["season_to"]))
        ):
            self.add_error("first", "The first day must lie in the season.")
        return data


class PartyForm(RowForm):
    """An owner, an operator or a payer."""

    since = LegalDay(label="Since", required=False)
    until = LegalDay(label="Until", required=False, help_text="Left empty for one who answers now.")
    signed = LegalDay(label="Signed the agreement on", required=False)

    class Meta:
        model = PlanParty
        fields = ("kind", "name", "parcel", "address", "email", "phone", "since", "until", "signed")
        labels: ClassVar = {
            "kind": "Is the",
            "address": "Mailing address",
            "email": "E-mail",
            "phone": "Telephone",
        }
        help_texts: ClassVar = {"address": ""}
        widgets: ClassVar = {"address": forms.Textarea({"rows": 4})}


class EasementForm(RowForm):
    """An easement: what for, where, and that it is recorded or waived."""

    recorded = LegalDay(label="Recorded on", required=False)
    waived = LegalDay(label="Waived by the board on", required=False)

    class Meta:
        model = Easement
        fields = ("purpose", "place", "off_site", "book", "page", "recorded", "waived")
        labels: ClassVar = {
            "purpose": "Purpose",
            "place": "Where",
            "off_site": "On land of others, for off-site stormwater control",
            "book": "Book",
            "page": "Page",
        }
        help_texts: ClassVar = {"off_site": ""}


class ParcelForm(forms.Form):
    """One more parcel to which the plan is tied."""

    parcel = forms.CharField(label="Map and lot", max_length=60, help_text="Such as Map 9, Lot 31A.")
    address = forms.CharField(label="Street address", max_length=300, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.helper = _helper()

    def clean_parcel(self) -> str:
        """The parcel's key."""
        key = key_of(self.cleaned_data["parcel"])
        if not key:
            raise forms.ValidationError("Write one map and one lot, such as Map 9, Lot 31A.")
        return key


class WorkForm(forms.Form):
    """That work was done, as the town knows it."""

    duty = forms.ChoiceField(label="What was done")
    on = LegalDay(label="Day on which it was done")
    note = forms.CharField(label="Note", required=False, max_length=500)
    reported = forms.BooleanField(label="Told by the owner; nobody of the town saw it", required=False)
    document = forms.ModelChoiceField(
        label="Paper that shows it", queryset=Document.objects.none(), required=False, empty_label="None"
    )

    def __init__(self, data: Any = None, *, case: Case, today: date, initial: Any = None) -> None:
        super().__init__(data, initial={"on": today, **(initial or {})})
        self.today = today
        duties = Duty.objects.filter(structure__case=case, ended__isnull=True).select_related("structure")
        self.fields["duty"].choices = [  # type: ignore[attr-defined]
            ("", "Choose one"),
            *((str(duty.pk), f"{duty.structure}: {duty.what}") for duty in duties),
        ]
        self.fields["document"].queryset = Document.objects.filter(case=case)  # type: ignore[attr-defined]
        self.helper = _helper()

    def clean_on(self) -> date:
        """A day that has come."""
        day: date = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError("That day has not come yet.")
        return day


class AskForm(forms.Form):
    """A report, the owner's records, or a letter to a new owner: asked for on a day."""

    kind = forms.ChoiceField(label="What is asked for", choices=Asked.Kind.choices)
    covers = forms.CharField(
        label="For which time", required=False, max_length=100, help_text="Such as 2026, or 2021 to 2026."
    )
    to = forms.ModelChoiceField(
        label="From whom", queryset=PlanParty.objects.none(), required=False, empty_label="All who answer"
    )
    on = LegalDay(label="Asked on")
    wanted_by = LegalDay(label="Wanted by", required=False)

    def __init__(self, data: Any = None, *, case: Case, today: date, initial: Any = None) -> None:
        super().__init__(data, initial={"on": today, **(initial or {})})
        self.fields["to"].queryset = PlanParty.objects.filter(case=case, until__isnull=True)  # type: ignore[attr-defined]
        self.helper = _helper()


class AnswerForm(forms.Form):
    """What came back."""

    received = LegalDay(label="Received on")
    says = forms.CharField(
        label="What it says", required=False, max_length=5000, widget=forms.Textarea({"rows": 4})
    )
    document = forms.ModelChoiceField(
        label="The paper itself", queryset=Document.objects.none(), required=False, empty_label="None"
    )

    def __init__(self, data: Any = None, *, case: Case, today: date, asked: Asked) -> None:
        super().__init__(data, initial={"received": today})
        self.today, self.asked = today, asked
        self.fields["document"].queryset = Document.objects.filter(case=case)  # type: ignore[attr-defined]
        self.helper = _helper()

    def clean_received(self) -> date:
        """A day between the asking and today."""
        day: date = self.cleaned_data["received"]
        if day > self.today:
            raise forms.ValidationError("That day has not come yet.")
        if day < self.asked.on:
            raise forms.ValidationError("That is before it was asked for.")
        return day


class EarlierPlanForm(forms.Form):
    """A plan that was agreed before the product came, or without an application here: what is known of it."""

    title = forms.CharField(label="Name of the project", max_length=300)
    address = forms.CharField(label="Street address", max_length=300, required=False)
    map_lot = forms.CharField(
        label="Assessors’ map and lot", max_length=60, help_text="Such as Map 9, Lots 31, 31A and 32."
    )
    proposed = LegalDay(
        label="Day on which the plan was proposed", help_text="Or the earliest day that is known."
    )
    accepted = LegalDay(label="Accepted on", required=False)
    signed = LegalDay(label="Agreement signed on", required=False)
    recorded = LegalDay(label="Agreement recorded on", required=False)
    book = forms.CharField(label="Book", max_length=20, required=False)
    page = forms.CharField(label="Page", max_length=20, required=False)
    in_force = LegalDay(label="In force since", required=False)
    owner = forms.CharField(label="Owner", max_length=300, required=False)
    once = forms.UUIDField(widget=forms.HiddenInput())

    #: The facts in their order: field, step.
    STEPS: ClassVar = (
        ("accepted", "accept_om_plan"),
        ("signed", "sign_om_agreement"),
        ("recorded", "record_om_agreement"),
        ("in_force", "put_om_plan_in_force"),
    )

    def __init__(self, data: Any = None, *, today: date, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.today = today
        self.helper = _helper()

    def clean_map_lot(self) -> str:
        """At least one parcel that we can read."""
        said: str = self.cleaned_data["map_lot"]
        if not keys(said):
            raise forms.ValidationError("Write map and lot, such as Map 9, Lot 31A.")
        return said

    def clean(self) -> dict[str, Any]:
        """No fact lies before the proposal or ahead of today."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first = data.get("proposed")
        for name in ("proposed", *(field for field, _ in self.STEPS)):
            day = data.get(name)
            if day is not None and day > self.today:
                self.add_error(name, "That day has not come yet.")
            elif day is not None and first is not None and day < first:
                self.add_error(name, "That is before the plan was proposed.")
        return data
