"""Tells the plots of the demonstration to the one door, on days counted back from today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from towns.models import Case, Person, Task, Town
from towns.record import door
from towns.record.case_file import calendar_of, law_of
from towns.roles import APPLICANT, Role

_OFFICE: Final = Role.BOARD_ADMINISTRATOR
_CLERK: Final = Role.TOWN_CLERK
_TUESDAY: Final = 1
_WHY: Final = "Entered for the demonstration."


@dataclass(frozen=True, slots=True)
class Act:
    """One step: how many days ago (the number), which step, who in which role, with what facts."""

    ago: int
    step: str
    role: str = _OFFICE
    facts: Mapping[str, Any] = field(default_factory=dict)
    keep: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plot:
    """One case of the demonstration."""

    title: str
    address: str
    map_lot: str
    owner: str
    work: str
    disturbed_sqft: int
    acts: tuple[Act, ...]
    filed_ago: int
    matter: str = "stormwater_permit"
    online: bool = False
    ticked: bool = True
    common_plan_sqft: int | None = None


def at_seven(day: date) -> str:
    """A hearing at seven in the evening."""
    return datetime.combine(day, time(19)).isoformat(timespec="minutes")


class Teller:
    """Tells plots to the door as people of the town would have entered them."""

    def __init__(self, town: Town, people: Mapping[str, Person], applicant: Person, today: date) -> None:
        self.town, self.people, self.applicant, self.today = town, people, applicant, today
        self.calendar = calendar_of(town, law_of(door.edition_on(town, today), town), ())

    def day(self, ago: int) -> date:
        """The open day on or before a day counted back from today; a negative number lies ahead."""
        return self.calendar.roll_back(self.today - timedelta(days=ago))

    def tuesday(self, ago: int) -> date:
        """The Tuesday on or before a day."""
        day = self.today - timedelta(days=ago)
        return day - timedelta(days=(day.weekday() - _TUESDAY) % 7)

    def actor(self, role: str) -> door.Actor:
        """A person of the town in one role."""
        person = self.applicant if role == APPLICANT else self.people[role]
        return door.Actor(person, frozenset({role}))

    def tell(self, plot: Plot) -> Case:
        """Open the case and take its steps in order."""
        filed = self.day(plot.filed_ago)
        filer = APPLICANT if plot.online else _CLERK
        done = door.open_case(
            town=self.town,
            matter=plot.matter,
            by=self.actor(filer),
            on=filed,
            at=time(10, 12),
            today=filed,
            title=plot.title,
            address=plot.address,
            map_lot=plot.map_lot,
            # Nobody has stamped yet what came over the web.
            source="web" if plot.online else None,
            filed_with_clerk=None if plot.online else filed.isoformat(),
            keep={
                "description": plot.work,
                "disturbed_sqft": plot.disturbed_sqft,
                "common_plan_sqft": plot.common_plan_sqft,
                "plan_title": f"{plot.title}, Stormwater Management Plan",
                "plan_by": "Example Civil Group",
                "plan_dated": filed - timedelta(days=12),
                "source": "web" if plot.online else "counter",
                "parties": [
                    {"kind": "applicant", "name": plot.owner, "address": f"PO Box 100\n{self.town.name}, MA"},
                    {"kind": "owner", "name": plot.owner, "address": f"PO Box 100\n{self.town.name}, MA"},
                    {
                        "kind": "engineer",
                        "name": "Example Civil Group",
                        "address": f"1 Sample Way\n{self.town.name}, MA",
                    },
                ],
            },
        )
        case = done.case
        if plot.ticked:
            Task.objects.filter(case=case).update(done=filed, by=self.people[_OFFICE])
        for act in plot.acts:
            self._take(case, act)
        Case.objects.filter(pk=case.pk).update(officer=self.people[Role.PLANNER])
        return case

    def _take(self, case: Case, act: Act) -> None:
        on = self.day(act.ago)
        facts = {key: value(self) if callable(value) else value for key, value in act.facts.items()}
        at = facts.pop("hour", None)
        if facts.pop("tuesday", False):
            on = self.tuesday(act.ago)
        door.act(
            act.step,
            case=case,
            by=self.actor(act.role),
            on=on,
            at=at,
            today=max(on, self.day(act.ago)),
            override=_WHY,
            keep=act.keep,
            **facts,
        )
