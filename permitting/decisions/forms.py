"""What a person fills in about a decision: vote and writing, the clerk's stamp, and agreements to extend the time."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from crispy_forms.layout import Layout
from django import forms

from permitting.decisions.findings import answered, listed
from permitting.decisions.steps import OUTCOMES, extendable
from towns.law.board_rules import conditions_for, findings_of, lasting_authority
from towns.models import Membership
from towns.record.step_forms import StepForm, ledger_line
from towns.roles import Role
from towns.ui.fields import LegalDay
from towns.ui.layout import Group

_FOUND = (("", "Not said"), ("yes", "Yes, the board finds so"), ("no", "No"))
_VOTES = (("", "Not recorded"), ("yes", "Yes"), ("no", "No"), ("abstain", "Abstained"), ("absent", "Absent"))


def paragraphs(text: str) -> list[str]:
    """One condition a paragraph; blank lines part them, and single lines stand alone where no line is blank."""
    text = text.strip().replace("\r\n", "\n")
    parts = re.split(r"\n\s*\n", text) if "\n\n" in text else text.split("\n")
    return [" ".join(part.split()) for part in parts if part.strip()]


class Vote(StepForm):
    """The vote of the night: what was moved and how it came out."""

    day_label = "Day of the vote"

    outcome = forms.ChoiceField(
        label="What the board voted", choices=list(OUTCOMES.items()), widget=forms.RadioSelect
    )
    motion = ledger_line("The motion in words")

    def facts(self) -> dict[str, Any]:
        """Outcome and motion."""
        return {"outcome": self.cleaned_data["outcome"], "motion": self.cleaned_data["motion"]}


class DecisionForm(StepForm):
    """The board's final action: the vote's day, the writing's day, the votes, findings and conditions."""

    day_label = "Day of the writing"
    day_hint = (
        "The day it was put in writing and signed. Where the bylaw wants the act in writing, this day counts."
    )

    voted = LegalDay(label="Day of the vote")
    outcome = forms.ChoiceField(
        label="What the board decided", choices=list(OUTCOMES.items()), widget=forms.RadioSelect
    )
    findings = forms.CharField(
        label="Findings",
        required=False,
        max_length=20_000,
        widget=forms.Textarea({"rows": 4}),
        help_text="Printed in the decision.",
    )
    conditions = forms.CharField(
        label="Conditions",
        required=False,
        max_length=50_000,
        widget=forms.Textarea({"rows": 6}),
        help_text="One to a paragraph, in the order printed.",
    )
    lasting = forms.CharField(
        label="Conditions that remain in force after the as-built plan is approved",
        required=False,
        max_length=50_000,
        widget=forms.Textarea({"rows": 4}),
        help_text="One to a paragraph; printed after the others.",
    )

    def build(self) -> None:
        """One line for every member of the board on file."""
        seats = (
            Membership.objects.filter(
                town=self.file.town,
                role__in=(Role.MEMBER, Role.CHAIR),
                board__in=("", self.file.matter.board),
            )
            .select_related("person")
            .order_by("person__name")
        )
        self.members: dict[str, str] = {}
        for seat in seats:
            self.members[f"vote_{seat.person_id}"] = seat.person.name
        for key, name in self.members.items():
            self.fields[key] = forms.ChoiceField(label=name, choices=_VOTES, required=False)
        self.initial.setdefault("voted", self.today)
        self._ask_tests()
        self._offer_library()

    def _ask_tests(self) -> None:
        """One question for every test that the bylaw wants the board to find."""
        self.tests = {f"test_{rule.key}": rule for rule in findings_of(self.file.matter)}
        for key, rule in self.tests.items():
            goes_with = " or ".join(OUTCOMES[outcome] for outcome in rule.outcomes) or "every decision"
            self.fields[key] = forms.ChoiceField(
                label=f"{rule.text[:1].upper()}{rule.text[1:]}",
                choices=_FOUND,
                required=False,
                help_text=f"{rule.cite}; goes with: {goes_with}. {rule.note}".strip(),
            )

    def _offer_library(self) -> None:
        """The town's standard conditions, and the clause by which conditions may outlast the as-built plan."""
        law, matter = self.file.law, self.file.case.matter
        self.library = {rule.key: rule for rule in conditions_for(law, matter)}
        if self.library:
            lasting = " (remains in force after the as-built plan)"
            self.fields["library"] = forms.MultipleChoiceField(
                label="Standard conditions from the bylaw",
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[
                    (key, f"{rule.text} ({rule.cite}){lasting if rule.survives_as_built else ''}")
                    for key, rule in self.library.items()
                ],
                help_text="Printed before the board’s own.",
            )
        if clause := lasting_authority(law, matter):
            self.fields["lasting"].help_text += f" The bylaw allows “{clause.text}” ({clause.cite})."

    def order_fields(self, field_order: Any) -> None:
        """Vote, outcome, members, then the words."""
        votes = [name for name in self.fields if name.startswith("vote_")]
        super().order_fields(
            ["voted", "on", "outcome", *votes, *self.tests, "findings", *self._words()]
            if hasattr(self, "tests")
            else field_order
        )

    def _words(self) -> list[str]:
        return [*(["library"] if "library" in self.fields else []), "conditions", "lasting"]

    def layout(self) -> Layout:
        """The form's parts under their headings."""
        parts = [Group("The act", "voted", "on", "outcome")]
        if self.members:
            parts.append(
                Group(
                    "The vote",
                    *self.members,
                    hint="Who voted how; printed in the decision, not in the ledger.",
                )
            )
        found = Group(
            "What the board finds", *self.tests, "findings", hint="The tests are the bylaw’s own words."
        )
        return Layout(*parts, found, Group("The conditions", *self._words()))

    def clean(self) -> dict[str, Any]:
        """Conditions belong to an approval with conditions."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        named = paragraphs(data.get("conditions", "")) + paragraphs(data.get("lasting", ""))
        named += data.get("library", [])
        if data.get("outcome") == "approved_with_conditions" and not named:
            self.add_error("conditions", "Enter the conditions, or choose “Approved”.")
        if data.get("outcome") == "approved" and named:
            self.add_error(
                "outcome", "Conditions are entered: choose “Approved with conditions”, or take them out."
            )
        voted = data.get("voted")
        if voted and voted > self.today:
            self.add_error("voted", "That day has not come yet.")
        return data

    def facts(self) -> dict[str, Any]:
        """Outcome and the day of the vote."""
        return {"outcome": self.cleaned_data["outcome"], "voted": self.cleaned_data["voted"]}

    def kept(self) -> dict[str, Any]:
        """Votes by name, findings, conditions."""
        data = self.cleaned_data
        votes = [{"name": name, "vote": data[key]} for key, name in self.members.items() if data.get(key)]
        rules = findings_of(self.file.matter, data["outcome"])
        found = [answered(rule, data.get(f"test_{rule.key}", "")) for rule in rules]
        own = [
            (self.library[key].text, self.library[key].survives_as_built, key)
            for key in data.get("library", [])
        ]
        own += [(text, False, "") for text in paragraphs(data["conditions"])]
        own += [(text, True, "") for text in paragraphs(data["lasting"])]
        return {"votes": votes, "findings": [*found, *listed(data["findings"])], "conditions": own}


class DecisionFiled(StepForm):
    """The town clerk's stamp on the decision."""

    day_label = "Day of the town clerk’s stamp"
    hour = "optional"
    hour_label = "Time of the stamp"


