"""Two counts of the law, written apart, agree on thousands of stories."""

from __future__ import annotations

import json
from datetime import date

from bench.deadlines import stories
from tests.towns.law.second_count import count
from towns.law.answers import _day_text, answer

KEYS = ("clock", "of", "started", "strict", "due", "status")


def test_both_counts_give_the_same_days_and_statuses() -> None:
    for line in stories(3_000, seed=20261130):
        story = json.loads(line)

        first = [{key: clock[key] for key in KEYS} for clock in answer(story, date(2026, 11, 30))]

        second = [
            {key: _day_text(value) if isinstance(value, date) else value for key, value in clock.items()}
            for clock in count(
                story["town"], story["matter"], story["events"], date.fromisoformat(story["on"])
            )
        ]
        assert first == second, line
