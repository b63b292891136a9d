"""Pages of violations: the file as a whole, reports by the public and by staff, and what fines come to."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, F, Min, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from enforcement.violations import file_page, reports
from enforcement.violations.exposure import CAN_BE, TICKETED, TOO_LATE, provisions_of
from enforcement.violations.forms import SUBJECTS, FineQuestion, PublicReport, StaffReport
from enforcement.violations.models import Report, State
from towns.access.context import may, person_of
from towns.access.decorators import members, posted
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.law.fines import BadFine, charge
from towns.law.rules import Bylaw
from towns.models import Case, Town
from towns.record import door
from towns.record.case_file import CaseFile, law_of
from towns.record.stages import stage_words
from towns.ui.links import case_url, town_url

#: Files on one page of the list.
PAGE = 50


def _law(town: Town) -> Bylaw:
    return law_of(door.edition_on(town, today(town)), town)


def _violation_or_404(request: HttpRequest, number: str) -> CaseFile:
    file = case_file_or_404(request, number)
    if file.case.kind != "violation":
        raise Http404("No violation file of this number.")
    return file


@members("see_case")
@require_safe
def violation(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Everything about one violation on one page."""
    file = _violation_or_404(request, number)
    day = today(file.town)
    others = file_page.related(file)
    found = file_page.exposure_of(file, others, day)
    owed = file_page.owed(others, day)
    shown = frame_of(file, "violation") | {
        "found": file.last("violation_found"),
        "span": found,
        "provisions": provisions_of(file),
        "stops": file_page.stops(file, others, found, day),
        "stopped": [
            {"number": one.case.number, "url": case_url(file.town, one.case), "name": one.matter.name}
            for one in file_page.stopped_work(others)
        ],
        "exposure": _exposure(found),
        "rows": file_page.by_provision(found),
        "because": found.because,
        "owed": {name: file_page.money(owed[name]) for name in ("asked", "paid", "due")},
        "costs": [
            {"number": one, "url": case_url(file.town, one), "money": money} for one, money in owed["costs"]
        ],
        "told": [{"row": row, "url": case_url(file.town, row.number)} for row in file_page.told(others)],
        "others": [
            {"number": one.case.number, "name": one.matter.name, "url": case_url(file.town, one.case)}
            for one in others
            if one.case.kind not in ("order", "ticket")
        ],
        "reports": _reports(file.case, with_names=may(request, "see_complainant")),
        "near": [
            {"number": case.number, "title": case.title, "url": case_url(file.town, case, "violation")}
            for case in reports.near(file.case.address, file.case.map_lot, day, but=file.case)
        ],
        "orders": _may_start(request, file),
        "may_ticket": may(request, "issue_ticket") and file.stage in (State.FOUND, State.CURED),
        "ticket_url": case_url(file.town, file.case, "violation", "ticket"),
        "start_url": case_url(file.town, file.case, "violation", "order"),
        "fines_url": town_url("enforcement:fines", file.town),
        "once": uuid4(),
    }
    return render(request, "violations/file.html", shown)


def _exposure(found: Any) -> dict[str, Any]:
    whole = found.total()
    return {
        "why_not": found.why_not,
        "total": file_page.money(whole),
        "count": found.count(),
        "unpriced": found.unpriced,
        "parts": [
            {"key": key, "words": words, "count": found.count(key), "sum": file_page.money(found.total(key))}
            for key, words in (
                (TICKETED, "Ticketed"), (CAN_BE, "Can still be ticketed"), (TOO_LATE, "No longer ticketable"),
            )
        ],
    }  # fmt: skip


def _reports(case: Case, *, with_names: bool) -> list[dict[str, Any]]:
    subjects = dict(SUBJECTS)
    return [
        {
            "source": row.get_source_display(),
            "subject": subjects.get(row.subject, row.subject),
            "words": row.words,
            "seen": row.seen,
            "reporter": row.reporter if with_names else "",
            "contact": row.reporter_contact if with_names else "",
            "named": bool(row.reporter),
        }
        for row in reports.reports_of(case)
    ]


def _may_start(request: HttpRequest, file: CaseFile) -> list[dict[str, str]]:
    """The kinds of order that may be begun from the file."""
    if not may(request, "draft_order"):
        return []
    return [
        {"key": key, "name": matter.name, "cite": matter.cite}
        for key, matter in file.law.matters.items()
        if matter.kind == "order"
    ]


@members("see_case")
@require_safe
def files(request: HttpRequest, town: str) -> HttpResponse:
    """The violation files of the town, those that are open first, with what follows from each."""
    here = town_of(request)
    every = request.GET.get("all") == "1"
    found = Case.objects.filter(kind="violation")
    found = found if every else found.filter(closed=False)
    counted = found.annotate(
        order_count=Count("linked_from", filter=Q(linked_from__case__kind="order"), distinct=True),
        ticket_count=Count("linked_from", filter=Q(linked_from__case__kind="ticket"), distinct=True),
        due=Min("linked_from__case__next_due"),
    ).order_by("closed", F("due").asc(nulls_last=True), "-opened", "-id")
    page = Paginator(counted, PAGE).get_page(request.GET.get("page"))
    shown = {
        "rows": [
            {
                "case": case,
                "url": case_url(here, case, "violation"),
                "stage": stage_words(case.kind, case.stage),
            }
            for case in page.object_list
        ],
        "page": page,
        "every": every,
        "take_url": town_url("enforcement:take_report", here) if may(request, "report_violation") else "",
        "fines_url": town_url("enforcement:fines", here),
    }
    return render(request, "violations/files.html", shown)


