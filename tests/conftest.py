"""What every test may ask for: the test database as the application sees it, a Redis, a browser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.project import browser as chromium
from tests.project import database
from tests.project import redis_server as redis_process
from towns.project.celery import app as queue

pytest_plugins = ["tests.town_fixtures"]


def _missing(what: str) -> None:
    """Skip where a developer's machine lacks a program; in CI its absence is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing; `make setup` installs it")
    pytest.skip(f"{what} is not installed (`make setup` installs it)")


def pytest_configure(config: pytest.Config) -> None:
    """Keep tests off the installation's own files, and quick."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DOCKET_TODAY = ""
    settings.SECRET_KEY = "only for tests, which keep nothing"
    config.documents_folder = tempfile.mkdtemp(prefix="docket-documents-")  # type: ignore[attr-defined]
    # Tasks run where they are called; tests of the queue itself start a real worker with a queue of its own.
    queue.conf.update(task_always_eager=True, task_eager_propagates=True)
    settings.MEDIA_ROOT = Path(config.documents_folder)  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(getattr(config, "documents_folder", ""), ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[None]:
    """The embedded PostgreSQL, running for as long as the tests do."""
    hold = database.start_server()
    yield
    if hold:
        hold.release()


@pytest.fixture(scope="session")
def django_db_setup(
    postgres_server: None, django_test_environment: None, django_db_blocker: Any, django_db_createdb: bool
) -> Iterator[None]:
    """The owner makes and migrates the database of this process; the default alias is the application's role in it."""
    with django_db_blocker.unblock():
        name = database.create(anew=django_db_createdb)
    yield
    with django_db_blocker.unblock():
        database.drop(name)


@pytest.fixture
def child_environ(transactional_db: None) -> dict[str, str]:
    """The environment for a real process (a worker, a command) that shall work in the test database."""
    return {**os.environ, **database.environment_of_children(), "PYTHONPATH": str(settings.BASE_DIR)}


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address (for REDIS_URL) of a real Redis of the tests' own."""
    if not shutil.which("redis-server"):
        _missing("redis-server")
    folder = Path(tempfile.mkdtemp(prefix="docket-redis-"))
    try:
        with redis_process.running(folder) as address:
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium for the whole run (a playwright Browser)."""
    path = chromium.chromium()
    if path is None:
        _missing("Chromium")
        return
    with chromium.launched(path) as running:
        yield running


@pytest.fixture
def page(live_server: Any, browser: Any) -> Iterator[Any]:
    """A fresh tab (a playwright Page) at the live site: `page.goto("/norfolk/")`. Scripts' errors fail the test."""
    context = browser.new_context(
        base_url=live_server.url,
        viewport={"width": 1280, "height": 900},
        locale="en-US",
        timezone_id="America/New_York",
    )
    context.set_default_timeout(10_000)
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert not errors, f"Scripts failed on the page: {errors}"
