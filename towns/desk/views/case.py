"""A case on one page: where it stands, what happens next, its docket, its clocks, its people and papers."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from towns import frame
from towns.desk import counter, defects
from towns.desk.casefile import actor_of, folder_or_404, frame_of
from towns.desk.checklists import checklists
from towns.desk.clock_lines import ClockLine, clock_lines
from towns.desk.docket_lines import docket_lines, future_lines, people_of
from towns.desk.forms import OfficerForm
from towns.desk.next_steps import next_steps
from towns.desk.panels import life_of
from towns.desk.papers import papers_of
from towns.desk.places import case_url
from towns.entrance.gates import members, posted
from towns.folder import Folder
from towns.hearings.forms import window_words
from towns.hearings.steps import suggested_window
from towns.models import Document, Hearing, Party, Task
from towns.today import today
from towns.words import day_words, hour_words


@members("see_case")
def case(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The overview of a case."""
    folder = folder_or_404(request, number)
    day = today(folder.town)
    lines = clock_lines(folder, day, counter.hours())
    documents = list(Document.objects.filter(case=folder.case).only("pk", "title", "event_seq", "case_id"))
    names = people_of(folder.entries)
    parties = list(Party.objects.filter(case=folder.case))
    tasks = list(Task.objects.filter(case=folder.case))
    shown = frame_of(folder) | {
        "steps": life_of(folder),
        "next": next_steps(folder, actor_of(request), lines, day),
        "clocks": [line for line in lines if line.status != "waiting" and not line.settled],
        "done": [line for line in lines if line.settled],
        "waiting": [line for line in lines if line.status == "waiting"],
        "future": future_lines(folder, lines, day),
        "docket": docket_lines(folder, names, documents, may_correct=frame.may(request, "correct")),
        "defects": defects.of_case(folder),
        "people": [
            {"role": p.get_kind_display(), "name": p.name} for p in parties if p.kind != Party.Kind.ABUTTER
        ],
        "abutters": sum(1 for p in parties if p.kind == Party.Kind.ABUTTER),
        "people_url": case_url(folder.town, folder.case, "people"),
        "officer": folder.case.officer,
        "tasks": tasks,
        "checklists": checklists(folder, tasks),
        "tasks_done": sum(1 for task in tasks if task.done),
        "tasks_open": request.GET.get("tasks") == "open",
        "tasks_url": case_url(folder.town, folder.case, "tasks"),
        "may_tick": frame.may(request, "tick_task"),
        "documents": documents[:6],
        "documents_url": case_url(folder.town, folder.case, "documents"),
        "papers": papers_of(folder) if frame.may(request, "print") else [],
    }
    return render(request, "desk/case.html", shown)


@members("see_case")
def deadlines(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Every clock of a case with the law's words, its count, its reasons and its doubts."""
    folder = folder_or_404(request, number)
    lines = clock_lines(folder, today(folder.town), counter.hours())
    for line in lines:
        line.open = False
    extensions = [entry for entry in folder.story if entry.name == "extension_agreed"]
    shown = frame_of(folder, "deadlines") | {
        "lines": lines,
        "rows": [_row(folder, line) for line in lines],
        "extensions": extensions,
        "extend_url": case_url(folder.town, folder.case, "record", "extend")
        if frame.may(request, "extend") and any(line.reading.rule.extend for line in lines)
        else "",
        "correct_url": case_url(folder.town, folder.case, "record", "correct")
        if frame.may(request, "correct")
        else "",
        "edition": folder.case.edition.label,
        "bylaw": folder.law.bylaw,
    }
    return render(request, "desk/deadlines.html", shown)


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


def _row(folder: Folder, line: ClockLine) -> dict[str, Any]:
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
        for entry in folder.story
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
    folder = folder_or_404(request, number)
    day = today(folder.town)
    lines = clock_lines(folder, day, counter.hours())
    steps = next_steps(folder, actor_of(request), lines, day)
    mine = [steps.primary] if steps.primary and "hearing" in steps.primary.key else []
    groups = dict(steps.groups)
    first, last = suggested_window(folder, day)
    shown = frame_of(folder, "hearing") | {
        "hearings": [
            {
                "row": row,
                "at": hour_words(row.time) if row.time else "",
                "closed": _closed(folder, row.number),
            }
            for row in reversed(folder.hearings.values())
        ],
        "notice": [line for line in lines if line.reading.if_missed == "notice_defective"],
        "hold": [line for line in lines if any(s.event == "hearing_opened" for s in line.reading.rule.stops)],
        "rules": [
            {
                "says": rule.says or f"{_spoken(rule.kind)}, by {_spoken(rule.by).lower()}",
                "quoted": bool(rule.says),
                "cite": rule.cite,
            }
            for rule in folder.matter.notices
        ],
        "offers": [*mine, *groups.get("The hearing", []), *groups.get("Its notice", [])],
        "window": window_words(first, last)
        if folder.case.stage in ("filed", "incomplete", "complete")
        else "",
        "board": folder.law.boards[folder.matter.board].name
        if folder.matter.board in folder.law.boards
        else "",
        "papers": [p for p in papers_of(folder) if p["kind"] in ("hearing_notice", "abutter_letter")]
        if frame.may(request, "print")
        else [],
        "events": [
            e for e in reversed(folder.story) if e.name.startswith(("hearing_", "notice", "meeting_"))
        ],
        "cancelled": Hearing.State.CANCELLED,
    }
    return render(request, "desk/hearing.html", shown)


def _spoken(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _closed(folder: Folder, number: int) -> date | None:
    """The day on which a hearing closed."""
    for entry in reversed(folder.story):
        if entry.name == "hearing_closed" and int(entry.facts.get("hearing", 1)) == number:
            return entry.on
    return None


@members("tick_task")
@posted("../")
def tasks(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Tick or untick one line of the checklist."""
    folder = folder_or_404(request, number)
    wanted = request.POST.get("task", "")
    task = Task.objects.filter(case=folder.case, pk=int(wanted) if wanted.isdigit() else 0).first()
    if task is None:
        raise Http404("No such task in this case.")
    done = request.POST.get("done") == "yes"
    task.done = today(folder.town) if done else None
    task.by = actor_of(request).person if done else None
    task.save(update_fields=["done", "by"])
    if getattr(request, "htmx", False):
        return render(request, "desk/task.html", {"task": task, "tasks_url": request.path, "may_tick": True})
    messages.success(request, f"{'Received' if done else 'Not received'}: {task.text}")
    return HttpResponseRedirect(f"{case_url(folder.town, folder.case)}?tasks=open#task-{task.pk}")


@members("assign_officer")
def officer(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """Who looks after the case."""
    folder = folder_or_404(request, number)
    form = OfficerForm(
        request.POST if request.method == "POST" else None,
        town=folder.town,
        initial={"officer": folder.case.officer_id},
    )
    if request.method == "POST" and form.is_valid():
        folder.case.officer = form.cleaned_data["officer"]
        folder.case.save(update_fields=["officer"])
        who = folder.case.officer.name if folder.case.officer else "nobody"
        messages.success(request, f"{who} looks after {folder.case.number} now.")
    return HttpResponseRedirect(case_url(folder.town, folder.case, "people"))
