"""What a town's administrator fills in to give the town another text of its law, or one number in it."""

from __future__ import annotations

from typing import Any, Final

from crispy_forms.layout import Layout
from django import forms

from towns.calendar.words import day_words
from towns.law.rules import Bylaw, ClockRule, Matter
from towns.setup import numbers
from towns.setup.numbers import Number
from towns.ui.fields import LegalDay
from towns.ui.layout import Actions, Cancel, DocketHelper, Group, Note, Pair, Submit

#: Letters of a text beyond which it is no bylaw.
LONGEST: Final = 400_000
_UNITS: Final = (
    ("calendar", "days, every day of the calendar"),
    ("business", "business days (no Saturday, Sunday or legal holiday)"),
    ("years", "years"),
    ("hours", "hours"),
    ("business_hours", "hours, not counting Saturdays, Sundays and legal holidays"),
)
_WHOSE: Final = (
    ("own", "The law’s own words, letter by letter"),
    ("sense", "Our summary, because the words are not at hand"),
)
_EXTEND: Final = (
    ("", "No, or the words do not say so"),
    ("agreement", "By agreement"),
    ("filed_agreement", "By an agreement filed with the town clerk"),
)
_LABEL_HINT: Final = "What the town calls this text. It is written into the text."


class Planned(forms.Form):
    """From which day a new text is meant to be the law: it is made from the one in force the day before."""

    planned_day = LegalDay(
        label="Another day from which it is to be the law", required=False,
        help_text="The draft is then made from the text in force the day before.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.form_method = "get"
        self.helper.layout = Layout(
            "planned_day", Actions(Submit("Start from that day’s text", name="look", value="1"))
        )


class Text(forms.Form):
    """The whole text of the law, typed, pasted or sent as a file."""

    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    label = forms.CharField(label="Label", max_length=120, help_text=_LABEL_HINT)
    planned = LegalDay(
        label="In force from, as planned", required=False,
        help_text="The draft is compared with the text in force the day before. It is settled only when it is adopted.",
    )  # fmt: skip
    text = forms.CharField(
        label="The law as TOML", required=False, strip=False, max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "class": "law-text"}),
    )  # fmt: skip
    file = forms.FileField(
        label="Or a file", required=False, max_length=500,
        help_text="A .toml file, for example one exported here. It takes the place of the text above.",
    )  # fmt: skip

    def __init__(self, *args: Any, back: str, submit: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "seen", "label", "planned", "text", "file", Actions(Submit(submit), Cancel(back))
        )

    def clean(self) -> dict[str, Any]:
        """The text of the file where one was sent, with the line ends of the product's own files."""
        given = super().clean() or {}
        upload = given.get("file")
        text = given.get("text") or ""
        if upload:
            if upload.size > LONGEST:
                self.add_error(
                    "file", f"The file has {upload.size // 1024} KB; a bylaw has at most {LONGEST // 1024}."
                )
                return given
            try:
                text = upload.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", "The file is not text in UTF-8. Export one here and start from that.")
                return given
            if "\x00" in text:
                self.add_error("file", "The file is not text. Export one here and start from that.")
                return given
            # What the file says stays on the page, so that it can be mended there.
            sent: Any = self.data
            self.data = sent.copy()
            self.data.update({"text": text})  # type: ignore[attr-defined]
        text = "\n".join(text.splitlines()).rstrip() + "\n"
        if not text.strip():
            self.add_error("text", "Paste the text of the law, or choose a file.")
        given["text"] = text
        return given


