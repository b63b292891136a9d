"""The documents of a case: list, add, read."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access import context
from towns.access.decorators import members, not_yours
from towns.access.kept_forms import typed
from towns.cases.forms import Upload
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.models import Document, Notice
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
        for document in Document.objects.filter(case=file.case).select_related("by")
    ]
    shown = frame_of(file, "documents") | {
        "rows": rows,
        "printed": Notice.objects.filter(case=file.case).defer("pdf", "html", "facts").select_related("by"),
        "upload": form,
        "problems": problems or [],
        "page_has_errors": bool(problems or form.errors),
        "may_add": context.may(request, "add_document"),
        "limit": settings.DOCUMENT_MAX_BYTES // 1_048_576,
    }
    return render(request, "cases/documents.html", shown)


@members("see_documents")
def document(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """One document, always as a file to save: nothing that was uploaded runs in our pages."""
    file = case_file_or_404(request, number)
    row = Document.objects.filter(case=file.case, pk=pk).first()
    if row is None:
        raise Http404("No such document in this case.")
    data = storage.content(file.town, row)
    if data is None:
        messages.error(
            request, f"“{row.filename}” is not on the disk as it was stored. Tell the system's keeper."
        )
        return _page(request, file, Upload())
    answer = HttpResponse(data, content_type=row.content_type)
    plain = row.filename.encode("ascii", "replace").decode().replace("?", "_").replace('"', "_")
    answer["Content-Disposition"] = (
        f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(row.filename)}"
    )
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    answer["Cache-Control"] = "private, no-store"
    return answer
