"""The events have the names that the towns' scripts use, and each can be told in a sentence."""

from __future__ import annotations

from towns.law import schema
from towns.law.events import DAY_FACTS, EVENTS, FACTS

OTHER = [
    "hearing_continued",
    "hearing_reopened",
    "extension_agreed",
    "corrected",
    "referred",
    "decision_allowed",
    "lapse_certified",
    "certification_refused",
    "taken_back",
    "initial_inspection",
    "granted",
    "withdrawn",
    "order_rescinded",
]


def test_the_events_that_scripts_use_are_known() -> None:
    assert not [name for name in OTHER if name not in EVENTS]


def test_every_effect_of_a_clock_is_an_event_that_the_law_does() -> None:
    effects = {
        rule.if_missed
        for town in schema.TOWNS
        for matter in schema.load(town).matters.values()
        for rule in matter.clocks
        if rule.if_missed
    }

    assert effects == {kind.name for kind in EVENTS.values() if kind.by_law}


def test_every_event_is_a_sentence_without_its_full_stop_and_its_facts_are_known() -> None:
    for kind in EVENTS.values():
        assert kind.says[0].isupper()
        assert not kind.says.endswith(".")
        assert kind.noun[0].islower()
        assert set(kind.facts) <= set(FACTS)


def test_days_among_the_facts_are_facts() -> None:
    assert set(FACTS) >= DAY_FACTS
