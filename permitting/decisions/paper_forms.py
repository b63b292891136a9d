"""What is asked before an agreement to extend the time is printed for signature."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.decisions.steps import extendable
from towns.calendar.today import today
from towns.papers.forms import Answers


class ExtensionAnswers(Answers):
    """Which time, until when, agreed on which day, and why."""

    clock = forms.ChoiceField(label="Time that is extended", required=False)
    until = forms.DateField(label="New last day", required=False, widget=forms.DateInput())
    agreed = forms.DateField(label="Day of the agreement", required=False, widget=forms.DateInput())
    because = forms.CharField(label="Reason for the extension", required=False, max_length=400)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = extendable(self.file)
        self.fields["clock"].choices = [(name, self.file.matter.clock(name).title) for name in names]  # type: ignore[attr-defined]
        made = self.file.last("extension_agreed")
        self.fields["clock"].initial = "decide" if "decide" in names else (names or [""])[0]
        self.fields["agreed"].initial = made.on if made else today(self.file.town)
