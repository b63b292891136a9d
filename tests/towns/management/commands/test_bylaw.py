"""manage.py bylaw: check, export and diff need no database."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from towns.law import schema

NORFOLK = schema.FOLDER / "norfolk.toml"


def told(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("bylaw", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_every_shipped_file_is_sound() -> None:
    out, err = told("check")

    assert [line.split(".toml: sound.")[0] for line in out.splitlines()] == list(schema.TOWNS)
    assert err == ""


def test_a_broken_file_is_named_with_key_and_mend(tmp_path: Path) -> None:
    broken = tmp_path / "norfolk.toml"
    broken.write_text(NORFOLK.read_text("utf-8").replace("length = 21", "length = 21.5"), "utf-8")
    err = io.StringIO()

    with pytest.raises(CommandError, match=r"fault"):
        call_command("bylaw", "check", str(broken), stdout=io.StringIO(), stderr=err)

    assert (
        "norfolk.toml: matter.stormwater_permit.clock.decide.length: is 21.5. Write a whole number, 0 or more"
        in err.getvalue()
    )


def test_export_gives_the_file_back_to_the_letter() -> None:
    assert told("export", "norfolk")[0] == NORFOLK.read_text("utf-8")


def test_diff_names_each_changed_key(tmp_path: Path) -> None:
    new = tmp_path / "new.toml"
    new.write_text(NORFOLK.read_text("utf-8").replace("length = 45", "length = 60"), "utf-8")

    assert (
        told("diff", "norfolk", str(new))[0].strip()
        == "matter.stormwater_permit.clock.hold_hearing.length: 45 → 60"
    )
    assert told("diff", "norfolk", "norfolk")[0].strip() == "Nothing differs."


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("export", "boston"), "We hold no law for the town 'boston'"),
        (("check", "nowhere.toml"), "There is no file 'nowhere.toml'"),
        (("diff", "norfolk", "nowhere.toml"), "There is no file 'nowhere.toml'"),
    ],
)
def test_what_is_not_there_is_named(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        told(*words)
