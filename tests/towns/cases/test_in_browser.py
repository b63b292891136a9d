"""The desk in a real browser: every state passes axe at a desk and on a telephone, and everything works without script."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.town_fixtures import MARKUP, TownHall
from towns.access import tenancy
from towns.models import Event
from towns.roles import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = (Path(__file__).parents[2] / "vendor" / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SIZES = [(1280, 900), (320, 800)]


def sign_in(page: Any, live_server: Any, hall: TownHall, role: str = Role.BOARD_ADMINISTRATOR) -> None:
    cookie = hall.client(role).cookies["sessionid"].value
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


def is_fine(page: Any) -> None:
    """No violation, and nothing to scroll sideways for, at either width."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AXE)
        found = page.evaluate(
            "async rules => (await axe.run({runOnly: {type: 'tag', values: rules}})).violations"
            ".map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | '))",
            RULES,
        )
        assert found == [], (page.url, width)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, (page.url, width)


def test_every_page_in_every_state(norfolk: TownHall, page: Any, live_server: Any) -> None:
    deemed = norfolk.case("deemed")
    norfolk.case("scheduled", filed=date(2026, 11, 2), complete=date(2026, 11, 3), hearing=date(2026, 12, 15))
    long = {
        "title": MARKUP + "x" * 150,
        "address": MARKUP,
        "map_lot": "Map 1" * 11,
        "applicant": "Noblanks" * 30,
    }
    rough = norfolk.case("filed", filed=date(2026, 11, 27), **long)
    sign_in(page, live_server, norfolk)
    for address in ("desk/", "desk/?q=nothing", "cases/?sort=-number", *(
        f"cases/{case.number}/{tail}"
        for case in (deemed, rough)
        for tail in ("", "?tasks=open", "deadlines/", "hearing/", "decision/", "documents/", "people/", "land/", "ledger/")
    )):  # fmt: skip
        page.goto(f"/norfolk/{address}")
        is_fine(page)
    sign_in(page, live_server, norfolk, Role.MEMBER)
    for address in (
        f"cases/{deemed.number}/record/decide/",
        "cases/SMP-1999-0001/",
        f"cases/{deemed.number}/",
    ):
        page.goto(f"/norfolk/{address}")
        is_fine(page)


def test_recording_in_every_state(norfolk: TownHall, page: Any, live_server: Any) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    open_case = norfolk.case("deliberation")
    sign_in(page, live_server, norfolk)
    page.set_viewport_size({"width": 1280, "height": 900})
    go_on, schedule = "button:has-text('Go on')", "button:has-text('Schedule the hearing')"

    page.goto(f"/norfolk/cases/{case.number}/record/schedule_hearing/")
    is_fine(page)
    page.click(go_on)
    is_fine(page)
    assert page.evaluate("document.activeElement.id") == "errors"
    page.fill("[name=for_day]", "2026-12-25")
    page.fill("[name=for_time]", "19:00")
    page.click(go_on)
    is_fine(page)
    page.click(schedule)
    is_fine(page)
    assert page.evaluate("document.activeElement.id") == "errors"
    page.fill("textarea[name=override]", "The board voted for that day.")
    page.click(schedule)
    is_fine(page)
    assert "Recorded: The hearing was scheduled" in page.inner_text("main")

    for step in ("decide", "extend", "correct", "find_complete", "withdraw"):
        page.goto(f"/norfolk/cases/{open_case.number}/record/{step}/")
        is_fine(page)
    page.goto(f"/norfolk/cases/{open_case.number}/record/extend/")
    page.fill("[name=until]", "2026-12-20")
    page.click(go_on)
    norfolk.act(open_case, "extend", date(2026, 11, 30), clock="decide", until="2026-12-18")
    page.click("button:has-text('Record an agreement')")
    assert page.inner_text("h1") == "Something happened since you opened this page"
    is_fine(page)


def test_a_hearing_is_closed_without_script(norfolk: TownHall, browser: Any, live_server: Any) -> None:
    case = norfolk.case("hearing")
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, live_server, norfolk)

    page.goto(f"/norfolk/cases/{case.number}/")
    page.click("a:has-text('Close the hearing')")
    page.fill("[name=on]", "2026-11-12")
    page.click("button:has-text('Go on')")
    page.click("button:has-text('Close the hearing')")
    page.click("summary:has-text('To be handed in'), summary:has-text('application package')")
    page.click(".tasks li:first-child button")

    assert "Received:" in page.inner_text("main")
    context.close()
    with tenancy.town(norfolk.town):
        assert Event.objects.filter(case=case, name="hearing_closed", on=date(2026, 11, 12)).exists()
