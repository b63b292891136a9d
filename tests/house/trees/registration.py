"""What the department tells the ground floor: all that there is to tell."""

from __future__ import annotations

from tests.house.trees import papers, steps
from tests.house.trees.models import Felling, State, Tree
from towns.record.case_types import CaseType
from towns.record.effects import Effect, Silence
from towns.record.event_kinds import EventKind
from towns.record.panels import CasePage
from towns.record.steps import steps_in

FELLING = CaseType(
    kind="felling",
    name="request",
    model=Felling,
    steps=steps_in(steps),
    opens="ask_to_fell",
    things=(Tree,),
    ended=frozenset({State.DONE}),
    papers=(papers.FellingSheet, papers.FellingLetter),
    pages=(CasePage("Trees", "trees"),),
)

EVENTS = (EventKind("felling_asked"), EventKind("trees_marked"), EventKind("trees_felled"))

EFFECTS = (
    Effect(
        "felling_forfeited",
        Silence("The felling is forfeited", "from {day}"),
        Silence("The felling is forfeited", "since {day}"),
        reminded=False,
    ),
)

#: What a town's law file says of this business.
LAW = """
[event.felling_asked]
says = "The felling of shade trees was asked for"
noun = "the request to fell shade trees"

[event.trees_marked]
says = "A shade tree was marked"
noun = "the marking of the shade tree"

[event.trees_felled]
says = "The shade trees were felled"
noun = "the felling of the shade trees"

[effect.felling_forfeited]
says = "The felling is forfeited"

[matter.felling]
kind = "felling"
name = "Shade Tree Felling"
board = "planning_board"
cite = "§ 999"
number_prefix = "TREE"

[matter.felling.clock.fell]
title = "Fell the shade trees"
says = "within ten days of the marking"
from = ["trees_marked"]
length = 10
stops = ["trees_felled"]
if_missed = "felling_forfeited"
cite = "§ 999A"
"""
