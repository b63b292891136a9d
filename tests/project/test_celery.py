"""Messages reach a real worker over files and over a real Redis; the schedule names tasks that exist."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from towns.project.celery import app, transport

CHECKOUT = Path(__file__).resolve().parent.parent.parent
SEND = "import sys; from tests.project.worker_app import leave_mark; leave_mark.delay(sys.argv[1])"


def delivered(home: Path, redis_url: str) -> bool:
    """Send from one process, work in another, and say whether the mark was left within 20 seconds."""
    environ = {
        **os.environ,
        "TOWN_DOCKET_HOME": str(home),
        "REDIS_URL": redis_url,
        "PYTHONPATH": str(CHECKOUT),
    }
    mark = home / "mark"
    # Sent before the worker starts: a message waits.
    subprocess.run([sys.executable, "-c", SEND, str(mark)], env=environ, cwd=CHECKOUT, check=True)
    worker = subprocess.Popen(
        [
            *[sys.executable, "-m", "celery", "--quiet", "-A", "tests.project.worker_app", "worker"],
            *[
                "--pool",
                "solo",
                "--loglevel",
                "ERROR",
                "--without-gossip",
                "--without-mingle",
                "--without-heartbeat",
            ],
        ],
        env=environ,
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 20
        while not mark.exists() and time.monotonic() < until:
            time.sleep(0.1)
        return mark.exists()
    finally:
        worker.terminate()
        worker.wait(timeout=20)


@pytest.mark.service
def test_a_message_arrives_over_files(tmp_path):
    assert delivered(tmp_path, "")
    assert stat.S_IMODE((tmp_path / "queue").stat().st_mode) == 0o700


@pytest.mark.service
def test_a_message_arrives_over_redis(tmp_path, redis_server):
    assert delivered(tmp_path, redis_server)
    assert not (tmp_path / "queue").exists()


def test_the_schedule_names_tasks_that_exist():
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks, entry["task"]


def test_the_day_begins_in_massachusetts():
    midnight = app.conf.beat_schedule["sweep just after midnight"]["schedule"]
    assert app.conf.timezone == "America/New_York"
    assert (midnight.hour, midnight.minute) == ({0}, {1})


def test_no_legal_deadline_waits_in_the_queue():
    """Messages on the schedule may expire; the next one does their work."""
    assert app.conf.task_acks_late
    assert app.conf.task_ignore_result
    assert transport("redis://example/0", Path("/nowhere"))["broker_url"] == "redis://example/0"


def test_every_room_with_tasks_is_looked_into() -> None:
    """A task that the worker does not know is thrown away: each `tasks.py` of the product is found by a fresh process."""
    root = Path(__file__).parents[2]
    rooms = {
        ".".join(path.relative_to(root).with_suffix("").parts)
        for floor in ("towns", "permitting", "enforcement")
        for path in (root / floor).rglob("tasks.py")
    }
    script = (
        "from towns.project.celery import app; app.loader.import_default_modules(); import sys; "
        "print(*(name for name in sys.modules if name.endswith('.tasks')))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert rooms <= set(told.stdout.split())
