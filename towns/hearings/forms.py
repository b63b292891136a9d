"""What a person fills in about a hearing and its notice."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from towns.calendar.words import day_words
from towns.hearings.steps import suggested_window
from towns.models import Membership
from towns.record.step_forms import StepForm
from towns.roles import Role
from towns.ui.fields import LegalDay, TownTime


class _Sitting(StepForm):
    """The day, time and place on which a hearing sits."""

    for_day = LegalDay(label="Day of the hearing")
    for_time = TownTime(label="Time of the hearing", help_text="Like 7:00 pm.")
    place = forms.CharField(label="Place", max_length=200)
    remote = forms.CharField(
        label="How to take part from elsewhere",
        max_length=300,
        required=False,
        help_text="A meeting address or number, if any.",
    )

    def build(self) -> None:
        """The town's hearing room, and the place of the hearing so far."""
        live = self.file.live_hearing
        self.fields["place"].initial = (live.place if live else "") or self.file.town.hearing_room
        self.fields["remote"].initial = live.remote if live else ""

    def facts(self) -> dict[str, Any]:
        """The moment as the ledger keeps it, and the place."""
        data = self.cleaned_data
        return {
            "for": f"{data['for_day'].isoformat()}T{data['for_time']:%H:%M}",
            "place": data["place"],
            "remote": data.get("remote"),
        }


class ScheduleHearing(_Sitting):
    """Sets a hearing for a day."""

    day_label = "Day on which it was scheduled"

    def build(self) -> None:
        """The days between which the hearing can lawfully be set."""
        super().build()
        first, last = suggested_window(self.file, self.today)
        self.fields["for_day"].help_text = window_words(first, last)
        self.order_fields(["for_day", "for_time", "place", "remote", "on"])

    def order_fields(self, field_order: Any) -> None:
        """The hearing first, the day of the paper work last."""
        super().order_fields(["for_day", "for_time", "place", "remote", "on"])

    def facts(self) -> dict[str, Any]:
        """With the board that hears it."""
        return {**super().facts(), "board": self.file.matter.board}


def window_words(first: date | None, last: date | None) -> str:
    """The days between which a hearing fits, in a sentence."""
    if first and last and last < first:
        return (
            f"The last day to hold it is {day_words(last)}, "
            f"and notice given from now on allows none before {day_words(first)}."
        )
    if first and last:
        return (
            f"Notice allows {day_words(first)} at the earliest; the last day to hold it is {day_words(last)}."
        )
    if first:
        return f"Notice allows {day_words(first)} at the earliest."
    return f"The last day to hold it is {day_words(last)}." if last else ""


class ContinueHearing(_Sitting):
    """Continues a hearing to a day, time and place announced at it."""

    day_label = "Day on which it was continued"
    day_hint = "The day the hearing sat."


_PROOF = {
    "notice_published": ("Day of the newspaper", "Newspaper", "paper"),
    "notice_posted": ("Day of posting", "Where it was posted", "where"),
    "notices_mailed": ("Day of mailing", "How many letters", "letters"),
    "notice_given": ("Day notice was given", "How it was given", "how"),
    "meeting_posted": ("Day of posting", "Where it was posted", "where"),
}


class NoticeProof(StepForm):
    """Proof that notice was given in one way."""

    def build(self) -> None:
        """The day and the detail of this way of notice."""
        event = self.step.event if self.step else ""
        day, label, self.detail = _PROOF.get(event, ("Day", "How", "how"))
        self.fields["on"].label = day
        if event == "notices_mailed":
            self.fields[self.detail] = forms.IntegerField(
                label=label, min_value=1, max_value=100_000, required=False
            )
        else:
            self.fields[self.detail] = forms.CharField(label=label, max_length=200, required=False)
        if event == "meeting_posted":
            self.fields["at"] = TownTime(
                label="Time of posting",
                required=False,
                help_text="Hours count for the open meeting notice; without one, midnight is taken.",
            )

    def facts(self) -> dict[str, Any]:
        """How it was given."""
        return {self.detail: self.cleaned_data.get(self.detail)}


class HearingAct(StepForm):
    """Opening, closing, reopening or cancelling a hearing."""

    hour = "optional"

    def build(self) -> None:
        """How many members sat, where members sit at all."""
        if self.step and self.step.event in ("hearing_opened", "hearing_closed", "hearing_reopened"):
            board = self.file.matter.board
            seats = Membership.objects.filter(
                town=self.file.town, role__in=(Role.MEMBER, Role.CHAIR), board=board
            )
            of = f"The board has {seats.count()} members on file." if self.file.town.pk else ""
            self.fields["present"] = forms.IntegerField(
                label="Members present", min_value=0, max_value=50, required=False, help_text=of
            )
        live = self.file.live_hearing
        if live and live.day and self.step and self.step.event == "hearing_opened":
            self.initial["on"] = min(live.day, self.today)
            if live.time:
                self.initial["at"] = live.time

    def facts(self) -> dict[str, Any]:
        """Members present, if said."""
        return {"present": self.cleaned_data.get("present")}
