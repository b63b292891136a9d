"""The ledger of a case as it was written: every event with its facts, its recorder and its hash."""

from __future__ import annotations

import json
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from towns.desk.casefile import folder_or_404, frame_of
from towns.desk.docket_lines import people_of, recorder
from towns.desk.export import ledger_csv, ledger_line
from towns.entrance.gates import members
from towns.folder import Folder, entry_of
from towns.ledger import GENESIS, correctable, digest
from towns.models import Event
from towns.words import hour_words

#: Entries on one page.
PAGE = 50


@members("see_ledger")
def ledger(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The ledger, newest first."""
    folder = folder_or_404(request, number)
    names = people_of(folder.entries)
    standing = correctable(folder.entries)
    found = Event.objects.filter(case=folder.case).order_by("-seq")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows: list[Any] = [
        {
            "event": event,
            "title": entry_of(event).title,
            "at": hour_words(event.at) if event.at else "",
            "by": recorder(entry_of(event), names),
            "facts": [(key, _shown(value)) for key, value in sorted(event.facts.items())],
            "standing": event.seq in standing and not standing[event.seq].corrected_by,
            "about": event.name in ("corrected", "taken_back"),
        }
        for event in page.object_list
    ]
    page.object_list = rows
    shown = frame_of(folder, "ledger") | {"page": page, "whole": _is_whole(folder)}
    return render(request, "desk/ledger.html", shown)


def _shown(value: object) -> str:
    """A fact as it was written, lists and tables without the signs of a machine."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_shown(held)}" for key, held in value.items())
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _is_whole(folder: Folder) -> bool:
    """Whether every hash follows from the one before and the case names the last one."""
    previous = GENESIS
    hashes = list(Event.objects.filter(case=folder.case).order_by("seq").values_list("previous", "hash"))
    for entry, (before, stored) in zip(folder.entries, hashes, strict=True):
        chained = digest(previous, town_id=folder.case.town_id, case_id=folder.case.pk, entry=entry)
        if before != previous or stored != chained:
            return False
        previous = stored
    return previous == (folder.case.head or GENESIS)


@members("export")
def ledger_export(request: HttpRequest, town: str, number: str, kind: str) -> HttpResponse:
    """The whole ledger as CSV or JSON."""
    folder = folder_or_404(request, number)
    names = people_of(folder.entries)
    chain = dict(
        (seq, (previous, own))
        for seq, previous, own in Event.objects.filter(case=folder.case).values_list(
            "seq", "previous", "hash"
        )
    )
    lines = [ledger_line(entry, names, chain[entry.seq]) for entry in folder.entries]
    if kind == "csv":
        answer = HttpResponse(ledger_csv(lines), content_type="text/csv; charset=utf-8")
    else:
        told = {
            "town": folder.town.slug,
            "case": folder.case.number,
            "head": folder.case.head,
            "events": lines,
        }
        answer = HttpResponse(json.dumps(told, indent=2, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="ledger-{folder.case.number}.{kind}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
