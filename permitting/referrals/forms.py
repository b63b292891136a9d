"""What a person fills in about a referral: to whom it goes, and what came back."""

from __future__ import annotations

from typing import Any

from django import forms

from permitting.referrals.queries import referrals
from permitting.referrals.steps import unsent
from towns.record.step_forms import StepForm

_EVERYONE = ""


class ReferralForm(StepForm):
    """Sends the application to one board or officer, or to everyone whom the bylaw names."""

    day_label = "Day of the referral"

    board = forms.ChoiceField(label="Refer to", required=False)

    def build(self) -> None:
        """Everyone named and not asked yet, then each board of the town by itself."""
        waiting = set(unsent(self.file))
        named = {one.key: one.to for one in referrals(self.file)}
        others = {
            key: board.name for key, board in self.file.law.boards.items() if key != self.file.matter.board
        }
        every = (
            [(_EVERYONE, f"Everyone whom the bylaw names ({len(waiting)} not asked yet)")] if waiting else []
        )
        self.fields["board"].choices = [*every, *{**named, **others}.items()]  # type: ignore[attr-defined]
        self.fields["board"].required = not waiting

    def facts(self) -> dict[str, Any]:
        """To whom; nothing for everyone."""
        return {"board": self.cleaned_data["board"]}


class CommentForm(StepForm):
    """Records what a board or officer wrote."""

    day_label = "Day on which the comment was received"

    board = forms.ChoiceField(label="Whose comment")
    text = forms.CharField(
        label="What they wrote", required=False, max_length=50_000, widget=forms.Textarea({"rows": 6}),
        help_text="Kept with the case, not in the ledger. A letter can be added under Documents.",
    )  # fmt: skip

    def build(self) -> None:
        """Those who were asked, or whom the bylaw names."""
        self.fields["board"].choices = [(one.key, one.to) for one in referrals(self.file)]  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """Whose."""
        return {"board": self.cleaned_data["board"]}

    def kept(self) -> dict[str, Any]:
        """The words."""
        return {"text": self.cleaned_data["text"].strip()}
