"""The page of a job in a real browser: axe clean and without sideways scrolling in every state, and following by itself."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from tests import axe
from tests.town_fixtures import TODAY, TownHall, load_town
from towns.access import tenancy
from towns.models import SettingJob
from towns.roles import Role
from towns.setup import jobs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(transactional_db: None, settings: Any) -> TownHall:
    settings.DOCKET_TODAY = TODAY.isoformat()
    return TownHall(load_town("norfolk")).staff_up()


@pytest.fixture
def addresses(hall: TownHall) -> dict[str, str]:
    """A job in each state; the first is really under way."""
    with transaction.atomic():
        case = hall.case("filed", title="The lot at the brook")
        with tenancy.town(hall.town):
            rows = {
                state: jobs.begin(hall.town, f"Town hall open on Saturdays ({state})", by=None, once=uuid4())
                for state in ("under way", "stopped", "passed over")
            }
            SettingJob.objects.filter(pk=rows["stopped"].pk).update(
                attempts=jobs.GIVE_UP_AFTER, trouble="The program failed (ValueError)."
            )
            SettingJob.objects.filter(pk=rows["passed over"].pk).update(
                done=1, finished=timezone.now(), left=[case.number],
                failed=[{"number": case.number, "says": f"{case.number} cannot be read (ValueError)."}],
            )  # fmt: skip
    found = {state: f"/norfolk/setup/readings/{row.pk}/" for state, row in rows.items()}
    return {**found, "setup": "/norfolk/setup/", "calendar": "/norfolk/setup/calendar/"}


def _tab(hall: TownHall, live_server: Any, browser: Any, **more: Any) -> Any:
    context = browser.new_context(base_url=live_server.url, **more)
    cookie = hall.client(Role.TOWN_ADMINISTRATOR).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return context.new_page()


@pytest.mark.parametrize("width", [1280, 320])
def test_every_state_passes_axe_and_fits(
    hall: TownHall, addresses: dict[str, str], live_server: Any, browser: Any, width: int
) -> None:
    tab = _tab(hall, live_server, browser, viewport={"width": width, "height": 900})
    for name, where in addresses.items():
        answer = tab.goto(where)
        assert answer.status == 200, name
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
        assert axe.violations(tab) == [], name
    tab.context.close()


def test_the_page_follows_the_cases_by_itself_where_script_runs(
    hall: TownHall, addresses: dict[str, str], live_server: Any, browser: Any
) -> None:
    tab = _tab(hall, live_server, browser)
    tab.goto(addresses["under way"])
    assert "0 of 1" in tab.inner_text("#reading")
    assert jobs.work(hall.town, int(addresses["under way"].rstrip("/").rsplit("/", 1)[1])) == 1
    tab.get_by_role("heading", name="The cases are read").wait_for(timeout=20_000)
    tab.context.close()
