"""The steps of a violation file: the report, the visit, the finding, the cure and the close."""

from __future__ import annotations

from enforcement import checks
from enforcement.roles import AGENTS, COUNTER
from enforcement.violations.models import UNDECIDED, Report, State
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Step, Stop
from towns.roles import APPLICANT


def _is(file: CaseFile, *states: str) -> bool:
    return file.case.stage in states


class ReportViolation(Step):
    """Enter a report."""

    key = "report_violation"
    event = "violation_reported"
    button = "Enter a report of a violation"
    effects = ("The file is opened; whoever reported it is named to nobody outside the office.",)
    may = COUNTER | {APPLICANT}
    form = "towns.record.step_forms.Fact"
    on_pages = False  # reports have a form of their own

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """What was seen, and by whom; who it was stays in the office."""
        if "report" in kept:
            Report.objects.create(town=file.town, case=file.case, event_seq=entry.seq, **kept["report"])


class RefusedEntry(Step):
    """Record that entry to the land was refused."""

    key = "record_refused_entry"
    event = "entry_refused"
    button = "Record that entry was refused"
    effects = ("Nobody goes onto the land without a warrant.",)
    group = "inspection"
    may = AGENTS
    form = "towns.record.step_forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return not _is(file, State.CLOSED, State.UNFOUNDED)


class FindViolation(Step):
    """Find a violation."""

    key = "find_violation"
    event = "violation_found"
    button = "Find a violation"
    effects = (
        "Orders and tickets may follow from this file.",
        "Days of fines count from the day of the violation.",
    )
    may = AGENTS
    form = "enforcement.violations.forms.Finding"

    def offered(self, file: CaseFile) -> bool:
        return not _is(file, State.FOUND)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, *UNDECIDED)

    def check(self, file: CaseFile, entry: Entry) -> None:
        violated = checks.day_of(entry, "violated")
        if violated is not None and violated > entry.on:
            raise Impossible(
                f"A violation of {day_words(violated)} cannot have been found on {day_words(entry.on)}, before it.",
                field="violated",
            )


class Cure(Step):
    """Record that the violation was cured."""

    key = "record_cure"
    event = "violation_cured"
    button = "Record that the violation was cured"
    effects = ("Days of fines end on this day.",)
    may = AGENTS
    form = "towns.record.step_forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *UNDECIDED, State.FOUND)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.FOUND)

    def check(self, file: CaseFile, entry: Entry) -> None:
        found = file.last("violation_found")
        began = checks.day_of(found, "violated") or (found.on if found else None)
        if began is not None and entry.on < began:
            raise Impossible(
                f"It cannot have been cured on {day_words(entry.on)}: the violation is of {day_words(began)}. "
                "Correct the day of the violation, or enter the day of the cure.",
                field="on",
            )


class FindNothing(Step):
    """Find that there is no violation."""

    key = "find_no_violation"
    event = "violation_unfounded"
    button = "Find that there is no violation"
    group = "ending"
    may = AGENTS
    form = "towns.record.step_forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *UNDECIDED, State.FOUND)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        found = file.last("violation_found")
        if found is None:
            return ()
        says = f"A violation was found on {found.day_words}. Orders and tickets that stand on it do not end by this."
        return (Stop("violation_was_found", says),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("a_violation_had_been_found",) if file.has("violation_found") else ()


class CloseViolation(Step):
    """Close the violation file."""

    key = "close_violation"
    event = "violation_closed"
    button = "Close the violation file"
    effects = ("Orders and tickets keep their own lives.",)
    group = "ending"
    may = AGENTS
    form = "towns.record.step_forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return not _is(file, State.CLOSED)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.CURED, State.UNFOUNDED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if _uncured(file):
            return (Stop("not_cured", "The violation was found, and nobody has recorded its cure."),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("closed_without_a_cure",) if _uncured(file) else ()


def _uncured(file: CaseFile) -> bool:
    return file.stage == State.FOUND
