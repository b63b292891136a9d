"""What a person fills in to record a step: the day, the hour where it matters, and the facts of the event.

Every step names a form. The desk builds it with `(data, files, file=, today=, actor=, step=)` and reads `on`, `at`,
`facts()` (plain, without personal data: they go to the ledger) and `kept()` (for the rows of the step's room).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time
from typing import Any, ClassVar

from django import forms

from towns.calendar.words import day_words, hour_words
from towns.law.events import DAY_FACTS, EVENTS
from towns.record.case_file import CaseFile
from towns.record.door import Actor
from towns.record.steps import Step
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import DocketHelper

#: Facts that may carry a time of day.
MOMENT_FACTS = frozenset({"for"})
_STAYS = "This line stays in the ledger for good; leave out names of private persons."


class StepForm(forms.Form):
    """The day of a step. Rooms add the facts of their own steps."""

    #: How the day is called on this form.
    day_label: ClassVar[str] = "Day on which it happened"
    day_hint: ClassVar[str] = ""
    #: Whether the form asks for the hour: "" (no), "optional", "required".
    hour: ClassVar[str] = ""
    hour_label: ClassVar[str] = "Time"
    #: Where an error at a fact is shown, when the field has another name.
    field_of: ClassVar[dict[str, str]] = {"for": "for_day", "at": "at"}

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        file: CaseFile,
        today: date,
        actor: Actor,
        step: Step | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, files, initial={"on": today, **(initial or {})})
        self.file, self.today, self.actor, self.step = file, today, actor, step
        mine = list(self.fields)
        self.fields["on"] = LegalDay(label=self.day_label, help_text=self.day_hint)
        first = ["on"]
        if self.hour:
            self.fields["at"] = TownTime(label=self.hour_label, required=self.hour == "required")
            first.append("at")
        self.build()
        self.order_fields([*first, *mine])
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def build(self) -> None:
        """Fit the fields to the case; rooms override it."""

    # ------------------------------------------------------------ what the door needs

    @property
    def on(self) -> date:
        """The legal day."""
        day: date = self.cleaned_data["on"]
        return day

    @property
    def at(self) -> time | None:
        """The town's time, where the form asks for it."""
        return self.cleaned_data.get("at")

    def facts(self) -> dict[str, Any]:
        """The facts for the ledger."""
        return {}

    def kept(self) -> dict[str, Any]:
        """What belongs to the fact but not into the ledger."""
        return {}

    def before_act(self) -> None:
        """Rows that the step's own checks read, such as ticks on a checklist; runs in the door's transaction."""

    # ------------------------------------------------------------ what the pages need

    def place_of(self, fact: str) -> str | None:
        """The field at which an error about a fact belongs; None for the whole form."""
        name = self.field_of.get(fact, fact)
        return name if name in self.fields else None

    def answers(self) -> list[tuple[str, str]]:
        """Every answer with its label, as the confirm page repeats it."""
        return [(str(self[name].label), shown) for name, shown in self._shown()]

    def _shown(self) -> Iterator[tuple[str, str]]:
        for name, field in self.fields.items():
            value = self.cleaned_data.get(name)
            if value in (None, "", [], ()) or isinstance(field.widget, forms.HiddenInput):
                continue
            yield name, _in_words(field, value)


def _in_words(field: forms.Field, value: Any) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, date):
        return day_words(value)
    if isinstance(value, time):
        return hour_words(value)
    if isinstance(field, forms.MultipleChoiceField):
        labels = dict(_flat(field.choices))
        return "; ".join(str(labels.get(one, one)) for one in value)
    if isinstance(field, forms.ChoiceField):
        return str(dict(_flat(field.choices)).get(value, value))
    return str(value)


def _flat(choices: Any) -> Iterator[tuple[str, str]]:
    for value, label in choices:
        if isinstance(label, (list, tuple)):
            yield from _flat(label)
        else:
            yield str(value), str(label)


#: fact → the label of its field on the plain form.
_FACT_LABELS = {
    "board": "Board or officer",
    "outcome": "Outcome",
    "waiver": "Which waiver",
    "article": "Article of the bylaw",
    "clock": "Which time",
    "until": "New last day agreed",
    "filed": "Day filed with the town clerk",
    "for": "Day set",
    "comply_by": "Last day the order gives to comply",
    "found_on": "Day the office found so",
    "voted": "Day of the vote",
    "filed_with_clerk": "Day filed with the town clerk",
    "filed_with_board": "Day filed with the board",
}


def fact_field(name: str, file: CaseFile, *, required: bool = False) -> forms.Field:
    """The field for one fact of an event."""
    label = _FACT_LABELS.get(name, name.replace("_", " ").capitalize())
    if name in DAY_FACTS and name not in MOMENT_FACTS:
        return LegalDay(label=label, required=required)
    if name in MOMENT_FACTS:
        return MomentField(label=label, required=required)
    if name == "board":
        boards = [(key, board.name) for key, board in file.law.boards.items() if key != file.matter.board]
        return forms.ChoiceField(label=label, choices=[("", "Choose one"), *boards], required=required)
    if name == "clock":
        clocks = [(rule.name, rule.title) for rule in file.matter.clocks]
        return forms.ChoiceField(label=label, choices=[("", "Choose one"), *clocks], required=required)
    return forms.CharField(label=label, max_length=120, required=required)


class MomentField(forms.CharField):
    """A day and, after a blank, the time: 10/13/2026 7:00 pm. Gives the ledger's ISO text."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 40)
        kwargs.setdefault("help_text", "Day and time, like 10/13/2026 7:00 pm.")
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str:
        """The moment as ISO text, or nothing."""
        text = super().clean(value).strip()
        if not text:
            return ""
        day, _, hour = text.replace("T", " ").partition(" ")
        found = LegalDay().clean(day)
        at = TownTime(required=False).clean(hour)
        return f"{found.isoformat()}T{at:%H:%M}" if at else str(found.isoformat())


class Fact(StepForm):
    """A legal fact that needs nothing but its day and what the law asks about it."""

    hour = "optional"

    def build(self) -> None:
        """One field for every fact the event may carry."""
        kind = EVENTS.get(self.step.event) if self.step else None
        for name in kind.facts if kind else ():
            if name != "filed_with_board":
                self.fields[name] = fact_field(name, self.file)

    def facts(self) -> dict[str, Any]:
        """Every fact that was filled in."""
        return {
            name: value for name, value in self.cleaned_data.items() if name not in ("on", "at") and value
        }


def ledger_line(label: str, *, required: bool = True, hint: str = "") -> forms.CharField:
    """A sentence that goes into the ledger for good."""
    return forms.CharField(
        label=label,
        max_length=1000,
        required=required,
        help_text=f"{hint} {_STAYS}".strip(),
        widget=forms.Textarea({"rows": 3}),
    )
