"""What a person fills in about an inspection: which one, its day, and what was found."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.inspections.checklists import items_for
from permitting.inspections.models import Inspection, InspectionState, Outcome, Stage
from permitting.inspections.reports import RATINGS
from permitting.inspections.stages import inspections_in
from permitting.inspections.steps import NEW
from towns.calendar.words import day_words
from towns.law.inspection_rules import inspections_of
from towns.record.case_file import CaseFile
from towns.record.step_forms import MomentField, StepForm
from towns.ui.fields import LegalDay, TownTime


def stage_choices(file: CaseFile) -> list[tuple[str, str]]:
    """The stages of the matter's law in its own words, then the visits between them."""
    named = [(rule.stage, rule.title) for rule in inspections_of(file.matter).stages]
    known = {stage for stage, _ in named}
    return [*named, *((stage.value, str(stage.label)) for stage in Stage if stage.value not in known)]


def point_choices(file: CaseFile) -> list[tuple[str, str]]:
    """The points of the work at which a stage is inspected, where the law names several."""
    points = [point for rule in inspections_of(file.matter).stages for point in rule.points]
    return [("", "Choose one"), *((point, f"After {point}") for point in points)] if points else []


class OfInspection(StepForm):
    """A fact about one inspection that there is."""

    #: The states of the inspections among which one chooses; without any, those that are live, or a new one.
    among: tuple[str, ...] = ()
    new = False

    def build(self) -> None:
        """The inspections to choose from."""
        rows = [row for row in inspections_in(self.file) if not self.among or row.state in self.among]
        choices = [(str(row.number), self._words(row)) for row in rows]
        if self.new:
            choices.append((NEW, "A new inspection"))
        self.fields["inspection"] = forms.ChoiceField(label="Which inspection", choices=choices)
        live = [row for row in rows if str(row.state) not in Inspection.ENDED]
        self.initial.setdefault("inspection", str(live[-1].number) if live else (NEW if self.new else ""))

    def order_fields(self, field_order: Any) -> None:
        """The day, then which inspection and its stage, then what was found."""
        first = ("on", "at", "inspection", "stage", "point")
        super().order_fields([*first, *(name for name in field_order or () if name not in first)])

    def _words(self, row: Inspection) -> str:
        day = row.held_on or row.day
        when = f", {day_words(day)}" if day else ""
        return f"No. {row.number}: {row.stage_words}{when} ({row.get_state_display().lower()})"

    def facts(self) -> dict[str, Any]:
        """Its number; a new one is given the next by the step."""
        said = self.cleaned_data["inspection"]
        return {"inspection": NEW if said == NEW else int(said)}


class Corrected(OfInspection):
    """What an inspection found is corrected."""

    among = (InspectionState.HELD, InspectionState.FAILED, InspectionState.PASSED_WITH_ITEMS)


class Cancelled(OfInspection):
    """An inspection will not be made."""

    among = (InspectionState.REQUESTED, InspectionState.SCHEDULED)


