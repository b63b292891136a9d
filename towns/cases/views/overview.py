"""A case on one page: where it stands, what happens next, its docket, its clocks, its people and papers."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns.access import context
from towns.access.decorators import members, posted
from towns.calendar import counter_hours
from towns.calendar.today import today
from towns.calendar.words import day_words, hour_words
from towns.cases import defects
from towns.cases.checklists import checklists
from towns.cases.clock_lines import ClockLine, clock_lines
from towns.cases.docket_lines import docket_lines, future_lines, people_of
from towns.cases.forms import OfficerForm
from towns.cases.next_steps import next_steps
from towns.cases.papers import papers_of
from towns.cases.shell import actor_of, case_file_or_404, frame_of
from towns.hearings.forms import window_words
from towns.hearings.steps import suggested_window
from towns.models import Document, Hearing, Party, Task
from towns.record.case_file import CaseFile
from towns.record.panels import panels_of
from towns.ui.links import case_url


@members("see_case")
def case(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The overview of a case."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    lines = clock_lines(file, day, counter_hours.hours())
    documents = list(Document.objects.filter(case=file.case).only("pk", "title", "event_seq", "case_id"))
    names = people_of(file.entries)
    parties = list(Party.objects.filter(case=file.case))
    tasks = list(Task.objects.filter(case=file.case))
    shown = frame_of(file) | {
        "steps": file.type.life(file),
        "next": next_steps(file, actor_of(request), lines, day),
        "clocks": [line for line in lines if line.status != "waiting" and not line.settled],
        "done": [line for line in lines if line.settled],
        "waiting": [line for line in lines if line.status == "waiting"],
        "future": future_lines(file, lines, day),
        "docket": docket_lines(file, names, documents, may_correct=context.may(request, "correct")),
        "defects": defects.of_case(file),
        "panels": panels_of(file, day),
        "people": [
            {"role": p.get_kind_display(), "name": p.name} for p in parties if p.kind != Party.Kind.ABUTTER
        ],
        "abutters": sum(1 for p in parties if p.kind == Party.Kind.ABUTTER),
        "people_url": case_url(file.town, file.case, "people"),
        "officer": file.case.officer,
        "tasks": tasks,
        "checklists": checklists(file, tasks),
        "tasks_done": sum(1 for task in tasks if task.done),
        "tasks_open": request.GET.get("tasks") == "open",
        "tasks_url": case_url(file.town, file.case, "tasks"),
        "may_tick": context.may(request, "tick_task"),
        "documents": documents[:6],
        "documents_url": case_url(file.town, file.case, "documents"),
        "papers": papers_of(file) if context.may(request, "print") else [],
    }
    return render(request, "cases/case.html", shown)


@members("see_case")
def deadlines(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Every clock of a case with the law's words, its count, its reasons and its doubts."""
    file = case_file_or_404(request, number)
    lines = clock_lines(file, today(file.town), counter_hours.hours())
    for line in lines:
        line.open = False
    extensions = [entry for entry in file.story if entry.name == "extension_agreed"]
    shown = frame_of(file, "deadlines") | {
        "lines": lines,
        "rows": [_row(file, line) for line in lines],
        "extensions": extensions,
        "extend_url": case_url(file.town, file.case, "record", "extend")
        if context.may(request, "extend") and any(line.reading.rule.extend for line in lines)
        else "",
        "correct_url": case_url(file.town, file.case, "record", "correct")
        if context.may(request, "correct")
        else "",
        "edition": file.case.edition.label,
        "bylaw": file.law.bylaw,
    }
    return render(request, "cases/deadlines.html", shown)


_UNITS = {
    "calendar": ("calendar day", "calendar days"),
    "business": (
        "day that is not Saturday, Sunday or a legal holiday",
        "days that are not Saturday, Sunday or a legal holiday",
    ),
    "years": ("year, to the anniversary", "years, to the anniversary"),
    "hours": ("hour as it passes", "hours as they pass"),
    "business_hours": (
        "hour, not counting Saturdays, Sundays and legal holidays",
        "hours, not counting Saturdays, Sundays and legal holidays",
    ),
}


