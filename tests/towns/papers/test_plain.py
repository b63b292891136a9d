"""Facts survive being stored, and a wrong one is refused in words."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from tests.towns.papers import samples
from towns.papers import kinds
from towns.papers.facts import ClockLine, HearingNotice, TownPaper
from towns.papers.plain import as_plain, build


@pytest.mark.parametrize(("kind", "facts"), [(kind, facts) for kind, facts, _ in samples.EVERY.values()])
def test_facts_are_the_same_after_being_stored_as_json(kind: str, facts: Any) -> None:
    stored = json.loads(json.dumps(as_plain(facts)))
    again = build(kinds.kind(kind).needs, stored)
    assert as_plain(again) == stored
    assert type(again) is type(facts)
    if not hasattr(facts, "opens") and not hasattr(
        facts, "notice"
    ):  # moments come back with an offset, not a zone
        assert again == facts


def test_the_seal_is_not_stored_with_the_facts() -> None:
    assert "seal" not in as_plain(samples.TOWN)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"opnes": None}, "knows no fact “opnes”"),
        ({"place": "Town Hall"}, "place is a list"),
        ("Town Hall", "built from names and values"),
    ],
)
def test_a_wrong_fact_is_refused_in_words(given: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        build(HearingNotice, given)


def test_a_word_outside_the_list_is_refused() -> None:
    with pytest.raises(TypeError, match="'approved'"):
        build(kinds.kind("decision").needs, {"outcome": "granted"})


def test_an_empty_day_is_a_blank_day() -> None:
    assert build(ClockLine, {"label": "Closed", "day": ""}).day is None


def test_every_fact_has_a_name_for_a_sentence() -> None:
    for kind in kinds.every():
        assert all(f.metadata["label"] for f in fields(kind.needs))
    assert all(f.metadata["label"] for f in fields(TownPaper))


def test_a_kind_is_registered_once() -> None:
    known = kinds.kind("permit")
    kinds.declare(type(known))
    assert kinds.kind("permit") is known
    with pytest.raises(ValueError, match="already a paper"):
        kinds.declare(type("Another", (kinds.Paper,), {"key": "permit"}))
