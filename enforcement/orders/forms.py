"""What a person fills in about an order."""

from __future__ import annotations

from typing import Any

from django import forms

from enforcement.orders import contents
from enforcement.orders.models import Recipient
from enforcement.service import WAYS
from towns.calendar.words import day_words
from towns.record.step_forms import StepForm, ledger_line
from towns.ui.fields import LegalDay


def _area(label: str, *, hint: str = "", rows: int = 3) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=8000, help_text=hint, widget=forms.Textarea({"rows": rows})
    )


class DraftOrder(StepForm):
    """What the order says: each thing that the law wants in it, what it requires, and to whom it goes."""

    day_label = "Day of the draft"

    def build(self) -> None:
        """One field for each thing that the law wants in words, a box for each command, and the recipients."""
        rule, order = contents.rule_of(self.file), contents.order_of(self.file)
        self.wanted = [one for one in rule.items if one.source == "words"] if rule else []
        for one in self.wanted:
            self.fields[f"says_{one.key}"] = _area(one.text, hint=f"{one.cite}: “{one.says}”")
            self.initial[f"says_{one.key}"] = order.contents.get(one.key, one.proposed)
        if not self.wanted:
            note = rule.note if rule and rule.note else "The text gives this order no contents."
            self.fields["says_order"] = _area("What the order says", hint=note, rows=6)
            self.initial["says_order"] = order.contents.get("order", "")
        if rule is not None and rule.commands:
            self.fields["commands"] = forms.MultipleChoiceField(
                label="What it requires",
                choices=[(one.key, f"{one.text} ({one.cite})") for one in rule.commands],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
            self.initial["commands"] = contents.commands_of(self.file)
        people = {one.kind: one for one in contents.recipients_of(self.file)}
        for kind, label in (("owner", "Owner of the land"), ("violator", "Violator, if another")):
            self.fields[f"{kind}_name"] = forms.CharField(label=label, required=False, max_length=300)
            self.fields[f"{kind}_address"] = _area(f"{label}: mailing address", rows=2)
            if kind in people:
                self.initial[f"{kind}_name"] = people[kind].name
                self.initial[f"{kind}_address"] = people[kind].address
        self.fields["signer"] = forms.CharField(
            label="Who signs it",
            required=False,
            max_length=200,
            help_text="Name and office, or by whose delegation.",
        )
        self.initial["signer"] = order.signer

    def kept(self) -> dict[str, Any]:
        """The words and the recipients; they stay out of the ledger."""
        data = self.cleaned_data
        said = {
            name.removeprefix("says_"): value
            for name, value in data.items()
            if name.startswith("says_") and value
        }
        if data.get("commands"):
            said[contents.COMMANDS] = data["commands"]
        people = [
            {"kind": kind, "name": data[f"{kind}_name"], "address": data[f"{kind}_address"]}
            for kind in (Recipient.Kind.OWNER, Recipient.Kind.VIOLATOR)
            if data.get(f"{kind}_name")
        ]
        return {"contents": said, "recipients": people, "signer": data.get("signer", "")}


class IssueOrder(StepForm):
    """The day of the order and its last day to comply; says what the law wants in it and it lacks."""

    day_label = "Date of the order"

    def build(self) -> None:
        """The last day to comply, and the article where the law has several."""
        rule = contents.rule_of(self.file)
        self.fields["comply_by"] = LegalDay(label="Last day to comply", required=False)
        if rule is not None and rule.articles:
            self.fields["article"] = forms.ChoiceField(
                label="On which article it stands", choices=[(one, f"Article {one}") for one in rule.articles]
            )
        lacking = ", ".join(one.text.lower() for one in contents.missing(self.file, comply_by="asked below"))
        if lacking:
            self.fields["comply_by"].help_text = f"The draft still lacks: {lacking}."

    def facts(self) -> dict[str, Any]:
        """The last day, the article, what the order requires, and what it lacks."""
        data = self.cleaned_data
        by, article = data.get("comply_by"), data.get("article", "")
        lacks = [one.key for one in contents.missing(self.file, article=article, comply_by=by)]
        return {
            "comply_by": by,
            "article": article,
            "commands": contents.commands_of(self.file),
            "lacks": lacks,
        }


class ServeOrder(StepForm):
    """How, on whom and with what outcome the order was served."""

    day_label = "Day on which it was handed over, mailed or posted"
    hour = "optional"

    def build(self) -> None:
        """The ways of service, with the law's own first."""
        rule = contents.rule_of(self.file)
        hint = f"{rule.service.cite}: “{rule.service.says}”" if rule and rule.service else ""
        self.fields["way"] = forms.ChoiceField(label="How", choices=list(WAYS.items()), help_text=hint)
        self.fields["party"] = forms.ChoiceField(
            label="On whom", choices=[("owner", "The owner of the land"), ("violator", "The violator")]
        )
        self.fields["outcome"] = forms.ChoiceField(
            label="What came of it",
            choices=[("", "Received, or on its way"), ("refused", "Refused, or returned unclaimed")],
            required=False,
        )

    def facts(self) -> dict[str, Any]:
        """Way, party by role, and outcome."""
        return {name: self.cleaned_data.get(name) for name in ("way", "party", "outcome")}


class MoreTime(StepForm):
    """A later last day to comply."""

    day_label = "Day on which more time was given"
    until = LegalDay(label="New last day to comply")

    def build(self) -> None:
        """The last day as it is."""
        from enforcement.orders.steps import deadline

        now = deadline(self.file)
        if now is not None:
            self.fields["until"].help_text = f"The last day is {day_words(now)}."

    def facts(self) -> dict[str, Any]:
        """The new last day."""
        return {"until": self.cleaned_data["until"]}


class Amendment(StepForm):
    """What was changed in an order."""

    day_label = "Day of the amendment"

    def build(self) -> None:
        """A line for the ledger."""
        self.fields["why"] = ledger_line("What is changed")

    def facts(self) -> dict[str, Any]:
        """The change in words."""
        return {"why": self.cleaned_data["why"]}


class AppealDecided(StepForm):
    """The outcome of an appeal, before a board or a court."""

    outcome = forms.ChoiceField(
        label="What becomes of the order",
        choices=[("upheld", "Upheld"), ("modified", "Modified"), ("rescinded", "Rescinded")],
        widget=forms.RadioSelect,
    )
    day_label = "Day of the decision"

    def facts(self) -> dict[str, Any]:
        """The outcome."""
        return {"outcome": self.cleaned_data["outcome"]}


class Compliance(StepForm):
    """Whether the order was complied with in part or in full."""

    outcome = forms.ChoiceField(
        label="How far",
        choices=[("in_full", "In full"), ("in_part", "In part")],
        widget=forms.RadioSelect,
    )
    day_label = "Day on which it was done"

    def facts(self) -> dict[str, Any]:
        """The outcome."""
        return {"outcome": self.cleaned_data["outcome"]}
