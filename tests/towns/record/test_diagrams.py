"""The drawings of the lives are current, and what they show is what the law lets follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from towns.ledger.stateful import Thing
from towns.management.commands import show_events
from towns.record import diagrams

DOCS = Path(__file__).parents[3] / "docs"


def life(name: str) -> set[tuple[str, str, str]]:
    """The moves of a thing as (state, event, next state)."""
    (model,) = (model for model in diagrams.things() if model.__name__ == name)
    return {(move.source, move.event, move.target) for move in diagrams.moves(model)}


def test_the_drawing_in_the_docs_is_current():
    told = (DOCS / "lifecycle.md").read_text("utf-8")
    assert told == diagrams.page(), "run: manage.py show_lifecycle --write docs/lifecycle.md"


def test_the_list_of_events_in_the_docs_is_current():
    told = (DOCS / "events.md").read_text("utf-8")
    assert told == show_events.page(), "run: manage.py show_events --write docs/events.md"


@pytest.mark.parametrize(
    "move",
    [
        ("deliberation", "decided", "approved"),
        ("deliberation", "decided", "disapproved"),
        ("deliberation", "deemed_approved", "deemed_approved"),
        ("deliberation", "hearing_reopened", "hearing"),
        ("disapproved", "deemed_approved", "deemed_approved"),  # a vote that was never filed (c. 40A § 9)
        ("deemed_approved", "permit_issued", "permitted"),
        ("complete", "withdrawn", "withdrawn"),
    ],
)
def test_an_application_may(move):
    assert move in life("Application")


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("deemed_approved", "decided"),
        ("withdrawn", "decided"),
        ("permitted", "withdrawn"),
        ("deliberation", "permit_issued"),
        ("filed", "hearing_closed"),
    ],
)
def test_an_application_does_not_move(state, event):
    assert not [move for move in life("Application") if move[:2] == (state, event)]


def test_a_continued_hearing_stays_open_until_it_is_closed():
    hearing = life("Hearing")
    assert {event for state, event, _ in hearing if state == "continued"} == {"hearing_closed"}
    assert ("open", "hearing_continued", "continued") in hearing
    assert not [move for move in hearing if move[0] == "cancelled"]


@pytest.mark.parametrize("model", diagrams.things(), ids=lambda model: model.__name__)
def test_every_state_can_be_reached(model):
    reached = {model._meta.get_field("state").default}
    moves = diagrams.moves(model)
    while new := {move.target for move in moves if move.source in reached} - reached:
        reached |= new
    if issubclass(model, Thing):  # a correction may say that it never was
        never = model()
        never.never_was()
        reached.add(str(never.state))
    assert reached == set(diagrams.states(model))


@pytest.mark.parametrize("model", diagrams.things(), ids=lambda model: model.__name__)
def test_every_event_has_a_move_that_exists(model):
    assert not [name for name in model.MOVES.values() if not hasattr(model, name)]
