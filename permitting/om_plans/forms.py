"""What a person fills in about an operation and maintenance plan."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.step_forms import StepForm, ledger_line


class Proposal(StepForm):
    """The plan as it was proposed."""

    day_label = "Day on which the plan was proposed"


class Acceptance(StepForm):
    """The authority accepts the plan."""

    day_label = "Day on which the plan was accepted"


class Signing(StepForm):
    """The owners signed the agreement."""

    day_label = "Day of the last signature"


class Recording(StepForm):
    """Book and page at the registry of deeds."""

    day_label = "Day of recording"

    book = forms.CharField(label="Book", max_length=20)
    page = forms.CharField(label="Page", max_length=20)

    def facts(self) -> dict[str, Any]:
        """Where it stands."""
        return {"book": self.cleaned_data["book"], "page": self.cleaned_data["page"]}


class InForce(StepForm):
    """The plan takes effect."""

    day_label = "Day on which the plan takes effect"


class Amendment(StepForm):
    """A change of the schedule or the agreement."""

    day_label = "Day of the amendment"

    what = ledger_line("What was changed")

    def facts(self) -> dict[str, Any]:
        """What was changed."""
        return {"what": self.cleaned_data["what"]}


class OwnerChange(StepForm):
    """A change of owner."""

    day_label = "Day on which the land changed owners"

    def facts(self) -> dict[str, Any]:
        """Which parcel."""
        return {}


class Notice(StepForm):
    """A notice to repair."""

    day_label = "Day of the notice"


class Repairs(StepForm):
    """The repairs were made."""

    day_label = "Day on which the repairs were made"


class Failure(StepForm):
    """The repairs were not made."""

    day_label = "Day on which the town found so"

    what = ledger_line("What was found")

    def facts(self) -> dict[str, Any]:
        """What was found."""
        return {"what": self.cleaned_data["what"]}


class Ending(StepForm):
    """The end of the plan."""

    day_label = "Day on which the plan ended"

    what = ledger_line("Why it ended", hint="Such as the system was removed, or another plan took its place.")

    def facts(self) -> dict[str, Any]:
        """Why it ended."""
        return {"what": self.cleaned_data["what"]}


class Confirmation(StepForm):
    """The time to repair passed."""

    day_label = "Day of the confirmation"


class NotConfirmed(StepForm):
    """Why the officer does not confirm it."""

    day_label = "Day on which it was not confirmed"

    reason = ledger_line("Reason")

    def facts(self) -> dict[str, Any]:
        """The reason."""
        return {"reason": self.cleaned_data["reason"]}
