"""The ledger of a case as it was written: every event with its facts, its recorder and its hash."""

from __future__ import annotations

import json
import re
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from towns.access.decorators import members
from towns.calendar.words import hour_words
from towns.cases import defects
from towns.cases.docket_lines import people_of, recorder
from towns.cases.shell import case_file_or_404, frame_of
from towns.ledger.entries import GENESIS, correctable, digest
from towns.models import Event
from towns.record.case_file import CaseFile, entry_of
from towns.worklist.export import ledger_csv, ledger_line

#: Entries on one page.
PAGE = 50


@members("see_ledger")
def ledger(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The ledger, newest first."""
    file = case_file_or_404(request, number)
    names = people_of(file.entries)
    standing = correctable(file.entries)
    found = Event.objects.filter(case=file.case).order_by("-seq")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows: list[Any] = [
        {
            "event": event,
            "title": entry_of(event).title,
            "at": hour_words(event.at) if event.at else "",
            "by": recorder(entry_of(event), names),
            "facts": [
                (_in_words(key), _shown(file, key, value)) for key, value in sorted(event.facts.items())
            ],
            "standing": event.seq in standing and not standing[event.seq].corrected_by,
            "about": event.name in ("corrected", "taken_back"),
        }
        for event in page.object_list
    ]
    page.object_list = rows
    shown = frame_of(file, "ledger") | {"page": page, "whole": _is_whole(file)}
    return render(request, "cases/ledger.html", shown)


#: A name of the code: small letters, digits and underscores alone.
_NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def _in_words(name: str) -> str:
    """The name of a fact, as a person says it."""
    said = name.replace("_", " ")
    return said[:1].upper() + said[1:]


def _shown(file: CaseFile, key: str, value: object) -> str:
    """A fact in words: defects by their sentence, clocks by their title, lists and tables without the signs of a machine.
    The exports hold it exactly as written."""
    if isinstance(value, dict):
        return ", ".join(f"{_in_words(name)}: {_shown(file, name, held)}" for name, held in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(file, key, one) for one in value)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if key == "defects":
        return str(defects.in_words(file, value).says)
    if key == "clock":
        return next(
            (rule.title for rule in file.matter.clocks if rule.name == value), value.replace("_", " ")
        )
    kind, _, of = value.partition(":")
    if _NAME.fullmatch(kind) or (key == "overridden" and kind):
        return f"{kind} {of}".strip().replace("_", " ")
    return value


def _is_whole(file: CaseFile) -> bool:
    """Whether every hash follows from the one before and the case names the last one."""
    previous = GENESIS
    hashes = list(Event.objects.filter(case=file.case).order_by("seq").values_list("previous", "hash"))
    for entry, (before, stored) in zip(file.entries, hashes, strict=True):
        chained = digest(previous, town_id=file.case.town_id, case_id=file.case.pk, entry=entry)
        if before != previous or stored != chained:
            return False
        previous = stored
    return previous == (file.case.head or GENESIS)


@members("export")
def ledger_export(request: HttpRequest, town: str, number: str, kind: str) -> HttpResponse:
    """The whole ledger as CSV or JSON."""
    file = case_file_or_404(request, number)
    names = people_of(file.entries)
    chain = dict(
        (seq, (previous, own))
        for seq, previous, own in Event.objects.filter(case=file.case).values_list("seq", "previous", "hash")
    )
    lines = [ledger_line(entry, names, chain[entry.seq]) for entry in file.entries]
    if kind == "csv":
        answer = HttpResponse(ledger_csv(lines), content_type="text/csv; charset=utf-8")
    else:
        told = {
            "town": file.town.slug,
            "case": file.case.number,
            "head": file.case.head,
            "events": lines,
        }
        answer = HttpResponse(json.dumps(told, indent=2, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="ledger-{file.case.number}.{kind}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
