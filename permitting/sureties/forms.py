"""What a person fills in for the steps of a surety."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.sureties import money, terms
from permitting.sureties.models import Form, Purpose, Surety
from permitting.sureties.money import SHARES, dollars
from towns.ledger.stateful import Impossible
from towns.models import Case, Document
from towns.record.step_forms import StepForm
from towns.ui.fields import LegalDay, TownTime


class Dollars(forms.CharField):
    """A sum in dollars, typed with or without commas and the dollar sign. Gives the ledger's text."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 20)
        kwargs.setdefault("help_text", "Dollars and cents, like 212,000.00.")
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str:
        """The sum as ledger text, or nothing."""
        typed = super().clean(value).replace(",", "").replace("$", "").strip()
        if not typed:
            return ""
        try:
            return money.text(money.read(typed, "amount", str(self.label)))
        except Impossible as wrong:
            raise forms.ValidationError(wrong.because) from None


class SuretyForm(StepForm):
    """The day, the sum where the step has one, its division by permit, and the paper behind it."""

    field_of = {SHARES: "amount"}
    #: Whether the sum is divided when the surety stands over several permits.
    divided = True
    #: What else is asked.
    asks_form = True
    asks_expires = True
    asks_paper = True

    def build(self) -> None:
        """Fit the fields to the step."""
        step: Any = self.step
        if step is not None and step.carries:
            self.fields["amount"] = Dollars(label="Amount", required=step.needs_amount)
            if self.divided:
                self._divide()
        if self.asks_form:
            self.fields["form"] = forms.ChoiceField(
                label="Form", choices=[("", "Choose one"), *Form.choices], required=False
            )
        if self.asks_expires:
            self.fields["expires"] = LegalDay(label="Holds until", required=False)
        if self.asks_paper:
            self._ask_paper()

    def _divide(self) -> None:
        numbers = terms.permit_numbers(self.file)
        if len(numbers) > 1:
            for place, number in enumerate(numbers):
                self.fields[f"share_{place}"] = Dollars(
                    label=f"Of this, for {number}", required=False, help_text="The parts make up the amount."
                )

    def _ask_paper(self) -> None:
        self.fields["says"] = forms.CharField(
            label="What it was, in a few words", max_length=300, required=False
        )
        self.fields["reference"] = forms.CharField(
            label="Number of its paper",
            max_length=120,
            required=False,
            help_text="Invoice, warrant, deposit slip, vote.",
        )
        papers = Document.objects.filter(case=self.file.case).order_by("-added")
        self.fields["document"] = forms.ChoiceField(
            label="Its document in this case",
            choices=[("", "None yet"), *((str(one.pk), one.title) for one in papers)],
            required=False,
        )

    def facts(self) -> dict[str, Any]:
        """The sum, its parts and what else the event carries."""
        said = {
            name: self.cleaned_data[name]
            for name in (
                "amount",
                "form",
                "expires",
                "phase",
                "approver",
                "estimated_cost",
                "to_case",
                "interest",
            )
            if self.cleaned_data.get(name)
        }
        shares = {
            number: self.cleaned_data[f"share_{place}"]
            for place, number in enumerate(terms.permit_numbers(self.file))
            if self.cleaned_data.get(f"share_{place}")
        }
        return {**said, **({SHARES: shares} if shares else {})}

    def kept(self) -> dict[str, Any]:
        """The paper behind the line."""
        return {
            name: self.cleaned_data[name]
            for name in ("says", "reference", "document", "payee_name")
            if self.cleaned_data.get(name)
        }


class Movement(SuretyForm):
    """Money that moves: its day, its sum and its paper."""

    asks_form = asks_expires = False


class Finding(SuretyForm):
    """A day and a paper."""

    divided = asks_form = asks_expires = False


class Release(Finding):
    """The vote that lets go of the rest."""

    day_label = "Day of the vote"


class Approval(Finding):
    """Who approved the form."""

    approver = forms.ChoiceField(label="Approved by", choices=())

    def build(self) -> None:
        """Those whom the law asks first."""
        asked = [*terms.rules_of(self.file).approvals, *terms.APPROVERS]
        self.fields["approver"].choices = [  # type: ignore[attr-defined]
            (who, terms.APPROVERS[who][:1].upper() + terms.APPROVERS[who][1:]) for who in dict.fromkeys(asked)
        ]
        super().build()


