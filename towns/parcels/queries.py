"""Which cases are about a parcel, and what lives in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from towns.models import Case
from towns.parcels import panels
from towns.parcels.map_lot import keys
from towns.record import case_types
from towns.record.stages import stage_words

#: Parcels that a search may answer.
MOST = 50


@dataclass(slots=True)
class CaseLine:
    """A case about the parcel: how it stands, and the things in it that are alive."""

    case: Case
    stage: str
    things: list[str] = field(default_factory=list)


def cases_of(key: str) -> list[Case]:
    """Every case whose map and lot name the parcel, or that a department ties to it, the latest first."""
    numbers = [part for part in key.split("-") if part]
    named = Q()
    for part in numbers:
        named &= Q(map_lot__icontains=part.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    found = [case for case in Case.objects.filter(named) if key in keys(case.map_lot)] if numbers else []
    tied = {pk for panel in panels.every() for pk in panel.cases(key)} - {case.pk for case in found}
    if tied:
        found += list(Case.objects.filter(pk__in=tied))
    return sorted(found, key=lambda case: (case.closed, -case.opened.toordinal(), -case.pk))


def lines_of(cases: Iterable[Case]) -> list[CaseLine]:
    """The cases with their stage for staff, and every thing in them from which something still follows."""
    cases = list(cases)
    things = case_types.load_things(cases)
    lines = []
    for case in cases:
        told = [
            f"{kind.replace('_', ' ').capitalize()} {number}: {str(thing.state).replace('_', ' ')}"
            for kind, rows in things[case.pk].items()
            for number, thing in rows.items()
            if str(thing.state) not in thing.ENDED
        ]
        lines.append(CaseLine(case, stage_words(case.kind, case.stage, held=case.held), told))
    return lines


def by_kind(lines: Iterable[CaseLine], names: dict[str, str]) -> list[tuple[str, list[CaseLine]]]:
    """The lines grouped by the matter's name."""
    groups: dict[str, list[CaseLine]] = {}
    for line in lines:
        groups.setdefault(names.get(line.case.matter, line.case.matter.replace("_", " ")), []).append(line)
    return list(groups.items())
