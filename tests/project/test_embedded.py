"""The embedded PostgreSQL with real processes: shared, private, stopped when nobody needs it, whatever was killed."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from towns.project import binaries, embedded
from towns.project.embedded import APP, NAME, OWNER, SUPERUSER, Server, connect

pytestmark = [pytest.mark.service, pytest.mark.skipif(sys.platform == "win32", reason="needs unix sockets")]

CHECKOUT = Path(__file__).resolve().parent.parent.parent
# A process that holds the server until its input ends, and says so.
HOLDER = """
import sys
from pathlib import Path
from towns.project.embedded import Server
hold = Server(Path(sys.argv[1])).hold()
print("holding", flush=True)
sys.stdin.read()
hold.release()
print("released", flush=True)
"""


def eventually(true: Callable[[], bool], patience: float = 15.0) -> bool:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.05)
    return true()


def processes(home: Path, word: str) -> list[int]:
    """The processes whose command line names this home and a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if str(home) in words and word in words:
                found.append(int(entry.name))
    return found


def postmaster(server: Server) -> int:
    return int((server.data / "postmaster.pid").read_text().split("\n", maxsplit=1)[0])


@pytest.fixture
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="docket-home-"))
    folder.chmod(0o755)  # the server's user must be able to pass through
    yield folder
    server = Server(folder)
    eventually(server.stop_if_unused, 5)
    eventually(lambda: not processes(folder, "watch"), 5)
    shutil.rmtree(embedded.socket_folder(folder), ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def holder(home: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts further processes that hold the server."""
    started: list[subprocess.Popen[str]] = []

    def start(wait: bool = True) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(home)],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        if wait:
            assert process.stdout.readline() == "holding\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def end(process: subprocess.Popen[str]) -> None:
    process.stdin.close()
    assert process.wait(timeout=30) == 0


def test_it_starts_empty_and_stops_with_its_only_user_and_keeps_the_data(home):
    server = Server(home)
    with server.hold(), connect(home, OWNER, NAME) as connection:
        connection.execute("create table kept (word text)")
        connection.execute("insert into kept values ('§ 267-18')")
    assert not server.answers()
    assert not (server.data / "postmaster.pid").exists()
    with server.hold(), connect(home, OWNER, NAME) as connection:
        assert connection.execute("select word from kept").fetchall() == [("§ 267-18",)]


def test_only_the_owner_of_the_installation_gets_in(home):
    server = Server(home)
    with server.hold():
        for folder in (server.folder, server.data, server.run):
            assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0, folder
        assert stat.S_IMODE((home / "database-passwords.json").stat().st_mode) == 0o600
        with connect(home) as connection:
            assert connection.execute("show listen_addresses").fetchone() == ("",)
            assert connection.execute("show fsync").fetchone() == ("on",)
        for role in (SUPERUSER, OWNER, APP):
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(
                    host=str(server.run), port=embedded.PORT, user=role, password="guess", dbname=NAME
                )


def test_the_server_never_runs_as_root(home):
    server = Server(home)
    with server.hold():
        assert os.stat(f"/proc/{postmaster(server)}").st_uid != 0
        if os.geteuid() == 0:
            assert not str(server.programs()).startswith(str(CHECKOUT))


def test_the_roles_have_no_more_rights_than_they_need(home):
    with Server(home).hold(), connect(home) as connection:
        found = connection.execute(
            "select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles "
            "where rolname like 'docket%%' and rolname <> %s order by 1",
            [SUPERUSER],
        ).fetchall()
        assert found == [(APP, False, False, False, False), (OWNER, False, False, False, True)]
        owner = connection.execute(
            "select pg_get_userbyid(datdba), pg_encoding_to_char(encoding) from pg_database where datname = %s",
            [NAME],
        ).fetchone()
        assert owner == (OWNER, "UTF8")


def test_upper_case_follows_unicode_and_order_is_the_same_on_every_machine(home):
    with Server(home).hold(), connect(home, APP, NAME) as connection:
        assert connection.execute("select upper('çà'), 'Z' < 'a'").fetchone() == ("ÇÀ", True)


def test_a_second_command_uses_the_running_server_and_does_not_stop_it(home, holder):
    server = Server(home)
    demo = holder()
    first = postmaster(server)
    with server.hold():
        assert postmaster(server) == first
    assert server.answers()
    end(demo)
    assert not server.answers()


def test_the_first_command_ends_while_the_second_still_works(home, holder):
    server = Server(home)
    first, second = holder(), holder()
    end(first)
    assert server.answers()
    end(second)
    assert not server.answers()


def test_two_commands_that_start_at_the_same_moment_share_one_server(home, holder):
    both = [holder(wait=False) for _ in range(3)]
    for process in both:
        assert process.stdout.readline() == "holding\n"
    assert Server(home).answers()
    assert len(processes(home, "watch")) == 1
    for process in both:
        end(process)
    assert not Server(home).answers()


def test_a_killed_user_does_not_leave_the_server_running(home, holder):
    server = Server(home)
    killed = holder()
    pid = postmaster(server)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert eventually(lambda: not server.answers())
    assert eventually(lambda: not processes(home, "watch"))
    assert eventually(lambda: pid not in processes(home, "postgres"))


def test_a_killed_user_does_not_stop_the_server_under_another(home, holder):
    server = Server(home)
    killed, other = holder(), holder()
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    time.sleep(0.5)
    assert server.answers()
    end(other)
    assert not server.answers()


def test_when_the_watcher_is_killed_too_the_next_command_takes_over_and_stops_the_server(home, holder):
    server = Server(home)
    killed = holder()
    assert eventually(
        lambda: processes(home, "watch")
    )  # a process just forked does not bear its own name yet
    (watcher,) = processes(home, "watch")
    os.kill(watcher, signal.SIGKILL)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    pid = postmaster(server)
    assert server.answers()
    with server.hold():
        assert postmaster(server) == pid
    assert not server.answers()


def test_it_comes_back_after_the_server_itself_was_killed(home):
    server = Server(home)
    hold = server.hold()
    with connect(home, OWNER, NAME) as connection:
        connection.execute("create table kept as select 1 as one")
    os.kill(postmaster(server), signal.SIGKILL)
    assert eventually(lambda: not server.answers())
    with server.hold(), connect(home, OWNER, NAME) as connection:
        assert connection.execute("select one from kept").fetchall() == [(1,)]
    hold.release()
    assert not server.answers()


@pytest.mark.parametrize("owner", ["a process that is gone", "this test", "the first process of the machine"])
def test_a_stale_lock_file_is_no_obstacle(home, owner):
    server = Server(home)
    server.hold().release()
    pid = {
        "a process that is gone": 2**22 - 3,
        "this test": os.getpid(),
        "the first process of the machine": 1,
    }[owner]
    lock = server.data / "postmaster.pid"
    lock.write_text(
        f"{pid}\n{server.data}\n1700000000\n{embedded.PORT}\n{server.run}\n\n  1234 5678\nready   \n"
    )
    lock.chmod(0o600)
    if os.geteuid() == 0:
        shutil.chown(lock, "nobody")
    with server.hold():
        assert server.answers()


def test_a_long_path_gets_a_short_private_socket_folder(home):
    long = home / ("a-folder-with-a-long-name-" * 4) / ("and-another-one-" * 4)
    server = Server(long)
    with server.hold():
        assert server.answers()
        assert len(str(server.run)) <= embedded.LONGEST_FOLDER
        assert stat.S_IMODE(server.run.stat().st_mode) == 0o700
    assert embedded.socket_folder(long) != embedded.socket_folder(long.parent)
    shutil.rmtree(server.run)


def test_a_socket_folder_laid_out_by_somebody_else_is_refused(home, tmp_path):
    long = home / ("a-folder-with-a-long-name-" * 5)
    trap = embedded.socket_folder(long)
    trap.symlink_to(tmp_path)
    try:
        with pytest.raises(embedded.CannotStart, match="belongs to somebody else"):
            Server(long).hold()
    finally:
        trap.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands over to another user")
def test_root_is_told_where_to_go_when_the_servers_user_cannot_reach_the_folder(home):
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(embedded.CannotStart, match=r"TOWN_DOCKET_HOME.*below /var/lib"):
        Server(closed / "docket").hold()
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


def test_a_strict_umask_does_not_shut_the_servers_user_out(home):
    before = os.umask(0o077)
    try:
        server = Server(home / "new" / "docket")
        with server.hold():
            assert server.answers()
    finally:
        os.umask(before)
    assert stat.S_IMODE((home / "new").stat().st_mode) == 0o711
    assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700


def test_data_of_another_version_are_not_touched(home):
    server = Server(home)
    server.hold().release()
    (server.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(binaries.NoPostgres, match="version 9, which made the data"):
        server.hold()


def test_lost_passwords_are_explained(home):
    server = Server(home)
    server.hold().release()
    (home / "database-passwords.json").unlink()
    with pytest.raises(embedded.CannotStart, match="passwords"):
        server.hold()


def test_a_start_that_was_killed_half_way_is_made_anew(home):
    server = Server(home)
    server.data.mkdir(parents=True)
    (server.data / "half").write_text("")
    (home / "database-passwords.json").write_text(json.dumps({}))
    with server.hold():
        assert server.answers()


def test_a_named_folder_without_programs_is_an_error(home, monkeypatch, tmp_path):
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(binaries.NoPostgres, match="PG_BIN"):
        Server(home).hold()


def test_an_installed_server_serves_where_it_is_named(home, monkeypatch):
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not installed:
        pytest.skip("no installed PostgreSQL server")
    monkeypatch.setenv("PG_BIN", str(installed[-1].parent))
    with Server(home).hold(), connect(home, APP, NAME) as connection:
        (version,) = connection.execute("select version()").fetchone()
        assert version.startswith(f"PostgreSQL {installed[-1].parent.parent.name}.")
        assert connection.execute("select upper('ç')").fetchone() == ("Ç",)
