"""A long checklist under the headings of the bylaw's own lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from towns.models import Task
from towns.record.case_file import CaseFile

_HEADINGS = {"filing": "To be handed in", "referral": "To be sent out"}


@dataclass(frozen=True, slots=True)
class Checklist:
    """The tasks under one heading, with how many are ticked."""

    heading: str
    tasks: list[Task]

    @property
    def done(self) -> int:
        """How many are ticked."""
        return sum(1 for task in self.tasks if task.done)


def checklists(file: CaseFile, tasks: Iterable[Task]) -> list[Checklist]:
    """The tasks of a case by heading, in the order of the text; each task gets `hint`: copies, and who may prepare it."""
    rules = {item.key: item for item in file.matter.submissions}
    found: dict[str, list[Task]] = {}
    for task in tasks:
        rule = rules.get(task.key)
        heading = rule.group if rule and rule.group else _HEADINGS.get(task.group, "To do")
        hints = []
        if rule and rule.copies > 1:
            hints.append(f"{rule.copies} copies")
        if rule and rule.prepared_by:
            hints.append(f"prepared by {' or '.join(rule.prepared_by)}")
        task.hint = "; ".join(hints)  # type: ignore[attr-defined]
        found.setdefault(heading, []).append(task)
    return [Checklist(heading, under) for heading, under in found.items()]
