"""What a town's administrator fills in."""

from __future__ import annotations

from typing import Any, Final

from crispy_forms.layout import Layout
from django import forms

from towns.calendar.filing_day import RULES
from towns.models import Board, Membership, Town
from towns.roles import Role
from towns.setup.seals import read_seal
from towns.ui.contrast import check_town_colour
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import Actions, Cancel, DocketHelper, Group, Pair, Submit

WEEKDAYS: Final = (
    (0, "Monday"),
    (1, "Tuesday"),
    (2, "Wednesday"),
    (3, "Thursday"),
    (4, "Friday"),
    (5, "Saturday"),
)
_RULES: Final = (
    ("arrival", "On the day it arrives, whatever the hour"),
    ("open_day", "On the day it arrives; on a closed day, the next open day"),
    ("open_hours", "On the day it arrives; after the counter closes or on a closed day, the next open day"),
)
assert [key for key, _ in _RULES] == list(RULES)


def _long(label: str, hint: str = "", rows: int = 2) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=400,
        help_text=hint,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class Facts(forms.Form):
    """What stands in the masthead and on papers, and the town's choices."""

    name = forms.CharField(label="Name", max_length=120)
    formal_name = forms.CharField(
        label="Name on papers", max_length=120, required=False, help_text="“Town of …” when left blank."
    )
    office = forms.CharField(
        label="Office and address", max_length=200, required=False, help_text="As printed on papers, one line below the other.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    phone = forms.CharField(label="Telephone", max_length=40, required=False)
    email = forms.EmailField(label="E-mail of the office", max_length=254, required=False)
    hearing_room = forms.CharField(label="Hearing room", max_length=120, required=False)
    colour = forms.CharField(
        label="Town colour", max_length=7, help_text="As # and six digits. White text must be readable on it.",
        widget=forms.TextInput(attrs={"size": 8}),
    )  # fmt: skip
    seal = forms.FileField(
        label="Town seal",
        required=False,
        max_length=500,
        allow_empty_file=True,
        help_text="SVG or PNG, at most 300 KB. Leave blank to keep the present one.",
    )
    see_plans = _long("Where plans can be seen", "Printed on hearing notices.")
    how_to_comment = _long("How to comment", "Printed on hearing notices.")
    accommodation = _long("Whom to ask for an accommodation or an interpreter", "Printed on hearing notices.")
    silence_confirmed_by = forms.ChoiceField(
        label="Who confirms what ran out", choices=Role.choices,
        help_text="Until then the public reads only that the record is being checked.",
    )  # fmt: skip
    reminder_days = forms.CharField(
        label="Remind so many open days before",
        max_length=60,
        help_text="Numbers with commas; 0 is the day itself.",
    )
    web_filings_count = forms.ChoiceField(
        label="When a web filing counts as filed", choices=_RULES, widget=forms.RadioSelect
    )
    web_filing_rule = _long(
        "That rule in the town’s own words", "Printed above the applicant’s button. Ours when left blank.", 3
    )
    deadlines_public = forms.BooleanField(label="Anyone may try dates on the public page", required=False)

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            Group("The town", "name", "formal_name", "office", Pair("phone", "email"), "hearing_room", "colour", "seal"),
            Group("On hearing notices", "see_plans", "how_to_comment", "accommodation"),
            Group("Choices", "silence_confirmed_by", "reminder_days", "web_filings_count", "web_filing_rule", "deadlines_public"),
            Actions(Submit("Save"), Cancel(back)),
        )  # fmt: skip

    def clean_colour(self) -> str:
        """A colour on which white can be read."""
        colour = str(self.cleaned_data["colour"]).strip().lower()
        if wrong := check_town_colour(colour):
            raise forms.ValidationError(wrong)
        return colour

    def clean_seal(self) -> bytes | None:
        """The seal's bytes, or nothing."""
        upload = self.cleaned_data.get("seal")
        return read_seal(upload) if upload else None

    def clean_reminder_days(self) -> list[int]:
        """Whole numbers, the largest first, each once."""
        words = [word for word in self.cleaned_data["reminder_days"].replace(",", " ").split() if word]
        if not all(word.isdigit() and int(word) <= 365 for word in words):
            raise forms.ValidationError(
                "Write whole numbers from 0 to 365 with commas, for example 14, 7, 3, 1, 0."
            )
        return sorted({int(word) for word in words}, reverse=True)


