"""Which papers can be printed in a case now, and which were printed already."""

from __future__ import annotations

from typing import Any

from towns.models import Hearing, Notice
from towns.papers import kinds, printing
from towns.record.case_file import CaseFile
from towns.ui.links import case_url, paper_url, print_url


def _hearing_set(file: CaseFile) -> bool:
    live = file.live_hearing
    return live is not None and live.day is not None and live.state != Hearing.State.CLOSED


def papers_of(file: CaseFile) -> list[dict[str, Any]]:
    """The papers that the case calls for, each with where it is printed and what was printed before."""
    printed: dict[str, list[dict[str, Any]]] = {}
    rows = Notice.objects.filter(case=file.case).values_list("pk", "kind", "title", "printed")
    for pk, key, title, moment in rows:
        printed.setdefault(key, []).append(
            {"url": paper_url(file.town, pk), "title": title, "printed": moment}
        )
    found = []
    now = dict(printing.offered(file))
    if _hearing_set(file):
        now.setdefault("abutter_letter", "")
    for kind in kinds.every():
        if kind.key in now or kind.key in printed:
            to_many = kind.key == "abutter_letter"
            label = "Letters to abutters" if to_many else now.get(kind.key) or kind.title
            found.append(
                {
                    "kind": kind.key,
                    "title": label,
                    "url": case_url(file.town, file.case, "letters")
                    if to_many
                    else print_url(file.town, file.case, kind.key),
                    "printed": printed.get(kind.key, []),
                }
            )
    return found
