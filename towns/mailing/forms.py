"""What a person fills in about letters to many: the list, and the day of the letter."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from towns.mailing import lists
from towns.ui.fields import LegalDay

MOST_BYTES = 2 * 1024 * 1024


class AddNames(forms.Form):
    """A list, typed or as a file."""

    names = forms.CharField(
        label="Names and addresses", required=False, max_length=400_000, strip=False,
        help_text="One paragraph for each: the name, the street, then city, state and ZIP code, with an empty line between. "
        "A line such as “Map 14 Lot 53” at the end names the parcel. A table copied from a spreadsheet works too.",
        widget=forms.Textarea(attrs={"rows": 12}),
    )  # fmt: skip
    file = forms.FileField(
        label="Or a file", required=False, allow_empty_file=True,
        help_text="CSV or text, at most 2 MB. The first line may name the columns: name, address, city, state, zip, parcel.",
    )  # fmt: skip

    def listed(self, known: set[lists.Key]) -> lists.Listed:
        """The list read; its `problem` says why nothing could be."""
        upload: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        typed: str = self.cleaned_data.get("names", "")
        if upload is None:
            return lists.read(typed, known)
        if typed.strip():
            return lists.Listed(problem="Paste a list or choose a file, not both at once.")
        if (upload.size or 0) > MOST_BYTES:
            return lists.Listed(problem="The file has more than 2 MB. Send the list in parts.")
        try:
            text = lists.decoded(upload.read())
        except ValueError as wrong:
            return lists.Listed(problem=str(wrong))
        return lists.read(text, known, table=(upload.name or "").lower().endswith(".csv"))


class MakeLetters(forms.Form):
    """The day that the letter bears, and of which list it speaks."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    written = LegalDay(label="Day of the letter", help_text="The day of mailing.")
    certified = LegalDay(
        label="Day on which the Assessors certified the list",
        required=False,
        help_text="Leave empty if they did not.",
    )
    reason = forms.CharField(
        label="Why they are printed all the same", required=False, max_length=1000,
        help_text="Only where something is listed above. The reason is kept with the letters for good.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, ask_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        if not ask_reason:
            del self.fields["reason"]

    def clean_certified(self) -> date | None:
        """The list cannot be certified in the future."""
        day: date | None = self.cleaned_data.get("certified")
        if day and day > self.today:
            raise forms.ValidationError("That day has not come yet.")
        return day
