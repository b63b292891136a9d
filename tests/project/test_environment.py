"""What an installation may set, and what it finds when it sets nothing."""

import stat
from pathlib import Path

import pytest

from towns.project import embedded, environment


def test_a_database_address_is_read_whole():
    entry = environment.database(
        "postgresql://docket_app:p%40ss%2Fword@db.example:5433/town_docket?sslmode=require"
    )
    assert entry["USER"] == "docket_app"
    assert entry["PASSWORD"] == "p@ss/word"
    assert entry["HOST"] == "db.example"
    assert entry["PORT"] == "5433"
    assert entry["NAME"] == "town_docket"
    assert entry["OPTIONS"] == {"sslmode": "require"}


def test_an_address_written_by_us_is_read_the_same():
    entry = {
        "USER": "docket_app",
        "PASSWORD": "a/b?c%d&e",
        "HOST": "/var/lib/some where/run",
        "PORT": "5432",
        "NAME": "x",
    }
    read = environment.database(embedded.address(entry))
    assert {name: read[name] for name in entry} == entry


def test_a_socket_folder_may_stand_for_the_host():
    assert environment.database("postgresql://a@%2Frun%2Fpostgresql/x")["HOST"] == "/run/postgresql"


@pytest.mark.parametrize("url", ["sqlite:///x", "mysql://a@b/c", "town_docket"])
def test_another_database_is_refused(url):
    with pytest.raises(ValueError, match="postgresql://"):
        environment.database(url)


def test_the_key_is_made_once_and_is_private(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = environment.secret_key(tmp_path / "new")
    assert len(first) >= 50
    assert environment.secret_key(tmp_path / "new") == first
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "new" / "secret-key").stat().st_mode) == 0o600
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(tmp_path / "new") == "given"


def test_each_checkout_has_a_home_of_its_own(monkeypatch):
    monkeypatch.delenv("TOWN_DOCKET_HOME", raising=False)
    here = environment.home()
    monkeypatch.setattr(environment, "CHECKOUT", Path("/somewhere/else"))
    assert environment.home() != here
    assert environment.home().parent == here.parent
    assert not here.is_relative_to(Path(__file__).resolve().parent.parent.parent)


def test_an_ordinary_user_keeps_it_in_their_own_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TOWN_DOCKET_HOME", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert environment.home().parent == tmp_path / "town-docket"


@pytest.mark.parametrize(
    ("said", "meant"), [("1", True), ("yes", True), ("True", True), ("0", False), ("", False)]
)
def test_yes_and_no(monkeypatch, said, meant):
    monkeypatch.setenv("SOME_FLAG", said)
    assert environment.flag("SOME_FLAG") is meant
