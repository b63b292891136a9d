"""A plan's case opens on every page of a case, in a town whose own text sets plans out and in one whose text does not."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tests.permitting.om_plans.commons import hall, plan

PAGES = (
    "",
    "deadlines/",
    "documents/",
    "hearing/",
    "people/",
    "ledger/",
    "plan/",
    "plan/schedule/",
    "print/",
)
STEPS = (
    "accept_om_plan", "sign_om_agreement", "record_om_agreement", "amend_om_plan", "change_om_owner",
    "give_maintenance_notice", "record_repairs", "fail_om_plan", "end_om_plan",
)  # fmt: skip


@pytest.mark.parametrize("town", ["ludlow", "norfolk", "hopkinton", "grafton", "wrentham"])
def test_every_page_of_a_plan_opens(db: None, today: date, town: str) -> None:
    where = hall(town)
    case = plan(where, ("put_om_plan_in_force", date(2024, 5, 20)))
    client = where.client()
    for page in PAGES:
        assert client.get(f"/{town}/cases/{case.number}/{page}").status_code == 200, page
    for step in STEPS:
        assert client.get(f"/{town}/cases/{case.number}/record/{step}/").status_code == 200, step
    for page in ("desk/", "cases/", "om-plans/", "health/", "parcels/9-31/"):
        assert client.get(f"/{town}/{page}").status_code == 200, page
    public = Client().get(f"/{town}/register/{case.number}/")
    assert public.status_code == 200
    assert "In force" in public.content.decode()
    assert case.number in Client().get(f"/{town}/register/").content.decode()
    assert Client().get(f"/{town}/parcels/9-31/").status_code == 200
