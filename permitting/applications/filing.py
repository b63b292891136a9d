"""What is filled in to file an application: by the office from paper, or by an applicant online, page by page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Final

from crispy_forms.layout import Layout
from django import forms

from towns.calendar.today import MASSACHUSETTS
from towns.calendar.words import day_words
from towns.law.board_rules import besides_of
from towns.law.schema import Bylaw
from towns.models import Party, Person
from towns.record import case_types
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import Actions, Cancel, DocketHelper, Group, Note, Pair, Submit

SOURCES: Final = (
    ("counter", "At the counter"),
    ("web", "Online"),
    ("mail", "By mail"),
    ("drop_box", "Drop box"),
)
_MOST_SQFT: Final = 2_000_000_000
_OLDEST: Final = date(1970, 1, 1)


def matters_filed(law: Bylaw) -> list[tuple[str, str]]:
    """The kinds of business that are applications, (key, name), the stormwater permit first."""
    found = [
        (key, matter.name)
        for key, matter in law.matters.items()
        if case_types.is_claimed(matter.kind) and case_types.of(matter.kind).filed_by_applicants
    ]
    return sorted(found, key=lambda item: item[0] != "stormwater_permit")


def _sqft(label: str, hint: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=_MOST_SQFT,
        help_text=hint or "In square feet; one acre is 43,560.",
    )


def _lines(label: str, hint: str = "", *, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=required,
        max_length=600,
        help_text=hint,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class Land(forms.Form):
    """What is asked for, and where."""

    matter = forms.ChoiceField(label="What you apply for", widget=forms.RadioSelect)
    title = forms.CharField(label="Name of the project", max_length=300)
    address = forms.CharField(label="Street address of the land", max_length=300)
    map_lot = forms.CharField(
        label="Assessors’ map and lot",
        max_length=60,
        required=False,
        help_text="For example: Map 14 Lot 52. It is printed on the tax bill.",
    )

    def __init__(self, *args: Any, law: Bylaw, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = matters_filed(law)
        self.fields["matter"].choices = choices  # type: ignore[attr-defined]
        self.fields["matter"].initial = choices[0][0] if choices else None


class People(forms.Form):
    """Who applies, who owns the land, who drew the plans."""

    applicant = forms.CharField(label="Applicant", max_length=300, help_text="A person or a company.")
    applicant_address = _lines(
        "Mailing address of the applicant", "As on an envelope, one line below the other.", required=True
    )
    applicant_email = forms.EmailField(label="E-mail of the applicant", required=False, max_length=254)
    applicant_phone = forms.CharField(label="Telephone of the applicant", required=False, max_length=40)
    same_owner = forms.BooleanField(label="The applicant owns the land", required=False)
    owner = forms.CharField(
        label="Owner",
        max_length=300,
        required=False,
        help_text="Leave blank where the applicant owns the land.",
    )
    owner_address = _lines("Mailing address of the owner")
    engineer = forms.CharField(label="Engineer", max_length=300, required=False)

    def __init__(self, *args: Any, law: Bylaw | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """The owner is named, or is the applicant."""
        given = super().clean() or {}
        if not given.get("same_owner") and not given.get("owner") and "owner" not in self.errors:
            self.add_error("owner", "Name the owner, or check that the applicant owns the land.")
        return given


class Work(forms.Form):
    """What will be done, and on which plan."""

    description = forms.CharField(
        label="What will be done", max_length=5000, help_text="A few sentences that a neighbor understands.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )  # fmt: skip
    disturbed_sqft = _sqft("Land disturbed")
    common_plan_sqft = _sqft(
        "Land disturbed by the whole larger plan",
        "In square feet. Leave blank where the project stands alone.",
    )
    lot_sqft = _sqft("Area of the lot", "In square feet.")
    plan_title = forms.CharField(label="Title of the plan", max_length=300, required=False)
    plan_by = forms.CharField(label="Plan drawn by", max_length=200, required=False)
    plan_dated = LegalDay(label="Date of the plan", required=False)

    def __init__(self, *args: Any, law: Bylaw | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


#: The pages of the online application, in order: key, heading, form.
PAGES: Final[tuple[tuple[str, str, Callable[..., forms.Form]], ...]] = (
    ("land", "What and where", Land),
    ("people", "People", People),
    ("work", "The work", Work),
)


class Filing(Land, People, Work):
    """A filing as the office enters it from paper: everything on one page, with the clerk's stamp."""

    source = forms.ChoiceField(label="How it came", choices=SOURCES)
    received = LegalDay(label="Day it reached the office")
    received_at = TownTime(label="Time", required=False)
    stamped = LegalDay(label="Day of the Town Clerk’s stamp", required=False)
    stamped_at = TownTime(label="Time on the stamp", required=False)
    on = LegalDay(
        label="Day that counts as the filing", required=False,
        help_text="Leave blank for the earlier of the two days above.",
    )  # fmt: skip
    once = forms.UUIDField(widget=forms.HiddenInput)

    field_order = (
        "matter", "title", "address", "map_lot", "applicant", "applicant_address", "applicant_email", "applicant_phone",
        "same_owner", "owner", "owner_address", "engineer", "description", "disturbed_sqft", "common_plan_sqft", "lot_sqft",
        "plan_title", "plan_by", "plan_dated", "source", "received", "received_at", "stamped", "stamped_at", "on", "once",
    )  # fmt: skip

    def __init__(self, *args: Any, law: Bylaw, today: date, back: str, **kwargs: Any) -> None:
        super().__init__(*args, law=law, **kwargs)
        self.today = today
        #: Other laws with which a filing may be combined, by the fact that says so.
        self.beside = {
            other.fact: (other, key) for key, matter in law.matters.items() for other in besides_of(matter)
        }
        for fact, (other, key) in self.beside.items():
            hint = f"{law.matters[key].name}, {other.cite}"
            self.fields[fact] = forms.BooleanField(label=other.ask, required=False, help_text=hint)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            Group("What and where", "matter", "title", "address", "map_lot"),
            Group("People", "applicant", "applicant_address", Pair("applicant_email", "applicant_phone"),
                  "same_owner", "owner", "owner_address", "engineer"),
            Group("The work", "description", Pair("disturbed_sqft", "common_plan_sqft"), "lot_sqft", "plan_title",
                  Pair("plan_by", "plan_dated")),
            Group("How and when it came", "source", Pair("received", "received_at"), Pair("stamped", "stamped_at"), "on",
                  *self.beside,
                  Note("The stamp is a fact of its own: it proves the day even where the office finds the package later.")),
            "once",
            Actions(Submit("Enter the filing"), Cancel(back)),
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Days that have come, in an order that can be."""
        given = super().clean() or {}
        for name in ("received", "stamped", "on"):
            day = given.get(name)
            if day and day > self.today:
                self.add_error(name, f"{day_words(day)} has not come yet.")
            elif day and day < _OLDEST:
                self.add_error(name, f"{day_words(day)} lies too far back to be a filing.")
        return given

    @property
    def legal_day(self) -> date:
        """The day that counts: as said, else the earlier of the clerk's stamp and the arrival."""
        given = self.cleaned_data
        day: date = given["on"] or min(filter(None, (given["received"], given["stamped"])))
        return day

    def facts(self) -> dict[str, Any]:
        """The facts of the filing for the ledger; no personal data."""
        given = self.cleaned_data
        return {
            "source": given["source"], "filed_with_board": given["received"], "filed_with_clerk": given["stamped"],
            "stamped_at": f"{given['stamped_at']:%H:%M}" if given["stamped"] and given["stamped_at"] else None,
            **{fact: True for fact, (_, key) in self.beside.items() if given.get(fact) and key == given["matter"]},
        }  # fmt: skip

    def kept(self) -> dict[str, Any]:
        """What goes to the rows: the work, and the people."""
        given = self.cleaned_data
        at = given["received_at"]
        moment = datetime.combine(given["received"], at, tzinfo=MASSACHUSETTS) if at else None
        return {**kept_rows(given), "source": given["source"], **({"received": moment} if moment else {})}


_ROWS: Final = (
    "description",
    "disturbed_sqft",
    "common_plan_sqft",
    "lot_sqft",
    "plan_title",
    "plan_by",
    "plan_dated",
)


def kept_rows(given: Mapping[str, Any], person: Person | None = None) -> dict[str, Any]:
    """The application's own columns and its parties, from what was filled in."""
    parties: list[dict[str, Any]] = [
        {
            "kind": Party.Kind.APPLICANT, "name": given["applicant"], "address": given["applicant_address"],
            "email": given.get("applicant_email") or "", "phone": given.get("applicant_phone") or "", "person": person,
        }
    ]  # fmt: skip
    if given.get("same_owner") or not given.get("owner"):
        parties.append(
            {"kind": Party.Kind.OWNER, "name": given["applicant"], "address": given["applicant_address"]}
        )
    else:
        parties.append(
            {"kind": Party.Kind.OWNER, "name": given["owner"], "address": given.get("owner_address") or ""}
        )
    if given.get("engineer"):
        parties.append({"kind": Party.Kind.ENGINEER, "name": given["engineer"]})
    return {**{name: given[name] for name in _ROWS if given.get(name) is not None}, "parties": parties}
