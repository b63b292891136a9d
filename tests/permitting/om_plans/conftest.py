"""The plan of Holyoke Street Commons for every test of plans."""

from __future__ import annotations

from datetime import date

import pytest

from tests.permitting.om_plans.commons import Commons, fill, hall, plan


@pytest.fixture
def commons(db: None, today: date) -> Commons:
    where = hall("ludlow")
    case = plan(
        where,
        ("accept_om_plan", date(2024, 3, 19)),
        ("sign_om_agreement", date(2024, 4, 30)),
        ("put_om_plan_in_force", date(2024, 5, 20)),
    )
    return Commons(where, case, fill(where, case))