class Posting(SuretyForm):
    """The instrument as it was handed in, with what it says of itself."""

    purpose = forms.ChoiceField(label="What it secures", choices=Purpose.choices)
    issuer = forms.CharField(label="Bank or surety company", max_length=200, required=False)
    instrument = forms.CharField(label="Number of the bond or letter", max_length=80, required=False)
    basis = forms.CharField(
        label="How the amount was arrived at", required=False, widget=forms.Textarea({"rows": 2})
    )
    account = forms.CharField(label="The Town’s account", max_length=80, required=False)
    payee = forms.CharField(
        label="Payee of record", max_length=200, required=False, help_text="Who gets back what is left."
    )
    original_with = forms.CharField(label="Who keeps the original", max_length=120, required=False)
    present_at = forms.CharField(label="Where a call must be presented", max_length=200, required=False)
    present_by = TownTime(label="By which hour of the last day", required=False)
    evergreen_months = forms.IntegerField(
        label="Renews itself for so many months", min_value=0, max_value=120, required=False,
        help_text="Leave empty where it does not.",
    )  # fmt: skip
    notice_days = forms.IntegerField(
        label="Days of notice before it may be cancelled", min_value=0, max_value=365, required=False
    )
    rule = forms.CharField(
        label="Rule or contract by which the board may spend the money", max_length=200, required=False,
        help_text="M.G.L. c. 44 § 53G½. Without one, spending shows “ask counsel: appropriation”.",
    )  # fmt: skip
    on_default = forms.CharField(
        label="What it says of default", required=False, widget=forms.Textarea({"rows": 2})
    )
    on_earnings = forms.CharField(
        label="What it says of interest", required=False, widget=forms.Textarea({"rows": 2})
    )
    on_use = forms.CharField(
        label="What it says of the use of the money", required=False, widget=forms.Textarea({"rows": 2})
    )
    on_return = forms.CharField(
        label="What it says of the return", required=False, widget=forms.Textarea({"rows": 2})
    )

    def build(self) -> None:
        """The terms as they stand, and the cost where the law makes it the floor."""
        super().build()
        surety: Any = self.file.principal
        if isinstance(surety, Surety):
            for name in Posting.base_fields:
                self.fields[name].initial = getattr(surety, name) or None
        rule = terms.rules_of(self.file)
        if rule.at_least == "estimated_cost":
            cost = terms.estimated_cost(self.file)
            self.fields["estimated_cost"] = Dollars(
                label="Total estimated construction cost", required=cost is None, help_text=rule.amount_says,
                initial=f"{cost:,.2f}" if cost else None,
            )  # fmt: skip
        asked = terms.required_amount(self.file)
        if asked is not None:
            self.fields["amount"].help_text = f"The board asked for {dollars(asked)}."

    def kept(self) -> dict[str, Any]:
        """The terms and the paper."""
        said = {name: self.cleaned_data.get(name) for name in Posting.base_fields}
        for name in ("evergreen_months", "notice_days"):
            said[name] = said[name] or 0
        return {**super().kept(), **said}


class Reduction(SuretyForm):
    """Which phase is complete, and how much goes with it."""

    day_label = "Day of the vote"
    asks_form = asks_expires = False
    phase = forms.CharField(label="Phase that is complete", max_length=80, required=False)

    def build(self) -> None:
        """The law's own words where it lets parts go by phase only."""
        rule = terms.rules_of(self.file)
        if rule.by_phase:
            self.fields["phase"].help_text = f"“{rule.phase_says}” ({rule.cite})"
        super().build()


class Return(Movement):
    """Money that goes back, to whom, and the interest that goes with it."""

    OF_RECORD = "payee of record"
    OTHER = "another payee"
    payee = forms.ChoiceField(
        label="Paid to", choices=((OF_RECORD, "The payee of record"), (OTHER, "Someone else"))
    )
    payee_name = forms.CharField(
        label="Name of the payee", max_length=200, required=False,
        help_text="It stays with the case and does not go to the ledger.",
    )  # fmt: skip

    def build(self) -> None:
        """The payee of record by name, and the interest not paid yet."""
        super().build()
        surety: Any = self.file.principal
        name = getattr(surety, "payee", "")
        if name:
            self.fields["payee"] = forms.ChoiceField(
                label="Paid to",
                choices=((self.OF_RECORD, f"The payee of record, {name}"), (self.OTHER, "Someone else")),
            )
        held = terms.money_of(self.file)
        if held.interest > held.interest_paid:
            self.fields["interest"] = Dollars(
                label="Interest paid with it", required=False,
                help_text=f"{dollars(held.interest - held.interest_paid)} is credited and not paid yet.",
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Someone else has a name."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if said.get("payee") == self.OTHER and not said.get("payee_name"):
            self.add_error("payee_name", "Enter the name of the payee.")
        return said

    def facts(self) -> dict[str, Any]:
        """Which payee, without the name."""
        return {**super().facts(), "payee": self.cleaned_data["payee"]}

    def kept(self) -> dict[str, Any]:
        """The name of whoever was paid."""
        named = super().kept()
        if self.cleaned_data["payee"] == self.OF_RECORD:
            named["payee_name"] = getattr(self.file.principal, "payee", "")
        return named


class Cancellation(SuretyForm):
    """The issuer's notice, and the last day that it leaves."""

    day_label = "Day on which the notice came"
    divided = asks_form = False

    def build(self) -> None:
        """The last day is what matters."""
        super().build()
        self.fields["expires"].required = True
        self.fields["expires"].label = "Ends on"


class Replacement(Finding):
    """Which surety takes its place."""

    day_label = "Day on which the other took its place"
    to_case = forms.ChoiceField(label="The surety that takes its place", required=False)

    def build(self) -> None:
        """The town's other sureties that are open."""
        others = Case.objects.filter(kind=self.file.case.kind, closed=False).exclude(pk=self.file.case.pk)
        self.fields["to_case"].choices = [  # type: ignore[attr-defined]
            ("", "None"),
            *((case.number, f"{case.number} {case.title}") for case in others.order_by("number")),
        ]
        super().build()
