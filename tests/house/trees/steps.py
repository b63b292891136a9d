"""What happens with a request to fell trees."""

from __future__ import annotations

from typing import Any

from django import forms

from towns.record.case_file import CaseFile
from towns.record.step_forms import StepForm
from towns.record.steps import Step
from towns.roles import Role


class Marking(StepForm):
    """The day of the mark and what kind of tree it is."""

    tree_name = forms.CharField(label="What kind of tree it is", max_length=60)

    def facts(self) -> dict[str, Any]:
        """The kind of tree."""
        return {"tree_name": self.cleaned_data["tree_name"]}


class AskToFell(Step):
    """Enter a request."""

    key = "ask_to_fell"
    event = "felling_asked"
    button = "Enter the request to fell trees"
    may = frozenset({Role.PLANNER})
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return not file.has(self.event)


class MarkTree(Step):
    """Mark a tree: a thing of the case."""

    key = "mark_tree"
    event = "trees_marked"
    button = "Mark a shade tree"
    may = frozenset({Role.PLANNER})
    form = "tests.house.trees.steps.Marking"


class FellTrees(Step):
    """The marked trees are down."""

    key = "fell_trees"
    event = "trees_felled"
    button = "Record that the shade trees were felled"
    may = frozenset({Role.PLANNER})
    form = "towns.record.step_forms.StepForm"
