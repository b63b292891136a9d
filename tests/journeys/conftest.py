"""What journeys share: a site that lives as long as its module, people with a tab each, a picture of every failure."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connections
from pytest_django.live_server_helper import LiveServer

from tests.journeys.driving import Visitor
from tests.town_fixtures import TODAY

_REPORT = pytest.StashKey[pytest.TestReport]()
FAILURES = Path(tempfile.gettempdir()) / "town-docket-journeys"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Keep the outcome where the fixture that holds the tabs can see it."""
    report = yield
    if report.when == "call":
        item.stash[_REPORT] = report
    return report


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a live site with an empty database of its own that stays for the whole module."""
    was = django_settings.DOCKET_TODAY, django_settings.DOCKET_TODAY_SET
    django_settings.DOCKET_TODAY, django_settings.DOCKET_TODAY_SET = TODAY.isoformat(), ""
    with django_db_blocker.unblock():
        server = LiveServer("localhost")
        yield server.url
        server.stop()
        _empty()
        connections.close_all()
    django_settings.DOCKET_TODAY, django_settings.DOCKET_TODAY_SET = was


def _empty() -> None:
    """Clear every table of the module's story, as a test that commits is cleared."""
    connection = connections["default"]
    tables = [name for name in connection.introspection.table_names() if name != "django_migrations"]
    with connection.cursor() as cursor:
        # Tabs keep their line to the server, and so the server its line to the database, for a while.
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
        )
        names = ", ".join(connection.ops.quote_name(name) for name in tables)
        cursor.execute(f"TRUNCATE {names} CASCADE")


@pytest.fixture
def on_day(site: str) -> Iterator[Callable[[Any], None]]:
    """Moves the day that the site believes in: `on_day(date(2026, 12, 4))`."""

    def move(day: Any) -> None:
        django_settings.DOCKET_TODAY = day.isoformat()

    yield move
    django_settings.DOCKET_TODAY = TODAY.isoformat()


@pytest.fixture
def visitor(request: pytest.FixtureRequest, site: str, browser: Any) -> Iterator[Callable[..., Visitor]]:
    """Makes a tab for one person: `visitor(width=320, script=False)`. Errors of scripts fail the test."""
    tabs: list[Visitor] = []

    def arrive(*, width: int = 1280, script: bool = True) -> Visitor:
        context = browser.new_context(
            base_url=site,
            viewport={"width": width, "height": 900},
            locale="en-US",
            timezone_id="America/New_York",
            java_script_enabled=script,
        )
        context.set_default_timeout(10_000)
        tabs.append(Visitor(context.new_page()))
        return tabs[-1]

    yield arrive
    report = request.node.stash.get(_REPORT, None)
    if report is not None and report.failed:
        FAILURES.mkdir(parents=True, exist_ok=True)
        for number, tab in enumerate(tabs, start=1):
            picture = FAILURES / f"{request.node.name.replace('/', '-')[:80]}-{number}.png"
            tab.page.screenshot(path=picture, full_page=True)
            print(f"The page as it stood ({tab.page.url}): {picture}")
    errors = [error for tab in tabs for error in tab.errors]
    for tab in tabs:
        tab.page.context.close()
    assert not errors, f"Scripts failed on the page: {errors}"
