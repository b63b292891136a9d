"""Which deadline of a case presses most: what ran out and was never answered, before what still runs."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from towns.law.clocks import MISSED, RUNNING, Reading
from towns.record import effects
from towns.record.case_file import CaseFile

#: The steps after which a time that ran out before them no longer asks for anything.
_ENDS: Final = ("decided", "permit_issued", "withdrawn", "order_rescinded")


def day_of(moment: date | datetime | None) -> date | None:
    """The day of a day or a moment."""
    return moment.date() if isinstance(moment, datetime) else moment


def answered_on(file: CaseFile, reading: Reading) -> date | None:
    """The day of the act that a clock waits for, in time or too late; None while nobody has acted."""
    started = day_of(reading.started)
    for entry in file.story:
        if started and entry.on >= started and any(stop.event == entry.name for stop in reading.rule.stops):
            return entry.on
    return None


def is_unanswered(file: CaseFile, reading: Reading) -> bool:
    """Whether a clock ran out and someone still has to act or confirm: overdue acts, and what is held."""
    if reading.status != MISSED or reading.if_missed is None:
        return False
    if effects.of(reading.if_missed).held:
        stands = [e for e in file.story if e.is_system and e.facts.get("clock") == reading.clock]
        return file.case.held and bool(stands)
    if not effects.of(reading.if_missed).waits or answered_on(file, reading) or file.stage in file.type.ended:
        return False
    started = day_of(reading.started)
    return not any(started and entry.on >= started and entry.name in _ENDS for entry in file.story)


def pressing(file: CaseFile, readings: list[Reading]) -> Reading | None:
    """The reading to show as the next deadline of a case; None where nothing waits."""
    live = [
        reading
        for reading in readings
        if reading.due is not None and (reading.status == RUNNING or is_unanswered(file, reading))
    ]
    return min(live, key=lambda reading: (day_of(reading.due) or date.max, reading.clock), default=None)
