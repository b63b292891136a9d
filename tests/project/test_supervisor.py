"""Children that die are started again, later each time; asked to end, all end; none outlives its supervisor."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from towns.project.supervisor import Child

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc"),
]

CHECKOUT = Path(__file__).resolve().parent.parent.parent
SUPERVISOR = """
import os, sys
from towns.project.supervisor import Child, Supervisor
def say(words): print(words, flush=True)
sleeper = [sys.executable, "-c", sys.argv[1]]
children = [Child(name, sleeper, os.environ) for name in ("web", "worker")]
Supervisor(children, say).run(lambda: say(" ".join(str(child.process.pid) for child in children)))
say("ended")
"""
SLEEPS = "import time; time.sleep(600)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def alive(pid: int) -> bool:
    try:
        return (Path(f"/proc/{pid}/stat").read_text().rsplit(")", maxsplit=1)[1].split())[0] != "Z"
    except FileNotFoundError:
        return False


def eventually(true: Callable[[], bool], patience: float = 15.0) -> bool:
    until = time.monotonic() + patience
    while not true() and time.monotonic() < until:
        time.sleep(0.05)
    return true()


@pytest.fixture
def supervisor():
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, SLEEPS],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    process.pids = [int(word) for word in process.stdout.readline().split()]
    yield process
    for pid in [process.pid, *process.pids]:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_end_it_ends_all(supervisor, number):
    supervisor.send_signal(number)
    assert supervisor.wait(timeout=20) == 0
    assert supervisor.stdout.read() == "ended\n"
    assert not any(alive(pid) for pid in supervisor.pids)


def test_a_child_that_dies_is_started_again(supervisor):
    web, worker = supervisor.pids
    os.kill(web, signal.SIGKILL)
    assert supervisor.stdout.readline() == "The web ended (code -9); starting it again in 1 s.\n"
    children = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children")
    assert eventually(lambda: len([pid for pid in children.read_text().split() if alive(int(pid))]) == 2)
    assert alive(worker)
    supervisor.pids += [int(pid) for pid in children.read_text().split()]


def test_children_end_with_a_supervisor_that_was_killed(supervisor):
    supervisor.kill()
    supervisor.wait()
    assert eventually(lambda: not any(alive(pid) for pid in supervisor.pids))


def test_a_child_that_keeps_dying_is_started_later_and_later(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("towns.project.supervisor.time.monotonic", lambda: now[0])
    said: list[str] = []
    child = Child("worker", [sys.executable, "-c", "raise SystemExit(3)"], os.environ)
    pauses = []
    for _ in range(7):
        child.start()
        child.process.wait()
        child.look(said.append)
        pauses.append(child.again_at - now[0])
        now[0] = child.again_at
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert said[0] == "The worker ended (code 3); starting it again in 1 s."


def test_a_child_that_does_not_listen_is_ended_by_force(monkeypatch):
    from towns.project.supervisor import Supervisor

    monkeypatch.setattr("towns.project.supervisor.PATIENCE", 0.5)
    child = Child("worker", [sys.executable, "-c", DEAF], os.environ)
    supervisor = Supervisor([child], print)
    child.start()
    time.sleep(0.5)
    supervisor.stop()
    assert child.process.returncode == -signal.SIGKILL
