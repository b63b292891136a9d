"""A release: when it was known, who was told, the written confirmation, and the end of the file."""

from __future__ import annotations

from enforcement import checks
from enforcement.discharges.models import MATERIALS, Spill, State
from enforcement.roles import AGENTS, COUNTER
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Step, Stop


def _unknown_before(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    known = any(e.name == "release_known" and e.on <= entry.on for e in file.story)
    return () if known else ("before_the_release_was_known",)


class EnterRelease(Step):
    """Enter a release that became known or suspected."""

    key = "enter_release"
    event = "release_known"
    button = "Enter the release"
    effects = ("The time to report it begins: at once for oil and hazardous material.",)
    group = "release"
    may = AGENTS | COUNTER
    form = "enforcement.discharges.forms.Release"

    def offered(self, file: CaseFile) -> bool:
        return not file.has(self.event)

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome not in MATERIALS:
            raise Impossible(
                f"A release is hazardous or nonhazardous; {entry.outcome or 'nothing'!r} was entered.",
                field="outcome",
            )

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """What, how much, where it went, and who has to report it."""
        told = {
            key: str(kept[key]) for key in ("material", "quantity", "reached", "responsible") if key in kept
        }
        if told:
            Spill.objects.filter(case=file.case).update(**told)


class ReportRelease(Step):
    """Record the report to the town."""

    key = "report_release"
    event = "spill_reported"
    button = "Record the report to the town"
    effects = ("A report by telephone, fax or in person must be confirmed in writing.",)
    group = "release"
    may = AGENTS | COUNTER
    form = "enforcement.discharges.forms.Report"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage == State.KNOWN

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.KNOWN

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*checks.late(file, entry), *_unknown_before(file, entry))


class NotifyState(Step):
    """Record that the state was told."""

    key = "notify_state_of_release"
    event = "state_notified"
    button = "Record that the state was told"
    group = "release"
    may = AGENTS | COUNTER
    form = "enforcement.discharges.forms.StateTold"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage != State.CLOSED and not file.has(self.event)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*checks.late(file, entry), *_unknown_before(file, entry))


class ConfirmRelease(Step):
    """Record the written confirmation."""

    key = "confirm_release"
    event = "spill_confirmed"
    button = "Record the written confirmation"
    group = "release"
    may = AGENTS | COUNTER
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.KNOWN, State.REPORTED)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.REPORTED

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        reported = any(e.name == "spill_reported" and e.on <= entry.on for e in file.story)
        return (*checks.late(file, entry), *(() if reported else ("not_reported_before",)))


class DemandInformation(Step):
    """Ask those responsible for information about the release."""

    key = "demand_release_information"
    event = "release_demanded"
    button = "Record that information was asked for"
    group = "release"
    may = AGENTS
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage != State.CLOSED


class CloseRelease(Step):
    """Close the file of the release."""

    key = "close_release"
    event = "spill_closed"
    button = "Close the file"
    effects = ("Its records are kept at least three years.",)
    group = "ending"
    may = AGENTS
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage != State.CLOSED

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if file.has("spill_confirmed"):
            return ()
        says = "The report is not confirmed in writing."
        return (Stop("not_confirmed", says, file.matter.cite),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return () if file.has("spill_confirmed") else ("not_confirmed_before",)
