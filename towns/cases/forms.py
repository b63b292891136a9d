"""The desk's own forms: finding cases, correcting the record, documents, people and the officer of a case."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.module_loading import import_string

from towns.law.events import EVENTS
from towns.ledger.entries import Entry, correctable, corrections
from towns.models import Party, Person, Town
from towns.record.case_file import CaseFile
from towns.record.step_forms import StepForm, fact_field, ledger_line
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import DocketHelper
from towns.worklist.forms import officers_of


def _choices_of(file: CaseFile, entry: Entry | None, fact: str) -> forms.ChoiceField | None:
    """The choices that the entry's own form gives for a fact, such as what a board may decide."""
    declared = file.type.step_for(entry.name, file.matter) if entry else None
    if declared is None or not declared.form:
        return None
    field: Any = import_string(declared.form).base_fields.get(fact)
    if not isinstance(field, forms.ChoiceField):
        return None
    offered: Any = field.choices
    choices = [(value, label) for value, label in offered if value]
    return (
        forms.ChoiceField(label=field.label, required=False, choices=[("", "As recorded"), *choices])
        if choices
        else None
    )


class Correction(StepForm):
    """Mends an earlier entry: another day, another fact, or that it did not happen."""

    day_label = "Day of the correction"
    field_of: ClassVar[dict[str, str]] = {"seq": "seq", "day": "day", "why": "why"}

    seq = forms.TypedChoiceField(label="The entry to correct", coerce=int)
    how = forms.ChoiceField(
        label="What is wrong",
        widget=forms.RadioSelect,
        choices=[("mend", "It happened, but the day or a fact is wrong"), ("remove", "It did not happen")],
    )
    day = LegalDay(label="The right day", required=False, help_text="Leave empty if the day is right.")
    hour = TownTime(label="The right time", required=False)  # type: ignore[assignment]
    why = ledger_line("Why it is corrected")

    def build(self) -> None:
        """The entries that stand, and the facts of the one chosen."""
        standing = correctable(self.file.entries)
        mendable = [entry for entry in standing.values() if not entry.is_system]
        mendable += corrections(self.file.entries).values()
        self.fields["seq"].choices = [("", "Choose one")] + [  # type: ignore[attr-defined]
            (entry.seq, f"{entry.seq}. {entry.title}, {entry.day_words}")
            for entry in sorted(mendable, key=lambda e: -e.seq)
        ]
        said = self.data.get("seq") if self.is_bound else self.initial.get("seq")
        entry = standing.get(int(str(said))) if str(said or "").isdigit() else None
        kind = EVENTS.get(entry.name) if entry else None
        for name in kind.facts if kind else ():
            field = _choices_of(self.file, entry, name) or fact_field(name, self.file)
            was = str(entry.facts.get(name, "")) if entry else ""
            field.help_text = f"Recorded: {was}. Leave empty if right." if was else "Leave empty if right."
            self.fields[f"fact_{name}"] = field

    def order_fields(self, field_order: Any) -> None:
        """The entry first; its facts after the day; the reason last."""
        facts = [name for name in self.fields if name.startswith("fact_")]
        super().order_fields(["seq", "how", "day", "hour", *facts, "why", "on"])

    def clean(self) -> dict[str, Any]:
        """A correction says something."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        said = any(
            value for name, value in data.items() if name in ("day", "hour") or name.startswith("fact_")
        )
        if data.get("how") == "mend" and not said and not self.errors:
            self.add_error("day", "Enter the right day or the right fact, or say that it did not happen.")
        return data

    def facts(self) -> dict[str, Any]:
        """The entry named, and what is right."""
        data = self.cleaned_data
        named: dict[str, Any] = {"seq": data["seq"], "why": data["why"]}
        if data["how"] == "remove":
            return {**named, "remove": True}
        mended = {
            name.removeprefix("fact_"): value.isoformat() if hasattr(value, "isoformat") else value
            for name, value in data.items()
            if name.startswith("fact_") and value
        }
        return {**named, "day": data.get("day"), "hour": data.get("hour"), "facts": mended}


class ManyFiles(forms.ClearableFileInput):
    """A file input that takes several files at once."""

    allow_multiple_selected = True


class Upload(forms.Form):
    """Files to keep with a case. Each is judged by itself, so that one bad file does not lose the good ones."""

    title = forms.CharField(
        label="What it is",
        max_length=300,
        required=False,
        help_text="Left empty, the file’s own name is used.",
    )
    public = forms.BooleanField(
        label="The public may see it",
        required=False,
        help_text="Only what holds no private addresses or contacts.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True


class PartyForm(forms.ModelForm):  # type: ignore[type-arg]
    """A party of a case; personal data that never goes to the ledger."""

    class Meta:
        model = Party
        fields = ("kind", "name", "address", "parcel", "email", "phone")
        labels: ClassVar = {
            "kind": "Is the",
            "address": "Mailing address",
            "parcel": "Map and lot, of an abutter",
            "email": "E-mail",
            "phone": "Telephone",
        }
        widgets: ClassVar = {"address": forms.Textarea({"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True


class OfficerForm(forms.Form):
    """Who looks after a case."""

    officer = forms.ModelChoiceField(
        label="Officer", queryset=Person.objects.none(), required=False, empty_label="Nobody yet"
    )

    def __init__(self, data: Any = None, *, town: Town, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["officer"].queryset = officers_of(town)  # type: ignore[attr-defined]
