"""The commands that answer from the law alone know a town whose law was imported, in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings

from towns.access import tenancy
from towns.law import schema
from towns.law.answers import StoryError, clocks_of, event_from_words
from towns.record.imported import law_of_imported
from towns.setup.editions import adopt, import_edition, new_town

LAW = (Path(__file__).parents[2] / "setup" / "alderbrook.toml").read_text("utf-8")
LATER = LAW.replace("length = 15", "length = 20")

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def alderbrook(transactional_db: None) -> None:
    """A town that does not come with the product: 15 business days to decide, 20 from 2027 on."""
    assert LATER != LAW
    town = new_town(LAW)
    adopt(import_edition(town, LAW), date(2025, 5, 5))
    with tenancy.town(town):
        adopt(import_edition(town, LATER), date(2027, 1, 1))


def run(environ: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """One command as a person types it."""
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=settings.BASE_DIR, env=environ, input=typed,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_deadlines_counts_by_the_text_in_force_on_the_earliest_event(
    alderbrook: None, child_environ: dict[str, str]
) -> None:
    """15 business days from Mon Dec 7 2026, without Fri Dec 25: Tue Dec 29. 20 from Mon Jan 4 2027, without Jan 18
    (Martin Luther King, Jr. Day): Tue Feb 2."""
    for on, due in (("2026-12-07", "2026-12-29"), ("2027-01-04", "2027-02-02")):
        done = run(
            child_environ, "deadlines", "alderbrook", "rain_permit", f"complete={on}", "--on", on, "--json"
        )
        assert done.returncode == 0, done.stderr
        assert {c["clock"]: c["due"] for c in json.loads(done.stdout)}["decide"] == due


def test_a_batch_mixes_towns_that_are_shipped_and_imported(
    alderbrook: None, child_environ: dict[str, str]
) -> None:
    def line(town: str, matter: str) -> str:
        return json.dumps({"town": town, "matter": matter, "on": "2026-12-07", "events": []})

    typed = "\n".join(
        [line("norfolk", "stormwater_permit"), line("alderbrook", "rain_permit"), line("boston", "x")]
    )
    done = run(child_environ, "deadlines", "--batch", typed=typed)

    shipped, imported, unknown = map(json.loads, done.stdout.splitlines())
    assert isinstance(shipped, list)
    assert [clock["clock"] for clock in imported if clock["clock"] == "decide"] == ["decide"]
    assert "we hold no law for 'boston'" in unknown["error"]


def test_determine_fines_and_export_know_it_too(alderbrook: None, child_environ: dict[str, str]) -> None:
    determined = run(child_environ, "determine", "alderbrook", "--json")
    assert determined.returncode == 0, determined.stderr
    assert "permits" in json.loads(determined.stdout)
    exported = run(child_environ, "bylaw", "export", "alderbrook", "--on", "2026-12-31")
    assert exported.stdout == LAW
    assert run(child_environ, "bylaw", "export", "alderbrook", "--on", "2027-01-01").stdout == LATER
    fined = run(child_environ, "fines", "alderbrook", "--first", "2026-12-07", "--last", "2026-12-07")
    assert "no law for the town" not in fined.stderr


def test_a_town_that_nobody_imported_is_named(alderbrook: None, child_environ: dict[str, str]) -> None:
    done = run(child_environ, "fines", "boston", "--first", "2026-12-07", "--last", "2026-12-07")

    assert done.returncode != 0
    assert "We hold no law for the town 'boston'" in done.stderr


def test_a_town_without_an_adopted_text_says_so(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_town(LAW)
    monkeypatch.setattr(schema, "_elsewhere", [law_of_imported])

    with pytest.raises(StoryError, match=r"^town: .*has no adopted bylaw edition yet"):
        clocks_of("alderbrook", "rain_permit", [event_from_words("complete=2026-12-07")], date(2026, 12, 7))
