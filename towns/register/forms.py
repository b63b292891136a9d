"""Looking a case up, and what an applicant may send to their own case."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.models import Town


class Find(forms.Form):
    """One box and a kind of business."""

    q = forms.CharField(
        label="Case number, street, map-lot or project",
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    matter = forms.ChoiceField(label="Kind of business", required=False)

    def __init__(self, *args: Any, town: Town, matters: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["matter"].choices = [("", "All"), *matters]  # type: ignore[attr-defined]

    def clean_q(self) -> str:
        """One line without what no text holds."""
        return " ".join(self.cleaned_data["q"].split())
