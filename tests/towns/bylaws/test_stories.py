"""The towns' stories: every date that the tables beside this file expect, counted by hand from the bylaw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.towns.bylaws.cases import cases
from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import read

CASES = list(cases())


@pytest.mark.parametrize(("town", "case"), CASES, ids=[f"{town}: {case['name']}" for town, case in CASES])
def test_the_law_gives_the_dates_counted_by_hand(town: str, case: dict[str, Any]) -> None:
    bylaw = schema.load(town)
    events = [event_from_words(text) for text in case["events"]]

    readings = read(bylaw.matters[case["matter"]], events, case["on"], bylaw.calendar)

    found = {f"{r.clock}/{r.of}" if r.of else r.clock: r for r in readings}
    for clock, expected in case["expect"].items():
        told = {key: getattr(found[clock], key) for key in expected}
        assert told == {key: value or None for key, value in expected.items()}, (clock, found[clock].because)


@pytest.mark.parametrize(("town", "case"), CASES, ids=[f"{town}: {case['name']}" for town, case in CASES])
def test_every_story_says_where_its_dates_come_from(town: str, case: dict[str, Any]) -> None:
    assert case["source"].strip()
