"""An order on a page: what it says beside what the law wants in it, to whom it goes, how it was served, its last day."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from enforcement.orders import contents
from enforcement.orders.models import BINDING
from enforcement.orders.steps import deadline
from enforcement.service import way_words
from towns.access.decorators import members
from towns.cases.shell import case_file_or_404, frame_of
from towns.models import Case
from towns.record.case_file import CaseFile
from towns.ui.links import case_url


@members("see_case")
@require_safe
def order(request: HttpRequest, town: str, number: str) -> HttpResponse:
    """The order of a case."""
    file = case_file_or_404(request, number)
    if file.case.kind != "order":
        raise Http404("No order of this number.")
    issued = file.last("order_issued")
    article = str(issued.facts.get("article", "")) if issued is not None else ""
    rule, last = contents.rule_of(file), deadline(file)
    chosen = set(contents.commands_of(file))
    shown = frame_of(file, "order") | {
        "rule": rule,
        "items": contents.items(file, article=article, comply_by=last),
        "free": contents.order_of(file).contents.get("order", ""),
        "commands": [one for one in rule.commands if one.key in chosen] if rule else [],
        "stops_work": contents.stops_work(file) and file.case.stage in BINDING,
        "recipients": contents.recipients_of(file),
        "signer": contents.order_of(file).signer,
        "issued": issued,
        "last": last,
        "changes": [one for one in file.story if one.name in ("deadline_extended", "order_amended")],
        "services": _services(file),
        "over": _over(file),
    }
    return render(request, "orders/order.html", shown)


def _services(file: CaseFile) -> list[dict[str, Any]]:
    return [
        {
            "on": entry.on,
            "way": way_words(str(entry.facts.get("way", ""))),
            "party": str(entry.facts.get("party", "")),
            "refused": entry.outcome == "refused",
        }
        for entry in file.story
        if entry.name == "order_served"
    ]


def _over(file: CaseFile) -> list[dict[str, str]]:
    """The violation files that the order stands over."""
    cases = Case.objects.filter(linked_from__case=file.case, kind="violation").order_by("id")
    return [
        {"number": one.number, "title": one.title, "url": case_url(file.town, one, "violation")}
        for one in cases
    ]
