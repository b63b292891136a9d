"""A plan with everything in it: Holyoke Street Commons in Ludlow, as of Mon Nov 30 2026."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from permitting.om_plans.reporting import record_work
from permitting.om_plans.upkeep import Duty, PlanParty, Structure
from tests.town_fixtures import TODAY, TownHall, load_town
from towns.access import tenancy
from towns.models import Case
from towns.record import door


def hall(town: str) -> TownHall:
    return TownHall(load_town(town)).staff_up()


def plan(where: TownHall, *steps: tuple[str, date], **facts: Any) -> Case:
    """A plan proposed on Feb 6 2024 and brought on by steps."""
    with tenancy.town(where.town):
        done = door.open_case(
            town=where.town, matter="om_plan", by=where.actor(), on=date(2024, 2, 6), today=TODAY,
            title="Holyoke Street Commons", address="79 Holyoke Street", map_lot="Map 9, Lots 31, 31A and 32",
        )  # fmt: skip
    for step, day in steps:
        where.act(done.case, step, day)
    return done.case


@dataclass
class Commons:
    """The hall, the plan and its duties by name."""

    hall: TownHall
    case: Case
    duties: dict[str, Duty]

    def url(self, path: str = "") -> str:
        return f"/ludlow/cases/{self.case.number}/plan/{path}"


def fill(where: TownHall, case: Case) -> dict[str, Duty]:
    """Structures, duties and people of the plan."""
    found = {}
    rows: tuple[tuple[int, str, str, str, dict[str, Any], list[date]], ...] = (
        (2, "Forebay", "9-31", "Take out sediment", {"months": 12, "first": date(2024, 10, 31), "fixed": True},
         [date(2024, 10, 3), date(2025, 10, 14)]),
        (3, "Separator", "9-31A", "Vacuum oil and sediment", {"months": 6, "first": date(2024, 11, 15)}, [date(2026, 3, 12)]),
        (4, "Catch basins, 6", "", "Look into each, clean at half the sump", {"months": 3, "first": date(2024, 9, 3)},
         [date(2026, 9, 3)]),
        (5, "Chambers", "9-32", "Open the ports, measure sediment", {"months": 6, "first": date(2024, 7, 20)},
         [date(2026, 7, 20)]),
    )  # fmt: skip
    with tenancy.town(where.town):
        for number, name, parcel, what, rule, done in rows:
            structure = Structure.objects.create(
                town=where.town, case=case, number=number, name=name, parcel=parcel, sheet="C-4"
            )
            duty = Duty.objects.create(town=where.town, structure=structure, what=what, **rule)
            for day in done:
                record_work(duty, day, by=None, entered=datetime(2026, 11, 30, 15, tzinfo=UTC))
            found[name] = duty
        for kind, name, parcel in (
            ("owner", "Commons Sample Association", "9-31"),
            ("owner", "Holyoke Example Gym LLC", "9-31A"),
            ("owner", "Example Shop LLC", "9-32"),
            ("operator", "Grounds Example Services", ""),
            ("payer", "Commons Sample Association", ""),
        ):
            signed = date(2024, 4, 30) if kind == "owner" else None
            PlanParty.objects.create(
                town=where.town, case=case, kind=kind, name=name, parcel=parcel, signed=signed
            )
    return found
