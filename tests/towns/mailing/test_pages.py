"""The pages of letters in a real browser: axe clean and without sideways scrolling in every state."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from tests import axe
from tests.town_fixtures import TODAY, TownHall, load_town
from towns.access import tenancy
from towns.mailing import jobs, lists
from towns.models import Mailing, Party

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(transactional_db: None, settings: Any) -> TownHall:
    settings.DOCKET_TODAY = TODAY.isoformat()
    return TownHall(load_town("norfolk")).staff_up()


@pytest.fixture
def addresses(hall: TownHall, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A case for each state of its letters."""
    monkeypatch.setattr(jobs, "CHUNK", 2)
    found: dict[str, str] = {}
    names = "\n\n".join(f"Example Owner {n}\n{n} Main Street\nNorfolk, MA 02056" for n in range(1, 4))
    for state in ("empty", "no_hearing", "list", "making", "done", "stopped"):
        with transaction.atomic():
            case = hall.case("complete" if state == "no_hearing" else "scheduled", title=f"Case {state}")
            where = f"/norfolk/cases/{case.number}/letters/"
            with tenancy.town(hall.town):
                if state != "empty":
                    jobs.keep(case, lists.read(names).rows)
                    # Entered on the page of people, where an address may be blank.
                    Party.objects.create(
                        town=hall.town, case=case, kind="abutter", name="No Address", address=""
                    )
                if state in ("making", "done", "stopped"):
                    ready = jobs.letter(hall.file(case), on=TODAY, written=TODAY, certified=None)
                    row = jobs.begin(case, ready, by=hall.actor().person, once=uuid4(), reason="no seal")
                    where += f"{row.pk}/"
        if state == "done":
            jobs.work(hall.town, row.pk)
        if state == "stopped":
            with transaction.atomic(), tenancy.town(hall.town):
                Mailing.objects.filter(pk=row.pk).update(
                    attempts=jobs.GIVE_UP_AFTER, trouble="The town seal is missing. Upload it."
                )
        found[state] = where
    return found


@pytest.mark.parametrize("width", [1280, 320])
def test_every_state_passes_axe_and_fits(
    hall: TownHall, addresses: dict[str, str], live_server: Any, browser: Any, width: int
) -> None:
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 900})
    cookie = hall.client().cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    tab = context.new_page()

    def check(name: str) -> None:
        if file := os.environ.get("PICTURES"):
            tab.screenshot(path=str(Path(file) / f"letters-{name}-{width}.png"), full_page=True)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
        assert axe.violations(tab) == [], name

    for name, where in addresses.items():
        tab.goto(where)
        check(name)
    tab.goto(addresses["list"])
    tab.get_by_label("Names and addresses").fill(
        "Ann Example\n12 Main Street\nNorfolk, MA 02056\n\nBo Sample\n9 Elm Street\n\nExample Owner 1\n1 Main Street\n"
        "Norfolk, MA 02056\n\n" + "X" * 90 + "\n9 Elm Street\nNorfolk"
    )
    tab.get_by_role("button", name="Add to the list").click()
    assert "2 rows are to mend" in tab.inner_text("#errors")
    check("mend")
    tab.goto(addresses["list"])
    tab.get_by_label("Day of the letter").fill("")
    tab.get_by_role("button", name="Make 4 letters").click()
    assert tab.title().startswith("Error: ")
    check("error")
    context.close()


def test_the_page_follows_the_letters_by_itself_where_script_runs(
    hall: TownHall, addresses: dict[str, str], live_server: Any, browser: Any
) -> None:
    context = browser.new_context(base_url=live_server.url)
    cookie = hall.client().cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    tab = context.new_page()
    tab.goto(addresses["making"])
    assert "0 of 3 so far" in tab.inner_text("#letters")
    jobs.work(hall.town, int(addresses["making"].rstrip("/").rsplit("/", 1)[1]))
    tab.get_by_role("heading", name="The letters are made").wait_for(timeout=20_000)
    assert tab.get_by_role("link", name="Letters 1 to 2 (PDF)").is_visible()
    context.close()
