"""The public's pages of a town, and what an applicant finds added on the page of their own case."""

from __future__ import annotations

import logging
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access.context import may, roles_held
from towns.access.tenancy import town_of
from towns.calendar.counter_hours import hours, now_words
from towns.calendar.today import now, today
from towns.calendar.words import hour_words
from towns.law.rules import Bylaw
from towns.ledger.entries import Entry
from towns.models import Board, Case, ClosedDay, Document, Task, Town
from towns.papers import printing
from towns.papers.problems import seal_type
from towns.record import disclosure
from towns.record.case_file import CaseFile, calendar_of, law_of, open_to_show
from towns.record.door import edition_on
from towns.record.panels import panels_of
from towns.record.unreadable import Unreadable
from towns.register import calendar_file
from towns.register.forms import Find
from towns.ui.links import town_url

log = logging.getLogger(__name__)

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PAGE = 25


def law_today(town: Town) -> Bylaw | None:
    """The town's law as it stands today; None where its text cannot be read, which an operator must mend."""
    try:
        return law_of(edition_on(town, today(town)), town)
    except Unreadable as why:
        log.error("%s: %s", town.slug, why)
        return None


@require_safe
def front(request: HttpRequest, town: str) -> HttpResponse:
    """A town's front page: look a case up, see the next hearings, apply."""
    here = town_of(request)
    day = today(here)
    law = law_today(here)
    table = hours()
    calendar = calendar_of(here, law, ClosedDay.objects.all()) if law else None
    shown = {
        "hearings": disclosure.hearings_ahead(day)[:5],
        "matters": [m for m in disclosure.public_matters(law) if m.submissions or m.notices] if law else [],
        "counter": [(_WEEKDAYS[row.weekday], hour_words(row.opens), hour_words(row.closes)) for row in table],
        "open_now": now_words(table, now(here), calendar) if calendar else "",
        "closed_days": ClosedDay.objects.filter(on__gte=day)[:5],
        "boards": Board.objects.all(),
        "bylaw": law.bylaw if law else "",
    }
    return render(request, "register/front.html", shown)


@require_safe
def register(request: HttpRequest, town: str) -> HttpResponse:
    """Every case that was filed, with its public stage; found by number, street, map-lot or project."""
    here = town_of(request)
    law = law_today(here)
    offered = [(m.key, m.name) for m in disclosure.public_matters(law)] if law else []
    form = Find(request.GET, town=here, matters=offered)
    cases = Case.objects.filter(disclosure.public_cases()).order_by("-opened", "-id")
    asked = {}
    if form.is_valid():
        asked = form.cleaned_data
        if asked["matter"]:
            cases = cases.filter(matter=asked["matter"])
        if asked["q"]:
            q = asked["q"]
            cases = cases.filter(
                Q(number__icontains=q)
                | Q(address__icontains=q)
                | Q(map_lot__icontains=q)
                | Q(title__icontains=q)
            )
    page = Paginator(cases, PAGE).get_page(request.GET.get("page"))
    stages = disclosure.stages_of(page.object_list, here)
    rows = [
        {"case": case, "stage": stages[case.pk], "matter": _matter_name(law, case), "held": case.held}
        for case in page.object_list
    ]
    shown = {
        "filter_form": form, "page": page, "rows": rows, "clear_url": "." if any(asked.values()) else "",
        "label": "Find a case",
    }  # fmt: skip
    return render(request, "register/register.html", shown)


def _matter_name(law: Any, case: Case) -> str:
    matter = law.matters.get(case.matter) if law else None
    return matter.name if matter else case.matter.replace("_", " ")


def find_case(request: HttpRequest, number: str) -> tuple[Case, bool]:
    """A case of the page's town by its number, and whether the person filed it; 404 for a draft or another town's."""
    town_of(request)
    case = Case.objects.filter(number=number).first() if "\0" not in number else None
    mine = case is not None and request.user.is_authenticated and case.filed_by_id == request.user.pk
    if case is None or not disclosure.is_public(case):
        raise Http404("No such case.")
    return case, mine


@require_safe
def case_page(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """One case as anyone may read it; for the person who filed it also what the town waits for."""
    here = town_of(request)
    case, mine = find_case(request, number)
    file = open_to_show(case, here, today(here))
    shown = public_context(file, request)
    if mine:
        shown |= _applicants_own(file)
        shown["panels"] = [] if file.case.held else panels_of(file, today(here), for_applicant=True)
    return render(request, "register/case.html", shown)


def public_context(file: CaseFile, request: HttpRequest) -> dict[str, Any]:
    """What the public page of a case shows."""
    here, case, day = file.town, file.case, today(file.town)
    documents = Document.objects.public().filter(case=case)
    return {
        "case": case,
        "matter": file.matter,
        "board": file.law.boards[file.matter.board].acting(day),
        "stage": disclosure.public_stage(file),
        "held": case.held,
        "next_dates": disclosure.next_dates(file, day),
        "docket": [_line(entry) for entry in reversed(disclosure.public_entries(file))],
        "parties": disclosure.public_parties(case),
        "papers": printing.public_papers(file),
        "documents": documents,
        "staff_url": town_url("cases:case", here, number=case.number)
        if may(request, "see_case") and roles_held(request)
        else "",
    }


def _line(entry: Entry) -> dict[str, Any]:
    return {"day": entry.on, "words": disclosure.entry_words(entry), "note": "", "by": ""}


def _applicants_own(file: CaseFile) -> dict[str, Any]:
    """What is added for the person who filed: what the town waits for, their documents, and withdrawing."""
    case = file.case
    waiting = Task.objects.filter(case=case, group="filing", done__isnull=True)
    pending = case.stage in ("filed", "incomplete", "complete", "hearing", "deliberation") and not case.held
    return {
        "mine": True,
        "waits_for": waiting if case.stage in ("filed", "incomplete") else [],
        "own_documents": Document.objects.filter(case=case, by_id=case.filed_by_id),
        "may_withdraw": pending,
        "may_add": not case.closed,
    }


@require_safe
def hearings(request: HttpRequest, town: str) -> HttpResponse:
    """The hearings that lie ahead, day by day."""
    here = town_of(request)
    return render(request, "register/hearings.html", {"hearings": disclosure.hearings_ahead(today(here))})


@require_safe
def hearings_file(request: HttpRequest, town: str) -> HttpResponse:
    """The same as a calendar that a telephone or a desk calendar can subscribe to."""
    here = town_of(request)
    text = calendar_file.write(here, disclosure.hearings_ahead(today(here)), request.build_absolute_uri("/"))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@require_safe
def seal(request: HttpRequest, town: str) -> HttpResponse:
    """The town seal, served as a picture and nothing else, whatever it holds."""
    here = town_of(request)
    data = bytes(here.seal or b"")
    kind = seal_type(data) if data else ""
    if not kind:
        raise Http404("This town has no seal on file.")
    import hashlib

    mark = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match") == mark:
        return HttpResponseNotModified()
    response = HttpResponse(data, content_type=kind)
    response["ETag"] = mark
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "public, max-age=300"
    return response
