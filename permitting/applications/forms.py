"""What a person fills in about an application: completeness, withdrawal, and the clerk's word on silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from permitting.applications.endings import filed_under
from towns.cases.checklists import checklists
from towns.models import Task
from towns.record.step_forms import Fact, StepForm, ledger_line
from towns.ui.fields import LegalDay

__all__ = [
    "Certification",
    "Fact",
    "FiledAgain",
    "FindComplete",
    "FindIncomplete",
    "Refusal",
    "Withdrawal",
]

_SOURCES = (("counter", "At the counter"), ("mail", "By mail"), ("drop_box", "Drop box"), ("web", "Online"))


class FiledAgain(StepForm):
    """A corrected package that is filed again in the same case."""

    day_label = "Day on which it was filed again"
    day_hint = "The day of the town clerk’s stamp, where the clerk stamps it."
    hour = "optional"

    source = forms.ChoiceField(label="How it came", choices=_SOURCES)

    def facts(self) -> dict[str, Any]:
        """That it was filed again."""
        return {"again": True}

    def kept(self) -> dict[str, Any]:
        """How it came."""
        return {"source": self.cleaned_data["source"]}


class _Checklist(StepForm):
    """A form with the filing checklist of the bylaw."""

    checklist_label = "Received"
    checklist_hint = ""

    def build(self) -> None:
        """One box for every thing that is not ticked yet."""
        self.open_tasks = list(Task.objects.filter(case=self.file.case, group="filing", done__isnull=True))
        if self.open_tasks:
            self.fields["checklist"] = forms.MultipleChoiceField(
                label=self.checklist_label,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                help_text=self.checklist_hint,
                choices=[
                    (task.key, f"{heading}{task.text} ({task.cite})") for heading, task in self._headed()
                ],
            )

    def _headed(self) -> Iterator[tuple[str, Task]]:
        """The open lines with the bylaw's own heading before each, where its list has several."""
        parts = checklists(self.file, self.open_tasks)
        for part in parts:
            heading = f"{part.heading}: " if len(parts) > 1 else ""
            yield from ((heading, task) for task in part.tasks)


class FindComplete(_Checklist):
    """Finds an application complete: the day of the last missing piece, and the day the office found so."""

    day_label = "Day on which the last missing piece was received"
    day_hint = "For an application complete as filed, the filing day. The time counts from this day."
    checklist_label = "Not ticked yet: what was received"
    checklist_hint = "Ticks are kept with the case."

    found_on = LegalDay(label="Day the office found it complete")
    everything = forms.BooleanField(label="Everything on the list was received", required=False)

    def build(self) -> None:
        """The filing day and today, as a start."""
        super().build()
        if not self.open_tasks:
            del self.fields["everything"]
        filed = self.file.last("filed")
        self.initial.setdefault("found_on", self.today)
        if filed is not None and not self.is_bound:
            self.initial["on"] = filed.on

    def clean(self) -> dict[str, Any]:
        """The office cannot find so before the last piece is there."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        on, found = data.get("on"), data.get("found_on")
        if on and found and found < on:
            self.add_error(
                "found_on", "The office cannot find it complete before the last piece was received."
            )
        if found and found > self.today:
            self.add_error("found_on", "That day has not come yet.")
        return data

    def facts(self) -> dict[str, Any]:
        """The day of the finding."""
        return {"found_on": self.cleaned_data["found_on"]}

    def before_act(self) -> None:
        """Tick what was received, so that the step sees it."""
        keys = self.cleaned_data.get("checklist", [])
        if self.cleaned_data.get("everything"):
            keys = [task.key for task in self.open_tasks]
        Task.objects.filter(case=self.file.case, group="filing", key__in=keys, done__isnull=True).update(
            done=self.on, by=self.actor.person
        )


class FindIncomplete(_Checklist):
    """Returns an application as incomplete and says what is missing."""

    day_label = "Day on which it was returned"
    checklist_label = "Missing"
    checklist_hint = "Only what is not ticked as received is listed."

    more = ledger_line("What else is missing", required=False, hint="One thing a line.")

    def clean(self) -> dict[str, Any]:
        """A return names something."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not data.get("checklist") and not data.get("more") and "more" not in self.errors:
            self.add_error("more", "Say what is missing; the applicant is told.")
        return data

    def facts(self) -> dict[str, Any]:
        """The missing things: keys of the checklist, and the rest in words."""
        more = [line.strip() for line in self.cleaned_data.get("more", "").splitlines() if line.strip()]
        return {"missing": self.cleaned_data.get("checklist", []), "also_missing": more}


class Withdrawal(StepForm):
    """The applicant withdraws."""

    day_label = "Day of the withdrawal"
    day_hint = "The day the applicant’s written withdrawal reached the town."

    written = forms.BooleanField(label="The withdrawal is in writing and in the file")


class Abandonment(StepForm):
    """The office gives a filing up that never became complete."""

    day_label = "Day on which the file is closed"

    notice_given = LegalDay(
        label="Day on which the applicant was told in writing that the file would be closed", required=False
    )
    why = ledger_line("Why")

    def facts(self) -> dict[str, Any]:
        """The day of the notice and the reason."""
        return {"notice_given": self.cleaned_data["notice_given"], "why": self.cleaned_data["why"]}


class Duplicate(StepForm):
    """The same filing stands under another number."""

    day_label = "Day on which this was found"

    to_case = forms.CharField(label="Number of the case that goes on", max_length=40)

    def facts(self) -> dict[str, Any]:
        """The other case."""
        return {"to_case": self.cleaned_data["to_case"].strip().upper()}


class Move(StepForm):
    """The filing belongs under another kind of business."""

    day_label = "Day on which it is moved"

    to_matter = forms.ChoiceField(label="The kind of business it belongs to")

    def build(self) -> None:
        """The kinds of business that are filed in this town."""
        self.fields["to_matter"].choices = filed_under(self.file, self.file.type.opens)  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """The other kind of business."""
        return {"to_matter": self.cleaned_data["to_matter"]}


class Certification(StepForm):
    """The town clerk certifies that the time passed without action."""

    day_label = "Day of the certificate"

    checked = forms.BooleanField(
        label="I have looked for a decision or an agreement filed in time and found none",
        help_text="What was done in time but not recorded yet takes back the approval; record it instead.",
    )


class Refusal(StepForm):
    """The town clerk refuses to certify."""

    day_label = "Day of the refusal"

    why = ledger_line("Why")

    def facts(self) -> dict[str, Any]:
        """The reason."""
        return {"why": self.cleaned_data["why"]}
