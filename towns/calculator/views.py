"""The page on which dates are tried, and the same answers as JSON."""

from __future__ import annotations

from types import SimpleNamespace

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import may, roles_held
from towns.access.kept_forms import sign_in_first
from towns.access.tenancy import town_of
from towns.calculator import question
from towns.calendar.today import today
from towns.law.answers import StoryError
from towns.law.clocks import MET, MISSED, RUNNING, WAITING, Reading
from towns.law.days import Calendar
from towns.law.ribbon import ribbon
from towns.models import Town
from towns.record.effects import silence


def _open_to(request: HttpRequest, town: Town) -> bool:
    return town.deadlines_public or may(request, "try_dates")


@require_safe
def deadlines(request: HttpRequest, town: str) -> HttpResponse:
    """The clocks of a matter as JSON, the same objects as `manage.py deadlines --json`."""
    here = town_of(request)
    if not _open_to(request, here):
        raise Http404("No such page.")
    try:
        clocks = question.answer_plain(here, request.GET, today(here))
    except StoryError as wrong:
        return JsonResponse({"error": str(wrong)}, status=400, json_dumps_params={"ensure_ascii": False})
    return JsonResponse(clocks, safe=False, json_dumps_params={"ensure_ascii": False})


@require_safe
def try_dates(request: HttpRequest, town: str) -> HttpResponse:
    """Choose a matter, say what happened when, and see every clock with its reason."""
    here = town_of(request)
    if not _open_to(request, here):
        if not request.user.is_authenticated:
            return sign_in_first(request)
        raise Http404("No such page.")
    wrong, clocks, asked = "", [], question.Asked()
    try:
        asked = question.read_question(request.GET, today(here))
    except StoryError as trouble:
        wrong = str(trouble)
    law, _calendar = question.law_for(here, asked.events)
    key = request.GET.get("matter") or next(iter(law.matters))
    if key not in law.matters:
        wrong = wrong or f"{law.name} has no business called “{key[:40]}”."
        key = next(iter(law.matters))
    asked.matter = key
    if not wrong:
        if request.META["QUERY_STRING"] and _untidy(request):
            return HttpResponseRedirect(f"?{asked.query}#clocks")
        readings, _matter, calendar = question.answer(here, asked)
        clocks = [_line(reading, calendar) for reading in readings]
        _open_the_first(clocks)
    shown = {
        "matters": [(name, matter.name) for name, matter in law.matters.items()], "matter": law.matters[key],
        "asked_on": request.GET.get("on") or today(here).isoformat(), "rows": question.boxes(law.matters[key], request.GET),
        "clocks": clocks, "wrong": wrong, "page_has_errors": bool(wrong), "query": asked.query if not wrong else "",
        "on": asked.on, "edition": law.edition, "told": bool(asked.told), "member": bool(roles_held(request)),
    }  # fmt: skip
    return render(request, "calculator/try_dates.html", shown, status=400 if wrong else 200)


def _untidy(request: HttpRequest) -> bool:
    """Whether the address carries blanks or facts by themselves, as a form sends them."""
    return any("." in name or "" in request.GET.getlist(name) for name in request.GET)


def _line(reading: Reading, calendar: Calendar) -> SimpleNamespace:
    waiting = reading.status == WAITING
    said = ""
    if reading.status in (RUNNING, MISSED):
        said = str(silence(reading.if_missed or "", reading.expires, ran_out=reading.status == MISSED))
    return SimpleNamespace(
        name=reading.title + (f" ({reading.of.replace('_', ' ')})" if reading.of else ""),
        due=reading.due,
        strict=reading.strict,
        status=reading.status,
        cite=reading.cite,
        because=() if waiting else reading.because,
        ribbon=ribbon(reading, calendar),
        met_on=reading.met_by.on if reading.met_by else None,
        silence=said,
        waits_for=reading.because[0] if waiting and reading.because else "",
        open=False,
    )


def _open_the_first(clocks: list[SimpleNamespace]) -> None:
    """Unfold the reasons of the clock that presses, else of the first that has started."""
    for wanted in ((RUNNING, MISSED), (MET,)):
        for line in clocks:
            if line.status in wanted:
                line.open = True
                return
