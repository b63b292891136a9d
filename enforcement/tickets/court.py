"""The steps by which a ticket goes to court, or is left unanswered (M.G.L. c. 40 § 21D)."""

from __future__ import annotations

from enforcement import checks
from enforcement.roles import AGENTS, COUNTER, COURT
from enforcement.tickets.models import State
from enforcement.tickets.steps import STATUTE, before_issue
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile
from towns.record.steps import Step, Stop
from towns.roles import Role

_FACT = "towns.record.step_forms.Fact"


def _is(file: CaseFile, *states: str) -> bool:
    return file.case.stage in states


class RequestTicketHearing(Step):
    """Record that the offender asks for a hearing in court."""

    key = "request_ticket_hearing"
    event = "ticket_hearing_requested"
    button = "Record a request for a hearing"
    effects = ("The court sets the hearing; the enforcing person is told.",)
    group = "ticket"
    may = COUNTER | COURT
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.ISSUED, State.DELIVERED)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*checks.late(file, entry), *before_issue(file, entry))


class HearTicket(Step):
    """Record the hearing in court."""

    key = "hear_ticket"
    event = "ticket_heard"
    button = "Record the hearing in court"
    group = "ticket"
    may = COURT
    form = "enforcement.tickets.forms.TicketHeard"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.HEARING_REQUESTED)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.HEARING_REQUESTED)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        asked = file.has("ticket_hearing_requested")
        return (*(() if asked else ("nobody_had_asked_for_a_hearing",)), *before_issue(file, entry))

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """A court that finds no violation dismisses the ticket."""
        if entry.outcome != "dismissed" or file.has("ticket_dismissed"):
            return ()
        return (Entry("ticket_dismissed", entry.on, at=entry.at),)


class DismissTicket(Step):
    """Record that the court dismissed the ticket."""

    key = "dismiss_ticket"
    event = "ticket_dismissed"
    button = "Record that the court dismissed it"
    group = "ending"
    may = COURT
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.HEARING_REQUESTED, State.HEARD, State.COMPLAINT)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return before_issue(file, entry)


class NoteDefault(Step):
    """Record the court clerk's notice that nobody answered."""

    key = "note_ticket_default"
    event = "default_notified"
    button = "Record the court clerk’s notice of default"
    effects = ("Whether a complaint is applied for is decided by the enforcing person.",)
    group = "ticket"
    may = COURT | AGENTS
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.ISSUED, State.DELIVERED) and not file.has("default_notified")

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _unanswered(file, entry)


class ApplyForComplaint(Step):
    """Record that a criminal complaint was applied for."""

    key = "apply_for_complaint"
    event = "complaint_applied"
    button = "Record that a criminal complaint was applied for"
    group = "ticket"
    may = AGENTS | {Role.COUNSEL}
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.ISSUED, State.DELIVERED, State.HEARD) and (
            file.has("default_notified") or file.has("ticket_heard")
        )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if file.has("ticket_paid"):
            return (Stop("paid", "The ticket was paid, which is a final disposition.", STATUTE),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (
            *(("after_the_ticket_was_paid",) if file.has("ticket_paid") else ()),
            *(() if file.has("ticket_heard") else _unanswered(file, entry)),
        )


def _unanswered(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """A default needs a time to answer that has run out."""
    readings = {reading.clock: reading for reading in file.readings(entry.on)}
    answer = next((r for r in readings.values() if any(s.event == "ticket_paid" for s in r.rule.stops)), None)
    still = answer is not None and answer.status in ("waiting", "running")
    return (
        *(("before_the_time_to_answer_ran_out",) if still else ()),
        *before_issue(file, entry),
    )
