"""Which papers can be printed in a case now, and which were printed already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from towns.desk.places import case_url, paper_url, print_url
from towns.folder import Folder
from towns.models import Hearing, Notice
from towns.notices import kinds


def _hearing_set(folder: Folder) -> bool:
    live = folder.live_hearing
    return live is not None and live.day is not None and live.state != Hearing.State.CLOSED


_WHEN: Final[dict[str, Callable[[Folder], bool]]] = {
    "hearing_notice": _hearing_set,
    "abutter_letter": _hearing_set,
    "decision": lambda folder: folder.has("decided"),
    "certificate_of_no_action": lambda folder: folder.has("deemed_approved"),
    "permit": lambda folder: folder.has("permit_issued"),
    "extension_agreement": lambda folder: folder.has("extension_agreed"),
    "incompleteness_letter": lambda folder: folder.has("returned_incomplete"),
}


def papers_of(folder: Folder) -> list[dict[str, Any]]:
    """The papers that the case calls for, each with where it is printed and what was printed before."""
    printed: dict[str, list[dict[str, Any]]] = {}
    rows = Notice.objects.filter(case=folder.case).values_list("pk", "kind", "title", "printed")
    for pk, kind, title, moment in rows:
        printed.setdefault(kind, []).append(
            {"url": paper_url(folder.town, pk), "title": title, "printed": moment}
        )
    found = []
    for kind in kinds.every():
        fits = _WHEN.get(kind.key)
        if (fits and fits(folder)) or kind.key in printed:
            to_many = kind.key == "abutter_letter"
            label = "Letters to abutters" if to_many else kind.title
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
