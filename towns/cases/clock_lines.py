"""The clocks of a case as a page shows them: date, reason, ribbon of days, what silence means, and when to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from towns.calendar.counter_hours import last_hour
from towns.calendar.words import day_words
from towns.law import clocks as law_clocks
from towns.law.clocks import MISSED, RUNNING, VOID, WAITING, Event, Reading
from towns.law.ribbon import ribbon
from towns.models import CounterHours, Hearing
from towns.record.case_file import CaseFile, law_story
from towns.record.effects import Silence, silence
from towns.record.urgency import answered_on, day_of, is_unanswered


@dataclass(slots=True)
class ClockLine:
    """One clock, ready for a page."""

    reading: Reading
    name: str
    due: date | None
    strict: date | None
    status: str
    cite: str
    because: tuple[str, ...]
    ribbon: list[Any] = field(default_factory=list)
    met_on: date | None = None
    late_on: date | None = None
    waits_for: str = ""
    silence: str = ""
    notes: list[str] = field(default_factory=list)
    open: bool = False
    presumed: bool = False
    #: Words of the tag where the distance to the last day would mislead; empty where the distance says it.
    tag_words: str = ""

    #: Nothing is left to do about it: met, void, answered late, or run out and confirmed.
    settled: bool = False

    @property
    def tag_kind(self) -> str:
        """The kind of tag where the distance to the last day would mislead."""
        defect = self.reading.if_missed in ("notice_defective", "overdue", "expired")
        return "late" if self.late_on or defect else "info"

    @property
    def says(self) -> str:
        """The law's own words, or their sense."""
        return self.reading.rule.says or self.reading.rule.sense

    @property
    def quoted(self) -> bool:
        """Whether `says` are the law's own words."""
        return bool(self.reading.rule.says)


def line_of(
    file: CaseFile, reading: Reading, today: date, hours: Sequence[CounterHours] = (), *, drawn: bool = True
) -> ClockLine:
    """One reading as a line."""
    due = day_of(reading.due)
    line = ClockLine(
        reading=reading,
        name=reading.title + (f" ({reading.of.replace('_', ' ')})" if reading.of else ""),
        due=reading.due,
        strict=reading.strict,
        status=reading.status,
        cite=reading.cite,
        because=reading.because,
        ribbon=ribbon(reading, file.calendar) if drawn else [],
    )
    if reading.status == WAITING:
        line.waits_for = reading.because[0] if reading.because else ""
        line.because = ()
    if reading.met_by is not None:
        line.met_on = day_of(reading.met_by.on)
    if reading.status == MISSED:
        line.late_on = answered_on(file, reading)
        if line.late_on:
            line.tag_words = "done late"
            line.notes.append(f"Done late, on {day_words(line.late_on)}.")
        elif not is_unanswered(file, reading):
            line.tag_words = "not in time" if reading.if_missed == "notice_defective" else "time has run"
    line.settled = reading.status in (law_clocks.MET, VOID) or (
        bool(line.tag_words) and not _may_be_mended(file, reading)
    )
    if reading.status in (RUNNING, MISSED) and not line.settled:
        said = silence(reading.if_missed or "", reading.expires, ran_out=reading.status == MISSED)
        line.silence = str(said)
    if reading.status == RUNNING and due is not None and due >= today:
        if (reach := last_hour(hours, due, file.calendar)) and reading.rule.unit not in (
            "hours",
            "business_hours",
        ):
            line.notes.append(f"Last hour you can reach the counter: {reach}.")
        if day_of(reading.strict) != due and not reading.rule.before and day_of(reading.strict) is not None:
            line.notes.append(f"The day as counted is {day_words(day_of(reading.strict))}: act by then.")  # type: ignore[arg-type]
    return line


def _may_be_mended(file: CaseFile, reading: Reading) -> bool:
    """Whether another day can still be set for the hearing whose notice came too late."""
    hearing = file.live_hearing
    planned = hearing is not None and hearing.state in (Hearing.State.PLANNED, Hearing.State.NOTICED)
    return planned and reading.if_missed == "notice_defective"


_ORDER = {MISSED: 0, RUNNING: 1, law_clocks.MET: 2, WAITING: 3, VOID: 4}


def _place(line: ClockLine) -> tuple[int, date]:
    order = _ORDER.get(line.status, 5)
    if line.status == MISSED and (
        line.late_on or line.reading.if_missed in ("notice_defective", "decision_allowed")
    ):
        order = 2
    return order, day_of(line.due) or date.max


def clock_lines(file: CaseFile, today: date, hours: Sequence[CounterHours] = ()) -> list[ClockLine]:
    """Every clock of a case, those that press first; the first of them stands open."""
    lines = [line_of(file, reading, today, hours) for reading in file.readings(today)]
    lines += presumed_lines(file, today, hours)
    lines.sort(key=_place)
    for line in lines:
        if line.status in (RUNNING, MISSED) and not line.settled:
            line.open = True
            break
    return lines


def presumed_lines(file: CaseFile, today: date, hours: Sequence[CounterHours] = ()) -> list[ClockLine]:
    """The clocks as they would stand if the application was complete on its filing day.

    Until someone says complete or incomplete, a court may take the filing day; pages show that clock as presumed.
    """
    lines = []
    for reading in presumed_readings(file, today):
        line = line_of(file, reading, today, hours)
        line.presumed = True
        line.name = f"{line.name} (presumed)"
        filed = day_words(day_of(reading.started) or today)
        presumed = (
            "Nobody has found the application complete or incomplete yet; it is counted as if it had been complete when "
            f"it was filed, {filed}."
        )
        line.because = (presumed, *reading.because[1:])
        line.notes.insert(0, "Counted from the filing until somebody says complete or incomplete.")
        lines.append(line)
    return lines


def presumed_readings(file: CaseFile, today: date) -> list[Reading]:
    """The readings of clocks that start with a complete application, read as if it had been complete when filed."""
    filed = file.last("filed")
    if filed is None or filed.on > today:
        return []
    judged = [e for e in file.story if e.name in ("complete", "returned_incomplete") and e.on >= filed.on]
    if judged or file.has("withdrawn") or file.has("decided"):
        return []
    told = [*law_story(file.story), Event("complete", filed.on, {"found_on": filed.on.isoformat()})]
    readings = law_clocks.read(file.matter, told, today, file.calendar)
    return [
        r
        for r in readings
        if r.status in (RUNNING, MISSED)
        and any(p.event == "complete" for p in r.rule.from_)
        and not _runs_anyway(file, r, today)
    ]


def _runs_anyway(file: CaseFile, reading: Reading, today: date) -> bool:
    return any(
        r.clock == reading.clock and r.of == reading.of and r.status != WAITING for r in file.readings(today)
    )


def pressing_line(file: CaseFile, lines: Iterable[ClockLine]) -> ClockLine | None:
    """The clock that presses most: one that ran out unanswered, else the soonest that runs with a last day."""
    for line in sorted(lines, key=_place):
        if line.due is not None and (line.status == RUNNING or is_unanswered(file, line.reading)):
            return line
    return None


def silence_of(line: ClockLine) -> Silence:
    """What silence means for a line, in its two parts."""
    return silence(line.reading.if_missed or "", line.reading.expires, ran_out=line.status == MISSED)
