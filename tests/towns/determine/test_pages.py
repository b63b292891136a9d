"""The pages in a real browser: without JavaScript from question to sheet, axe clean, no sideways scrolling."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests import axe

pytestmark = pytest.mark.browser
PAGE = "/hopkinton/does-it-need-a-permit/"
STATES = {
    "first": "",
    "figure": "?activity=none",
    "plan": "?activity=none&disturbed_sqft=2000",
    "wrong": "?activity=none&disturbed_sqft=much",
    "nothing": "?activity=",
    "word": "?activity=none&disturbed_sqft=2000&common_plan_sqft=alone&ask=impervious_after_sqft",
    "yes": "?activity=none&disturbed_sqft=2+acres",
    "no": "?activity=patio_pool_shed_fence&disturbed_sqft=2000&common_plan_sqft=alone",
    "missing": "?activity=none&disturbed_sqft=unknown&common_plan_sqft=alone&slope_percent=unknown"
    "&sloped_disturbed_sqft=unknown&impervious_before_sqft=unknown&impervious_after_sqft=unknown&lot_sqft=unknown",
}


@pytest.fixture
def hopkinton(transactional_db: None, settings: Any) -> None:
    from tests.town_fixtures import TODAY, load_town

    settings.DOCKET_TODAY = TODAY.isoformat()
    town = load_town("hopkinton")
    town.email = "office@hopkinton.example"  # so that the office can be asked
    town.save()


def photograph(tab: Any, name: str, width: int) -> None:
    """A picture for whoever asks for one."""
    if file := os.environ.get("PICTURES"):
        tab.screenshot(path=str(Path(file) / f"{name}-{width}.png"), full_page=True)


@pytest.mark.parametrize("width", [1280, 320])
def test_every_state_passes_axe_and_fits(hopkinton: None, live_server: Any, browser: Any, width: int) -> None:
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 900})
    tab = context.new_page()
    for name, query in STATES.items():
        tab.goto(PAGE + query)
        for summary in tab.locator("details.passages > summary").all():
            summary.click()
        photograph(tab, f"determine-{name}", width)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
        assert axe.violations(tab) == [], name
    context.close()


def test_a_pool_from_the_front_page_to_the_sheet_without_script(
    hopkinton: None, live_server: Any, browser: Any
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    tab = context.new_page()
    tab.goto("/hopkinton/")
    tab.get_by_role("link", name="Find out").click()
    tab.get_by_text("A patio, deck, walkway, swimming pool").click()
    tab.get_by_role("button", name="Continue").click()
    tab.get_by_label("How much ground will be disturbed").fill("0.1 acres")
    tab.get_by_role("button", name="Continue").click()
    assert "No, it is not needed" in tab.inner_text("main")
    assert "disturbed_sqft=0.1+acres" in tab.url
    tab.get_by_role("link", name=re.compile("Change ?: How much ground")).click()
    tab.get_by_role("textbox").fill("2 acres")
    tab.get_by_role("button", name="Continue").click()
    assert "Yes, it is needed" in tab.inner_text("main") or "decides" in tab.inner_text("main")
    tab.get_by_role("link", name="read the sheet here").click()
    assert "This is no permit and no decision of the board." in tab.inner_text("main")
    context.close()
