"""A plan from before the product came: entered once with its true days, quiet, and refused where days cannot be."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from permitting.om_plans.upkeep import PlanParcel, PlanParty
from tests.permitting.om_plans.commons import hall
from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import Case, Event, OutboxMessage
from towns.roles import Role

SENT = {
    "title": "Old Mill Condominiums", "address": "5 Mill Street", "map_lot": "Map 3, Lots 1 and 2", "proposed": "5/1/2011",
    "signed": "6/1/2011", "recorded": "6/15/2011", "book": "18800", "page": "12", "in_force": "7/1/2011",
    "owner": "Old Mill Sample Trust",
}  # fmt: skip


@pytest.fixture
def ludlow(db: None, today: date) -> TownHall:
    return hall("ludlow")


def test_it_is_entered_once_with_its_true_days_and_nothing_is_mailed(ludlow: TownHall) -> None:
    sent = SENT | {"once": str(uuid4())}
    for _ in range(2):
        answer = ludlow.client().post("/ludlow/om-plans/enter/", sent)
        assert answer.headers["Location"] == "/ludlow/cases/OM-2011-0001/plan/"
    with tenancy.town(ludlow.town):
        case = Case.objects.get()
        told = list(Event.objects.filter(case=case).order_by("seq").values_list("name", "on"))
        assert told == [
            ("plan_proposed", date(2011, 5, 1)),
            ("agreement_signed", date(2011, 6, 1)),
            ("agreement_recorded", date(2011, 6, 15)),
            ("plan_in_force", date(2011, 7, 1)),
        ]
        assert (case.stage, case.held) == ("in_force", False)
        assert [row.key for row in PlanParcel.objects.all()] == ["3-1", "3-2"]
        assert PlanParty.objects.get().name == "Old Mill Sample Trust"
        assert not OutboxMessage.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"signed": "4/1/2011"}, "before the plan was proposed"),
        ({"in_force": "12/24/2026"}, "has not come yet"),
        ({"map_lot": "the barn"}, "Write map and lot"),
        ({"proposed": "2/30/2011"}, "is not a day in the calendar"),
    ],
)
def test_days_that_cannot_be_are_named(ludlow: TownHall, wrong: dict[str, str], says: str) -> None:
    answer = ludlow.client().post("/ludlow/om-plans/enter/", SENT | {"once": str(uuid4())} | wrong)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    with tenancy.town(ludlow.town):
        assert not Case.objects.exists()


def test_an_inspector_enters_no_plan(ludlow: TownHall) -> None:
    assert ludlow.client(Role.INSPECTOR).get("/ludlow/om-plans/enter/").status_code == 403
