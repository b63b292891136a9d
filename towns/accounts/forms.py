"""What is typed at the doors: signing in, making an account, choosing a password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.urls import reverse

from towns.models import Person
from towns.ui.layout import DocketHelper

_PASSWORD_HINT = "12 characters or more. A few unrelated words are easy to keep in mind and hard to guess."


class SignIn(forms.Form):
    """E-mail and password."""

    email = forms.EmailField(
        label="E-mail", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Sign in")


class Account(forms.Form):
    """An account for somebody who files applications."""

    name = forms.CharField(
        label="Your name",
        max_length=200,
        help_text="As it should stand on the application.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label="E-mail",
        max_length=254,
        help_text="You sign in with it, and the town writes to it.",
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        max_length=200,
        help_text=_PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Make the account", cancel=reverse("accounts:sign_in"))

    def clean_email(self) -> str:
        """An address that has no account yet."""
        email = str(self.cleaned_data["email"]).strip().lower()
        if Person.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(
                "There is an account with this e-mail. Sign in, or ask for a new password."
            )
        return email

    def clean(self) -> dict[str, Any]:
        """The password, judged together with name and e-mail."""
        given = super().clean() or {}
        if given.get("password"):
            person = Person(email=given.get("email", ""), name=given.get("name", ""))
            try:
                validate_password(given["password"], person)
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return given


class ChoosePassword(forms.Form):
    """A first password, or a new one."""

    password = forms.CharField(
        label="New password",
        strip=False,
        max_length=200,
        help_text=_PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.helper = DocketHelper(self, submit="Keep this password and sign in")

    def clean_password(self) -> str:
        """A password that is not easily guessed."""
        validate_password(self.cleaned_data["password"], self.person)
        return str(self.cleaned_data["password"])


class Forgotten(forms.Form):
    """The e-mail to which the link for a new password is sent."""

    email = forms.EmailField(
        label="E-mail", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Send me a link", cancel=reverse("accounts:sign_in"))