def _row(file: CaseFile, line: ClockLine) -> dict[str, Any]:
    """How one clock is counted, in words."""
    rule = line.reading.rule
    rolls = "moves off closed days" if rule.rolls else "does not move"
    direction = "counted back" if rule.before else "counted on"
    if rule.length is None:
        count = "no number in the law"
    elif rule.length == 0:
        count = f"that same day, {rolls}"
    else:
        count = f"{rule.length} {_UNITS[rule.unit][rule.length != 1]}, {direction}, {rolls}"
    moved = [
        f"until {day_words_of(entry.facts['until'])}, agreed {day_words(entry.on)}"
        for entry in file.story
        if entry.name == "extension_agreed"
        and entry.facts.get("until")
        and (entry.facts.get("clock") == rule.name or entry.facts.get("clock") in rule.extended_with)
    ]
    return {
        "line": line,
        "count": count,
        "started": line.reading.started,
        "extension": moved,
        "doubts": line.reading.doubts,
    }


def day_words_of(text: str) -> str:
    """A day kept as ISO text, in words."""
    return day_words(date.fromisoformat(text[:10]))


@members("see_case")
def hearing(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The hearings of a case and the proof of their notice."""
    file = case_file_or_404(request, number)
    day = today(file.town)
    lines = clock_lines(file, day, counter_hours.hours())
    steps = next_steps(file, actor_of(request), lines, day)
    mine = [steps.primary] if steps.primary and "hearing" in steps.primary.key else []
    groups = dict(steps.groups)
    first, last = suggested_window(file, day)
    shown = frame_of(file, "hearing") | {
        "hearings": [
            {
                "row": row,
                "at": hour_words(row.time) if row.time else "",
                "closed": _closed(file, row.number),
            }
            for row in reversed(file.hearings.values())
        ],
        "notice": [line for line in lines if line.reading.if_missed == "notice_defective"],
        "hold": [line for line in lines if any(s.event == "hearing_opened" for s in line.reading.rule.stops)],
        "rules": [
            {
                "says": rule.says or f"{_spoken(rule.kind)}, by {_spoken(rule.by).lower()}",
                "quoted": bool(rule.says),
                "cite": rule.cite,
            }
            for rule in file.matter.notices
        ],
        "offers": [*mine, *groups.get("The hearing", []), *groups.get("Its notice", [])],
        "window": window_words(first, last) if file.case.stage in ("filed", "incomplete", "complete") else "",
        "board": file.law.boards[file.matter.board].name if file.matter.board in file.law.boards else "",
        "papers": [p for p in papers_of(file) if p["kind"] in ("hearing_notice", "abutter_letter")]
        if context.may(request, "print")
        else [],
        "events": [e for e in reversed(file.story) if e.name.startswith(("hearing_", "notice", "meeting_"))],
        "cancelled": Hearing.State.CANCELLED,
    }
    return render(request, "cases/hearing.html", shown)


def _spoken(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _closed(file: CaseFile, number: int) -> date | None:
    """The day on which a hearing closed."""
    for entry in reversed(file.story):
        if entry.name == "hearing_closed" and int(entry.facts.get("hearing", 1)) == number:
            return entry.on
    return None


@members("tick_task")
@posted("../")
def tasks(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Tick or untick one line of the checklist."""
    file = case_file_or_404(request, number)
    wanted = request.POST.get("task", "")
    task = Task.objects.filter(case=file.case, pk=int(wanted) if wanted.isdigit() else 0).first()
    if task is None:
        raise Http404("No such task in this case.")
    done = request.POST.get("done") == "yes"
    task.done = today(file.town) if done else None
    task.by = actor_of(request).person if done else None
    task.save(update_fields=["done", "by"])
    if getattr(request, "htmx", False):
        return render(request, "cases/task.html", {"task": task, "tasks_url": request.path, "may_tick": True})
    messages.success(request, f"{'Received' if done else 'Not received'}: {task.text}")
    return HttpResponseRedirect(f"{case_url(file.town, file.case)}?tasks=open#task-{task.pk}")


@members("assign_officer")
def officer(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Who looks after the case."""
    file = case_file_or_404(request, number)
    form = OfficerForm(
        request.POST if request.method == "POST" else None,
        town=file.town,
        initial={"officer": file.case.officer_id},
    )
    if request.method == "POST" and form.is_valid():
        file.case.officer = form.cleaned_data["officer"]
        file.case.save(update_fields=["officer"])
        who = file.case.officer.name if file.case.officer else "nobody"
        messages.success(request, f"{file.case.number} is assigned to {who}.")
    return HttpResponseRedirect(case_url(file.town, file.case, "people"))
