"""Letters to abutters: the list, one printing for all of them, how far it is, and the documents to print and mail."""

from __future__ import annotations

import csv
from datetime import date
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from towns.access import context
from towns.access.decorators import members, not_yours, posted
from towns.access.kept_forms import typed
from towns.calendar.today import today
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.documents.answering import answer_file
from towns.documents.spreadsheets import harmless
from towns.mailing import jobs, lists
from towns.mailing.forms import AddNames, MakeLetters
from towns.mailing.tasks import print_letters
from towns.models import Mailing
from towns.papers import printing, rendering
from towns.papers.problems import PaperRefused
from towns.record.case_file import CaseFile
from towns.ui.links import case_url

_ADD, _MAKE = "add", "make"
_SENDERS = {"board": "the board’s office", "applicant": "the applicant", "town_clerk": "the Town Clerk"}


@members("see_parties")
def letters(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The list of abutters, the form that adds to it, and the form that makes the letters."""
    file = case_file_or_404(request, number)
    data = typed(request)
    wanted = data.get("do", "") if data else ""
    if request.method == "POST" and wanted == _ADD:
        return _add(request, file)
    if request.method == "POST" and wanted == _MAKE:
        return _make(request, file)
    adding = AddNames(data if wanted == _ADD else None)
    return _page(request, file, adding=adding, kept=data if wanted == _MAKE else None)


def _page(
    request: HttpRequest,
    file: CaseFile,
    *,
    adding: AddNames,
    making: MakeLetters | None = None,
    kept: Any = None,
    found: lists.Listed | None = None,
    added: int = 0,
    status: int = 200,
) -> HttpResponse:
    people = jobs.abutters(file.case)
    unfit = jobs.unfit(people)
    ready = _letter(file, making)
    may_print = context.may(request, "print")
    if making is None and may_print and ready is not None:
        making = _make_form(request, file, ready, kept)
    shown = frame_of(file, "letters") | {
        "count": len(people),
        "unfit": unfit,
        "people_url": case_url(file.town, file.case, "people"),
        "adding": adding if context.may(request, "edit_parties") else None,
        "found": found,
        "added": added,
        "making": making if people else None,
        "letters": len(people) - len(unfit),
        "problems": ready.problems if ready else (),
        "no_hearing": ready is None,
        "hearing_url": case_url(file.town, file.case, "hearing"),
        "may_print": may_print,
        "rules": _rules(file),
        "mailings": [_progress(row) for row in _mailings(file)],
        "page_has_errors": status == 422,
    }
    return render(request, "mailing/letters.html", shown, status=status)


def _rules(file: CaseFile) -> list[dict[str, Any]]:
    """What the law says about these letters, and the last day to mail them."""
    day = today(file.town)
    due = {
        reading.clock: printing.day_of(reading.due) for reading in file.readings(day) if reading.of is None
    }
    found = [(rule, due.get(rule.clock)) for rule in file.matter.notices if rule.kind == jobs.KIND]
    return [
        {
            "rule": rule,
            "due": last,
            "late": last is not None and last < day,
            "sender": _SENDERS.get(rule.who_sends, rule.who_sends),
            "by": rule.by.replace("_", " "),
        }
        for rule, last in found
    ]


def _letter(file: CaseFile, form: MakeLetters | None = None) -> jobs.Letter | None:
    """The letter as it would be printed now; None where no hearing is set."""
    day = today(file.town)
    given = getattr(form, "cleaned_data", {}) if form is not None else {}
    written: date = given.get("written") or day
    try:
        return jobs.letter(file, on=day, written=written, certified=given.get("certified"))
    except printing.Nothing:
        return None


def _make_form(request: HttpRequest, file: CaseFile, ready: jobs.Letter, data: Any) -> MakeLetters:
    day = today(file.town)
    ask = bool(ready.problems) and context.may(request, "override")
    return MakeLetters(data, today=day, ask_reason=ask, initial={"once": uuid4(), "written": day})


def _add(request: HttpRequest, file: CaseFile) -> HttpResponse:
    """Keep the good rows; the others come back as they were typed, each with what to mend."""
    if not context.may(request, "edit_parties"):
        return not_yours(request)
    form = AddNames(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, file, adding=form, status=422)
    found = form.listed(jobs.known(file.case))
    if found.problem:
        form.add_error(
            "file" if request.FILES and not request.POST.get("names", "").strip() else "names", found.problem
        )
        return _page(request, file, adding=form, status=422)
    added = jobs.keep(file.case, found.rows)
    if not found.bad and not found.same and not found.notes:
        messages.success(request, f"{_names(added)} added to the list.")
        return HttpResponseRedirect(case_url(file.town, file.case, "letters"))
    again = AddNames(initial={"names": found.to_mend})
    return _page(request, file, adding=again, found=found, added=added, status=422 if found.bad else 200)


def _names(count: int) -> str:
    return "1 name" if count == 1 else f"{count:,} names"


def _make(request: HttpRequest, file: CaseFile) -> HttpResponse:
    """Ask the worker for the letters, once, and show how far they are."""
    if not context.may(request, "print"):
        return not_yours(request)
    ready = _letter(file)
    if ready is None:
        messages.error(request, "No hearing is set, so there is nothing to write about yet.")
        return HttpResponseRedirect(case_url(file.town, file.case, "letters"))
    form = _make_form(request, file, ready, request.POST)
    if form.is_valid():
        ready = _letter(file, form) or ready
        given = form.cleaned_data
        try:
            row = jobs.begin(
                file.case, ready, by=actor_of(request).person, once=given["once"],
                reason=given.get("reason", "").strip(),
            )  # fmt: skip
        except jobs.NoOne as nobody:
            form.add_error(None, f"{nobody} Add them first.")
        except PaperRefused:
            if "reason" in form.fields:
                form.add_error(
                    "reason", "Mend what is listed, or give a reason to print the letters all the same."
                )
            else:
                form.add_error(
                    None, "Mend what is listed; your roles do not let you print the letters all the same."
                )
        else:
            # What is lost on the way to the worker is taken up by its schedule.
            transaction.on_commit(partial(print_letters.delay, row.town_id, row.pk), robust=True)
            return HttpResponseRedirect(case_url(file.town, file.case, "letters", str(row.pk)))
    return _page(request, file, adding=AddNames(), making=form, status=422)


@members("print")
@require_safe
def example(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The letter to the first name of the list, to look at before all are made."""
    file = case_file_or_404(request, number)
    ready, people = _letter(file), jobs.recipients(jobs.abutters(file.case))
    if ready is None or not people:
        raise Http404("There is no letter yet.")
    html = jobs.preview(ready, people[0])
    response = HttpResponse(html)
    response["Content-Security-Policy"] = rendering.policy(html)
    return response


# ---------------------------------------------------------------- one printing


def _mailing(file: CaseFile, pk: int) -> Mailing:
    row = Mailing.objects.filter(case=file.case, pk=pk).select_related("by").first()
    if row is None:
        raise Http404("No such letters in this case.")
    return row


def _mailings(file: CaseFile) -> list[Mailing]:
    return list(Mailing.objects.filter(case=file.case).prefetch_related("chunks").defer("people"))


def _progress(row: Mailing) -> dict[str, Any]:
    """How far a printing is, out of its chunks."""
    chunks = list(row.chunks.all())
    through = chunks[-1].last if chunks else 0
    left_out = [*row.facts.get("left_out", []), *(line for chunk in chunks for line in chunk.left_out)]
    done = len(chunks) >= jobs.chunks_needed(row)
    return {
        "row": row, "chunks": chunks, "through": through, "done": done, "left_out": left_out,
        "printed": sum(chunk.letters for chunk in chunks), "pages": sum(chunk.pages for chunk in chunks),
        "gave_up": not done and row.attempts >= jobs.GIVE_UP_AFTER,
    }  # fmt: skip


@members("see_parties")
@require_safe
def mailing(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """How far one printing is; when it is done, its documents and its list."""
    file = case_file_or_404(request, number)
    shown = frame_of(file, "letters") | {
        "progress": _progress(_mailing(file, pk)),
        "letters_url": case_url(file.town, file.case, "letters"),
        "record_url": case_url(file.town, file.case, "record", "record_mailed")
        if context.may(request, "record_mailed")
        else "",
        "may_print": context.may(request, "print"),
    }
    return render(request, "mailing/mailing.html", shown)


@members("print")
@posted("../")
def again(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Go on with a printing that stopped."""
    file = case_file_or_404(request, number)
    row = _mailing(file, pk)
    if not jobs.is_done(row):
        jobs.try_again(row)
        transaction.on_commit(partial(print_letters.delay, row.town_id, row.pk), robust=True)
    return HttpResponseRedirect(case_url(file.town, file.case, "letters", str(row.pk)))


@members("see_parties")
@require_safe
def document(request: HttpRequest, town: str, number: str, pk: int, chunk: int) -> HttpResponseBase:
    """One document of letters, checked against its hash before it is handed out."""
    file = case_file_or_404(request, number)
    part = (
        _mailing(file, pk)
        .chunks.filter(number=chunk, document__isnull=False)
        .select_related("document")
        .first()
    )
    if part is None or part.document is None:
        raise Http404("No such letters.")
    data = storage.content(file.town, part.document)
    if data is None:
        raise Http404("The file is not where it should be; tell whoever keeps this site.")
    return answer_file(
        data,
        filename=part.document.filename,
        content_type="application/pdf",
        to_save=False,
        etag=part.document.sha256,
    )


@members("see_parties")
@require_safe
def mailing_list(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Whom the letters go to, one row a letter, with the document and page where each stands."""
    file = case_file_or_404(request, number)
    row = _mailing(file, pk)
    left_out = {line["number"]: line["says"] for chunk in row.chunks.all() for line in chunk.left_out}
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.case.number}-letters-{row.pk}.csv"'
    response.write("\ufeff")  # so that a spreadsheet reads the accents
    out = csv.writer(response)
    out.writerow(
        [
            "No.",
            "Name",
            "Address 1",
            "Address 2",
            "Address 3",
            "Address 4",
            "Address 5",
            "Parcel",
            "Left out because",
        ]
    )
    for place, person in enumerate(row.people, 1):
        lines = [*person["lines"][:5], " ".join(person["lines"][5:])]
        cells = [*lines, *[""] * (6 - len(lines)), person.get("parcel", ""), left_out.get(place, "")]
        out.writerow([place, *map(harmless, cells)])
    return response
