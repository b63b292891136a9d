"""Stories that say how they must end: the state, every effect of the law, every defect, and the clocks counted by hand."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.town_fixtures import load_town
from towns.law import schema
from towns.stories import Told, read_story, tell

FOLDER = Path(__file__).parent
STORIES = {
    f"{path.parent.name}: {path.stem}": table
    for path in sorted(FOLDER.glob("*/*.toml"))
    if "expect" in (table := tomllib.loads(path.read_text("utf-8")))
}


def by_law(told: Told) -> list[str]:
    """What the law did by itself, and what was taken back: every one, in the order of the ledger."""
    return [
        f"{entry.on} {entry.name}" for entry in told.ledger if entry.is_system or entry.name == "taken_back"
    ]


def defects(told: Told) -> list[str]:
    """Every defect with the fact that carries it."""
    return [f"{entry.name} {defect}" for entry in told.ledger for defect in entry.facts.get("defects", ())]


@pytest.mark.django_db
@pytest.mark.parametrize("name", STORIES)
def test_a_story_ends_as_the_bylaw_says(name: str) -> None:
    table: dict[str, Any] = STORIES[name]
    expect = table["expect"]

    told = tell(read_story(table), load_town(table["town"]))

    assert told.state == expect["state"]
    assert by_law(told) == expect["by_law"]
    assert defects(told) == expect.get("defects", [])
    assert [f"{on} {event}" for on, event, _ in told.refused] == expect.get("refused", [])
    clocks = {f"{r.clock}/{r.of}" if r.of else r.clock: r for r in told.clocks}
    for clock, facts in expect.get("clocks", {}).items():
        found = {key: getattr(clocks[clock], key) for key in facts}
        assert found == facts, (clock, clocks[clock].because)


@pytest.mark.parametrize("name", STORIES)
def test_every_story_says_where_its_dates_come_from(name: str) -> None:
    assert STORIES[name]["source"].strip()


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_town_has_its_stories_with_the_traps_of_the_calendar(town: str) -> None:
    mine = [table for name, table in STORIES.items() if name.startswith(f"{town}:")]
    days = {date.fromisoformat(str(step["on"])[:10]) for table in mine for step in table["step"]}

    assert len(mine) >= (4 if town != "norfolk" else 3)
    assert days
