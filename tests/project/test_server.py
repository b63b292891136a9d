"""Which commands start what: the law answers at once and leaves no trace; the rest find a prepared database."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from towns.project import server

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ("deadlines norfolk stormwater_permit", "light"),
        ("determine grafton disturbed_sqft=50000", "light"),
        ("fines hopkinton --first 2026-06-01 --last 2026-06-03", "light"),
        ("costs norfolk --amount 10000", "light"),
        ("bylaw check", "light"),
        ("bylaw diff", "light"),
        ("bylaw import norfolk.toml", "database"),
        ("makemigrations --check", "django"),
        ("check --deploy", "django"),
        ("help", "django"),
        ("", "django"),
        ("sweep --help", "django"),
        ("migrate", "server"),
        ("demo --port 8001", "server"),
        ("sweep", "database"),
        ("replay story.toml", "database"),
        ("verify_ledger", "database"),
        ("recompute_clocks --check", "database"),
        ("runserver", "database"),
        ("shell", "database"),
        ("drill", "database"),
    ],
)
def test_what_a_command_needs(line, need):
    assert server.needs(line.split()) == need


def manage(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=CHECKOUT,
        env=environ | {"TOWN_DOCKET_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_question_to_the_law_leaves_nothing_behind_and_is_quick(tmp_path):
    words = [
        "deadlines",
        "norfolk",
        "stormwater_permit",
        "hearing_closed=2026-11-05",
        "--on",
        "2026-11-30",
        "--json",
    ]
    home = tmp_path / "home"
    took = []
    for _ in range(3):
        began = time.monotonic()
        done = manage(*words, home=home)
        took.append(time.monotonic() - began)
    assert done.returncode == 0, done.stderr
    assert '"2026-11-27"' in done.stdout
    assert not home.exists()
    assert min(took) < 1.0  # 0.4 s on an idle machine of two cores


def test_migrations_are_checked_without_a_database(tmp_path):
    done = manage("makemigrations", "--check", "--dry-run", home=tmp_path / "home")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stderr
    assert not (tmp_path / "home" / "postgres").exists()


def test_the_mark_of_the_code_changes_with_a_migration(tmp_path, monkeypatch):
    monkeypatch.setattr(server.environment, "CHECKOUT", tmp_path)
    folder = tmp_path / "towns" / "migrations"
    folder.mkdir(parents=True)
    empty = server.fingerprint()
    (folder / "0001.py").write_text("a")
    one = server.fingerprint()
    (folder / "sql").mkdir()
    (folder / "sql" / "wall.sql").write_text("b")
    two = server.fingerprint()
    (tmp_path / "towns" / "views.py").write_text("c")
    assert len({empty, one, two}) == 3
    assert server.fingerprint() == two
