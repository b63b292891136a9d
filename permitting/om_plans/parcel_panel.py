"""What the page of a parcel says of its plans: the structures on it and what is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from permitting.om_plans import queries
from permitting.om_plans.models import BINDING
from permitting.om_plans.upkeep import PlanParcel
from towns.calendar.words import day_words
from towns.models import Case, Town
from towns.parcels.panels import ParcelLine, ParcelPanel
from towns.ui.links import town_url

_TAGS = {"overdue": "late", "soon": "soon"}


def cases(key: str) -> Iterable[int]:
    """The plans tied to the parcel."""
    return PlanParcel.objects.filter(key=key).values_list("case_id", flat=True)


def lines(town: Town, key: str, today: date) -> Iterator[ParcelLine]:
    """The duties of the plans in force on the parcel; those of structures on another parcel of the plan are left out."""
    for case in Case.objects.filter(pk__in=cases(key), stage__in=BINDING):
        url = town_url("om_plans:plan", town, number=case.number)
        for line in queries.due_lines(case, today):
            if line.due is None or line.duty.structure.parcel not in ("", key):
                continue
            yield ParcelLine(
                words=f"{line.duty.structure}: {line.duty.what}",
                note=f"{line.how_often}; next {day_words(line.due)} ({case.number})",
                url=url,
                tag=_TAGS.get(line.standing, "wait"),
                tag_words=line.distance,
            )


PANEL = ParcelPanel("om_duties", "Maintenance due", lines, cases)
