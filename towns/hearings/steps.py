"""The steps of a hearing and of its notice."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from towns.calendar.words import day_words
from towns.law import clocks as law_clocks
from towns.law.rules import ClockRule
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Hearing
from towns.record import steps
from towns.record.case_file import CaseFile, events_of, law_story
from towns.record.steps import Step, Stop

PLANNED = (Hearing.State.PLANNED, Hearing.State.NOTICED)
SITTING = (Hearing.State.OPEN, Hearing.State.CONTINUED)


def _is(file: CaseFile, *states: str) -> bool:
    hearing = file.live_hearing
    return hearing is not None and hearing.state in states


def speaks_of(file: CaseFile, event: str) -> bool:
    """Whether this matter's law asks for the event in any clock or notice."""
    return event in events_of(file.matter)


def _pending(file: CaseFile) -> bool:
    return file.case.stage in ("filed", "incomplete", "complete")


def _may_plan(file: CaseFile) -> bool:
    return _pending(file) and not _is(file, *PLANNED, *SITTING, Hearing.State.CLOSED)


def _number_for_plan(file: CaseFile, entry: Entry) -> Entry:
    if "hearing" in entry.facts:
        return entry
    live = file.live_hearing
    number = live.number if live and live.state in PLANNED else len(file.hearings) + 1
    return replace(entry, facts={**entry.facts, "hearing": number})


def _number(file: CaseFile, entry: Entry) -> Entry:
    if "hearing" in entry.facts:
        return entry
    live = file.live_hearing
    return replace(entry, facts={**entry.facts, "hearing": live.number if live else 1})


def hearing_day(entry: Entry) -> date:
    """The day that a scheduling or continuing event names."""
    said = entry.facts.get("for")
    if not said:
        raise Impossible("Enter the day and time of the hearing.", field="for")
    return datetime.fromisoformat(said).date()


def _check_plan(file: CaseFile, entry: Entry) -> None:
    day = hearing_day(entry)
    if day < entry.on:
        raise Impossible(
            f"The hearing cannot be set for {day_words(day)}: that is before it was scheduled, {day_words(entry.on)}.",
            field="for",
        )


def _check_continuation(file: CaseFile, entry: Entry) -> None:
    day = hearing_day(entry)
    if day <= entry.on:
        raise Impossible(
            f"A continuation needs a later day than {day_words(entry.on)}; {day_words(day)} was entered.",
            field="for",
        )


def _waits_for_opening(rule: ClockRule) -> bool:
    return any(pattern.event == "hearing_opened" for pattern in rule.stops)


def _closed_day(file: CaseFile, day: date) -> tuple[Stop, ...]:
    why = file.calendar.why_closed(day)
    return (Stop("closed_day", f"{day_words(day)} is {why}; town hall is closed."),) if why else ()


def plan_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """Why a hearing should perhaps not be set for a day: closed, past its window, or too soon for the notice."""
    day = hearing_day(entry)
    stops = list(_closed_day(file, day))
    for reading in law_clocks.read(file.matter, law_story([*file.story, entry]), entry.on, file.calendar):
        rule = reading.rule
        if _waits_for_opening(rule) and reading.due is not None and reading.status == "running":
            last = reading.due.date() if isinstance(reading.due, datetime) else reading.due
            if day > last:
                stops.append(
                    Stop(
                        "after_window",
                        f"{rule.title}: the last day is {day_words(last)}; {day_words(day)} is after it.",
                        rule.cite,
                    )
                )
        if (
            rule.if_missed == "notice_defective"
            and reading.status in ("running", "missed")
            and reading.due is not None
        ):
            last = reading.due.date() if isinstance(reading.due, datetime) else reading.due
            if last < entry.on:
                stops.append(
                    Stop(
                        "too_soon",
                        f"{rule.title}: the last safe day was {day_words(last)}, already past.",
                        rule.cite,
                    )
                )
    return tuple(stops)


def _continuation_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    return _closed_day(file, hearing_day(entry))


def _opening_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """What was wrong with a hearing on the day it opened: named, never refused."""
    defects = []
    for reading in file.readings(entry.on):
        rule = reading.rule
        if rule.if_missed == "notice_defective" and reading.status == "missed":
            defects.append(f"notice_defective:{reading.clock}")
        if _waits_for_opening(rule) and reading.status == "missed":
            defects.append(f"late:{reading.clock}")
    return tuple(defects)


