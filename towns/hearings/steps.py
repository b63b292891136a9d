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
from towns.record.case_file import CaseFile, events_of, law_story
from towns.record.steps import Step, Stop
from towns.roles import BOARD, OFFICE, Role

PLANNED = (Hearing.State.PLANNED, Hearing.State.NOTICED)
SITTING = (Hearing.State.OPEN, Hearing.State.CONTINUED)


def _is(file: CaseFile, *states: str) -> bool:
    hearing = file.live_hearing
    return hearing is not None and hearing.state in states


def speaks_of(file: CaseFile, event: str) -> bool:
    """Whether this matter's law asks for the event in any clock or notice."""
    return event in events_of(file.matter)


def _pending(file: CaseFile) -> bool:
    return file.case.stage in file.type.may_be_heard


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


class ScheduleHearing(Step):
    """Schedule the hearing."""

    key = "schedule_hearing"
    event = "hearing_scheduled"
    button = "Schedule the hearing"
    effects = ("The notice days are counted back from the hearing.", "The hearing notice can be printed.")
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.ScheduleHearing"

    def offered(self, file: CaseFile) -> bool:
        return _may_plan(file) or _is(file, *PLANNED)

    def primary(self, file: CaseFile) -> bool:
        return _may_plan(file) and file.case.stage == "complete"

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number_for_plan(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_plan(file, entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return plan_stops(file, entry)


class CancelHearing(Step):
    """Cancel the hearing."""

    key = "cancel_hearing"
    event = "hearing_cancelled"
    button = "Cancel the hearing"
    effects = ("The hearing is not held; its notice days no longer count.",)
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.HearingAct"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *PLANNED)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number(file, entry)


class _Notice(Step):
    """A proof that notice of the hearing was given in one way that the law asks for."""

    form = "towns.hearings.forms.NoticeProof"
    group = "notice"

    def offered(self, file: CaseFile) -> bool:
        """While a hearing is ahead or sits, where the law asks for this way and it is not proved yet."""
        return speaks_of(file, self.event) and _is(file, *PLANNED, *SITTING) and not file.has(self.event)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """It proves the notice of the hearing that is live."""
        return _number(file, entry)


class RecordPublished(_Notice):
    """Record that the notice was published."""

    key = "record_published"
    event = "notice_published"
    button = "Record that the notice was published"
    effects = ("The newspaper’s day proves publication.",)
    may = OFFICE


class RecordPosted(_Notice):
    """Record that the notice was posted."""

    key = "record_posted"
    event = "notice_posted"
    button = "Record that the notice was posted"
    effects = ("The day of posting is proved.",)
    may = OFFICE | {Role.TOWN_CLERK}


class RecordMailed(_Notice):
    """Record that the notices were mailed."""

    key = "record_mailed"
    event = "notices_mailed"
    button = "Record that the notices were mailed"
    effects = ("The day of mailing is proved.",)
    may = OFFICE


class RecordNoticeGiven(_Notice):
    """Record that notice was given."""

    key = "record_notice_given"
    event = "notice_given"
    button = "Record that notice was given"
    effects = ("The day notice was given is proved.",)
    may = OFFICE


class RecordMeetingPosted(_Notice):
    """Record that the meeting was posted."""

    key = "record_meeting_posted"
    event = "meeting_posted"
    button = "Record that the meeting was posted"
    effects = ("The open meeting notice is proved.",)
    may = OFFICE | {Role.TOWN_CLERK}


class OpenHearing(Step):
    """Open the hearing."""

    key = "open_hearing"
    event = "hearing_opened"
    button = "Open the hearing"
    effects = ("The time to hold the hearing is met.",)
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.HearingAct"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file) and (_is(file, *PLANNED) or file.live_hearing is None)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, *PLANNED)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _opening_defects(file, entry)


class ContinueHearing(Step):
    """Continue the hearing to a later day."""

    key = "continue_hearing"
    event = "hearing_continued"
    button = "Continue the hearing to a later day"
    effects = ("The hearing stays open until the new day.",)
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.ContinueHearing"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *SITTING)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_continuation(file, entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return _continuation_stops(file, entry)


class CloseHearing(Step):
    """Close the hearing."""

    key = "close_hearing"
    event = "hearing_closed"
    button = "Close the hearing"
    effects = ("No more evidence is taken.", "The board’s time to act begins.")
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.HearingAct"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *SITTING)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, *SITTING)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number(file, entry)


class ReopenHearing(Step):
    """Reopen the hearing."""

    key = "reopen_hearing"
    event = "hearing_reopened"
    button = "Reopen the hearing"
    effects = (
        "The board hears more evidence.",
        "Its time to act goes on counting from the first close; only an agreement with the applicant moves it.",
    )
    group = "hearing"
    may = BOARD
    form = "towns.hearings.forms.HearingAct"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, Hearing.State.CLOSED) and file.case.stage == "deliberation"

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _number(file, entry)
