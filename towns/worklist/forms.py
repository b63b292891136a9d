"""The filters of the lists, and whom a case can be given to."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from towns.models import Membership, Person, Town
from towns.roles import OFFICE


class CaseFilter(forms.Form):
    """What a list of cases is asked for; everything stands in the address, so that a list can be kept as a bookmark."""

    DUE: ClassVar = [
        ("", "Any time"),
        ("overdue", "Overdue"),
        ("week", "Due in 7 days"),
        ("month", "Due in 30 days"),
        ("none", "No clock runs"),
        ("applicant", "Waiting on the applicant"),
        ("completeness", "To check for completeness"),
        ("held", "Time has run, being checked"),
    ]

    q = forms.CharField(
        label="Case, street, map-lot or name",
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search"}),
    )
    stage = forms.ChoiceField(label="Stage", required=False)
    matter = forms.ChoiceField(label="Kind", required=False)
    officer = forms.ChoiceField(label="Officer", required=False)
    due = forms.ChoiceField(label="Deadline", required=False, choices=DUE)
    sort = forms.CharField(required=False, widget=forms.HiddenInput())

    def __init__(
        self,
        data: Any,
        *,
        stages: list[tuple[str, str]],
        matters: list[tuple[str, str]],
        officers: list[tuple[str, str]],
    ) -> None:
        super().__init__(data, auto_id="filter_%s")
        self.fields["stage"].choices = [("", "Any stage"), *stages]  # type: ignore[attr-defined]
        self.fields["matter"].choices = [("", "Any kind"), *matters]  # type: ignore[attr-defined]
        self.fields["officer"].choices = [  # type: ignore[attr-defined]
            ("", "Everyone"),
            ("mine", "Mine"),
            ("nobody", "Nobody yet"),
            *officers,
        ]
        if len(matters) < 2:
            del self.fields["matter"]


def officers_of(town: Town) -> Any:
    """The people of a town who may look after a case: those who may find an application complete."""
    holders = Membership.objects.filter(town=town, role__in=OFFICE, person__is_active=True)
    return Person.objects.filter(pk__in=holders.values("person_id")).order_by("name")
