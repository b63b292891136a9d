"""The backup restores: the drill passes on good data and fails loudly on a dump that lost rows."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from towns.project.management.commands.drill import Command

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]


def databases() -> set[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("select datname from pg_database where datname like 'docket_drill%%'")
        return {name for (name,) in cursor.fetchall()}


def test_a_backup_is_restored_and_compared_and_nothing_is_left_behind(capsys, tmp_path):
    others = databases()  # of a drill that somebody killed once, perhaps
    call_command("drill", keep=tmp_path / "kept")
    said = capsys.readouterr().out
    assert "none more and none fewer" in said
    assert "The backup is good" in said
    assert (tmp_path / "kept" / "docket.dump").stat().st_size > 0
    assert databases() == others


def test_rows_that_are_missing_after_the_restore_fail_the_drill():
    with pytest.raises(CommandError, match="towns_case: 3 before, 2 restored"):
        Command()._compare({"towns_case": 3, "towns_town": 5}, {"towns_case": 2, "towns_town": 5})
