"""The documents of a case: list, add, read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from towns.access import context
from towns.access.decorators import members, not_yours, posted
from towns.access.kept_forms import typed
from towns.cases.forms import Upload
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.documents.answering import answer_file
from towns.models import Document, DocumentWithdrawal, Notice
from towns.record.case_file import CaseFile
from towns.ui.links import case_url

#: Files that one form may bring.
MOST_FILES = 20


@members("see_documents")
def documents(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The list, and the form to add files. A bad file is named; the good ones beside it are kept."""
    file = case_file_or_404(request, number)
    data = typed(request)
    if request.method != "POST":
        return _page(request, file, Upload(data))
    if not context.may(request, "add_document"):
        return not_yours(request)
    form = Upload(request.POST)
    files = request.FILES.getlist("files")
    problems = [] if files else ["Choose at least one file."]
    if len(files) > MOST_FILES:
        problems, files = [f"Send at most {MOST_FILES} files at once; {len(files)} were chosen."], []
    kept: list[str] = []
    if form.is_valid():
        for upload in files:
            try:
                title = form.cleaned_data["title"] if len(files) == 1 else ""
                row = storage.add(
                    file.case,
                    upload,
                    by=actor_of(request).person,
                    title=title,
                    public=form.cleaned_data["public"],
                )
            except storage.BadFile as bad:
                problems.append(str(bad))
            else:
                kept.append(row.filename)
    if kept:
        messages.success(request, f"Kept with the case: {', '.join(kept)}.")
    if problems or form.errors:
        return _page(request, file, form, problems)
    return HttpResponseRedirect(case_url(file.town, file.case, "documents"))


def _page(
    request: HttpRequest, file: CaseFile, form: Upload, problems: list[str] | None = None
) -> HttpResponse:
    titles = {entry.seq: f"{entry.title}, {entry.day_words}" for entry in file.entries}
    rows: list[dict[str, Any]] = [
        {"document": document, "proves": titles.get(document.event_seq or 0, ""), "url": f"{document.pk}/"}
        for document in Document.objects.filter(case=file.case)
        .select_related("by")
        .prefetch_related("withdrawals__by")
    ]
    shown = frame_of(file, "documents") | {
        "rows": rows,
        "printed": Notice.objects.filter(case=file.case).defer("pdf", "html", "facts").select_related("by"),
        "upload": form,
        "problems": problems or [],
        "page_has_errors": bool(problems or form.errors),
        "may_add": context.may(request, "add_document"),
        "may_withdraw": context.may(request, "edit_case"),
        "limit": settings.DOCUMENT_MAX_BYTES // 1_048_576,
    }
    return render(request, "cases/documents.html", shown)


@members("see_documents")
def document(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponseBase:
    """One document, always as a file to save: nothing that was uploaded runs in our pages."""
    file = case_file_or_404(request, number)
    row = Document.objects.filter(case=file.case, pk=pk).first()
    if row is None:
        raise Http404("No such document in this case.")
    data = storage.opened(file.town, row)
    if data is None:
        messages.error(
            request, f"“{row.filename}” is not on the disk as it was stored. Tell the system's keeper."
        )
        return _page(request, file, Upload())
    return answer_file(data, filename=row.filename, content_type=row.content_type)


class Withdraw(forms.Form):
    """Why a document is taken from the public's view."""

    reason = forms.CharField(label="Why it is withdrawn", max_length=500)


@members("edit_case")
@posted("../../")
def withdraw(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """Take a public document from view. The document, and the fact that it was public, stay on file."""
    file = case_file_or_404(request, number)
    row = Document.objects.public().filter(case=file.case, pk=pk).first()
    if row is None:
        raise Http404("No public document of this number in this case.")
    form = Withdraw(request.POST)
    if not form.is_valid():
        return _page(request, file, Upload(), [f"“{row.title}”: say why it is withdrawn from view."])
    person = actor_of(request).person
    assert person is not None
    with suppress(IntegrityError), transaction.atomic():  # a second click finds it withdrawn
        DocumentWithdrawal.objects.create(
            town=file.town, document=row, by=person, at=timezone.now(), reason=form.cleaned_data["reason"]
        )
    messages.success(request, f"“{row.title}” is no longer shown to the public. It stays with the case.")
    return HttpResponseRedirect(case_url(file.town, file.case, "documents"))
