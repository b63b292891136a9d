"""What a person fills in about a condition of an approval: when it binds and is due, and that it is met."""

from __future__ import annotations

from datetime import date
from typing import Any

from crispy_forms.layout import Layout
from django import forms

from permitting.decisions.models import Condition, Phase
from towns.models import Document, Person
from towns.record.case_file import CaseFile
from towns.ui.fields import LegalDay
from towns.ui.layout import Actions, Cancel, DocketHelper, Group, Submit

#: Events of a permit's life from which a condition's days may run, or by which it may be met.
_EVENTS = (
    "permit_issued", "work_begun", "work_completed", "as_built_filed", "easements_recorded", "certificate_issued",
)  # fmt: skip


class ConditionForm(forms.Form):
    """When a condition binds, when it is due and what shows that it is met. Its words stay as the board voted them."""

    heading = forms.CharField(label="Heading", max_length=200, required=False)
    reason = forms.CharField(
        label="Reason", required=False, max_length=4000, widget=forms.Textarea({"rows": 2})
    )
    phase = forms.ChoiceField(label="It binds", choices=Phase.choices)
    due_day = LegalDay(label="Due on a day", required=False)
    due_days = forms.IntegerField(label="Or so many days", min_value=0, max_value=3650, required=False)
    due_event = forms.ChoiceField(label="After", required=False)
    evidence = forms.CharField(label="What shows that it is met", max_length=300, required=False)
    met_by_event = forms.ChoiceField(
        label="Met by", required=False, help_text="The record itself then says that it is met."
    )

    def __init__(self, data: Any = None, *, row: Condition, file: CaseFile, back: str) -> None:
        self.names = (
            "heading", "reason", "phase", "due_day", "due_days", "due_event", "evidence", "met_by_event",
        )  # fmt: skip
        super().__init__(data, initial={name: getattr(row, name) for name in self.names})
        self.row = row
        events = [
            (name, file.law.events[name].noun.capitalize()) for name in _EVENTS if name in file.law.events
        ]
        for name in ("due_event", "met_by_event"):
            field: Any = self.fields[name]
            field.choices = [("", "Nothing"), *events]
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            Group("The condition", "heading", "reason", "phase"),
            Group("When it is due", "due_day", "due_days", "due_event"),
            Group("What shows that it is met", "evidence", "met_by_event"),
            Actions(Submit("Keep the condition"), Cancel(back)),
        )

    def clean(self) -> dict[str, Any]:
        """A day, or days after an event, and not both."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("due_day") and (data.get("due_days") is not None or data.get("due_event")):
            self.add_error("due_day", "Give a day, or days after an event, not both.")
        if data.get("due_days") is not None and not data.get("due_event"):
            self.add_error("due_event", "Choose the event from which the days run.")
        return data

    def save(self, _by: Person | None) -> None:
        """Keep what was filled in."""
        for name in self.names:
            setattr(self.row, name, self.cleaned_data[name])
        self.row.save(update_fields=self.names)


class MetForm(forms.Form):
    """That a condition is met: the day, what was seen, and its paper."""

    met_on = LegalDay(label="Met on", required=False, help_text="Leave it empty to say that it is not met.")
    proof = forms.CharField(label="What was seen", max_length=300, required=False)
    document = forms.ChoiceField(label="Its paper", required=False)

    def __init__(self, data: Any = None, *, row: Condition, file: CaseFile, today: date) -> None:
        initial = {"met_on": row.met, "proof": row.proof, "document": str(row.document_id or "")}
        super().__init__(data, initial=initial)
        self.row, self.today = row, today
        papers = Document.objects.filter(case=file.case)
        field: Any = self.fields["document"]
        field.choices = [("", "None"), *((str(paper.pk), paper.title) for paper in papers)]
        self.helper = DocketHelper(self, submit="Keep what was seen")

    def clean_met_on(self) -> date | None:
        """It cannot be met on a day to come."""
        day: date | None = self.cleaned_data["met_on"]
        if day is not None and day > self.today:
            raise forms.ValidationError("That day has not come yet.")
        return day

    def clean(self) -> dict[str, Any]:
        """What is met was seen by somebody."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("met_on") and not data.get("proof") and not data.get("document"):
            self.add_error("proof", "Say what was seen, or choose the paper that shows it.")
        return data

    def save(self, by: Person | None) -> None:
        """Keep the day, what was seen, and who says so."""
        self.row.met = self.cleaned_data["met_on"]
        self.row.proof = self.cleaned_data["proof"]
        self.row.document_id = int(self.cleaned_data["document"]) if self.cleaned_data["document"] else None
        self.row.by = by
        self.row.save(update_fields=["met", "proof", "document", "by"])
