"""Mending the record: a later event names the earlier one, and the story is told anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

from towns import steps
from towns.folder import Folder
from towns.ledger import Entry, correctable, corrections, entry_meant
from towns.living import Impossible
from towns.steps import Step, check_days


def _check(folder: Folder, entry: Entry) -> None:
    try:
        named = int(entry.facts.get("seq", 0))
        day = date.fromisoformat(str(entry.facts.get("day") or entry.on))
        time.fromisoformat(str(entry.facts.get("hour") or "00:00"))
    except ValueError as wrong:
        raise Impossible(f"The correction cannot be read: {wrong}.", field="day") from None
    earlier = correctable(folder.entries).get(named) or corrections(folder.entries).get(named)
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
        if not isinstance(entry.facts.get("facts", {}), dict):
            raise Impossible("The corrected facts cannot be read.", field="facts")
        if day > entry.on:
            raise Impossible("The right day cannot lie after the day of the correction.", field="day")
    _check_as_corrected(folder, entry)


def _check_as_corrected(folder: Folder, entry: Entry) -> None:
    """What could not have been entered in the first place cannot be the correction either."""
    entries = [*folder.entries, replace(entry, seq=len(folder.entries) + 1)]
    now = correctable(entries).get(entry_meant(entries, entries[-1].seq))
    if now is None:
        return
    check_days(now)
    declared = steps.for_event(now.name)
    if declared is not None:
        declared.check(folder, now)


def _follow(folder: Folder, entry: Entry, _kept: steps.Facts) -> None:
    """Let the rows that were written with the corrected entry say what it says now."""
    seq = entry_meant(folder.entries, entry.seq)
    earlier = folder.entries[seq - 1]
    declared = steps.for_event(earlier.name)
    if declared is not None:
        declared.follow(folder, earlier, correctable(folder.entries).get(seq))


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
            keep=_follow,
        )
    )
