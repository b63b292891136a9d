"""A town's own settings, for its administrator: facts, calendar, boards, and what was changed."""

from __future__ import annotations

import copy
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import person_of
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.calendar.words import day_words, hour_words
from towns.models import Board, ClosedDay, CounterHours, SetupChange, Town
from towns.setup import changes, closed_days, jobs
from towns.setup.forms import WEEKDAYS, BoardFacts, Closed, Facts, Hours, Reopened
from towns.setup.jobs_views import once_of, started
from towns.ui.links import town_url

_KEPT = (
    "name", "formal_name", "office", "phone", "email", "hearing_room", "colour", "see_plans", "how_to_comment",
    "accommodation", "silence_confirmed_by", "reminder_days", "web_filings_count", "web_filing_rule", "deadlines_public",
)  # fmt: skip


@members("set_up_town")
@require_safe
def overview(request: HttpRequest, town: str) -> HttpResponse:
    """What can be set, and what is still missing for papers."""
    here = town_of(request)
    lacking = [
        words
        for name, words in (
            ("office", "the office’s address"), ("see_plans", "where plans can be seen"),
            ("how_to_comment", "how to comment"), ("accommodation", "whom to ask for an accommodation"),
            ("seal", "the town seal"),
        )
        if not getattr(here, name)
    ]  # fmt: skip
    return render(
        request,
        "setup/overview.html",
        {"lacking": lacking, "changes": SetupChange.objects.all()[:5], "readings": jobs.running()},
    )