class OneNumber(forms.Form):
    """A clock's number, with where it is written and in which words; a new clock from the names that are known."""

    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    label = forms.CharField(label="Label of the new edition", max_length=120, help_text=_LABEL_HINT)
    name = forms.ChoiceField(
        label="Which time",
        help_text="Pages and papers know a time by these names, so that each does what it should.",
    )
    title = forms.CharField(
        label="Its title",
        max_length=80,
        required=False,
        help_text="As people read it. The usual title when left blank.",
    )
    start = forms.ChoiceField(label="Counts from")
    before = forms.BooleanField(label="It counts back: so long before that day", required=False)
    length = forms.IntegerField(
        label="How many", min_value=0, max_value=9999, widget=forms.NumberInput(attrs={"size": 5})
    )
    unit = forms.ChoiceField(label="Of what", choices=_UNITS)
    stop = forms.ChoiceField(label="Met by")
    stop_2 = forms.ChoiceField(label="Or by", required=False)
    stop_3 = forms.ChoiceField(label="Or by (a third)", required=False)
    extend = forms.ChoiceField(label="May it be extended?", choices=_EXTEND, required=False)
    if_missed = forms.ChoiceField(
        label="If it runs out", initial="overdue",
        help_text="Choose a legal effect only where the words give one. Silence approves nothing unless the law says so.",
    )  # fmt: skip
    cite = forms.CharField(
        label="Where the number is written",
        max_length=200,
        help_text="Regulation and section, for example: Stormwater Regulations § 5.2.",
    )
    words = forms.CharField(
        label="The words that give it", max_length=1500, widget=forms.Textarea(attrs={"rows": 4}),
        help_text="The sentence that holds the number. It is shown beside every date that is counted by it.",
    )  # fmt: skip
    whose = forms.ChoiceField(label="These are", choices=_WHOSE, widget=forms.RadioSelect, initial="own")

    def __init__(
        self,
        *args: Any,
        law: Bylaw,
        matter: Matter,
        rule: ClockRule | None,
        in_draft: bool,
        back: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.matter, self.rule = matter, rule
        fields: Any = self.fields
        stops = numbers.stops(law)
        fields["name"].choices = [("", "Choose"), *numbers.new_names(matter)]
        fields["start"].choices = [("", "Choose"), *numbers.starts(law, matter)]
        fields["stop"].choices = [("", "Choose"), *stops]
        fields["stop_2"].choices = fields["stop_3"].choices = [("", "Nothing else"), *stops]
        fields["if_missed"].choices = numbers.effects()
        what: list[Any] = ["name", "title", "start", "before"]
        ends: list[Any] = ["stop", Pair("stop_2", "stop_3"), "extend", "if_missed"]
        if rule is not None:
            for name in ("name", "title", "start", "before", "stop", "stop_2", "stop_3", "extend"):
                del fields[name]
            what, ends = [], ["if_missed"]
            if rule.if_missed:
                del fields["if_missed"]
                ends = []
        if in_draft:
            del fields["label"]
        groups = [Group("The time", *what, Pair("length", "unit"))]
        if ends:
            groups.append(Group("Its end", *ends))
        groups.append(Group("Where it is written", "cite", "words", "whose"))
        last = [] if in_draft else [Group("The new edition", "label")]
        promise = "It is written into a draft. Nothing counts by it until the draft is adopted."
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "seen", *groups, *last, Note(promise), Actions(Submit("Write it into the draft"), Cancel(back))
        )

    def number(self) -> Number:
        """What was filled in, as it goes into the text."""
        given = self.cleaned_data
        chosen = given.get("name", "")
        title = " ".join(given.get("title", "").split()) or numbers.known_clocks().get(chosen, "")
        stops = [given.get(key, "") for key in ("stop", "stop_2", "stop_3")]
        return Number(
            matter=self.matter.key,
            clock=self.rule.name if self.rule else chosen,
            length=given["length"],
            unit=given["unit"],
            cite=" ".join(given["cite"].split()),
            words=" ".join(given["words"].split()),
            own_words=given["whose"] == "own",
            title="" if self.rule else title,
            start=given.get("start", ""),
            stops=tuple(dict.fromkeys(stop for stop in stops if stop)),
            if_missed=given.get("if_missed", ""),
            before=given.get("before", False),
            extend=given.get("extend", ""),
        )


class Adoption(forms.Form):
    """From which day a draft is the law, and by which vote."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    effective = LegalDay(label="In force from", help_text="Cases filed on this day or later are under it.")
    cite = forms.CharField(
        label="By which vote, where it is written", max_length=200,
        help_text="For example: Planning Board, vote of Dec 14 2026; Annual Town Meeting 2027, Art. 12.",
    )  # fmt: skip

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "seen",
            "effective",
            "cite",
            Actions(Submit("See what it does", name="look", value="1"), Cancel(back)),
        )


class Reason(forms.Form):
    """Why something about the law is done, and by which vote."""

    why = forms.CharField(label="Why, and by which vote or order", max_length=400)

    def __init__(self, *args: Any, submit: str, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout("why", Actions(Submit(submit), Cancel(back)))


class Rereading(forms.Form):
    """Why cases are read by another text, and who decided it."""

    why = forms.ChoiceField(label="Which cases, and why", widget=forms.RadioSelect)
    cite = forms.CharField(
        label="Who decided it, when",
        max_length=300,
        help_text="For example: Town Counsel, letter of Dec 1 2026.",
    )

    def __init__(self, *args: Any, whys: list[tuple[str, str]], back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["why"].choices = whys
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "why", "cite", Actions(Submit("See what it would move", name="look"), Cancel(back))
        )


class Interpretation(forms.Form):
    """Who chose the sense of unclear words, when, and why."""

    decided_by = forms.CharField(
        label="Who decided it", max_length=200, help_text="For example: Town Counsel."
    )
    decided_on = LegalDay(label="Decided on")
    why = forms.CharField(label="Why", max_length=400, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, today: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.helper = DocketHelper()
        self.helper.form_tag = False
        self.helper.layout = Layout("decided_by", "decided_on", "why")

    def clean_decided_on(self) -> Any:
        """A day that has come."""
        day = self.cleaned_data["decided_on"]
        if day > self.today:
            raise forms.ValidationError("An interpretation is entered once it has been decided.")
        return day

    def told(self) -> str:
        """The decision in a sentence."""
        given = self.cleaned_data
        return f"Decided by {given['decided_by']} on {day_words(given['decided_on'])}: {given['why']}"