class Saturday(forms.Form):
    """Whether town hall is shut on Saturdays, which makes Saturday a closed day."""

    saturday_closed = forms.BooleanField(
        label="Town hall is closed on Saturdays (M.G.L. c. 41 § 110A)", required=False
    )


class Hours(forms.Form):
    """One stretch of counter hours."""

    weekday = forms.TypedChoiceField(label="Day", choices=WEEKDAYS, coerce=int)
    opens = TownTime(label="Opens")
    closes = TownTime(label="Closes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "weekday", Pair("opens", "closes"), Actions(Submit("Add these hours", name="add_hours"))
        )

    def clean(self) -> dict[str, Any]:
        """Opening before closing."""
        given = super().clean() or {}
        if given.get("opens") and given.get("closes") and given["opens"] >= given["closes"]:
            self.add_error("closes", "The counter must close after it opens.")
        return given


class Closed(forms.Form):
    """A day that the town declares closed."""

    on = LegalDay(label="Closed on")
    name = forms.CharField(label="Why", max_length=120, help_text="For example: snow emergency.")
    cite = forms.CharField(label="Who ordered it, where it is written", max_length=200)
    declared = LegalDay(
        label="Declared on", help_text="The closing counts only for times that had not run out by this day."
    )

    def __init__(self, *args: Any, today: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "on",
            "declared",
            "name",
            "cite",
            Actions(Submit("See what it would move", name="closed_look")),
        )

    def clean_declared(self) -> Any:
        """A day that has come."""
        day = self.cleaned_data["declared"]
        if day > self.today:
            raise forms.ValidationError("A closing is entered once it has been declared.")
        return day


class Reopened(forms.Form):
    """Why the declaration of a closed day is withdrawn."""

    day = forms.IntegerField(widget=forms.HiddenInput)
    once = forms.UUIDField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(label="Why it is withdrawn, and by whose order", max_length=300)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "day", "once", "why", Actions(Submit("Withdraw the declaration", name="reopen_save"), Cancel("."))
        )


class BoardFacts(forms.Form):
    """A board's name, meeting days and room."""

    name = forms.CharField(label="Name", max_length=120)
    meets = forms.CharField(
        label="Meets", max_length=200, required=False, help_text="In words: 2nd Tuesday at 7:00 pm."
    )
    room = forms.CharField(label="Room", max_length=120, required=False)

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Save the board", cancel=back)


class Invite(forms.Form):
    """A person and a role."""

    name = forms.CharField(label="Name", max_length=200)
    email = forms.EmailField(label="E-mail", max_length=254)
    role = forms.ChoiceField(label="Role", choices=Role.choices)
    board = forms.ChoiceField(label="On which board", required=False, help_text="For members and chairs.")
    deputy_of = forms.ChoiceField(
        label="Stands in for",
        required=False,
        help_text="A deputy gets the same reminders as the person stood in for.",
    )

    def __init__(self, *args: Any, town: Town, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        boards = [(row.key, row.name) for row in Board.objects.filter(town=town)]
        self.fields["board"].choices = [("", "None"), *boards]  # type: ignore[attr-defined]
        held = Membership.objects.filter(town=town).select_related("person").order_by("person__name", "role")
        self.fields["deputy_of"].choices = [  # type: ignore[attr-defined]
            ("", "Nobody"), *((str(row.pk), f"{row.person.name}, {row.get_role_display()}") for row in held)
        ]  # fmt: skip
        self.helper = DocketHelper(self, submit="Give the role")
