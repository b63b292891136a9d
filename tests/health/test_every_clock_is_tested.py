"""A clock of the law without a story that expects its day fails here."""

from __future__ import annotations

from tests.towns.bylaws.cases import cases
from towns.law import schema


def test_every_clock_has_a_story_that_expects_its_day() -> None:
    told = {
        (town, case["matter"], clock.partition("/")[0])
        for town, case in cases()
        for clock, expected in case["expect"].items()
        if "strict" in expected
    }
    clocks = {
        (town, matter.key, rule.name)
        for town in schema.TOWNS
        for matter in schema.load(town).matters.values()
        for rule in matter.clocks
    }

    untold = sorted(clocks - told)

    assert not untold, f"Add a story to tests/towns/bylaws/TOWN.toml for: {untold}"
