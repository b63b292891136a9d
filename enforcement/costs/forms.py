"""What a person fills in about the town's costs."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms

from enforcement.costs import queries
from enforcement.costs.account import standing_payments
from enforcement.costs.models import WAYS, CostParty
from towns.calendar.words import day_words
from towns.record.step_forms import StepForm

KINDS = (("labor", "Labor"), ("material", "Material"), ("administrative", "Administrative"))
PARTIES = (("owner", "Owner of the land"), ("violator", "Violator"))


def money_field(label: str, *, required: bool = True, hint: str = "") -> forms.DecimalField:
    """Dollars and cents, above zero."""
    return forms.DecimalField(
        label=label,
        min_value=Decimal("0.01"),
        max_digits=11,
        decimal_places=2,
        required=required,
        help_text=hint or "In dollars, such as 212.50.",
    )


def money_text(amount: Decimal | None) -> str:
    """A sum as the ledger keeps it; nothing for none."""
    return "" if amount is None else f"{amount:.2f}"


class WorkMoment(StepForm):
    """The day and the hour: the bylaw counts hours from the start of the work."""

    hour = "required"


class Sum(StepForm):
    """A sum of money."""

    amount = money_field("Amount")

    def facts(self) -> dict[str, Any]:
        """The sum as text."""
        return {"amount": money_text(self.cleaned_data["amount"])}


class Cost(Sum):
    """One cost of the town's work."""

    what = forms.ChoiceField(label="What kind of cost", choices=KINDS, widget=forms.RadioSelect)
    words = forms.CharField(
        label="What it was for",
        max_length=300,
        help_text="Who or what, hours or pieces, as on the bill. Add the bill itself under Documents.",
    )
    day_label = "Day of the cost"

    def facts(self) -> dict[str, Any]:
        """The sum and its kind."""
        return {**super().facts(), "what": self.cleaned_data["what"]}

    def kept(self) -> dict[str, Any]:
        """The words of the bill."""
        return {"words": self.cleaned_data["words"]}


class Party(StepForm):
    """Which of those who owe."""

    party = forms.ChoiceField(label="Who", choices=PARTIES, widget=forms.RadioSelect)

    def build(self) -> None:
        """Beside owner and violator, those whom earlier steps named."""
        named = {row.key: row.name for row in CostParty.objects.filter(case=self.file.case)}
        labels = {**dict(PARTIES), **{key: dict(PARTIES).get(key, key) for key in named}}
        choices = [
            (key, f"{label}: {named[key]}" if key in named else label) for key, label in labels.items()
        ]
        self.fields["party"].choices = choices  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """The party's key, which names nobody."""
        return {"party": self.cleaned_data["party"]}


class ByParty(Party):
    """Who did it, with name and address for papers; these stay out of the ledger."""

    name = forms.CharField(label="Name", max_length=300, required=False)
    address = forms.CharField(label="Mailing address", required=False, widget=forms.Textarea({"rows": 3}))

    def kept(self) -> dict[str, Any]:
        """Name and address under the party's key."""
        return {key: self.cleaned_data[key] for key in ("party", "name", "address")}


class ToParty(StepForm):
    """To whom the notice went; all of those who owe unless one is chosen."""

    party = forms.ChoiceField(
        label="To whom",
        choices=[("", "All who owe"), *PARTIES],
        required=False,
        widget=forms.RadioSelect,
    )

    def facts(self) -> dict[str, Any]:
        """The party, where it went to one alone."""
        return {"party": self.cleaned_data["party"]}


class Payment(Party):
    """A payment that came in."""

    amount = money_field("Amount")
    payer = forms.CharField(label="Name on the receipt", max_length=300, required=False)
    way = forms.ChoiceField(label="How it was paid", choices=WAYS, widget=forms.RadioSelect)
    day_label = "Day on which it was received"

    def build(self) -> None:
        """Says what is owed today."""
        super().build()
        owed = queries.owed_on(self.file, self.today).balance
        self.fields["amount"].help_text = f"${owed:,.2f} are owed on {day_words(self.today)}."

    def facts(self) -> dict[str, Any]:
        """The sum and who paid."""
        return {**super().facts(), "amount": money_text(self.cleaned_data["amount"])}

    def kept(self) -> dict[str, Any]:
        """For the receipt."""
        return {key: self.cleaned_data[key] for key in ("payer", "way")}


class Reversal(StepForm):
    """A payment that came back, such as a check without funds."""

    payment = forms.TypedChoiceField(label="Which payment", choices=[], coerce=int)
    day_label = "Day on which it came back"

    def build(self) -> None:
        """The payments that stand."""
        self._standing = {
            payment.seq: (payment, left) for payment, left in standing_payments(self.file.story) if left > 0
        }
        self.fields["payment"].choices = [  # type: ignore[attr-defined]
            (seq, f"${left:,.2f} of {day_words(payment.on)}")
            for seq, (payment, left) in self._standing.items()
        ]

    def facts(self) -> dict[str, Any]:
        """The payment, and its sum."""
        payment = self.cleaned_data["payment"]
        return {"payment": payment, "amount": money_text(self._standing[payment][1])}


class ProtestDecided(StepForm):
    """What becomes of the costs."""

    outcome = forms.ChoiceField(
        label="What becomes of the costs",
        choices=[("upheld", "Upheld"), ("modified", "Modified"), ("rescinded", "Rescinded")],
        widget=forms.RadioSelect,
    )
    abated = money_field("What is taken off, where they are modified", required=False)
    day_label = "Day of the decision"

    def facts(self) -> dict[str, Any]:
        """The outcome, and the sum taken off."""
        said = self.cleaned_data
        return {"outcome": said["outcome"], "abated": money_text(said.get("abated"))}


class Recorded(StepForm):
    """Where the registry of deeds has it."""

    book = forms.CharField(label="Book", max_length=20)
    page = forms.CharField(label="Page", max_length=20)
    day_label = "Day of the recording"

    def facts(self) -> dict[str, Any]:
        """Book and page."""
        return {key: self.cleaned_data[key] for key in ("book", "page")}


class Certified(Sum):
    """The sum that is certified."""

    day_label = "Day of the certificate"


class Committed(StepForm):
    """The tax year whose list holds the charge."""

    fiscal_year = forms.RegexField(
        r"^20\d{2}$", label="Fiscal year", help_text="The year in which it ends, such as 2028."
    )
    day_label = "Day of the commitment"

    def facts(self) -> dict[str, Any]:
        """The fiscal year."""
        return {"fiscal_year": self.cleaned_data["fiscal_year"]}
