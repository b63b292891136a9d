"""The inspector's lists: what is set for a day, what is due again, what was asked for, what was never made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from permitting.inspections.models import Inspection, InspectionState, Stage
from permitting.inspections.stages import NEVER_HELD, StageLine, lines
from towns.models import Case, Town
from towns.record.case_file import open_case_files

_S = InspectionState
#: Cases that are looked through for inspections never made; more are a matter for the lists of the office.
MOST_CASES = 300


@dataclass(frozen=True, slots=True)
class Never:
    """An inspection that the law asks for and that was never made in time."""

    case: Case
    line: StageLine


@dataclass(frozen=True, slots=True)
class Day:
    """An inspector's day. `again`: what has to be corrected by then or was due before; `late`: set for an earlier day
    and not made; `asked`: asked for, with no day set."""

    day: date
    visits: tuple[Inspection, ...]
    again: tuple[Inspection, ...]
    late: tuple[Inspection, ...]
    asked: tuple[Inspection, ...]


def day_of(day: date) -> Day:
    """What an inspector does on a day, by hour and then by place, in the town that is open."""
    rows = Inspection.objects.select_related("case").filter(case__closed=False)
    order = ("time", "case__address", "case__title", "number")
    waiting = rows.filter(state=_S.SCHEDULED)
    return Day(
        day=day,
        visits=tuple(waiting.filter(day=day).order_by(*order)),
        again=tuple(
            rows.filter(state__in=(_S.FAILED, _S.PASSED_WITH_ITEMS, _S.CORRECTED), mend_by__lte=day)
            .exclude(state=_S.CORRECTED, stage__in=(Stage.ROUTINE, Stage.STORM, Stage.COMPLAINT))
            .order_by("mend_by", "case__address", "number")
        ),
        late=tuple(waiting.filter(day__lt=day).order_by("day", *order)),
        asked=tuple(rows.filter(state=_S.REQUESTED).order_by("case__address", "case__title", "number")),
    )


def never_held(town: Town) -> list[Never]:
    """The inspections that were never made although the act before which they belong is done."""
    cases = Case.objects.filter(kind="permit", stage="permitted", closed=False).select_related("edition")
    return [
        Never(file.case, line)
        for file in open_case_files(cases.order_by("-opened", "-id")[:MOST_CASES], town)
        for line in lines(file)
        if line.state == NEVER_HELD or (line.flagged and line.inspection is None)
    ]
