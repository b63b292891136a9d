"""Runs a PostgreSQL of our own for an installation that was given none, and stops it when nobody needs it any more.

Every process that uses the server holds a shared lock on one file. The kernel drops a lock when its process ends,
however it ends, so a crashed holder vanishes by itself. A small watcher waits for that file to be free and stops the
server then; a holder that ends in good order does the same without waiting for the watcher.
"""

import fcntl
import hashlib
import json
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any
from urllib.parse import quote, urlencode

if __package__ in {None, ""}:  # the watcher runs this file by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from towns.project import binaries, environment

APP = "docket_app"
OWNER = "docket_owner"
SUPERUSER = "docket_superuser"
NAME = "town_docket"
PORT = 5432
PATIENCE = 10.0
# A socket's path must fit into 107 bytes on Linux, 103 elsewhere; `/.s.PGSQL.5432` takes 14 of them.
LONGEST_FOLDER = 85


class CannotStart(RuntimeError):
    """The server could not be started; the message says why and what to do."""


def _as_root() -> bool:
    return os.geteuid() == 0


def socket_folder(home: Path) -> Path:
    """Where the server's socket lies: beside the data, or in a short private folder where that path is too long."""
    beside = home / "postgres" / "run"
    if len(os.fsencode(str(beside))) <= LONGEST_FOLDER:
        return beside
    mark = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    short = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    if len(os.fsencode(str(short))) > LONGEST_FOLDER - 30:
        short = Path("/tmp")
    return short / f"town-docket-{os.geteuid()}-{mark}"


def passwords(home: Path) -> dict[str, str]:
    """Each role's password; empty before the first start."""
    try:
        kept: dict[str, str] = json.loads((home / "database-passwords.json").read_text())
    except (FileNotFoundError, PermissionError):
        return {}
    return kept


