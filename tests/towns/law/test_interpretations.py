"""A chosen sense of an unclear text reaches every clock with the same words: the words are compared with what it sets."""

from __future__ import annotations

import re
from datetime import date

import pytest

from towns.law import schema
from towns.law.clocks import Event, read
from towns.law.rules import Bylaw, ClockRule

#: M.G.L. c. 4 § 9 covers statutes and contracts by its own words.
STATUTE = re.compile(r"M\.G\.L\.|\bc\. ?\d")
BY_CONTRACT = {("ludlow", "om_plan", "cure")}


def _set_paths(bylaw: Bylaw, key: str, choice: str) -> set[str]:
    return set(bylaw.open_readings[key].sets[choice])


def _moves_by_interpretation(rule: ClockRule) -> bool:
    statute = STATUTE.search(f"{rule.cite} {rule.says} {rule.sense}")
    return (
        rule.rolls
        and not rule.before
        and rule.length is not None
        and "hours" not in rule.unit
        and not statute
    )


@pytest.mark.parametrize("town", schema.TOWNS)
def test_the_closed_day_reaches_every_last_day_that_the_bylaw_alone_sets(town: str) -> None:
    bylaw = schema.load(town)

    wanted = {
        f"matter.{matter.key}.clock.{rule.name}.rolls"
        for matter in bylaw.matters.values()
        for rule in matter.clocks
        if _moves_by_interpretation(rule) and (town, matter.key, rule.name) not in BY_CONTRACT
    }

    assert _set_paths(bylaw, "closed_days", "stay") == wanted


def test_the_time_of_hearing_reaches_every_clock_with_these_words_and_the_alarm_beside_it() -> None:
    bylaw = schema.load("ludlow")
    words = re.compile(r"time of (the )?hearing")

    wanted = {
        f"matter.{matter.key}.clock.{rule.name}.from"
        for matter in bylaw.matters.values()
        for rule in matter.clocks
        if words.search(rule.says) or rule.name == "file_decision"
    }

    assert _set_paths(bylaw, "time_of_hearing", "opening") == wanted
    for path in wanted - {"matter.site_plan.clock.file_decision.from"}:
        _, matter, _, clock, _ = path.split(".")
        said = bylaw.matters[matter].clock(clock).says
        assert said.rstrip(".").casefold() in bylaw.open_readings["time_of_hearing"].words.casefold()


@pytest.mark.parametrize("town", schema.TOWNS)
def test_a_last_day_that_stays_is_the_day_as_counted(town: str) -> None:
    text = schema.load(town).text
    staying = schema.parse(text, name=f"{town}.toml", settings={"closed_days": "stay"})
    # completed Nov 26 2026 + 30 = Sat Dec 26 2026
    events = [Event("town_work_completed", date(2026, 11, 26))]
    if "cost_recovery" not in staying.matters:
        return

    found = {
        r.clock: r
        for r in read(staying.matters["cost_recovery"], events, date(2026, 12, 1), staying.calendar)
    }

    assert found["cost_notice"].due == date(2026, 12, 26)
    assert found["cost_notice"].because[-1] == (
        "Dec 26 is a Saturday, when town hall is closed, but this day does not move."
    )


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_choice_of_every_interpretation_can_be_read(town: str) -> None:
    bylaw = schema.load(town)

    for key, reading in bylaw.open_readings.items():
        for choice in reading.choices:
            law = schema.parse(bylaw.text, name=f"{town}.toml", settings={key: choice})
            assert law.readings()[key] == choice