class Request(OfInspection):
    """Which inspection is asked for."""

    new = True

    def build(self) -> None:
        """The stages of the law, and the points where it names several."""
        super().build()
        self.fields["stage"] = forms.ChoiceField(
            label="Stage of a new inspection",
            choices=[("", "Choose one"), *stage_choices(self.file)],
            required=False,
        )
        if points := point_choices(self.file):
            self.fields["point"] = forms.ChoiceField(
                label="Point of the work, of a new inspection", choices=points, required=False
            )

    def clean(self) -> dict[str, Any]:
        """A new inspection has a stage; one that there is keeps its own."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("inspection") == NEW and not data.get("stage"):
            self.add_error("stage", "Choose the stage of the new inspection.")
        row = self._row()
        if row is not None:
            data["stage"], data["point"] = row.stage, row.point
        return data

    def _row(self) -> Inspection | None:
        said = str(self.cleaned_data.get("inspection", NEW))
        row = self.file.things.get(Inspection.KIND, {}).get(int(said)) if said.isdigit() else None
        return row if isinstance(row, Inspection) else None

    def facts(self) -> dict[str, Any]:
        """Which, its stage and its point."""
        told = {name: self.cleaned_data.get(name, "") for name in ("stage", "point")}
        return {**super().facts(), **{name: value for name, value in told.items() if value}}


class Schedule(Request):
    """The day for which an inspection is set."""

    day_label = "Day on which it was set"

    set_for = MomentField(label="Day and time of the inspection")
    field_of = {"for": "set_for", "at": "at"}

    def facts(self) -> dict[str, Any]:
        """Which, and the moment."""
        return {**super().facts(), "for": self.cleaned_data["set_for"]}


class Visit(Request):
    """A visit to the site and what it found."""

    day_label = "Day of the inspection"
    hour = "optional"

    outcome = forms.ChoiceField(label="Outcome", choices=[(one.value, str(one.label)) for one in Outcome])
    mend_by = LegalDay(label="To be corrected by", required=False)
    inspector = forms.CharField(label="Inspector", max_length=200, required=False)
    firm = forms.CharField(label="Firm, if from outside the town", max_length=200, required=False)
    met_with = forms.CharField(label="Who went along", max_length=200, required=False)
    ended = TownTime(label="Until", required=False)
    weather = forms.CharField(label="Weather", max_length=200, required=False)
    rain_inches_24h = forms.DecimalField(
        label="Rain in the last 24 hours (inches)",
        max_digits=5,
        decimal_places=2,
        min_value=0,
        required=False,
    )
    discharge = forms.CharField(
        label="Water leaving the site", required=False, widget=forms.Textarea({"rows": 2}), max_length=2000
    )
    notes = forms.CharField(
        label="What was found", required=False, widget=forms.Textarea({"rows": 4}), max_length=8000
    )

    def build(self) -> None:
        """What the law asks of single stages, and the checklist of the stage, once one is known."""
        super().build()
        if self.actor.person is not None:
            self.initial.setdefault("inspector", self.actor.person.name)
        rules = inspections_of(self.file.matter).stages
        if any(rule.storm for rule in rules):
            self.fields["storm_seen"] = forms.BooleanField(
                label="The system was seen in an actual storm", required=False
            )
        faults = [fault for rule in rules for fault in rule.faults]
        if faults:
            self.fields["faults"] = forms.MultipleChoiceField(
                label="Built as called for, but inadequate by",
                help_text="The bylaw limits inadequacy to these. A departure from the plan is another matter.",
                choices=[(fault, fault[:1].upper() + fault[1:]) for fault in faults],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
            self.fields["departs"] = forms.BooleanField(
                label="The work departs from the plan", required=False
            )
        stage = (self.data.get("stage") if self.is_bound else "") or ""
        said = str(self.data.get("inspection", "")) if self.is_bound else ""
        known = self.file.things.get(Inspection.KIND, {}).get(int(said)) if said.isdigit() else None
        stage = known.stage if isinstance(known, Inspection) else stage
        self.items = items_for(self.file.matter, str(stage)) if stage else []
        for item in self.items:
            self.fields[f"rate_{item.key}"] = forms.ChoiceField(
                label=item.text, choices=[("", "Not looked at"), *RATINGS.items()], required=False
            )

    def clean(self) -> dict[str, Any]:
        """What failed needs words, or an item, that says how."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        failed = data.get("outcome") in (Outcome.FAILED, Outcome.PASSED_WITH_ITEMS)
        rated = any(data.get(f"rate_{item.key}") in ("maintenance", "corrective") for item in self.items)
        if failed and not data.get("notes") and not rated and not data.get("faults"):
            self.add_error("notes", "Say what has to be corrected; the applicant is told in writing.")
        return data

    def facts(self) -> dict[str, Any]:
        """Outcome, the day by which to correct, and what the law asks of this stage."""
        names = ("outcome", "mend_by", "storm_seen", "faults", "departs")
        told = {name: self.cleaned_data.get(name) for name in names}
        return {**super().facts(), **{name: value for name, value in told.items() if value}}

    def kept(self) -> dict[str, Any]:
        """The inspector's report."""
        names = ("inspector", "firm", "met_with", "ended", "weather", "rain_inches_24h", "discharge", "notes")
        told = {name: self.cleaned_data.get(name) for name in names}
        items = [
            {"key": item.key, "text": item.text, "rating": self.cleaned_data[f"rate_{item.key}"]}
            for item in self.items
            if self.cleaned_data.get(f"rate_{item.key}")
        ]
        return {
            **{name: value for name, value in told.items() if value not in (None, "")},
            "items": items,
            **({"began": self.at} if self.at else {}),
        }