class Extension(StepForm):
    """An agreement between applicant and board to extend a time."""

    day_label = "Day of the agreement"
    day_hint = "The day on which the last of the two signed."

    clock = forms.ChoiceField(label="Which time is extended")
    until = LegalDay(
        label="New last day agreed",
        required=False,
        help_text="Leave it empty only if the agreement names no day: it is then kept, and moves nothing.",
    )
    filed = LegalDay(label="Day filed with the town clerk", required=False)

    def build(self) -> None:
        """The times that an agreement may extend, and their instances."""
        rules = [rule for rule in self.file.matter.clocks if rule.name in extendable(self.file)]
        self.fields["clock"].choices = [(rule.name, rule.title) for rule in rules]  # type: ignore[attr-defined]
        if any(rule.extend == "filed_agreement" for rule in rules):
            self.fields[
                "filed"
            ].help_text = "It counts only if filed with the town clerk while time still ran."
        live = {r.clock: r.due for r in self.file.readings(self.today) if r.status == "running" and r.due}
        nearest = next((rule.name for rule in rules if rule.name in live), None)
        if nearest:
            self.initial.setdefault("clock", nearest)
        self.instances: dict[str, str] = {}
        for rule in rules:
            if rule.per:
                self.instances[rule.per] = rule.title
        for per in self.instances:
            known = dict.fromkeys(str(e.facts[per]) for e in self.file.story if e.facts.get(per))
            self.fields[per] = forms.ChoiceField(
                label=f"For which {per}",
                required=False,
                choices=[("", f"Every {per}"), *((one, one) for one in known)],
            )

    def clean_filed(self) -> date | None:
        """A stamp lies in the past."""
        filed: date | None = self.cleaned_data.get("filed")
        if filed and filed > self.today:
            raise forms.ValidationError("That day has not come yet.")
        return filed

    def facts(self) -> dict[str, Any]:
        """The time named, until when, when filed, and for which instance."""
        data = self.cleaned_data
        return {name: data.get(name) for name in ("clock", "until", "filed", *self.instances)}
