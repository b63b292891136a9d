"""The form for a phone: what an inspector answers on the site, sent in one piece."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.core.files.uploadedfile import UploadedFile

from permitting.inspections.checklists import Item, items_for
from permitting.inspections.models import Inspection, Outcome
from permitting.inspections.reports import OPEN_RATINGS
from permitting.inspections.steps import NEW
from towns.record.case_file import CaseFile
from towns.ui.fields import LegalDay, TownTime

#: How an item is answered on the site.
ANSWERS = (("ok", "In order"), ("maintenance", "Maintain"), ("corrective", "Correct"), ("none", "Not here"))
WEATHER = (("Dry", "Dry"), ("Rain", "Rain"), ("Snow", "Snow"), ("Frozen", "Frozen"))
MOST_PHOTOS = 20


class FieldVisit(forms.Form):
    """A visit as answered on a phone. `once` makes what is sent twice one visit."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    on = LegalDay(label="Day")
    at = TownTime(label="Arrived", required=False)
    rain_inches_24h = forms.DecimalField(
        label="Rain, last 24 hours (inches)", max_digits=5, decimal_places=2, min_value=0, required=False
    )
    weather = forms.ChoiceField(label="Weather", choices=WEATHER, required=False)
    met_with = forms.CharField(label="Who was there", max_length=200, required=False)
    discharge = forms.CharField(label="Water leaving the site", max_length=2000, required=False)
    storm_seen = forms.BooleanField(label="The system was seen in an actual storm", required=False)
    outcome = forms.ChoiceField(label="Result", choices=[(one.value, str(one.label)) for one in Outcome])
    mend_by = LegalDay(label="To be corrected by", required=False)
    notes = forms.CharField(label="Notes", max_length=8000, required=False)

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        file: CaseFile,
        stage: str,
        today: date,
        row: Inspection | None,
    ) -> None:
        super().__init__(data, files, initial={"once": uuid4(), "on": today})
        self.file, self.stage, self.today, self.row = file, stage, today, row
        self.items: list[Item] = items_for(file.matter, stage)
        for item in self.items:
            self.fields[f"rate_{item.key}"] = forms.ChoiceField(
                label=item.text, choices=ANSWERS, required=False
            )
            self.fields[f"what_{item.key}"] = forms.CharField(max_length=1000, required=False)

    @property
    def photos(self) -> list[tuple[str, UploadedFile[Any]]]:
        """The pictures with the item that each shows; empty for those of the whole site."""
        found = [("", upload) for upload in self.files.getlist("photos")] if self.files else []
        for item in self.items:
            found += (
                [(item.key, upload) for upload in self.files.getlist(f"photo_{item.key}")]
                if self.files
                else []
            )
        return found

    def clean_on(self) -> date:
        """A visit lies in the past."""
        day: date = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError("That day has not come yet.")
        return day

    def clean(self) -> dict[str, Any]:
        """What must be mended speaks against a plain pass; what failed says how."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        to_do = [item for item in self.items if data.get(f"rate_{item.key}") in OPEN_RATINGS]
        if data.get("outcome") == Outcome.PASSED and to_do:
            self.add_error("outcome", "An answer asks for work: choose another result.")
        if data.get("outcome") == Outcome.FAILED and not to_do and not data.get("notes"):
            self.add_error("notes", "Say what failed; the applicant is told in writing.")
        if len(self.photos) > MOST_PHOTOS:
            self.add_error(None, f"Send at most {MOST_PHOTOS} pictures with one visit.")
        return data

    def facts(self) -> dict[str, Any]:
        """What goes to the ledger."""
        data = self.cleaned_data
        told: dict[str, Any] = {
            "stage": self.stage,
            "outcome": data["outcome"],
            "mend_by": data.get("mend_by"),
        }
        told["inspection"] = self.row.number if self.row is not None else NEW
        return {**told, **({"storm_seen": True} if data.get("storm_seen") else {})}

    def kept(self, inspector: str) -> dict[str, Any]:
        """The report."""
        data = self.cleaned_data
        names = ("rain_inches_24h", "weather", "met_with", "discharge", "notes")
        items = [
            {
                "key": item.key,
                "text": item.text,
                "rating": data[f"rate_{item.key}"],
                **({"what": data[f"what_{item.key}"]} if data.get(f"what_{item.key}") else {}),
            }
            for item in self.items
            if data.get(f"rate_{item.key}")
        ]
        told = {name: data[name] for name in names if data.get(name) not in (None, "")}
        return {
            "inspector": inspector,
            "items": items,
            **told,
            **({"began": data["at"]} if data.get("at") else {}),
        }
