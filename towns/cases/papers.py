"""Which papers can be printed in a case now, and which were printed already."""

from __future__ import annotations

from typing import Any

from towns.models import Notice
from towns.papers import printing
from towns.record.case_file import CaseFile
from towns.ui.links import case_url, paper_url, print_url


def papers_of(file: CaseFile) -> list[dict[str, Any]]:
    """The papers that the case calls for, each with where it is printed and what was printed before."""
    printed: dict[str, list[dict[str, Any]]] = {}
    rows = Notice.objects.filter(case=file.case).values_list("pk", "kind", "title", "printed")
    for pk, key, title, moment in rows:
        printed.setdefault(key, []).append(
            {"url": paper_url(file.town, pk), "title": title, "printed": moment}
        )
    return [
        {
            "kind": paper.key,
            "title": paper.label or paper.title,
            "url": case_url(file.town, file.case, paper.page)
            if paper.page
            else print_url(file.town, file.case, paper.key),
            "draft": not paper.stands(file),
            "printed": printed.get(paper.key, []),
        }
        for paper in printing.papers_for(file)
        if paper.offered(file) or paper.key in printed
    ]
