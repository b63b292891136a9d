"""What falls due under the plans of a town, and what one plan's page shows: read from rows, counted on the day asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Prefetch

from permitting.om_plans import schedule
from permitting.om_plans.models import BINDING
from permitting.om_plans.upkeep import Asked, Duty, PlanParty, WorkDone
from towns.calendar.words import day_words
from towns.models import Case

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
#: Years for which an owner keeps the records of maintenance, and so the most that is asked for.
RECORDS_YEARS = 5


@dataclass(frozen=True, slots=True)
class DueLine:
    """One duty as it stands on a day: when it was done last, when it is due next, and how that stands."""

    duty: Duty
    works: tuple[WorkDone, ...]
    due: date | None
    standing: str
    today: date

    @property
    def last(self) -> WorkDone | None:
        """The last time it was done."""
        return self.works[-1] if self.works else None

    @property
    def distance(self) -> str:
        """How far the day is, in words: 79 days overdue."""
        if self.due is None:
            return ""
        left = (self.due - self.today).days
        days = f"{abs(left)} day" + ("" if abs(left) == 1 else "s")
        if left < 0:
            return f"{days} overdue"
        if left == 0:
            return "due today"
        return f"due in {days}" if self.standing == "soon" else f"{days} left"

    @property
    def how_often(self) -> str:
        """The plan's own words, else its interval in words."""
        return self.duty.words or interval_words(self.duty)


def interval_words(duty: Duty) -> str:
    """Every 6 months; each year by Oct 31; each month, April to October."""
    if duty.months == 1:
        said = "each month"
    elif duty.months % 12 == 0:
        years = duty.months // 12
        said = "each year" if years == 1 else f"every {years} years"
    else:
        said = f"every {duty.months} months"
    if duty.fixed and duty.months % 12 == 0:
        said += f" by {duty.first:%b} {duty.first.day}"
    if duty.season_from and duty.season_to:
        said += f", {_MONTHS[duty.season_from - 1]} to {_MONTHS[duty.season_to - 1]}"
    return said


def rule_of(duty: Duty) -> schedule.Rule:
    """The duty's rule as the count wants it."""
    season = (duty.season_from, duty.season_to) if duty.season_from and duty.season_to else None
    return schedule.Rule(duty.first, duty.months, duty.fixed, season)


def due_line(duty: Duty, today: date) -> DueLine:
    """A duty as it stands on a day. Work told for a later day is not known yet; struck work never was."""
    works = tuple(
        work
        for work in sorted(duty.works.all(), key=lambda one: (one.on, one.pk))
        if work.struck is None and work.on <= today
    )
    over = duty.ended or duty.structure.removed
    due = schedule.next_day(rule_of(duty), [work.on for work in works])
    if over is not None and (due is None or due > over or over <= today):
        due = None
    return DueLine(duty, works, due, schedule.standing(due, today), today)


def _duties() -> Prefetch:  # type: ignore[type-arg]
    works = WorkDone.objects.select_related("document")
    return Prefetch("works", queryset=works)


def due_lines(case: Case, today: date) -> list[DueLine]:
    """Every duty of one plan, the most overdue first; what ended last."""
    rows = Duty.objects.filter(structure__case=case).select_related("structure").prefetch_related(_duties())
    return in_order(due_line(duty, today) for duty in rows)


def town_lines(today: date) -> list[DueLine]:
    """Every duty that falls due under the plans in force in the town, the most overdue first."""
    rows = (
        Duty.objects.filter(structure__case__stage__in=BINDING, structure__removed__isnull=True)
        .select_related("structure__case")
        .prefetch_related(_duties())
    )
    return in_order(line for duty in rows if (line := due_line(duty, today)).due is not None)


def in_order(lines: Iterable[DueLine]) -> list[DueLine]:
    """Soonest day first; where no day follows, last."""
    return sorted(lines, key=lambda line: (line.due is None, line.due or date.max, line.duty.pk))


def end_of_month(today: date) -> date:
    """The last day of the month."""
    return schedule.add_months(today.replace(day=1), 1) - timedelta(days=1)


def wanted(lines: Iterable[DueLine], which: str) -> list[DueLine]:
    """`overdue`, `soon` (7 days), `month` (until the end of this month, what is overdue left out), or all."""
    lines = list(lines)
    if which in ("overdue", "soon"):
        return [line for line in lines if line.standing == which]
    if which == "month":
        return [line for line in lines if line.due and line.today <= line.due <= end_of_month(line.today)]
    return lines


def operators_of(cases: Iterable[int]) -> dict[int, str]:
    """Who does the work, by case: the operators, else the owners."""
    found: dict[int, dict[str, list[str]]] = {}
    rows = PlanParty.objects.filter(
        case_id__in=list(cases), until__isnull=True, kind__in=("operator", "owner")
    )
    for row in rows:
        found.setdefault(row.case_id, {}).setdefault(row.kind, []).append(row.name)
    return {
        case: ", ".join(kinds.get("operator") or kinds.get("owner") or []) for case, kinds in found.items()
    }


def asked_standing(row: Asked, today: date) -> tuple[str, str]:
    """The kind of tag and its words for what was asked for."""
    if row.received is not None:
        late = row.wanted_by is not None and row.received > row.wanted_by
        days = (row.received - row.wanted_by).days if row.wanted_by else 0
        return ("fine", f"{days} day{'' if days == 1 else 's'} late") if late else ("fine", "received")
    if row.wanted_by is not None and row.wanted_by < today:
        return "late", f"wanted by {day_words(row.wanted_by)}"
    if row.wanted_by is not None:
        return "wait", f"wanted by {day_words(row.wanted_by)}"
    days = (today - row.on).days
    return "soon", f"no answer, {days} day{'' if days == 1 else 's'}"
