"""What a person may do with the case that they filed: add a document, withdraw."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from crispy_forms.layout import Layout
from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render

from towns.access.context import may, person_of
from towns.access.decorators import signed_in
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.documents import storage
from towns.documents.answering import answer_file
from towns.models import Case, Document
from towns.record import disclosure, door
from towns.register.views import find_case
from towns.ui.layout import Actions, Cancel, DocketHelper, Submit
from towns.ui.links import town_url


class Once(forms.Form):
    """The token that makes a double click one act, and the last event the person saw."""

    once = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class Withdraw(Once):
    """Giving an application up."""

    sure = forms.BooleanField(label="I withdraw this application. I know that this cannot be undone.")

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper()
        self.helper.layout = Layout(
            "once", "seen", "sure", Actions(Submit("Withdraw the application"), Cancel(back))
        )


class AddDocument(forms.Form):
    """A file for the case, by the person who filed it."""

    title = forms.CharField(
        label="What the file is", max_length=300, help_text="For example: revised plan, sheet 4."
    )
    file = forms.FileField(
        label="The file", max_length=1000, help_text="At most 50 MB. PDF is best.", allow_empty_file=True
    )

    def __init__(self, *args: Any, back: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = DocketHelper(self, submit="Add the document", cancel=back)

    def clean_file(self) -> UploadedFile[Any]:
        """A file that can be kept."""
        upload: UploadedFile[Any] = self.cleaned_data["file"]
        if problem := storage.problem_with(upload):
            raise forms.ValidationError(problem)
        return upload


def _own_case(request: HttpRequest, number: str) -> Case:
    case, mine = find_case(request, number)
    if not mine:
        raise Http404("No such case.")
    return case


@signed_in
def withdraw(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Ask once more, list what it does, then withdraw through the one door."""
    here, case = town_of(request), _own_case(request, number)
    back = town_url("register:case", here, number=case.number)
    fresh = {"once": uuid4(), "seen": case.seq}
    form = Withdraw(typed(request), initial=fresh, back=back)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            door.act(
                "withdraw", case=case, by=door.Actor(person_of(request), frozenset({"applicant"})), on=today(here),
                today=today(here), once=given["once"], seen=given["seen"],
            )  # fmt: skip
        except door.Conflict:
            told = {"what": "The withdrawal", "back_url": back}
            return render(request, "409.html", told, status=409)
        except (door.Impossible, door.NotAllowed) as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{case.number} is withdrawn.")
            return HttpResponseRedirect(back)
    shown: dict[str, Any] = {"form": form, "case": case, "back": back}
    return render(request, "register/withdraw.html", shown, status=422 if form.is_bound else 200)


@signed_in
def add_document(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Keep a file that the applicant hands in later."""
    here, case = town_of(request), _own_case(request, number)
    back = town_url("register:case", here, number=case.number)
    form = AddDocument(typed(request), request.FILES or None, back=back)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        storage.add(case, given["file"], by=person_of(request), title=given["title"])
        messages.success(request, f"“{given['title']}” is kept with the case. The office sees it at once.")
        return HttpResponseRedirect(back)
    shown = {"form": form, "case": case, "back": back}
    return render(request, "register/add_document.html", shown, status=422 if form.is_bound else 200)


def document(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponseBase:
    """A document that is public, one's own, or, for people of the town, any; always to save, so that nothing runs."""
    here = town_of(request)
    case, _mine = find_case(request, number)
    found = Document.objects.filter(case=case, pk=pk).first()
    reader = person_of(request) if request.user.is_authenticated else None
    if found is None or not (
        may(request, "see_documents") or disclosure.may_read_document(case, found, reader)
    ):
        raise Http404("No such document.")
    data = storage.opened(here, found)
    if data is None:
        raise Http404("The file is not where it should be; tell whoever keeps this site.")
    return answer_file(data, filename=found.filename, content_type=found.content_type)
