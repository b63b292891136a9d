"""The steps of a ticket (M.G.L. c. 40 § 21D): written, delivered, paid or heard, or left unanswered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from enforcement import checks
from enforcement.roles import AGENTS, COUNTER
from enforcement.tickets import finding
from enforcement.tickets.models import OPEN, WARNING, State
from enforcement.tickets.penalty import CAP, penalties
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD, Role

_FACT = "towns.record.step_forms.Fact"
STATUTE = "M.G.L. c. 40 § 21D"


def _is(file: CaseFile, *states: str) -> bool:
    return file.case.stage in states


def before_issue(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """A fact that presupposes the ticket, or the warning in its place, on a day before it or without one."""
    early = all(checks.precedes(file, entry, name) for name in ("ticket_issued", "warning_given"))
    return ("before_the_ticket_was_issued",) if early else ()


def sum_due(file: CaseFile) -> Decimal | None:
    """What the ticket asks for, in dollars; None before it is issued."""
    issued = file.last("ticket_issued")
    return checks.money(issued) if issued is not None else None


class TakeFinding(Step):
    """Take the finding over from the violation file."""

    key = "take_finding"
    event = "violation_found"
    button = "Take over the finding of the violation"
    group = "ticket"
    may = AGENTS
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return not file.has("violation_found")

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """The finding of the violation's file, where the ticket stands over one: told without a day, it is copied whole;
        told with one, it keeps that and names the file."""
        copy = finding.copied(file)
        if copy is None or file.has("violation_found"):
            return entry
        if entry.facts.get("supplied"):
            return replace(entry, on=copy.on, at=copy.at, facts=copy.facts)
        return replace(entry, facts={**copy.facts, **entry.facts})

    def check(self, file: CaseFile, entry: Entry) -> None:
        violated = checks.day_of(entry, "violated")
        if violated is not None and violated > entry.on:
            raise Impossible(
                f"A violation of {day_words(violated)} cannot have been found on {day_words(entry.on)}, before it.",
                field="violated",
            )


class IssueTicket(Step):
    """Issue a ticket."""

    key = "issue_ticket"
    event = "ticket_issued"
    button = "Issue the ticket"
    effects = (
        "The ticket gets the next number.",
        "The offender has 21 days from its date to pay or to ask the court for a hearing.",
    )
    group = "ticket"
    may = AGENTS
    form = "enforcement.tickets.forms.IssueTicket"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFT)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFT)

    def check(self, file: CaseFile, entry: Entry) -> None:
        checks.money(entry)
        offense = entry.facts.get("offense")
        if offense is not None and not (str(offense).isdigit() and int(offense) >= 1):
            raise Impossible(f"{offense!r} is not the number of an offense; write 1, 2, 3.", field="offense")
        if not file.has("violation_found") and finding.copied(file) is None:
            raise Impossible(
                "A ticket is for one offense on one day: enter first the violation that was found, with its day.",
                field="violated",
            )
        day = checks.day_of(entry, "violated") or checks.day_of(_found(file), "violated")
        if day is not None and day > entry.on:
            raise Impossible(
                f"A ticket of {day_words(entry.on)} cannot be for an offense of {day_words(day)}, after it.",
                field="violated",
            )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return tuple(Stop(key, says, cite) for key, says, cite in _against(file, entry))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*(key for key, _says, _cite in _against(file, entry)), *checks.late(file, entry))

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """The finding that the ticket stands on, where nobody entered it here."""
        if any(one.name == "violation_found" for one in file.entries):
            return ()
        copy = finding.copied(file, violated=str(entry.facts.get("violated", "")))
        return (copy,) if copy is not None else ()

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """Who the offender is, and what stands on the ticket in words."""
        names = ("offender", "offender_address", "offense", "place", "hour", "signer")
        changed = [name for name in names if name in kept]
        for name in changed:
            setattr(file.principal, name, kept[name])
        if changed:
            file.principal.save(update_fields=changed)


def _found(file: CaseFile) -> Entry | None:
    return file.last("violation_found") or finding.copied(file)


def _against(file: CaseFile, entry: Entry) -> list[tuple[str, str, str]]:
    """What speaks against a ticket: (key, sentence, citation)."""
    found: list[tuple[str, str, str]] = []
    priced = penalties(file.law, entry)
    amount = entry.facts.get("amount")
    if priced.none_stated:
        found.append(("no_specific_penalty_in_the_text", priced.says, f"{STATUTE}; {priced.cite}"))
    elif not priced.fits:
        found.append(("not_the_sum_of_the_text", priced.says, priced.cite))
    if amount == WARNING:
        says = "A first offense that is answered with a warning is no ticket: nothing is paid and no court hears of it."
        found.append(("a_warning_is_no_ticket", says, priced.cite))
    elif Decimal(str(amount)) > CAP:
        found.append(("above_the_most_a_ticket_may_ask", f"A ticket may ask for ${CAP} at most.", STATUTE))
    if same := _same_offense(file, entry):
        says = f"{same} was issued to the same offender for the same day and provision."
        found.append(("second_ticket_for_the_same_offense", says, STATUTE))
    return found


def _same_offense(file: CaseFile, entry: Entry) -> str:
    """The number of another ticket for the same day, provision and offender on the same violation file; or ""."""
    found = _found(file)
    day = str(entry.facts.get("violated") or "") or (
        str(found.facts.get("violated") or found.on.isoformat()) if found is not None else ""
    )
    mine, role = _offender(file), entry.facts.get("party")
    for other in finding.other_tickets(file):
        issued = other.last("ticket_issued")
        theirs = _offender(other)
        if issued is not None and role and issued.facts.get("party") not in (None, role):
            continue  # one is the owner's, one the violator's
        if (
            issued is not None
            and finding.offense_day(other) == day
            and issued.facts.get("provision") == entry.facts.get("provision")
            and (not mine or not theirs or mine == theirs)
        ):
            return other.case.number
    return ""


def _offender(file: CaseFile) -> str:
    return " ".join(str(getattr(file.principal, "offender", "")).casefold().split())


class GiveWarning(Step):
    """Record a warning instead of a ticket."""

    key = "give_warning"
    event = "warning_given"
    button = "Record a warning"
    effects = ("It counts as the first offense; nothing is paid and no court is told.",)
    group = "ticket"
    may = AGENTS
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFT)


class DeliverTicket(Step):
    """Record that the ticket was handed over or mailed."""

    key = "deliver_ticket"
    event = "ticket_delivered"
    button = "Record that it was handed over or mailed"
    effects = ("The time to deliver it is met.", "A copy goes to the court by its next sitting day.")
    group = "ticket"
    may = AGENTS | COUNTER
    form = "enforcement.tickets.forms.DeliverTicket"

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *OPEN) and not file.has("ticket_delivered")

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.ISSUED)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (*checks.late(file, entry), *before_issue(file, entry))


class PayTicket(Step):
    """Record the payment."""

    key = "pay_ticket"
    event = "ticket_paid"
    button = "Record the payment"
    effects = ("That ends the matter; the court is told.",)
    group = "ticket"
    may = COUNTER | {Role.TREASURER}
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, *OPEN, State.COMPLAINT)

    def primary(self, file: CaseFile) -> bool:
        return _is(file, State.DELIVERED)

    def check(self, file: CaseFile, entry: Entry) -> None:
        checks.money(entry, required=False)
        paid = file.last("ticket_paid")
        if paid is not None and paid.seq != entry.seq:
            raise Impossible(
                f"It was paid on {paid.day_words}. Correct that entry, or enter this payment where it belongs.",
                field="on",
            )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        due, paid = sum_due(file), checks.money(entry, required=False)
        if due is None or paid is None or paid == due:
            return ()
        return (Stop("not_the_sum_due", f"The ticket asks for ${due}; ${paid} was entered.", STATUTE),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        due, paid = sum_due(file), checks.money(entry, required=False)
        wrong = due is not None and paid is not None and paid != due
        return (
            *checks.late(file, entry),
            *(("not_the_sum_of_the_ticket",) if wrong else ()),
            *before_issue(file, entry),
        )


class VoidTicket(Step):
    """Void the ticket."""

    key = "void_ticket"
    event = "ticket_voided"
    button = "Void the ticket"
    effects = ("It keeps its number; the court is told where it has a copy.",)
    group = "ending"
    may = BOARD
    form = _FACT

    def offered(self, file: CaseFile) -> bool:
        return _is(file, State.DRAFT, *OPEN, State.WARNED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if file.has("ticket_paid"):
            return (Stop("paid", "The ticket was paid; the money would have to be returned.", STATUTE),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("voided_after_it_was_paid",) if file.has("ticket_paid") else ()


def _needs_ticket(file: CaseFile) -> str | None:
    return None if file.has("ticket_issued") or file.has("warning_given") else "ticket_issued"


#: What must come first, where a story leaves it out. A sum is never supplied, so a ticket that nobody told is refused.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "ticket_issued": lambda file: None if file.has("violation_found") else "violation_found",
    "warning_given": lambda file: None if file.has("violation_found") else "violation_found",
    **dict.fromkeys(
        (
            "ticket_delivered",
            "ticket_paid",
            "ticket_hearing_requested",
            "ticket_heard",
            "ticket_dismissed",
            "ticket_voided",
        ),
        _needs_ticket,
    ),
}
