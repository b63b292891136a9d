"""Which papers can be printed in a case now, and which were printed already."""

from __future__ import annotations

from typing import Any

from towns.desk.places import case_url, paper_url, print_url
from towns.folder import Folder
from towns.models import Hearing, Notice
from towns.notices import kinds, printing


def _hearing_set(folder: Folder) -> bool:
    live = folder.live_hearing
    return live is not None and live.day is not None and live.state != Hearing.State.CLOSED


def papers_of(folder: Folder) -> list[dict[str, Any]]:
    """The papers that the case calls for, each with where it is printed and what was printed before."""
    printed: dict[str, list[dict[str, Any]]] = {}
    rows = Notice.objects.filter(case=folder.case).values_list("pk", "kind", "title", "printed")
    for pk, key, title, moment in rows:
        printed.setdefault(key, []).append(
            {"url": paper_url(folder.town, pk), "title": title, "printed": moment}
        )
    found = []
    now = dict(printing.offered(folder))
    if _hearing_set(folder):
        now.setdefault("abutter_letter", "")
    for kind in kinds.every():
        if kind.key in now or kind.key in printed:
            to_many = kind.key == "abutter_letter"
            label = "Letters to abutters" if to_many else now.get(kind.key) or kind.title
            found.append(
                {
                    "kind": kind.key,
                    "title": label,
                    "url": case_url(folder.town, folder.case, "letters")
                    if to_many
                    else print_url(folder.town, folder.case, kind.key),
                    "printed": printed.get(kind.key, []),
                }
            )
    return found
