"""Town halls for tests: two towns with a person for every role, and cases brought to a stage through the one door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from towns.access import tenancy
from towns.law import schema
from towns.management.commands.load_towns import load_editions
from towns.models import Board, Case, CounterHours, Membership, Party, Person, Town
from towns.record import door
from towns.record.case_file import CaseFile, open_case_file
from towns.roles import Role

#: The day that every test with the `today` fixture believes in: a Monday.
TODAY = date(2026, 11, 30)

#: The stages that `bring` knows, each with the ones before it.
STAGES = (
    "filed",
    "incomplete",
    "complete",
    "scheduled",
    "noticed",
    "hearing",
    "deliberation",
    "approved",
    "deemed",
    "certified",
    "permitted",
    "withdrawn",
)

#: Markup that must never reach a page unescaped.
MARKUP = '<script>alert(1)</script><b title="x">&amp;\''


def load_town(slug: str) -> Town:
    """A shipped town with its boards, its law and counter hours (Monday to Thursday, 9 to 4)."""
    law = schema.load(slug)
    town, _ = Town.objects.get_or_create(
        slug=slug,
        defaults={
            "name": law.name,
            "saturday_closed": law.calendar.saturday_closed,
            "reminder_days": [14, 7, 3, 1, 0],
            "office": "Town Hall",
            "hearing_room": "Room 105",
        },
    )
    with tenancy.town(town):
        for key, board in law.boards.items():
            Board.objects.get_or_create(
                town=town, key=key, defaults={"name": board.name, "meets": "2nd Tuesday at 7:00 pm"}
            )
        load_editions(town, law)
        for weekday in range(4):
            CounterHours.objects.get_or_create(
                town=town, weekday=weekday, opens=time(9), defaults={"closes": time(16)}
            )
    return town


@dataclass
class TownHall:
    """A town with its people; `case` and `act` go through the one door."""

    town: Town
    people: dict[str, Person] = field(default_factory=dict)

    def staff_up(self) -> TownHall:
        """One plainly fictional person for every role, chair and member on the town's first board."""
        with tenancy.town(self.town):
            board = Board.objects.order_by("id").first()
        for role in Role:
            person = Person.objects.create_user(
                f"{role.value}@{self.town.slug}.example",
                "correct horse battery",
                name=f"{self.town.name} {role.label}",
            )
            on_board = board.key if board and role in (Role.MEMBER, Role.CHAIR) else ""
            Membership.objects.create(person=person, town=self.town, role=role, board=on_board)
            self.people[role] = person
        return self

    def actor(self, role: str = Role.BOARD_ADMINISTRATOR) -> door.Actor:
        """The actor of a role, as the door wants it."""
        return door.actor_for(self.people[role], self.town)

    def client(self, role: str = Role.BOARD_ADMINISTRATOR) -> Client:
        """A browser in which the person of that role is signed in."""
        client = Client()
        client.force_login(self.people[role])
        return client

    def file(self, case: Case) -> CaseFile:
        """The case opened on the table, as it stands now."""
        with tenancy.town(self.town):
            return open_case_file(Case.objects.get(pk=case.pk), self.town)

    def act(
        self,
        case: Case,
        step: str,
        on: date,
        *,
        role: str = Role.BOARD_ADMINISTRATOR,
        today: date = TODAY,
        **more: Any,
    ) -> door.Done:
        """One step by the person of a role; stops are overridden with a reason."""
        with tenancy.town(self.town):
            return door.act(
                step,
                case=case,
                by=self.actor(role),
                on=on,
                today=today,
                override=more.pop("override", "for a test"),
                **more,
            )

    def case(
        self,
        stage: str = "filed",
        *,
        matter: str = "stormwater_permit",
        title: str = "Stony Brook Estates",
        address: str = "0 Main Street",
        map_lot: str = "Map 14 Lot 52",
        applicant: str = "Stony Brook Realty Trust",
        by: door.Actor | None = None,
        filed: date = date(2026, 9, 8),
        complete: date = date(2026, 9, 8),
        hearing: date = date(2026, 10, 13),
        closed: date = date(2026, 11, 12),
        today: date = TODAY,
        facts: dict[str, Any] | None = None,
        keep: dict[str, Any] | None = None,
    ) -> Case:
        """A case brought to a stage by `today`; `deemed` and what follows close the hearing on Nov 5 2026.

        Norfolk's deliberation, closed Thu Nov 12 2026, is due Thu Dec 3 2026; `deemed` ran out on Fri Nov 27 2026.
        """
        assert stage in STAGES, f"no such stage: {stage}"
        if stage in ("deemed", "certified", "permitted"):
            closed = min(closed, date(2026, 11, 5))
        kept = {"parties": [{"kind": Party.Kind.APPLICANT, "name": applicant}], **(keep or {})}
        with tenancy.town(self.town):
            case = door.open_case(
                town=self.town,
                matter=matter,
                by=by or self.actor(),
                on=filed,
                today=filed,
                title=title,
                address=address,
                map_lot=map_lot,
                keep=kept,
                **(facts or {}),
            ).case
            for step, on, more in _path(stage, complete, hearing, closed):
                self.act(case, step, on, today=on, **more)
            if stage == "deemed":
                door.settle_case(case, today=today)
            return Case.objects.get(pk=case.pk)


