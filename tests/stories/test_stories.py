"""Whole stories told to the one door, each with what the law makes of it; see docs/stories.md for how to write one."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from tests.stories.outcome import expected, files, outcome, read, town_of
from tests.towns import docket
from towns.access import tenancy
from towns.law import answers
from towns.models import Case, CaseNumber
from towns.record import scenarios
from towns.wall import TownOwned

pytestmark = pytest.mark.django_db


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture
def towns(db: Any) -> None:
    docket.load()


@pytest.mark.parametrize("path", files(), ids=label)
def test_the_story_leads_where_the_law_says(towns, path):
    table = read(path)
    assert table.get("source"), "say where the expected days come from"
    answers = scenarios.tell(scenarios.read_story(table), docket.town(town_of(table)))
    wanted = expected(table)
    now = {told.case: outcome(told) for told in answers}
    for case, found in now.items():
        if "things" not in wanted[case]:  # a story about something else need not count them
            del found["things"]
    assert now == wanted


@pytest.mark.parametrize("path", files(), ids=label)
def test_a_told_story_leaves_nothing_behind(towns, path):
    table = read(path)
    town = docket.town(town_of(table))
    with tenancy.town(town):
        before = {
            m._meta.label: m._default_manager.count() for m in apps.get_models() if issubclass(m, TownOwned)
        }

    scenarios.tell(scenarios.read_story(table), town)

    with tenancy.town(town):
        after = {
            m._meta.label: m._default_manager.count() for m in apps.get_models() if issubclass(m, TownOwned)
        }
        assert not Case.objects.exists()
        assert not CaseNumber.objects.exists(), "not even a number"
    assert after == before
    assert docket.file(town).number.endswith("-0001")


def test_there_are_enough_stories():
    towns = Counter(town_of(read(path)) for path in files())
    assert towns["norfolk"] >= 8
    assert set(towns) == {"norfolk", "hopkinton", "grafton", "ludlow", "wrentham"}


def test_the_command_prints_the_same_story(towns):
    path = next(path for path in files() if path.stem == "silent_board")
    out = StringIO()
    call_command("replay", path, as_json=True, stdout=out)
    answer = json.loads(out.getvalue())
    assert answer["application"] == {"state": "permitted"}
    assert answer["refused"] == []
    lapse = next(line for line in answer["ledger"] if line["event"] == "deemed_approved")
    assert lapse == {
        "on": "2026-11-28", "event": "deemed_approved", "by": "system", "supplied": False, "facts": {"clock": "decide"}
    }  # fmt: skip
    decide = next(line for line in answer["clocks"] if line["clock"] == "decide")
    assert (decide["strict"], decide["due"], decide["status"]) == ("2026-11-26", "2026-11-27", "missed")
    assert any("Thanksgiving" in sentence for sentence in decide["because"])


def test_a_story_can_be_kept(towns):
    path = next(path for path in files() if path.stem == "silent_board")
    call_command("replay", path, keep=True, stdout=StringIO())
    with tenancy.town(docket.town()):
        case = Case.objects.get()
        assert (case.number, case.stage) == ("SMP-2026-0001", "permitted")
    call_command("verify_ledger", stdout=StringIO())


def test_the_replays_clocks_are_those_of_deadlines(towns):
    """The one door and the bare law read the same clocks from the same facts."""
    for path in files():
        table = read(path)
        for told, one in _told(table):
            if any(entry.name in ("corrected", "taken_back") for entry in told.ledger) or told.refused:
                continue
            _compare(label(path), told, one, table["until"])


def _told(table):
    """Each case of a story as it was told, with its town and matter."""
    story = scenarios.read_story(table)
    return zip(scenarios.tell(story, docket.town(town_of(table))), story.cases, strict=True)


def _compare(where: str, told: scenarios.Told, one: scenarios.CaseTold, until: Any) -> None:
    events = [
        {"event": entry.name, "on": _moment(entry)}
        | {key: value for key, value in entry.facts.items() if key in answers.FACTS}
        for entry in told.ledger
        if not entry.is_system
    ]
    bare = answers.answer({"town": one.town, "matter": one.matter, "on": str(until), "events": events}, until)
    assert [(c["clock"], c["of"], c["due"], c["status"]) for c in bare] == [
        (r.clock, r.of, answers.plain(r)["due"], r.status) for r in told.clocks
    ], where


def _moment(entry: Any) -> str:
    return entry.moment.isoformat(timespec="minutes") if entry.at else entry.on.isoformat()
