"""Starts a real Redis of our own for tests."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

PATIENCE = 10


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """A Redis on a socket in `folder`; gives its address."""
    program = shutil.which("redis-server")
    assert program, "redis-server is not installed"
    socket = folder / "redis.sock"
    process = subprocess.Popen(
        [
            *[program, "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"],
            *[
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                str(folder),
                "--logfile",
                str(folder / "redis.log"),
            ],
        ],
        stdin=subprocess.DEVNULL,
    )
    address = f"unix://{socket}"
    try:
        patience = time.monotonic() + PATIENCE
        while True:
            try:
                with redis.Redis(unix_socket_path=str(socket)) as client:
                    client.ping()
                break
            except redis.exceptions.ConnectionError:
                if process.poll() is not None or time.monotonic() > patience:
                    raise
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
