"""`make demo` as a newcomer meets it: from nothing to a page, through an accident, to a clean end, and again."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from towns.project import embedded

pytestmark = [
    pytest.mark.service,
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc"),
]

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="docket-demo-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


class Demo:
    """A running `manage.py demo`."""

    def __init__(self, home: Path, *words: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.home = home
        unset = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "DOCKET_TODAY", "DOCKET_TODAY_SET", "CI"}
        self.environ = {name: value for name, value in os.environ.items() if name not in unset}
        self.environ["TOWN_DOCKET_HOME"] = str(home)
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", "--port", str(self.port), *words],
            cwd=CHECKOUT,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.said += line

    def until(self, words: str, patience: float = 240) -> None:
        limit = time.monotonic() + patience
        while words not in self.said:
            assert self.process.poll() is None, self.said
            assert time.monotonic() < limit, self.said
            time.sleep(0.1)

    def status(self) -> int:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}/", timeout=10) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def processes(self) -> dict[int, str]:
        """What runs for this demo, told by the environment that it was given."""
        found = {}
        for entry in Path("/proc").iterdir():
            try:
                environ = (entry / "environ").read_bytes() if entry.name.isdigit() else b""
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if f"TOWN_DOCKET_HOME={self.home}".encode() in environ.split(b"\0") and words:
                found[int(entry.name)] = words
        return found

    def end(self, number: int) -> None:
        self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        self._reader.join(timeout=10)
        self.process.stdout.close()
        assert code == 0, self.said


@pytest.fixture
def demo(home: Path) -> Iterator:
    started: list[Demo] = []

    def start(*words: str) -> Demo:
        started.append(Demo(home, *words))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.process.terminate()
            running.process.wait(timeout=60)
        for pid in running.processes():
            os.kill(pid, signal.SIGKILL)


def web_server_of(demo: Demo) -> int:
    """The process that the demo started to serve pages; 0 while there is none."""
    children = Path(f"/proc/{demo.process.pid}/task/{demo.process.pid}/children").read_text().split()
    running = demo.processes()
    return next((int(pid) for pid in children if "gunicorn" in running.get(int(pid), "")), 0)


def answers_for_good(demo: Demo, *, replaced: int) -> bool:
    """Whether a new web server answers, again and again: the killed one's children may answer once more before they
    notice that they are orphans."""
    limit = time.monotonic() + 60
    in_a_row = 0
    while time.monotonic() < limit and in_a_row < 10:
        new = web_server_of(demo)
        in_a_row = in_a_row + 1 if new and new != replaced and demo.status() == 200 else 0
        time.sleep(0.3)
    return in_a_row == 10


def test_from_nothing_to_a_page_through_an_accident_to_a_clean_end(demo, home):
    first = demo("--today", "2026-11-30")
    first.until("Ctrl-C stops it")
    assert f"http://localhost:{first.port}/" in first.said
    assert "2026-11-30" in first.said
    assert first.status() == 200

    running = first.processes()
    for wanted in ("gunicorn", "worker", " beat"):
        assert any(wanted in words for words in running.values()), running
    web = web_server_of(first)
    os.kill(web, signal.SIGKILL)
    first.until("The web server ended", patience=30)
    assert answers_for_good(first, replaced=web)

    first.end(signal.SIGINT)
    assert not embedded.Server(home).answers()
    assert not first.processes()
    assert "Traceback" not in first.said
    assert not re.search(r"\b(ERROR|CRITICAL)\b", first.said), first.said


def test_a_second_run_finds_the_data_of_the_first(demo, home):
    keys = (home / "secret-key").read_text()

    second = demo()
    second.until("Ctrl-C stops it")
    assert second.status() == 200
    second.end(signal.SIGTERM)
    assert (home / "secret-key").read_text() == keys
    assert not embedded.Server(home).answers()
    assert not second.processes()


def test_another_command_may_run_beside_the_demo(demo, home):
    running = demo()
    running.until("Ctrl-C stops it")
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_ledger"],
        cwd=CHECKOUT,
        env=running.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert running.status() == 200
    running.end(signal.SIGTERM)


def test_a_taken_port_is_said_plainly(demo):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = demo("--port", str(taken.getsockname()[1]))
        refused.process.wait(timeout=60)
        refused._reader.join(timeout=10)
    assert "cannot be used" in refused.said
    assert "Traceback" not in refused.said