@members("draft_order")
@posted("../")
def start_order(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Begin an order from the file: its case is opened, and its draft is the next page."""
    file = _violation_or_404(request, number)
    day = today(file.town)
    matter = file.law.matters.get(str(request.POST.get("matter")))
    if matter is None or matter.kind != "order":
        raise Http404("No order of this kind.")
    done = door.open_case(
        town=file.town, matter=matter.key, by=actor_of(request), on=day, today=day, step="draft_order",
        once=_once(request), over=[file.case],
    )  # fmt: skip
    messages.success(request, f"{done.case.number} is begun. Write now what it says.")
    return HttpResponseRedirect(case_url(file.town, done.case, "record", "draft_order"))


def _once(request: HttpRequest) -> Any:
    from uuid import UUID

    try:
        return UUID(str(request.POST.get("once")))
    except ValueError:
        return None


def report(request: HttpRequest, town: str) -> HttpResponse:
    """Report a violation: anyone may, without an account. What is open already is not told."""
    here = town_of(request)
    form = PublicReport(
        request.POST if request.method == "POST" else None, initial={"once": uuid4()}, today=today(here)
    )
    trouble = ""
    if form.is_bound and form.is_valid():
        photo = request.FILES.get("photo")
        if reports.by_a_machine(str(request.POST.get("shown")), form.cleaned_data["website"]):
            trouble = "This form was open too short or too long a time. Look it over and send it once more."
        elif reports.too_many():
            trouble = "More reports came in the last hour than can be taken here. Please telephone town hall."
        elif photo is not None and (trouble := storage.problem_with(photo)):
            pass
        else:
            with transaction.atomic():
                done = reports.take(
                    here, today(here), reports.ANYONE, source=Report.Source.WEB, kept=form.kept(),
                    address=form.cleaned_data["address"], photos=[photo] if photo else [],
                )  # fmt: skip
            request.session["reported"] = done.case.number
            return HttpResponseRedirect(town_url("enforcement:reported", here))
    shown = {"form": form, "trouble": trouble, "shown_at": reports.shown_at()}
    return render(request, "violations/report.html", shown, status=422 if form.is_bound else 200)


@require_safe
def reported(request: HttpRequest, town: str) -> HttpResponse:
    """Thanks for a report, with its number."""
    return render(request, "violations/reported.html", {"number": request.session.get("reported", "")})


@members("report_violation")
def take_report(request: HttpRequest, town: str) -> HttpResponse:
    """Enter a report that came by telephone, by mail or over the counter; one that may repeat another is offered to it."""
    here = town_of(request)
    day = today(here)
    form = StaffReport(
        typed(request),
        initial={"once": uuid4(), "seen": day},
        today=day,
        back=town_url("worklist:desk", here),
    )
    near: list[Case] = []
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        near = reports.near(given["address"], given["map_lot"], day)
        chosen = str(request.POST.get("onto", ""))
        onto = next((case for case in near if case.number == chosen), None)
        if onto is not None or chosen == "new" or not near:
            done = reports.take(
                here, day, door.actor_for(person_of(request), here), source=given["source"], kept=form.kept(),
                address=given["address"], map_lot=given["map_lot"], onto=onto,
            )  # fmt: skip
            messages.success(request, f"The report is in {done.case.number}.")
            return HttpResponseRedirect(case_url(here, done.case, "violation"))
    shown = {"form": form, "near": near, "answers": [(k, v) for k, v in request.POST.items() if k != "onto"]}
    return render(request, "violations/take_report.html", shown, status=422 if form.is_bound else 200)


@members("see_case")
@require_safe
def fines(request: HttpRequest, town: str) -> HttpResponse:
    """What the days of a violation come to in noncriminal fines, each line explained."""
    here = town_of(request)
    law = _law(here)
    form = FineQuestion(request.GET if request.GET.get("first") else None, law=law)
    bill, wrong = None, ""
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            bill = charge(
                law, first=given["first"], last=given["last"], provisions=given["provisions"],
                prior=given["prior"], under=given.get("under"),
            )  # fmt: skip
        except BadFine as fault:
            wrong = str(fault)
    lines = [
        {"day": line.day, "provision": line.provision, "rung": line.rung, "sum": file_page.money(line.amount)}
        for line in (bill.lines[:400] if bill else ())
    ]
    shown = {
        "form": form,
        "wrong": wrong,
        "bill": bill,
        "lines": lines,
        "total": file_page.money(bill.total) if bill else "",
        "more": max(0, len(bill.lines) - 400) if bill else 0,
    }
    return render(request, "violations/fines.html", shown, status=422 if wrong else 200)
