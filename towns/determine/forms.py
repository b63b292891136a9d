"""What is filled in to ask the office about a project: whom to answer, and what to ask."""

from __future__ import annotations

from typing import Any

from django import forms


class AskTheOffice(forms.Form):
    """A contact and a question; the answers given so far go with them. `website` is a trap: people do not see it."""

    name = forms.CharField(
        label="Your name", max_length=200, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label="Your e-mail",
        required=False,
        max_length=254,
        help_text="Give your e-mail, your telephone, or both.",
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    phone = forms.CharField(
        label="Your telephone", required=False, max_length=40, widget=forms.TextInput({"autocomplete": "tel"})
    )
    question = forms.CharField(
        label="What would you like to know?",
        required=False,
        max_length=2000,
        help_text="Say where the land is and what you plan.",
        widget=forms.Textarea({"rows": 4}),
    )
    website = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """The office must be able to answer."""
        given = super().clean() or {}
        if not given.get("email") and not given.get("phone") and "email" not in self.errors:
            self.add_error("email", "Give your e-mail or your telephone, so that the office can answer.")
        return given
