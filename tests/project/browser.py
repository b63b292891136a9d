"""Starts the machine's own Chromium for journeys."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """The path of an installed Chromium or Chrome; CHROMIUM names one outright."""
    named = os.environ.get("CHROMIUM")
    found = (
        shutil.which(name)
        for name in ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    )
    return named or next((path for path in found if path), None)


@contextmanager
def launched(path: str) -> Iterator["Browser"]:
    """A running browser; Django's guard against database calls beside an event loop is off meanwhile.

    Playwright keeps a loop in the test's own thread, but calls nothing of ours from it.
    """
    from playwright.sync_api import sync_playwright

    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            yield browser
            browser.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before
