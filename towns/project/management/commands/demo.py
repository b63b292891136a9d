"""Show the whole product on this machine: five towns, believable cases, web server, worker and scheduler."""

import hashlib
import io
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils import timezone

from towns.project import server
from towns.project.environment import CHECKOUT
from towns.project.supervisor import Child, Supervisor

PATIENCE = 60


class Command(BaseCommand):
    """Runs until Ctrl-C; a second run finds the data of the first."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port of the web server (8000)")
        parser.add_argument(
            "--today", type=date.fromisoformat, help="the day to believe in, such as 2026-11-30"
        )

    def handle(self, *args: Any, port: int, today: date | None, **options: Any) -> None:
        if today:
            settings.DOCKET_TODAY = os.environ["DOCKET_TODAY"] = today.isoformat()
            settings.DOCKET_TODAY_SET = os.environ["DOCKET_TODAY_SET"] = timezone.now().isoformat()
        self._refuse_a_taken_port(port)
        self._say("Preparing the database …")
        server.prepare()
        for command in ("demo_data", "sweep"):
            if command in get_commands():
                call_command(command, verbosity=0, stdout=io.StringIO())
        connections.close_all()
        self._collect()
        address = f"http://localhost:{port}/"
        Supervisor(self._children(port), self._say).run(lambda: self._welcome(address))
        self._say("Stopped. The data are kept for the next time.")

    def _children(self, port: int) -> list[Child]:
        environ = {**os.environ, "STATIC_COLLECTED": "1", "PYTHONUNBUFFERED": "1"}
        environ.setdefault("LOG_LEVEL", "WARNING")
        # Whoever starts the demo as root has decided that; its worker would repeat a page of warnings.
        environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
        celery = [sys.executable, "-m", "celery", "--quiet", "-A", "towns.project.celery"]
        quiet = ["--loglevel", "WARNING"]
        web = [
            sys.executable,
            "-m",
            "gunicorn",
            "towns.project.wsgi:application",
            "--bind",
            f"127.0.0.1:{port}",
        ]
        lone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return [
            Child(
                "web server", [*web, "--workers", "2", "--timeout", "60", "--log-level", "warning"], environ
            ),
            Child("worker", [*celery, "worker", *quiet, "--concurrency", "1", *lone], environ),
            Child("scheduler", [*celery, "beat", *quiet, "--pidfile="], environ),
        ]

    def _refuse_a_taken_port(self, port: int) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except (OSError, OverflowError) as taken:
                raise CommandError(
                    f"Port {port} cannot be used ({taken}); name another: make demo PORT=8010"
                ) from taken

    def _collect(self) -> None:
        """Collect style sheets, fonts and scripts under hashed names, when any of them changed."""
        mark = hashlib.sha256()
        roots = [Path(folder) for folder in settings.STATICFILES_DIRS]
        for path in sorted(path for root in roots for path in root.rglob("*") if path.is_file()):
            found = path.stat()
            mark.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
        kept = settings.HOME / "static-collected"
        if kept.exists() and kept.read_text() == mark.hexdigest():
            return
        self._say("Collecting style sheets and scripts …")
        import subprocess

        subprocess.run(
            [
                sys.executable,
                CHECKOUT / "manage.py",
                "collectstatic",
                "--noinput",
                "--clear",
                "--verbosity",
                "0",
            ],
            env={**os.environ, "STATIC_COLLECTED": "1"},
            stdin=subprocess.DEVNULL,
            check=True,
        )
        kept.write_text(mark.hexdigest())

    def _welcome(self, address: str) -> None:
        """Wait until the site answers, then say where it is and who may sign in."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(address, timeout=5)
                break
            except urllib.error.HTTPError:
                break  # it answers, if not with a page
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        believes = f" The site believes that it is {settings.DOCKET_TODAY}." if settings.DOCKET_TODAY else ""
        self._say(f"\nTown Docket is at {address}{believes} Ctrl-C stops it.\n")
        if "demo_data" in get_commands():
            call_command("demo_data", "--print")
            connections.close_all()

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
