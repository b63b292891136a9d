"""The inspector's pages: the day's list, and the form for a phone that is sent once."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from permitting.inspections import pictures
from permitting.inspections.field_form import ANSWERS, FieldVisit
from permitting.inspections.forms import stage_choices
from permitting.inspections.models import Inspection, Stage, stage_words
from permitting.inspections.photos import InspectionPhoto
from permitting.inspections.queries import day_of, never_held
from towns.access.decorators import members
from towns.access.kept_forms import typed
from towns.access.tenancy import town_of
from towns.calendar.today import today
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.documents.answering import answer_file
from towns.law.inspection_rules import inspections_of
from towns.ledger.entries import Entry
from towns.record import door
from towns.record.case_file import CaseFile
from towns.ui.links import case_url, town_url


@members("record_inspection")
def day(request: HttpRequest, town: str) -> HttpResponse:
    """Everything that an inspector has to do on a day, by hour and place."""
    here = town_of(request)
    now = today(here)
    try:
        chosen = date.fromisoformat(request.GET.get("day", "") or now.isoformat())
    except ValueError:
        raise Http404("No such day.") from None
    base = reverse("inspections:day", kwargs={"town": here.slug})
    found = day_of(chosen)
    shown = {
        "chosen": chosen,
        "before": f"{base}?day={(chosen - timedelta(days=1)).isoformat()}" if chosen > date.min else "",
        "after": f"{base}?day={(chosen + timedelta(days=1)).isoformat()}" if chosen < date.max else "",
        "visits": [_row(row) for row in found.visits],
        "again": [_row(row) for row in found.again],
        "late": [_row(row) for row in found.late],
        "asked": [_row(row) for row in found.asked],
        "never": [
            {"case": one.case, "title": one.line.title, "url": case_url(here, one.case, "site")}
            for one in never_held(here)
        ],
    }
    return render(request, "inspections/day.html", shown)


def _row(row: Inspection) -> dict[str, Any]:
    town = row.case.town
    return {"row": row, "case": row.case, "url": case_url(town, row.case, "visit", str(row.number))}


@members("record_inspection")
def visit(request: HttpRequest, town: str, number: str, inspection: int | None = None) -> HttpResponse:
    """One visit: asked for on a phone, kept there while there is no signal, and taken once.

    A script that sends it asks for JSON and is told where to go, or what is wrong at which field.
    """
    file = case_file_or_404(request, number)
    row = file.things.get(Inspection.KIND, {}).get(inspection) if inspection is not None else None
    if inspection is not None and row is None:
        raise Http404("No such inspection in this case.")
    stages = dict(stage_choices(file))
    data = typed(request)
    asked = (data or request.GET).get("stage", "")
    stage = row.stage if isinstance(row, Inspection) else (asked if asked in stages else str(Stage.ROUTINE))
    form = FieldVisit(
        data, request.FILES if request.method == "POST" else None, file=file, stage=stage,
        today=today(file.town), row=row if isinstance(row, Inspection) else None,
    )  # fmt: skip
    if request.method == "POST" and form.is_valid() and _taken(request, file, form):
        back = case_url(file.town, file.case, "site")
        if _wants_json(request):
            return JsonResponse({"url": back})
        messages.success(request, "The inspection is recorded.")
        return HttpResponseRedirect(back)
    if request.method == "POST" and _wants_json(request):
        return JsonResponse({"errors": form.errors.get_json_data()}, status=422)
    shown = frame_of(file, "site") | {
        "form": form, "stage": stage, "stages": stages, "row": row, "answers": ANSWERS,
        "title": stages.get(stage, stage_words(stage)),
        "rule": inspections_of(file.matter).stage(stage),
        "rows": [
            {"item": item, "rate": form[f"rate_{item.key}"], "what": form[f"what_{item.key}"]} for item in form.items
        ],
        "day_url": town_url("inspections:day", file.town),
        "site_url": case_url(file.town, file.case, "site"),
    }  # fmt: skip
    status = 422 if form.is_bound and request.method == "POST" else 200
    return render(request, "inspections/visit.html", shown, status=status)


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _taken(request: HttpRequest, file: CaseFile, form: FieldVisit) -> bool:
    """Take the visit and its pictures together, or nothing; what was sent before is not taken again."""
    actor = actor_of(request)
    person = actor.person
    try:
        read = [(item, pictures.read(upload)) for item, upload in form.photos]
        with transaction.atomic():
            done = door.act(
                "record_visit", case=file.case, by=actor, on=form.cleaned_data["on"], today=today(file.town),
                at=form.cleaned_data.get("at"), once=form.cleaned_data["once"],
                keep=form.kept(person.name if person else ""), **form.facts(),
            )  # fmt: skip
            if not done.repeated:
                for item, picture in read:
                    _keep(file, form, done.entry, item, picture, actor)
    except storage.BadFile as bad:
        form.add_error(None, str(bad))
    except door.Impossible as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.because)
    except door.NotAllowed as refused:
        form.add_error(None, str(refused))
    return form.is_valid()


def _keep(
    file: CaseFile, form: FieldVisit, entry: Entry, item: str, picture: pictures.Picture, actor: door.Actor
) -> None:
    title = next((one.text for one in form.items if one.key == item), "") or stage_words(form.stage)
    document = storage.add(file.case, picture.file, by=actor.person, title=title, event_seq=entry.seq)
    InspectionPhoto.objects.create(
        town=file.town,
        case=file.case,
        inspection=Inspection.number_in(entry),
        event_seq=entry.seq,
        document=document,
        caption=title,
        item=item,
        taken=picture.taken,
        latitude=picture.latitude,
        longitude=picture.longitude,
        thumbnail=picture.thumbnail,
    )


@members("see_documents")
def thumbnail(request: HttpRequest, town: str, number: str, pk: int) -> HttpResponse:
    """A small picture for the office."""
    file = case_file_or_404(request, number)
    row = InspectionPhoto.objects.filter(case=file.case, pk=pk).first()
    if row is None or not row.thumbnail:
        raise Http404("No such picture in this case.")
    answer: Any = answer_file(
        bytes(row.thumbnail), filename=f"{pk}.jpg", content_type="image/jpeg", to_save=False
    )
    return answer  # type: ignore[no-any-return]
