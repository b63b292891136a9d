"""The night as it really is: Celery's worker and scheduler as processes, over files and over Redis, and killed ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.towns import docket
from tests.towns.clocks.test_sweep import TODAY, environ, settled, several, wait_for, whole
from towns.access import tenancy
from towns.models import Membership, OutboxMessage, Person, SweepRun, Town
from towns.project import environment
from towns.roles import Role

pytestmark = [pytest.mark.service, pytest.mark.slow]

_SEND = "from tests.towns.night_worker import app; app.send_task('towns.tasks.sweep_all')"
_QUIET = ("--loglevel", "ERROR", "--without-gossip", "--without-mingle", "--without-heartbeat")


@pytest.fixture
def committed(transactional_db) -> Town:
    docket.load()
    return docket.town()


@contextmanager
def celery(what: str, *options: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker or scheduler of the product, with all its children dead at the end."""
    running = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", "tests.towns.night_worker", what, *options],
        cwd=environment.CHECKOUT, env=environ(**more), stdin=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield running
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        try:
            running.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


def place(home: Path, redis: str = "") -> dict[str, str]:
    """Where this installation keeps its queue and its mail, and the day that it believes in."""
    return {
        "TOWN_DOCKET_HOME": str(home),
        "REDIS_URL": redis,
        "DOCKET_TODAY": TODAY.isoformat(),
        "DOCKET_TODAY_SET": "",
    }


def night(town: Town, home: Path, redis: str = "") -> None:
    several(town)
    person = Person.objects.create_user("planner@example.com", name="Planner")
    Membership.objects.create(person=person, town=town, role=Role.PLANNER)
    where = place(home, redis)
    with (
        celery("worker", "--pool", "prefork", "--concurrency", "2", *_QUIET, **where),
        celery("beat", "--loglevel", "ERROR", "--schedule", str(home / "beat"), "--pidfile", "", **where),
    ):
        assert wait_for(lambda: settled(town) == 5, 60)
        assert wait_for(lambda: (home / "mail").exists() and list((home / "mail").iterdir()), 30)
    whole()
    with tenancy.town(town):
        assert SweepRun.objects.filter(settled__gt=0).exists()
        sent = list(OutboxMessage.objects.filter(sent__isnull=False).values_list("key", "to"))
    letters = "".join(path.read_text() for path in (home / "mail").iterdir())
    assert sent
    assert letters.count("Message-ID:") >= len(set(sent))


def test_the_night_over_files(committed, tmp_path):
    night(committed, tmp_path)


def test_the_night_over_redis(committed, tmp_path, redis_server):
    night(committed, tmp_path, redis_server)
    assert not (tmp_path / "queue").exists()


@pytest.mark.parametrize("whom", ["the one at work", "all of it"])
def test_a_worker_killed_in_the_middle_of_the_sweep(committed, tmp_path, whom):
    """SIGKILL for the process at work: the worker hands the message to the next one. For all of it: the next message."""
    cases = [docket.at_deliberation(committed) for _ in range(5)]
    mark, where = tmp_path / "mark", place(tmp_path)
    send = lambda: subprocess.run(  # noqa: E731
        [sys.executable, "-c", _SEND], cwd=environment.CHECKOUT, env=environ(**where), check=True
    )
    send()
    with celery(
        "worker", "--pool", "prefork", "--concurrency", "1", *_QUIET, STOP_HALF_WAY=str(mark), **where
    ) as worker:
        assert wait_for(mark.exists)
        if whom == "all of it":
            os.killpg(worker.pid, signal.SIGKILL)
        else:
            os.kill(int(mark.read_text()), signal.SIGKILL)
            assert wait_for(lambda: settled(committed) == 5, 60), "the worker took the message up again"
    if whom == "all of it":
        assert settled(committed) == 2, "what was written is whole cases, and no more"
        call_command("verify_ledger", stdout=StringIO())
        send()
        with celery("worker", "--pool", "prefork", "--concurrency", "1", *_QUIET, **where):
            assert wait_for(lambda: settled(committed) == 5, 60)

    for case in cases:
        assert [name for name, _ in docket.ledger(case)].count("deemed_approved") == 1
        assert docket.ledger(case)[-1] == ("deemed_approved", "2026-11-28")
    whole()
