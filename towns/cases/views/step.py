"""Recording a step: fill in, look at what it does, do it. One view for every step; the door is the only judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.module_loading import import_string

from towns.access import permissions
from towns.access.decorators import members, not_yours
from towns.access.kept_forms import typed
from towns.calendar.today import today
from towns.cases.docket_lines import detail, people_of, recorder
from towns.cases.preview import Foresight, foresee
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.documents import storage
from towns.models import Event
from towns.record import door, steps
from towns.record.case_file import CaseFile
from towns.record.step_forms import StepForm
from towns.record.steps import Step
from towns.ui.links import case_url

#: What the page itself sends along; everything else was typed.
_OWN = ("csrfmiddlewaretoken", "once", "seen", "go", "override")
_ONLY_SHOW = "Only to look at what would happen."


def step_of(file: CaseFile, key: str) -> Step:
    """The step by its key, as cases of this type can take it on pages; plain facts of the law have one too. Else 404."""
    found = file.type.step(key, file.matter) if file.type.on_pages else None
    if found is None or not found.on_pages:
        raise Http404("No such step.")
    return found


@dataclass(slots=True)
class _Page:
    """One visit: the case, the step, the form as typed, and the hidden tokens."""

    request: HttpRequest
    file: CaseFile
    step: Step
    form: StepForm
    once: UUID
    seen: int
    data: QueryDict | None

    @property
    def override(self) -> str:
        """The reason given for going on over a stop."""
        return _said(self.data, "override")

    def take(self, *, trial: bool, override: str) -> door.Done:
        """Put the step to the door; a trial carries no token, so that it is not taken for the act."""
        form, actor = self.form, actor_of(self.request)
        with transaction.atomic():
            form.before_act()
            return door.act(
                self.step.key,
                case=self.file.case,
                by=actor,
                on=form.on,
                at=form.at,
                today=today(self.file.town),
                once=None if trial else self.once,
                seen=self.seen,
                override=override,
                keep=form.kept(),
                **form.facts(),
            )


@members("see_case")
def record_step(request: HttpRequest, town: str, number: str, step: str) -> HttpResponse:
    """The form, the page that shows what it does, and the act."""
    file = case_file_or_404(request, number)
    declared = step_of(file, step)
    actor = actor_of(request)
    if not permissions.may(actor.roles, declared.permission, file.town.silence_confirmed_by):
        return not_yours(request, f"“{declared.button}” is not for your roles in {file.town.name}.")
    data = typed(request)
    once = _token(data)
    if request.method == "POST" and once and _done_before(file, once):
        return _repeated(request, file, declared, once)
    if once and request.method == "POST" and Event.objects.filter(once=once).exclude(case=file.case).exists():
        # It was spent on another case. One spent on this case since the case file was opened is the same click again,
        # which the door answers as it answered the first.
        once = None
    form = _form(request, file, declared, data)
    page = _Page(request, file, declared, form, once or uuid4(), _seen(data, file), data)
    go = (_said(data, "go") or "check") if request.method == "POST" else "form"
    if data is None or go in ("form", "change"):
        return _form_page(page)
    if once is None:
        messages.error(
            request, "The page was sent without its token. Look at it once more and send it again."
        )
        return _form_page(page)
    try:
        if not form.is_valid():
            return _form_page(page)
        return _act(page) if go == "act" else _check(page)
    except door.Conflict as conflict:
        return _conflict(page, conflict)
    except door.NotAllowed as refusal:
        return not_yours(request, str(refusal))
    except door.Impossible as impossible:
        form.add_error(form.place_of(impossible.field) if impossible.field else None, impossible.because)
        return _form_page(page)


def _form(request: HttpRequest, file: CaseFile, declared: Step, data: QueryDict | None) -> StepForm:
    made: Callable[..., StepForm] = import_string(declared.form or "towns.record.step_forms.Fact")
    initial = {key: value for key, value in request.GET.items() if key in ("seq",)} if data is None else {}
    return made(
        data,
        None,
        file=file,
        today=today(file.town),
        actor=actor_of(request),
        step=declared,
        initial=initial,
    )


def _said(data: QueryDict | None, name: str) -> str:
    return str(data.get(name, "")) if data is not None else ""


def _token(data: QueryDict | None) -> UUID | None:
    try:
        return UUID(_said(data, "once"))
    except ValueError:
        return None


def _seen(data: QueryDict | None, file: CaseFile) -> int:
    said = _said(data, "seen")
    return int(said) if said.isascii() and said.isdigit() else file.case.seq


def _done_before(file: CaseFile, once: UUID) -> bool:
    return once in file.onces.values()


def _repeated(request: HttpRequest, file: CaseFile, declared: Step, once: UUID) -> HttpResponse:
    """The same page was sent twice: the same answer, and nothing more."""
    seq = next(seq for seq, token in file.onces.items() if token == once)
    entry = file.entries[seq - 1]
    messages.success(request, f"Recorded: {entry.title}, {entry.day_words}.")
    return HttpResponseRedirect(case_url(file.town, file.case))


def _form_page(page: _Page) -> HttpResponse:
    layout = getattr(page.form, "layout", None)
    if layout is not None:
        page.form.helper.layout = layout()
    shown = _shown(page) | {"page_has_errors": page.form.is_bound and bool(page.form.errors)}
    return render(page.request, "cases/record_form.html", shown)


def _shown(page: _Page) -> dict[str, Any]:
    file = page.file
    now_offered = page.step.offered(file)
    return frame_of(file, f"record/{page.step.key}") | {
        "step": page.step,
        "form": page.form,
        "once": page.once,
        "seen": page.seen,
        "offered": now_offered,
        "back_url": case_url(file.town, file.case),
        "tabs": [],
    }


def _typed_fields(page: _Page) -> list[tuple[str, str]]:
    return [
        (key, value)
        for key, values in (page.data or QueryDict()).lists()
        if key not in _OWN
        for value in values
    ]


def _check(page: _Page) -> HttpResponse:
    """The page before the act: what was typed, what it does, what speaks against it."""
    return _confirm_page(page)


def _confirm_page(page: _Page, *, problems: list[str] | None = None) -> HttpResponse:
    day = today(page.file.town)
    stops: tuple[steps.Stop, ...] = ()
    seen: Foresight | None = None
    try:
        seen = foresee(lambda: page.take(trial=True, override=""), page.file, day)
    except door.SoftStops as soft:
        stops = soft.stops
        try:
            seen = foresee(lambda: page.take(trial=True, override=_ONLY_SHOW), page.file, day)
        except door.SoftStops:
            seen = None
    actor = actor_of(page.request)
    may_override = permissions.may(actor.roles, "override")
    shown = _shown(page) | {
        "answers": page.form.answers(),
        "fields": _typed_fields(page),
        "stops": stops,
        "may_override": may_override,
        "blocked": bool(stops) and not may_override,
        "override": page.override,
        "foresight": seen,
        "problems": problems or [],
        "limit": settings.DOCUMENT_MAX_BYTES // 1_048_576,
        "page_has_errors": bool(problems),
    }
    return render(page.request, "cases/record_confirm.html", shown)


def _act(page: _Page) -> HttpResponse:
    """Do it, and keep the paper that proves it; if either fails nothing is recorded."""
    proof = page.request.FILES.get("proof")
    if proof is not None and (problem := storage.problem_with(proof)):
        return _confirm_page(page, problems=[problem])
    try:
        with transaction.atomic():
            done = page.take(trial=False, override=page.override)
            if proof is not None and not done.repeated:
                person = actor_of(page.request).person
                storage.add(
                    done.case,
                    proof,
                    by=person,
                    event_seq=done.entry.seq,
                )
    except door.SoftStops as soft:
        problem = (
            "Say why you go on in spite of it."
            if len(soft.stops) == 1
            else "Say why you go on in spite of them."
        )
        return _confirm_page(page, problems=[problem])
    except storage.BadFile as bad:
        return _confirm_page(page, problems=[str(bad)])
    messages.success(page.request, f"Recorded: {done.entry.title}, {done.entry.day_words}.")
    for entry in done.also:
        if entry.name == "taken_back":
            messages.info(page.request, "What had run out was taken back: the fact was in time.")
        elif entry.is_system:
            messages.warning(page.request, f"{entry.title}, from {entry.day_words}.")
        else:
            messages.info(page.request, f"Recorded with it: {entry.title}, {entry.day_words}.")
    return HttpResponseRedirect(case_url(page.file.town, page.file.case))


def _conflict(page: _Page, conflict: door.Conflict) -> HttpResponse:
    """Somebody was quicker: what they recorded, and what was typed here, ready to go on with."""
    names = people_of(conflict.since)
    kept = page.form.answers() if page.form.is_valid() else []
    shown = _shown(page) | {
        "what": page.step.button,
        "since": [
            {
                "day": entry.on,
                "words": f"{entry.title}. {detail(entry)}".strip(),
                "by": recorder(entry, names),
            }
            for entry in conflict.since
        ],
        "kept": [{"label": label, "value": value} for label, value in kept],
        "fields": _typed_fields(page),
        "seen": conflict.case.seq,
        "once": uuid4(),
    }
    return render(page.request, "cases/conflict.html", shown, status=409)
