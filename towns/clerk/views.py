"""The town clerk's queue, and the stamp on a filing."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from crispy_forms.layout import Layout
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access.context import may, person_of, roles_held
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.calendar.words import day_words
from towns.clerk import queries
from towns.models import Case
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import Role
from towns.ui.fields import LegalDay, TownTime
from towns.ui.layout import Actions, Cancel, DocketHelper, Pair, Submit
from towns.ui.links import town_url


@members("see_clerk_queue")
def queue(request: HttpRequest, town: str) -> HttpResponse:
    """What waits for the clerk, with the reason and one thing to do."""
    here = town_of(request)
    waiting = queries.queue(here, today(here))
    shown = {
        "silences": waiting.silences, "decisions": waiting.decisions, "filings": waiting.filings,
        "unread": waiting.unread, "may_certify": here.silence_confirmed_by in roles_held(request),
        "confirms": dict(Role.choices).get(here.silence_confirmed_by, "Town clerk"),
        "may_print": may(request, "print"), "may_stamp": may(request, "stamp_filing"),
    }  # fmt: skip
    return render(request, "clerk/queue.html", shown)


class Stamp(forms.Form):
    """The day, and the hour, on the clerk's stamp."""

    stamped = LegalDay(label="Day on the stamp")
    stamped_at = TownTime(label="Time on the stamp", required=False)
    once = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, today: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            Pair("stamped", "stamped_at"), "once", "seen", Actions(Submit("Record the stamp"), Cancel(back))
        )

    def clean_stamped(self) -> Any:
        """A day that has come."""
        day = self.cleaned_data["stamped"]
        if day > self.today:
            raise forms.ValidationError(f"{day_words(day)} has not come yet.")
        return day


@members("stamp_filing")
def stamp(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Add the clerk's stamp to the filing: a fact of its own; the filing's legal day stays as it is."""
    here = town_of(request)
    day = today(here)
    case = Case.objects.filter(number=number).first() if "\0" not in number else None
    entry = open_case_file(case, here).last("filed") if case else None
    if case is None or entry is None:
        raise Http404("No such filing.")
    back = town_url("clerk:queue", here)
    form = Stamp(
        typed(request), initial={"once": uuid4(), "seen": case.seq, "stamped": entry.on}, today=day, back=back
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        at = given["stamped_at"]
        facts = {
            "filed_with_clerk": given["stamped"].isoformat(),
            **({"stamped_at": f"{at:%H:%M}"} if at else {}),
        }
        try:
            door.act(
                "correct", case=case, by=door.actor_for(person_of(request), here, case), on=day, today=day, once=given["once"],
                seen=given["seen"], seq=entry.seq, facts=facts, why="The Town Clerk’s stamp, added to the filing.",
            )  # fmt: skip
        except door.Conflict as conflict:
            since: Any = [{"day": e.on, "words": e.title, "by": ""} for e in conflict.since]
            told: dict[str, Any] = {"what": "The stamp", "since": since, "back_url": request.path}
            return render(request, "409.html", told, status=409)
        except (door.Impossible, door.NotAllowed) as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request, f"The stamp of {day_words(given['stamped'])} is recorded with {case.number}."
            )
            return HttpResponseRedirect(back)
    shown = {"form": form, "case": case, "entry": entry}
    return render(request, "clerk/stamp.html", shown, status=422 if form.is_bound else 200)
