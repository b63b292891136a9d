"""Mending the record: a later event names the earlier one, and the story is told anew."""

from __future__ import annotations

from datetime import date

from towns import steps
from towns.folder import Folder
from towns.ledger import Entry, correctable
from towns.living import Impossible
from towns.steps import Step


def _check(folder: Folder, entry: Entry) -> None:
    named = int(entry.facts.get("seq", 0))
    earlier = correctable(folder.entries).get(named)
    if earlier is None:
        raise Impossible(f"There is no event {named} that stands in {folder.case.number}.", field="seq")
    if earlier.is_system:
        raise Impossible(
            f"“{earlier.title}” was written because a clock ran out; mend the fact it was counted from instead.",
            field="seq",
        )
    if not entry.facts.get("why"):
        raise Impossible("Say why the event is corrected; the reason stays in the ledger.", field="why")
    if not entry.facts.get("remove"):
        if not {"day", "hour", "facts"} & set(entry.facts):
            raise Impossible("Enter the right day, or say that it did not happen.", field="day")
        day = entry.facts.get("day")
        if day and date.fromisoformat(day) > entry.on:
            raise Impossible("The right day cannot lie after the day of the correction.", field="day")


def register() -> None:
    """Declare the correction, and one plain step for every legal fact that needs no step of its own."""
    steps.register(
        Step(
            key="correct",
            event="corrected",
            button="Correct the record",
            effects=("The earlier event stays readable; the case is read anew with the right fact.",),
            form="towns.desk.forms.Correction",
            group="correction",
            offered=lambda folder: len(folder.entries) > 0,
            check=_check,
        )
    )