@members("set_up_town")
def facts(request: HttpRequest, town: str) -> HttpResponse:
    """Name, office, colour, seal, words for papers, and the town's choices."""
    here = town_of(request)
    initial = {name: getattr(here, name) for name in _KEPT}
    initial["reminder_days"] = ", ".join(map(str, here.reminder_days))
    form = Facts(
        typed(request),
        request.FILES or None,
        initial=initial,
        back=town_url("setup:overview", here),
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        labels = {name: str(field.label) for name, field in form.fields.items()}
        row = Town.objects.select_for_update().get(pk=here.pk)
        for name in _KEPT:
            changes.note(row, labels[name], getattr(row, name), given[name], person_of(request))
            setattr(row, name, given[name])
        kept = list(_KEPT)
        if given["seal"]:
            changes.note(row, "Town seal", "", f"{len(given['seal'])} bytes", person_of(request))
            row.seal = given["seal"]
            kept.append("seal")
        row.save(update_fields=kept)
        messages.success(request, "The town’s settings are saved.")
        return HttpResponseRedirect(town_url("setup:overview", here))
    return render(request, "setup/facts.html", {"form": form}, status=422 if form.is_bound else 200)


@members("set_up_town")
def calendar(request: HttpRequest, town: str) -> HttpResponse:
    """Saturday, counter hours and declared closed days; what moves is shown before anything is saved."""
    here, day = town_of(request), today(town_of(request))
    data: Any = typed(request) or {}
    hours = Hours(data if "add_hours" in data else None)
    closed = Closed(data if {"closed_look", "closed_save"} & set(data) else None, today=day)
    opened = Reopened(
        data if "reopen_save" in data else None, initial={"day": data.get("day"), "once": uuid4()}
    )
    moved: list[changes.Moved] | None = None
    asked, more = "", dict[str, Any]()
    if request.method == "POST":
        if done := _calendar_act(request, here, hours):
            return done
        if closed.is_bound and closed.is_valid():
            row = ClosedDay(town=here, **closed.cleaned_data)
            others = ClosedDay.objects.exclude(on=row.on)
            weekly = closed_days.looks_weekly(row)
            if "closed_save" in data and (not weekly or "not_hours" in data):
                return _declare(request, here, row)
            moved = changes.moved_by(here, day, changes.with_closed_days(here, [*others, row]))
            asked = "closed"
            more = {
                "weekly": weekly,
                "hearings": closed_days.hearings_on(row.on),
                "unanswered": "closed_save" in data,
            }
        elif {"reopen_look", "reopen_save"} & set(data):
            once = once_of(data)
            if "reopen_save" in data and (first := jobs.asked_before(here, once)):
                return started(first)  # the declaration is gone already
            row = _declared(data)
            if opened.is_bound and opened.is_valid():
                return _reopen(request, here, row, opened.cleaned_data["why"], once)
            others = ClosedDay.objects.exclude(pk=row.pk)
            moved = changes.moved_by(here, day, changes.with_closed_days(here, others))
            asked = "reopen"
            more = {"row": row}
        elif "saturday_look" in data:
            other = copy.copy(here)
            other.saturday_closed = not here.saturday_closed
            moved = changes.moved_by(here, day, changes.with_town(other))
            asked = "saturday"
    shown = {
        "hours": hours, "closed": closed, "moved": moved, "asked": asked,
        "table": [(dict(WEEKDAYS).get(r.weekday, "Sunday"), hour_words(r.opens), hour_words(r.closes), r.pk)
                  for r in CounterHours.objects.all()],
        "days": ClosedDay.objects.order_by("-on")[:60], "opened": opened, "once": uuid4(),
        "readings": jobs.running(), "looked": changes.looked_at() if asked else None, **more,
    }  # fmt: skip
    bad = any(form.is_bound and not form.is_valid() for form in (hours, closed, opened)) or more.get(
        "unanswered"
    )
    return render(request, "setup/calendar.html", shown, status=422 if bad else 200)


def _calendar_act(request: HttpRequest, here: Town, hours: Hours) -> HttpResponse | None:
    """What changes the calendar at once: hours that move nothing, and Saturday after it was looked at."""
    back = HttpResponseRedirect(town_url("setup:calendar", here))
    if hours.is_bound and hours.is_valid():
        given = hours.cleaned_data
        CounterHours.objects.update_or_create(
            town=here, weekday=given["weekday"], opens=given["opens"], defaults={"closes": given["closes"]}
        )
        words = f"{dict(WEEKDAYS)[given['weekday']]} {hour_words(given['opens'])} to {hour_words(given['closes'])}"
        changes.note(here, "Counter hours added", "", words, person_of(request))
        return back
    if (pk := request.POST.get("drop_hours", "")).isdigit():
        row = CounterHours.objects.filter(pk=int(pk)).first()
        if row is not None:
            changes.note(here, "Counter hours removed", str(row), "", person_of(request))
            row.delete()
        return back
    if "saturday_save" in request.POST:
        once = once_of(request.POST)
        if first := jobs.asked_before(here, once):
            return started(first)
        row_ = Town.objects.get(pk=here.pk)  # locked by the question above
        wanted = request.POST["saturday_save"] == "closed"
        if wanted == row_.saturday_closed:
            return back
        changes.note(here, "Town hall closed on Saturdays", row_.saturday_closed, wanted, person_of(request))
        row_.saturday_closed = wanted
        row_.save(update_fields=["saturday_closed"])
        words = f"Town hall {'closed' if wanted else 'open'} on Saturdays"
        return started(jobs.begin(row_, words, by=person_of(request), once=once))
    return None


def _declared(data: Any) -> ClosedDay:
    """The declared day that a form speaks of."""
    pk = str(data.get("day", ""))
    row = ClosedDay.objects.filter(pk=int(pk)).first() if pk.isdigit() else None
    if row is None:
        raise Http404("No such declared day.")
    return row


def _reopen(request: HttpRequest, here: Town, row: ClosedDay, why: str, once: UUID) -> HttpResponse:
    """Withdraw a declaration: the day counts as if it had never been declared; that it was stays written down."""
    words = f"{day_words(row.on)}: {row.name} ({row.cite}), declared {day_words(row.declared)}"
    changes.note(here, "Declaration of a closed day withdrawn", words, why, person_of(request))
    row.delete()
    words = f"{day_words(row.on)} is no declared closed day"
    return started(jobs.begin(here, words, by=person_of(request), once=once))


def _declare(request: HttpRequest, here: Town, row: ClosedDay) -> HttpResponse:
    once = once_of(request.POST)
    if first := jobs.asked_before(here, once):
        return started(first)
    kept, new = ClosedDay.objects.get_or_create(
        town=here, on=row.on, defaults={"name": row.name, "cite": row.cite, "declared": row.declared}
    )
    if new:
        changes.note(
            here,
            "Day declared closed",
            "",
            f"{day_words(row.on)}: {row.name} ({row.cite})",
            person_of(request),
        )
        return started(
            jobs.begin(here, f"{day_words(row.on)} is a closed day", by=person_of(request), once=once)
        )
    messages.error(request, f"{day_words(row.on)} was declared closed before: {kept.name}.")
    return HttpResponseRedirect(town_url("setup:calendar", here))


@members("set_up_town")
@require_safe
def boards(request: HttpRequest, town: str) -> HttpResponse:
    """The bodies of the town."""
    town_of(request)
    return render(request, "setup/boards.html", {"boards": Board.objects.all()})


@members("set_up_town")
def board(request: HttpRequest, town: str, key: str) -> HttpResponse:
    """One board's name, meeting days and room."""
    here = town_of(request)
    row = Board.objects.filter(key=key).first()
    if row is None:
        raise Http404("No such board.")
    names = ("name", "meets", "room")
    form = BoardFacts(
        typed(request),
        initial={n: getattr(row, n) for n in names},
        back=town_url("setup:boards", here),
    )
    if request.method == "POST" and form.is_valid():
        for name in names:
            changes.note(
                here, f"{row.name}: {name}", getattr(row, name), form.cleaned_data[name], person_of(request)
            )
            setattr(row, name, form.cleaned_data[name])
        row.save(update_fields=names)
        messages.success(request, f"{row.name} is saved.")
        return HttpResponseRedirect(town_url("setup:boards", here))
    shown = {"form": form, "board": row}
    return render(request, "setup/board.html", shown, status=422 if form.is_bound else 200)


@members("set_up_town")
@require_safe
def log(request: HttpRequest, town: str) -> HttpResponse:
    """Every change of the town's settings, the latest first."""
    town_of(request)
    rows: Any = SetupChange.objects.select_related("by")[:500]
    return render(request, "setup/changes.html", {"changes": rows})