def _path(
    stage: str, complete: date, hearing: date, closed: date
) -> Iterator[tuple[str, date, dict[str, Any]]]:
    """The steps that lead from the filing to a stage."""
    if stage == "incomplete":
        yield "find_incomplete", complete, {}
        return
    if stage == "withdrawn":
        yield "withdraw", complete, {}
        return
    place = STAGES.index(stage)
    notice = date.fromordinal(hearing.toordinal() - 14)
    plan = [
        ("complete", "find_complete", complete, {}),
        (
            "scheduled",
            "schedule_hearing",
            date.fromordinal(hearing.toordinal() - 20),
            {"for": f"{hearing.isoformat()}T19:00", "place": "Room 105"},
        ),
        ("noticed", "record_published", notice, {}),
        ("noticed", "record_posted", notice, {}),
        ("noticed", "record_mailed", notice, {}),
        ("noticed", "record_meeting_posted", notice, {}),
        ("hearing", "open_hearing", hearing, {"at": time(19)}),
        ("deliberation", "close_hearing", closed, {}),
    ]
    for needed, step, on, more in plan:
        if STAGES.index(needed) <= place:
            yield step, on, more
    if stage == "approved":
        yield "decide", date(2026, 11, 24), {"outcome": "approved_with_conditions", "voted": "2026-11-23"}
    if stage in ("certified", "permitted"):
        yield "certify_lapse", TODAY, {"role": Role.TOWN_CLERK}
    if stage == "permitted":
        yield "issue_permit", TODAY, {}


@pytest.fixture
def today(settings: Any) -> date:
    """The installation believes that it is Mon Nov 30 2026."""
    settings.DOCKET_TODAY = TODAY.isoformat()
    settings.DOCKET_TODAY_SET = ""
    return TODAY


@pytest.fixture
def norfolk(db: None, today: date) -> TownHall:
    """Norfolk with a person for every role; its rows are seen by `with tenancy.town(norfolk.town)` or `in_norfolk`."""
    return TownHall(load_town("norfolk")).staff_up()


@pytest.fixture
def grafton(db: None, today: date) -> TownHall:
    """Another town with its own people."""
    return TownHall(load_town("grafton")).staff_up()


@pytest.fixture
def in_norfolk(norfolk: TownHall) -> Iterator[TownHall]:
    """Norfolk, with its wall open for as long as the test runs."""
    with tenancy.town(norfolk.town):
        yield norfolk


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser in which someone without any role is signed in."""
    client = Client()
    client.force_login(
        Person.objects.create_user("stranger@elsewhere.example", "correct horse battery", name="A Stranger")
    )
    return client


@dataclass
class Applicant:
    """A person without a town who files online, signed in."""

    person: Person
    client: Client

    @property
    def actor(self) -> door.Actor:
        """The actor of an online filing."""
        return door.Actor(self.person, frozenset({"applicant"}))


@pytest.fixture
def applicant(db: None) -> Applicant:
    """An applicant with a browser."""
    person = Person.objects.create_user(
        "ana@applicant.example", "correct horse battery", name="Ana Applicant"
    )
    client = Client()
    client.force_login(person)
    return Applicant(person, client)
