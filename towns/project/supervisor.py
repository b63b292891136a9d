"""Keeps the processes of one installation running together, and ends them together."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

LONGEST_PAUSE = 30.0
SETTLED_AFTER = 60.0
PATIENCE = 20.0
LOOK_EVERY = 0.25
PR_SET_PDEATHSIG = 1


def _die_with_parent() -> Callable[[], None] | None:
    """What a child does first: ask the kernel to end it when its parent ends, however the parent ends (Linux only)."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    return ask


def _end_what_it_left(group: int) -> None:
    """End the children of a process that died by itself: orphans would go on holding its port or its messages."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@dataclass
class Child:
    """One process to keep running."""

    name: str
    command: Sequence[str]
    environ: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 1.0
    again_at: float = field(default=0.0)

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches only the supervisor, which ends it in order."""
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environ),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_die_with_parent(),  # noqa: PLW1509 - the supervisor has one thread
        )
        self.started = time.monotonic()

    def look(self, say: Callable[[str], None]) -> None:
        """Start it again when it has ended: soon the first time, later and later when it keeps ending."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.again_at:
                self.start()
            return
        code = self.process.poll()
        if code is None:
            if now - self.started > SETTLED_AFTER:
                self.pause = 1.0
            return
        _end_what_it_left(self.process.pid)
        self.process = None
        self.again_at = now + self.pause
        say(f"The {self.name} ended (code {code}); starting it again in {self.pause:.0f} s.")
        self.pause = min(self.pause * 2, LONGEST_PAUSE)


class Supervisor:
    """Starts children in order, restarts what dies, and ends all in the reverse order when asked."""

    def __init__(self, children: Sequence[Child], say: Callable[[str], None]) -> None:
        self.children = list(children)
        self.say = say
        self.asked = False

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True

    def run(self, ready: Callable[[], None] | None = None) -> None:
        """Run until Ctrl-C, SIGTERM or SIGHUP; `ready` is called once everything was started."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self._ask) for number in numbers}
        try:
            for child in self.children:
                if not self.asked:
                    child.start()
            if ready and not self.asked:
                ready()
            while not self.asked:
                for child in self.children:
                    child.look(self.say)
                time.sleep(LOOK_EVERY)
        finally:
            self.stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def stop(self) -> None:
        """Ask every child to end, wait, and end by force what does not listen."""
        alive = [
            child.process
            for child in reversed(self.children)
            if child.process and child.process.poll() is None
        ]
        for process in alive:
            process.terminate()
        until = time.monotonic() + PATIENCE
        for process in alive:
            try:
                process.wait(timeout=max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
