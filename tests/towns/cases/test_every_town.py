"""The desk reads any town's law: every kind of application of every shipped town, and every fact its clocks ask about."""

from datetime import date

import pytest

from permitting.applications.filing import matters_filed
from tests.town_fixtures import TODAY, TownHall, load_town
from towns.access import tenancy
from towns.cases.next_steps import offered
from towns.law import schema
from towns.record import door
from towns.roles import Role

PAGES = ("", "deadlines/", "hearing/", "decision/", "documents/", "people/", "land/", "ledger/")


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_every_kind_of_application_has_its_pages(db: None, today: date, slug: str) -> None:
    hall = TownHall(load_town(slug)).staff_up()
    client = hall.client(Role.PLANNER)
    actor = hall.actor(Role.PLANNER)
    for matter, _name in matters_filed(schema.load(slug)):
        with tenancy.town(hall.town):
            case = door.open_case(
                town=hall.town, matter=matter, by=actor, on=date(2026, 11, 23), today=TODAY, title=f"A {matter}", keep={}
            ).case  # fmt: skip
            buttons = {step.key: step.button for step in offered(hall.file(case), actor)}
            keys = list(buttons)
        for page in PAGES:
            assert client.get(f"/{slug}/cases/{case.number}/{page}").status_code == 200, (matter, page)
        for key in keys:
            answer = client.get(f"/{slug}/cases/{case.number}/record/{key}/")
            assert answer.status_code == 200, (matter, key)
            assert buttons[key] in answer.content.decode().replace("&#x27;", "'"), (matter, key)
    for page in ("desk/", "cases/", "desk/export.xlsx"):
        assert client.get(f"/{slug}/{page}").status_code == 200
