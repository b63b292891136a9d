"""The work list, the list of all cases, and both as a spreadsheet."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from towns.access import context
from towns.access.decorators import members
from towns.access.tenancy import town_of
from towns.calendar import counter_hours
from towns.calendar.today import now, today
from towns.calendar.words import day_words, hour_words
from towns.models import Case, ClosedDay, Town
from towns.record.case_file import calendar_of
from towns.ui.links import town_url
from towns.worklist import queries
from towns.worklist.export import XLSX, cases_xlsx
from towns.worklist.forms import CaseFilter, officers_of


@members("see_desk")
def desk(request: HttpRequest, town: str) -> HttpResponse:
    """The open cases of the town, what is late on top."""
    return _list(request, "Your desk", open_only=True)


@members("see_case")
def cases(request: HttpRequest, town: str) -> HttpResponse:
    """Every case of the town, closed ones too."""
    return _list(request, "Cases", open_only=False)


@members("export")
def export(request: HttpRequest, town: str) -> HttpResponse:
    """The desk's list as a workbook, with the same filters."""
    return _export(request, "Open cases", open_only=True)


@members("export")
def export_cases(request: HttpRequest, town: str) -> HttpResponse:
    """The list of all cases as a workbook, with the same filters."""
    return _export(request, "Cases", open_only=False)


def _asked(
    request: HttpRequest, here: Town, *, open_only: bool
) -> tuple[CaseFilter, dict[str, str], queries.Choices, Any]:
    offered = queries.choices(here)
    officers = [(str(person.pk), person.name) for person in officers_of(here) if person.pk != request.user.pk]
    form = CaseFilter(request.GET, stages=offered.stages, matters=offered.matters, officers=officers)
    form.is_valid()
    wanted = {name: str(value) for name, value in form.cleaned_data.items() if value}
    found = Case.objects.select_related("officer")
    if open_only:
        found = found.filter(closed=False)
    found = queries.asked_for(found, wanted, person=request.user, today=today(here))  # type: ignore[arg-type]
    return form, wanted, offered, queries.in_order(found, wanted.get("sort", ""))


def _list(request: HttpRequest, heading: str, *, open_only: bool) -> HttpResponse:
    here = town_of(request)
    day = today(here)
    form, wanted, offered, found = _asked(request, here, open_only=open_only)
    page = Paginator(found, queries.PAGE).get_page(request.GET.get("page"))
    closed = list(ClosedDay.objects.all())
    page.object_list = queries.rows(page.object_list, here, offered, day, closed)
    filtered = {name: value for name, value in wanted.items() if name != "sort"}
    totals = queries.counts(day)
    kept = urlencode({**filtered, **({"sort": wanted["sort"]} if "sort" in wanted else {})})
    shown = {
        "heading": heading,
        "enter_url": context.page_url("file", here.slug) if context.may(request, "file") else "",
        "filter_form": form,
        "clear_url": request.path if filtered else "",
        "export_url": f"{request.path}export.xlsx" + (f"?{kept}" if kept else ""),
        "list_words": _list_words(page.paginator.count, wanted, open_only=open_only),
        "sort": _columns(request, wanted.get("sort", "")),
        "page": page,
        "empty": _empty(here, wanted, totals["all"], open_only=open_only),
    }
    if open_only:
        shown["counts"] = _counts(totals, wanted.get("due", ""))
        shown["subline"] = _subline(here, offered, closed)
    return render(request, "worklist/desk.html", shown)


def _export(request: HttpRequest, title: str, *, open_only: bool) -> HttpResponse:
    here = town_of(request)
    _form, _wanted, offered, found = _asked(request, here, open_only=open_only)
    content = cases_xlsx(
        queries.rows(found, here, offered, today(here), list(ClosedDay.objects.all())),
        f"{here.name}: {title}",
        today(here),
    )
    answer = HttpResponse(content, content_type=XLSX)
    answer["Content-Disposition"] = f'attachment; filename="cases-{here.slug}-{today(here).isoformat()}.xlsx"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


_COUNTS = (
    ("overdue", "overdue", "late"),
    ("week", "due in 7 days", "soon"),
    ("applicant", "waiting on the applicant", "wait"),
    ("completeness", "to check for completeness", "info"),
)


def _counts(totals: dict[str, int], due: str) -> list[dict[str, Any]]:
    return [
        {"number": totals[key], "label": label, "url": f"?due={key}", "kind": kind, "current": key == due}
        for key, label, kind in _COUNTS
    ]


def _subline(here: Town, offered: queries.Choices, closed: list[ClosedDay]) -> str:
    said = []
    law = next(iter(offered.laws.values()), None)
    table = counter_hours.hours()
    if law is not None:
        calendar = calendar_of(here, law, closed)
        if words := counter_hours.now_words(table, now(here), calendar):
            said.append(words)
    if sitting := queries.next_sitting(today(here)):
        at = f", {hour_words(sitting.time)}" if sitting.time else ""
        day = day_words(sitting.day) if sitting.day else ""
        said.append(f"next hearing {day}{at}: {sitting.case.title[:80]}")
    return " · ".join(said)


_SORT_WORDS = {"": "soonest deadline first", "due": "soonest deadline first", "-due": "latest deadline first"}
_LABELS = (
    ("number", "Case"),
    ("where", "Where"),
    ("stage", "Stage"),
    ("due", "Next deadline"),
    ("", "If nobody acts"),
)


def _list_words(count: int, wanted: dict[str, str], *, open_only: bool) -> str:
    what = ("open case" if open_only else "case") + ("" if count == 1 else "s")
    matching = " that matches" if count == 1 else " that match"
    found = matching if any(name != "sort" for name in wanted) else ""
    sort = wanted.get("sort", "")
    label = dict(_LABELS).get(sort.lstrip("-"), "").lower()
    order = _SORT_WORDS.get(sort) or (f"by {label}, last first" if sort.startswith("-") else f"by {label}")
    return f"{count:,} {what}{found}, {order}"


def _columns(request: HttpRequest, sort: str) -> list[dict[str, str]]:
    """The columns with the link that sorts by each; the same column again turns the order."""
    now_by = sort or "due"
    columns = []
    for key, label in _LABELS:
        direction = "ascending" if now_by == key else "descending" if now_by == f"-{key}" else ""
        asked = request.GET.copy()
        asked.pop("page", None)
        asked["sort"] = f"-{key}" if direction == "ascending" else key
        columns.append(
            {
                "key": key,
                "label": label,
                "url": f"?{asked.urlencode()}" if key else "",
                "direction": direction if key else "",
            }
        )
    return columns


def _empty(here: Town, wanted: dict[str, str], open_cases: int, *, open_only: bool) -> dict[str, str]:
    if any(name != "sort" for name in wanted):
        mine = wanted.get("officer") == "mine" and len(wanted.keys() - {"sort"}) == 1
        see = f"See all {open_cases} open cases" if open_only else "See all cases"
        return {
            "title": "Nothing is assigned to you" if mine else "No case matches",
            "text": "" if mine else "Try fewer words, another stage or everyone’s cases.",
            "url": "?",
            "link": see,
        }
    return {
        "title": "No open cases" if open_only else "No cases yet",
        "text": "New filings appear here as soon as they are entered or arrive online.",
        "url": town_url("worklist:cases", here) if open_only else "",
        "link": "See closed cases too",
    }
