"""What a person fills in about a violation: the finding, a report, and a question about fines."""

from __future__ import annotations

from datetime import date
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.core.exceptions import ValidationError

from enforcement.violations.models import Report
from enforcement.violations.provisions import provisions_in
from towns.law.fines_schema import FineRule
from towns.law.rules import Bylaw
from towns.record.step_forms import StepForm
from towns.ui.fields import LegalDay
from towns.ui.layout import DocketHelper

#: What may be reported, in plain words.
SUBJECTS = (
    ("muddy_water", "Muddy water leaving a site"),
    ("erosion", "Erosion, or soil on a street"),
    ("no_permit", "Work without a permit"),
    ("dumping", "Something dumped or poured into a drain"),
    ("basin", "A basin or drain that is not kept up"),
    ("other", "Something else"),
)


def articles_of(law: Bylaw) -> tuple[str, ...]:
    """The parts of the bylaw with fines of their own; empty where it has one ladder."""
    rule = law.sections.get("fines")
    return tuple(one.under for one in rule.ladders if one.under) if isinstance(rule, FineRule) else ()


class Finding(StepForm):
    """The day of the violation and the provisions violated."""

    day_label = "Day on which it was found"
    violated = LegalDay(label="First day of the violation", help_text="Days of fines count from it.")

    def build(self) -> None:
        """The provisions of the town's own law, and one in words."""
        choices = [(one.key, f"{one.text} ({one.cite})") for one in provisions_in(self.file.law)]
        self.fields["provisions"] = forms.MultipleChoiceField(
            label="Provisions violated", choices=choices, required=False, widget=forms.CheckboxSelectMultiple
        )
        self.fields["other"] = forms.CharField(
            label="Another provision, or a condition of a permit",
            max_length=120,
            required=False,
            help_text="Name it as it is cited: Permit condition 7.",
        )
        if articles := articles_of(self.file.law):
            self.fields["article"] = forms.ChoiceField(
                label="Part of the bylaw", choices=[(one, f"Article {one}") for one in articles]
            )

    def clean(self) -> dict[str, Any]:
        """At least one provision."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not data.get("provisions") and not data.get("other"):
            self.add_error("provisions", "Say which provision was violated.")
        return data

    def facts(self) -> dict[str, Any]:
        """As the ledger keeps them: the citations."""
        data = self.cleaned_data
        cites = {one.key: one.cite for one in provisions_in(self.file.law)}
        named = [cites[key] for key in data["provisions"]] + ([data["other"]] if data.get("other") else [])
        return {
            "violated": data["violated"],
            "provisions": list(dict.fromkeys(named)),
            "article": data.get("article", ""),
        }


class _Seen(forms.Form):
    """What was seen, where and when."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    subject = forms.ChoiceField(label="What is it?", choices=SUBJECTS, widget=forms.RadioSelect)
    address = forms.CharField(
        label="Where is it?", max_length=300, help_text="A street address, or the nearest one."
    )
    words = forms.CharField(label="What did you see?", max_length=4000, widget=forms.Textarea({"rows": 5}))
    seen = LegalDay(label="Which day did you see it?")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_seen(self) -> date:
        """A day that has come."""
        day: date = self.cleaned_data["seen"]
        if day > self.today:
            raise ValidationError("That day has not come yet. Enter the day on which you saw it.")
        return day

    def kept(self) -> dict[str, Any]:
        """The row of the report; none of it goes into the ledger."""
        data = self.cleaned_data
        return {
            "subject": data["subject"],
            "words": data["words"],
            "seen": data["seen"],
            "reporter": data.get("reporter", ""),
            "reporter_contact": data.get("contact", ""),
            "once": data["once"],
        }


class PublicReport(_Seen):
    """A report by anyone, without an account. `website` is a trap for machines: people do not see it."""

    reporter = forms.CharField(label="Your name, if you want to give it", max_length=200, required=False)
    contact = forms.CharField(
        label="How we may reach you", max_length=300, required=False, help_text="Telephone or e-mail."
    )
    website = forms.CharField(required=False, max_length=200, label="Leave this empty")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = Layout("once", "subject", "address", "words", "seen", "reporter", "contact")


class StaffReport(_Seen):
    """A report that came by telephone, mail or over the counter, or that staff saw."""

    source = forms.ChoiceField(
        label="How it came", choices=[one for one in Report.Source.choices if one[0] != Report.Source.WEB]
    )
    map_lot = forms.CharField(label="Map and lot", max_length=60, required=False)
    reporter = forms.CharField(label="Who reported it", max_length=200, required=False)
    contact = forms.CharField(label="How they may be reached", max_length=300, required=False)

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Open the file", cancel=back)


class FineQuestion(forms.Form):
    """A question about noncriminal fines."""

    first = LegalDay(label="First day of the violation")
    last = LegalDay(label="Last day")
    provisions = forms.IntegerField(label="Provisions violated", min_value=1, max_value=50, initial=1)
    prior = forms.IntegerField(label="Earlier offenses that count", min_value=0, max_value=10_000, initial=0)

    def __init__(self, *args: Any, law: Bylaw, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if articles := articles_of(law):
            self.fields["under"] = forms.ChoiceField(
                label="Part of the bylaw", choices=[(one, f"Article {one}") for one in articles]
            )
        self.helper = DocketHelper(self, submit="Add it up", method="get")
        self.helper.disable_csrf = True