def suggested_window(file: CaseFile, today: date) -> tuple[date | None, date | None]:
    """The first and last day on which the hearing could lawfully be set, by notice times and window."""
    longest = 0
    for rule in file.matter.clocks:
        if rule.if_missed == "notice_defective" and rule.before and rule.unit == "calendar" and rule.length:
            longest = max(longest, rule.length)
    first = file.calendar.roll_forward(today + timedelta(days=longest + 1))
    last = None
    for reading in file.readings(today):
        if _waits_for_opening(reading.rule) and reading.status == "running" and reading.due is not None:
            day = reading.due.date() if isinstance(reading.due, datetime) else reading.due
            last = min(last, day) if last else day
    return first, last


def _notice(key: str, event: str, button: str, says: str) -> Step:
    return Step(
        key=key,
        event=event,
        button=button,
        effects=(says,),
        form="towns.hearings.forms.NoticeProof",
        group="notice",
        offered=lambda file: speaks_of(file, event) and _is(file, *PLANNED, *SITTING) and not file.has(event),
        prepare=_number,
    )


def register() -> None:
    """Declare the steps of this room."""
    steps.register(
        Step(
            key="schedule_hearing",
            event="hearing_scheduled",
            button="Schedule the hearing",
            effects=(
                "The notice days are counted back from the hearing.",
                "The hearing notice can be printed.",
            ),
            form="towns.hearings.forms.ScheduleHearing",
            group="hearing",
            offered=lambda f: _may_plan(f) or _is(f, *PLANNED),
            primary=lambda f: _may_plan(f) and f.case.stage == "complete",
            prepare=_number_for_plan,
            check=_check_plan,
            stops=plan_stops,
        ),
        Step(
            key="cancel_hearing",
            event="hearing_cancelled",
            button="Cancel the hearing",
            effects=("The hearing is not held; its notice days no longer count.",),
            form="towns.hearings.forms.HearingAct",
            group="hearing",
            offered=lambda f: _is(f, *PLANNED),
            prepare=_number,
        ),
        _notice(
            "record_published",
            "notice_published",
            "Record that the notice was published",
            "The newspaper’s day proves publication.",
        ),
        _notice(
            "record_posted",
            "notice_posted",
            "Record that the notice was posted",
            "The day of posting is proved.",
        ),
        _notice(
            "record_mailed",
            "notices_mailed",
            "Record that the notices were mailed",
            "The day of mailing is proved.",
        ),
        _notice(
            "record_notice_given",
            "notice_given",
            "Record that notice was given",
            "The day notice was given is proved.",
        ),
        _notice(
            "record_meeting_posted",
            "meeting_posted",
            "Record that the meeting was posted",
            "The open meeting notice is proved.",
        ),
        Step(
            key="open_hearing",
            event="hearing_opened",
            button="Open the hearing",
            effects=("The time to hold the hearing is met.",),
            form="towns.hearings.forms.HearingAct",
            group="hearing",
            offered=lambda f: _pending(f) and (_is(f, *PLANNED) or f.live_hearing is None),
            primary=lambda f: _is(f, *PLANNED),
            prepare=_number,
            defects=_opening_defects,
        ),
        Step(
            key="continue_hearing",
            event="hearing_continued",
            button="Continue the hearing to a later day",
            effects=("The hearing stays open until the new day.",),
            form="towns.hearings.forms.ContinueHearing",
            group="hearing",
            offered=lambda f: _is(f, *SITTING),
            prepare=_number,
            check=_check_continuation,
            stops=_continuation_stops,
        ),
        Step(
            key="close_hearing",
            event="hearing_closed",
            button="Close the hearing",
            effects=("No more evidence is taken.", "The board’s time to act begins."),
            form="towns.hearings.forms.HearingAct",
            group="hearing",
            offered=lambda f: _is(f, *SITTING),
            primary=lambda f: _is(f, *SITTING),
            prepare=_number,
        ),
        Step(
            key="reopen_hearing",
            event="hearing_reopened",
            button="Reopen the hearing",
            effects=("The board hears more evidence; closing again starts its time anew.",),
            form="towns.hearings.forms.HearingAct",
            group="hearing",
            offered=lambda f: _is(f, Hearing.State.CLOSED) and f.case.stage == "deliberation",
            prepare=_number,
        ),
    )
