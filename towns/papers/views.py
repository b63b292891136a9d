"""Look at a paper before it is printed, print it, and read what was printed: as a web page and as a PDF."""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from towns.access import permissions
from towns.access.context import may, person_of, roles_held
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.documents.answering import answer_file
from towns.models import Case, Notice
from towns.papers import kinds, printing, rendering
from towns.papers.forms import Answers, Print
from towns.papers.problems import NOT_GIVEN
from towns.record.case_file import CaseFile, open_case_file
from towns.ui.links import town_url

_BLANK = '<mark style="background:#fbeeec;color:#a11212;font-weight:700">[not given]</mark>'
#: Papers that the person who filed the case may read although they are not for everybody.
_FOR_APPLICANT = frozenset({"incompleteness_letter", "extension_agreement"})


def _file(request: HttpRequest, number: str) -> CaseFile:
    here = town_of(request)
    case = Case.objects.filter(number=number).first() if "\0" not in number else None
    if case is None:
        raise Http404("No such case.")
    return open_case_file(case, here)


def _answers(press: kinds.Paper, data: Any, file: CaseFile) -> tuple[forms.Form | None, dict[str, Any]]:
    """The form of what is asked, and what was answered so far."""
    if not press.asks:
        return None, {}
    kind: type[Answers] = import_string(press.asks)
    form = kind(data or None, file=file)
    if not form.is_bound:
        return form, {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    form.full_clean()
    return form, {name: value for name, value in form.cleaned_data.items() if value not in (None, "")}


@members("print")
def print_page(request: HttpRequest, town: str, number: str, kind: str) -> HttpResponse:
    """The preview with what is missing; on POST the print itself, in one transaction."""
    file = _file(request, number)
    try:
        press = printing.paper_for(file, kind)
        asked, answers = _answers(press, request.GET if request.method == "GET" else request.POST, file)
        ready = printing.draft(kind, file, on=today(file.town), answers=answers)
    except printing.Nothing as nothing:
        raise Http404(str(nothing)) from None
    form = Print(typed(request), initial={"once": uuid4()})
    may_override = permissions.may(roles_held(request), "override")
    failed = ""
    if request.method == "POST" and form.is_valid() and (asked is None or not asked.errors):
        given = form.cleaned_data
        reason = given["reason"] if may_override else ""
        try:
            printed = printing.print_paper(
                kind, file.case, by=person_of(request), on=today(file.town), once=given["once"], answers=answers,
                reason=reason, roles=roles_held(request),
            )  # fmt: skip
        except printing.OnlyADraft as draft_only:
            failed = str(draft_only)
        except rendering.PaperRefused:
            form.add_error("reason" if may_override else None, _refusal(may_override))
        except rendering.PaperFailed as trouble:
            failed = str(trouble)
        else:
            messages.success(request, f"{printed.title} is printed and kept with {file.case.number}.")
            return HttpResponseRedirect(
                reverse(
                    "papers:printed",
                    kwargs={
                        "town": file.town.slug,
                        "number": file.case.number,
                        "kind": kind,
                        "pk": printed.pk,
                    },
                )
            )
    shown = {
        "case": file.case, "draft": ready, "preview": _marked(ready.html, draft=ready.only_a_draft), "form": form, "asked": asked,
        "may_override": may_override, "failed": failed, "kind": kind, "label": press.label or ready.kind.title,
        "case_url": town_url("cases:case", file.town, number=file.case.number),
    }  # fmt: skip
    bad = form.is_bound and request.method == "POST"
    return render(request, "papers/print.html", shown, status=422 if bad else 200)


def _refusal(may_override: bool) -> str:
    if may_override:
        return "Mend what is listed above, or give a reason to print it all the same."
    return "Mend what is listed above; your roles do not let you print it all the same."


#: Stands at the head of what is shown before the record holds what the paper says.
_DRAFT: Final = (
    '<p style="margin:0;padding:.5rem 1rem;background:#fff1d2;border-bottom:2px solid #936f38;'
    'font:bold 16px/1.4 system-ui,sans-serif">DRAFT: not issued</p>'
)


def _marked(html: str, *, draft: bool) -> str:
    """The page with its blanks in red, outside of head and attributes; a draft says at its head that it is one."""
    head, body, rest = html.partition("<body")
    if draft:
        tag, mark, after = rest.partition(">")
        rest = tag + mark + _DRAFT + after
    return head + body + re.sub(rf"(>[^<]*){re.escape(NOT_GIVEN)}", rf"\1{_BLANK}", rest)


@members("see_case")
@require_safe
def printed(request: HttpRequest, town: str, number: str, kind: str, pk: int) -> HttpResponse:
    """What was just printed: its pages, its hash, and where it is."""
    file = _file(request, number)
    notice = Notice.objects.filter(pk=pk, case=file.case).defer("html", "pdf").first()
    if notice is None:
        raise Http404("No such paper.")
    shown = {
        "notice": notice,
        "case": file.case,
        "case_url": town_url("cases:case", file.town, number=file.case.number),
    }
    return render(request, "papers/printed.html", shown)


@members("see_case")
@require_safe
def papers(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """All papers of a case: what may be printed now, and what was."""
    file = _file(request, number)
    shown = {
        "case": file.case, "offered": printing.offered(file) if may(request, "print") else [],
        "papers": printing.papers_of(file), "case_url": town_url("cases:case", file.town, number=file.case.number),
    }  # fmt: skip
    return render(request, "papers/papers.html", shown)


def _readable(request: HttpRequest, pk: int) -> tuple[Notice, CaseFile]:
    """A paper that this person may read, with its case file; 404 otherwise."""
    here = town_of(request)
    notice = Notice.objects.filter(pk=pk).select_related("case").first()
    if notice is None:
        raise Http404("No such paper.")
    file = open_case_file(notice.case, here)
    mine = request.user.is_authenticated and notice.case.filed_by_id == request.user.pk
    if (
        may(request, "see_case")
        or printing.paper_is_public(notice, file)
        or (mine and notice.kind in _FOR_APPLICANT)
    ):
        return notice, file
    raise Http404("No such paper.")


@require_safe
def twin(request: HttpRequest, town: str, pk: int) -> HttpResponse:
    """The paper as a web page, word for word as printed, with a line of links that is not printed."""
    notice, file = _readable(request, pk)
    moved = printing.stale(notice, file)
    if not moved and request.headers.get("If-None-Match") == _mark(notice, "w"):
        return HttpResponseNotModified()
    where = "cases" if may(request, "see_case") else "register"
    bar = format_html(
        '<nav class="not-printed" aria-label="This paper" style="{}"><a href="/{}/{}/{}/">{}</a> · '
        '<a href="/{}/papers/{}.pdf">PDF</a>{}</nav>',
        "font:16px/1.5 system-ui,sans-serif;padding:.6rem 1rem;background:#fff;color:#1b1b1b",
        file.town.slug, where, notice.case.number, f"Case {notice.case.number}", file.town.slug, notice.pk,
        format_html('<br><strong style="color:#a11212">{}</strong>', moved) if moved else "",
    )  # fmt: skip
    style = "<style>@media print{.not-printed{display:none!important}}</style>"
    page = re.sub(r"(<body[^>]*>)", lambda found: f"{found[1]}{style}{bar}", notice.html, count=1)
    response = HttpResponse(page)
    if not moved:
        response["ETag"] = _mark(notice, "w")
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def pdf(request: HttpRequest, town: str, pk: int) -> HttpResponseBase:
    """The PDF as it was stored; its ETag is its hash."""
    notice, _folder_of = _readable(request, pk)
    return answer_file(
        bytes(notice.pdf),
        filename=f"{notice.case.number}-{notice.kind}-{notice.pk}.pdf",
        content_type="application/pdf",
        to_save=False,
        etag=notice.sha256,
        seen=request.headers.get("If-None-Match"),
    )


def _mark(notice: Notice, of: str = "") -> str:
    return f'"{of}{notice.sha256}"'