def database(home: Path, role: str, name: str = NAME) -> dict[str, object]:
    """Django's database entry for a role of the embedded server."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": role,
        "PASSWORD": passwords(home).get(role, ""),
        "HOST": str(socket_folder(home)),
        "PORT": str(PORT),
        "OPTIONS": {},
    }


def address(entry: Mapping[str, Any]) -> str:
    """A database entry as a `postgresql://` address, for processes that are told by DATABASE_URL."""
    who = f"{quote(str(entry['USER']), safe='')}:{quote(str(entry['PASSWORD']), safe='')}"
    place = urlencode({"host": entry["HOST"], "port": entry["PORT"]})
    return f"postgresql://{who}@/{quote(str(entry['NAME']), safe='')}?{place}"


def connect(home: Path, role: str = SUPERUSER, name: str = "postgres") -> Any:
    """A psycopg connection, committing each statement. Raises psycopg.OperationalError while there is no server."""
    import psycopg

    entry = database(home, role, name)
    return psycopg.connect(
        host=str(entry["HOST"]),
        port=PORT,
        user=role,
        password=str(entry["PASSWORD"]),
        dbname=name,
        connect_timeout=5,
        autocommit=True,
    )


class Server:
    """The embedded server of one home folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "postgres"
        self.data = self.folder / "data"
        self.run = socket_folder(home)
        self.log = self.folder / "log"

    # What runs as whom.

    def _runner(self) -> dict[str, Any]:
        """How the server's programs are started: PostgreSQL refuses root, so root hands over to an ordinary user."""
        environ = {
            k: v for k, v in os.environ.items() if not k.startswith("PG") and k not in {"HOME", "MAIL"}
        }
        environ |= {"LC_ALL": "C", "HOME": str(self.folder), "TZ": "UTC"}
        plain: dict[str, Any] = {"env": environ, "cwd": "/", "umask": 0o077}
        if not _as_root():
            return plain
        who = self._user()
        return plain | {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}

    def _call(self, *command: str | Path) -> tuple[int, str]:
        """Run one of the server's programs to its end: its exit code, and what it said."""
        done = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            **self._runner(),
        )
        return done.returncode, done.stdout.decode(errors="replace")

    @staticmethod
    def _user() -> pwd.struct_passwd:
        try:
            return pwd.getpwnam("nobody")
        except KeyError:
            raise CannotStart(
                "PostgreSQL does not run as root and this machine has no user `nobody`."
            ) from None

    def _own(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        found = path.lstat()
        expected = self._user().pw_uid if _as_root() else os.geteuid()
        if not path.is_dir() or path.is_symlink() or found.st_uid not in {expected, os.geteuid()}:
            raise CannotStart(
                f"{path} belongs to somebody else; remove it or set TOWN_DOCKET_HOME to another folder."
            )
        if _as_root():
            os.chown(path, expected, self._user().pw_gid)
        path.chmod(0o700)

    def _lay_out(self) -> None:
        environment.make_home(self.home)
        if _as_root():
            # `nobody` must be able to pass through to its own folder; we never open up a parent folder for that.
            for parent in [self.home, *self.home.parents]:
                if not parent.stat().st_mode & 0o001:
                    raise CannotStart(
                        f"PostgreSQL runs as `nobody` here, who cannot pass through {parent}. "
                        f"Set TOWN_DOCKET_HOME to a folder that everybody may pass through, such as one below /var/lib."
                    )
        self._own(self.folder)
        self._own(self.run)

    def programs(self) -> Path:
        """The folder of `postgres`, `pg_dump` and the rest, of the version that made the data."""
        version = self.data / "PG_VERSION"
        made_by = int(version.read_text()) if version.exists() else None
        found = binaries.find(made_by)
        return binaries.copied(found, self.home) if _as_root() else found

    # Locks.

    def _open(self, name: str) -> IO[bytes]:
        environment.make_home(self.home)
        return open(self.home / name, "ab")  # kept open for as long as the lock is held

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process at a time starts or stops the server."""
        with self._open("postgres.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def hold(self) -> "Hold":
        """Start the server where it is not running, and keep it running until the answer is released.

        Raises CannotStart or binaries.NoPostgres.
        """
        with self._alone():
            holders = self._open("postgres.holders")
            fcntl.flock(holders, fcntl.LOCK_SH)
            try:
                if not self.answers():
                    self._start()
            except BaseException:
                holders.close()
                raise
            return Hold(self, holders)

    def stop_if_unused(self) -> bool:
        """Stop the server unless somebody holds it; says whether nobody does."""
        with self._alone(), self._open("postgres.holders") as holders:
            shared = False
            while True:
                if _taken(holders, fcntl.LOCK_EX):
                    self._stop()
                    return True
                # Either somebody uses the server, or its watcher looks this very moment: it looks alone, so that no
                # share is to be had, and is gone at once. A share that was to be had twice is somebody's use.
                if not _taken(holders, fcntl.LOCK_SH):
                    time.sleep(0.01)
                elif shared:
                    return False
                else:
                    shared = True

    # The server.

    def answers(self) -> bool:
        """Whether a server takes a real connection; what the lock files say is not asked."""
        import psycopg

        if not passwords(self.home) or not (self.data / "PG_VERSION").exists():
            return False
        try:
            with connect(self.home) as connection:
                connection.execute("select 1")
        except psycopg.OperationalError:
            return False
        return True

    def _start(self) -> None:
        self._lay_out()
        if (self.data / "PG_VERSION").exists() and not passwords(self.home):
            raise CannotStart(
                f"There is a database in {self.data}, but its passwords (database-passwords.json in {self.home}) "
                "are gone. Put that file back, or move the data away to begin with an empty database."
            )
        programs = self.programs()
        if not (self.data / "PG_VERSION").exists():
            self._create(programs)
        if self.log.exists() and self.log.stat().st_size > 5_000_000:
            self.log.replace(self.folder / "log.1")
        options = {
            "listen_addresses": "",
            "port": str(PORT),
            "unix_socket_directories": str(self.run),
            "unix_socket_permissions": "0700",
            "max_connections": "100",
            "shared_buffers": "128MB",
            "log_timezone": "UTC",
            "timezone": "UTC",
        }
        words = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        patience = time.monotonic() + PATIENCE
        while True:
            # After a crash the old server's lock file can outlive it for a moment; only a connection tells the truth.
            _, said = self._call(
                programs / "pg_ctl",
                *["start", "-w", "-t", "60", "-s"],
                "-D",
                self.data,
                "-l",
                self.log,
                "-o",
                words,
            )
            if self.answers():
                break
            if time.monotonic() > patience:
                tail = self.log.read_text(errors="replace")[-1500:] if self.log.exists() else ""
                raise CannotStart(
                    f"The database did not start within {PATIENCE:.0f} seconds.\n{said}\n{tail}"
                )
            time.sleep(0.3)
        self._roles()
        self._watch()

    def _create(self, programs: Path) -> None:
        """Make the data folder; a half-made one (a start that was killed) is made anew."""
        shutil.rmtree(self.data, ignore_errors=True)
        keep = {role: secrets.token_urlsafe(24) for role in (SUPERUSER, OWNER, APP)}
        kept = self.home / "database-passwords.json"
        kept.unlink(missing_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(json.dumps(keep))
        word = self.folder / "initial-password"
        word.unlink(missing_ok=True)
        word.touch(mode=0o600)
        word.write_text(keep[SUPERUSER])
        if _as_root():
            os.chown(word, self._user().pw_uid, self._user().pw_gid)
        making = self.folder / "data.new"
        shutil.rmtree(making, ignore_errors=True)
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
            if binaries.major(programs) >= 17  # the first version with a provider of its own
            else ["--locale=C.UTF-8"]
        )
        try:
            failed, said = self._call(
                programs / "initdb",
                *("-D", making, "-U", SUPERUSER, "--pwfile", word),
                *("-A", "scram-sha-256", "--encoding=UTF8", "--no-instructions", *locale),
            )
        finally:
            word.unlink(missing_ok=True)
        if failed:
            raise CannotStart(f"The database could not be made:\n{said}")
        making.rename(self.data)

    def _roles(self) -> None:
        """The owner, who makes and migrates the tables, and the application, which row-level security binds."""
        from psycopg import sql

        keep = passwords(self.home)
        with connect(self.home) as connection:
            for role, rights in ((OWNER, "CREATEDB"), (APP, "NOCREATEDB")):
                known = connection.execute("select 1 from pg_roles where rolname = %s", [role]).fetchone()
                if not known:
                    connection.execute(
                        sql.SQL(
                            "create role {} login nosuperuser nobypassrls nocreaterole {} password {}"
                        ).format(sql.Identifier(role), sql.SQL(rights), sql.Literal(keep[role]))
                    )
            if not connection.execute("select 1 from pg_database where datname = %s", [NAME]).fetchone():
                connection.execute(
                    sql.SQL("create database {} owner {}").format(sql.Identifier(NAME), sql.Identifier(OWNER))
                )

    def _watch(self) -> None:
        """Leave a process behind that stops the server when the last holder is gone, even one that was killed."""
        subprocess.Popen(
            [sys.executable, Path(__file__).resolve(), "watch", str(self.home)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )

    def _stop(self) -> None:
        if not (self.data / "postmaster.pid").exists():
            return
        self._call(self.programs() / "pg_ctl", "stop", "-w", "-t", "60", "-s", "-m", "fast", "-D", self.data)

    def wait_and_stop(self) -> None:
        """What the watcher does: sleep until nobody holds the server, then stop it."""
        while True:
            with self._open("postgres.holders") as holders:
                fcntl.flock(holders, fcntl.LOCK_EX)
            if not self.data.exists() or self.stop_if_unused():  # a removed home is not made again
                return


def _taken(file: IO[bytes], lock: int) -> bool:
    """Take a lock of a file if it is to be had at once; says whether it was."""
    try:
        fcntl.flock(file, lock | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Hold:
    """One process's use of the server; a context that releases it."""

    def __init__(self, server: Server, holders: IO[bytes]) -> None:
        self.server = server
        self._holders: IO[bytes] | None = holders

    def release(self) -> None:
        """Stop using the server; stop the server itself when this was the last use."""
        if self._holders is None:
            return
        self._holders.close()
        self._holders = None
        self.server.stop_if_unused()

    def __enter__(self) -> "Hold":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _watcher(home: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Server(Path(home)).wait_and_stop()


if __name__ == "__main__" and sys.argv[1:2] == ["watch"]:
    _watcher(sys.argv[2])
