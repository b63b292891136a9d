"""A paper's web page in a real browser: readable on a telephone, by a screen reader, and under its strict policy."""

from __future__ import annotations

from typing import Any

import pytest

from tests import axe
from tests.towns.papers import samples
from towns.papers import rendering

pytestmark = pytest.mark.browser
ADDRESS = "http://paper.test/"


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("name", samples.EVERY)
def test_the_web_page_passes_axe_fits_and_needs_nothing_from_outside(
    browser: Any, name: str, width: int
) -> None:
    kind, facts, town = samples.EVERY[name]
    html = rendering.preview(kind, facts, town=town, law=samples.LAW)
    context = browser.new_context(viewport={"width": width, "height": 900})
    tab = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("request", lambda request: asked.append(request.url[:40]))
    tab.route(
        ADDRESS,
        lambda route: route.fulfill(
            body=html, content_type="text/html", headers={"Content-Security-Policy": rendering.policy(html)}
        ),
    )
    tab.goto(ADDRESS)
    assert tab.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(22, 46, 81)"
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert [url for url in asked if not url.startswith(("data:", ADDRESS))] == []
    assert [line for line in complaints if "favicon" not in line] == []
    assert axe.violations(tab) == []
    context.close()
