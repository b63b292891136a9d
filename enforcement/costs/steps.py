"""The town at work in the place of another: the work, what it costs, the notice of the costs, and the payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal

from enforcement import checks
from enforcement.costs import queries
from enforcement.costs.account import standing_payments, sum_of
from enforcement.costs.models import Bill, CostParty, Receipt, State
from enforcement.roles import AGENTS, COUNTER
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.numbers import next_number
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import OFFICE, Role

#: Takes money in.
CASHIERS = OFFICE | {Role.TREASURER, Role.TOWN_CLERK}
RECEIPTS = "RC"


def ended(file: CaseFile) -> bool:
    """Nothing more is asked of anybody."""
    return file.case.stage in (State.RELEASED, State.RESCINDED)


def positive(entry: Entry, fact: str = "amount") -> Decimal:
    """The sum an event carries: above zero. Raises `Impossible`; a sum is never supplied."""
    amount = checks.money(entry, fact=fact)
    assert amount is not None
    if amount <= 0:
        raise Impossible(f"{entry.title}: {fact} is {amount}; enter a sum above zero.", field=fact)
    return amount


def in_line(file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
    """After a fact about money: payments whose outcome no longer fits what is owed are corrected with it."""
    return tuple(queries.corrections_of_outcomes(file, entry.on))


class StartTownWork(Step):
    """Record that the town began to do the work itself."""

    key = "start_town_work"
    event = "town_work_started"
    button = "Record that the town’s work began"
    effects = ("Costs can be entered from now on.",)
    group = "work"
    may = AGENTS
    form = "enforcement.costs.forms.WorkMoment"

    def offered(self, file: CaseFile) -> bool:
        return not file.has("town_work_started")


class NotifyOfWork(Step):
    """Record the notice to the owner that the town is at work."""

    key = "notify_of_town_work"
    event = "remediation_notified"
    button = "Record the notice of the town’s work"
    group = "work"
    may = AGENTS | COUNTER
    form = "enforcement.costs.forms.WorkMoment"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.WORK_STARTED, State.WORK_COMPLETED) and not file.has(self.event)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Late by the hour, where the text counts hours: a clock's own day is not over before midnight."""
        told = datetime.combine(entry.on, entry.at or time())
        return tuple(
            f"late:{reading.clock}"
            for reading in file.readings(entry.on)
            if any(stop.event == self.event for stop in reading.rule.stops)
            and isinstance(reading.due, datetime)
            and reading.due.replace(tzinfo=None) < told
        )


class CompleteTownWork(Step):
    """Record that the town's work is completed."""

    key = "complete_town_work"
    event = "town_work_completed"
    button = "Record that the town’s work is completed"
    effects = ("The time to give notice of the costs begins.",)
    group = "work"
    may = AGENTS
    form = "towns.record.step_forms.StepForm"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage == State.WORK_STARTED

    def check(self, file: CaseFile, entry: Entry) -> None:
        started = checks.first(file, "town_work_started")
        if started is not None and entry.on < started.on:
            raise Impossible(
                f"The work began on {day_words(started.on)}; it cannot have been completed before that.",
                field="on",
            )


class RecordCost(Step):
    """Enter a cost of the work."""

    key = "record_cost"
    event = "cost_recorded"
    button = "Enter a cost"
    group = "ledger"
    may = AGENTS | {Role.TREASURER}
    form = "enforcement.costs.forms.Cost"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.WORK_STARTED, State.WORK_COMPLETED, State.NOTIFIED)

    def check(self, file: CaseFile, entry: Entry) -> None:
        positive(entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if _after_notice(file, entry):
            says = "Notice of the costs was given already; nobody owes this cost before a notice names it."
            return (Stop("after_the_notice", says, file.matter.cite),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (
            *(("after_the_notice",) if _after_notice(file, entry) else ()),
            *(("after_the_costs_were_rescinded",) if file.case.stage == State.RESCINDED else ()),
        )

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The words of the bill, which may name people."""
        if kept.get("words"):
            Bill.objects.create(town=file.town, case=file.case, event_seq=entry.seq, words=kept["words"])

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        if now is None:
            Bill.objects.filter(case=file.case, event_seq=earlier.seq).delete()


def _after_notice(file: CaseFile, entry: Entry) -> bool:
    return any(e.name == "costs_notified" and e.on < entry.on for e in file.story)


class NotifyCosts(Step):
    """Record the notice of the costs."""

    key = "notify_costs"
    event = "costs_notified"
    button = "Record the notice of the costs"
    effects = ("The time to pay or protest runs from the day on which each one receives it.",)
    group = "notice"
    may = AGENTS | COUNTER
    form = "enforcement.costs.forms.ToParty"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.WORK_COMPLETED, State.NOTIFIED)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.WORK_COMPLETED

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if _no_cost_yet(file, entry):
            return (Stop("no_cost_recorded", "No cost is entered for the notice to name.", file.matter.cite),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return (
            *checks.late(file, entry),
            *(("no_cost_recorded",) if _no_cost_yet(file, entry) else ()),
            *(("before_the_work_was_completed",) if _before(file, entry, "town_work_completed") else ()),
        )


def _no_cost_yet(file: CaseFile, entry: Entry) -> bool:
    return not any(e.name == "cost_recorded" and e.on <= entry.on for e in file.story)


def _before(file: CaseFile, entry: Entry, name: str) -> bool:
    return not any(e.name == name and e.on <= entry.on for e in file.story)


class ReceiveCostNotice(Step):
    """Record that somebody received the notice of the costs."""

    key = "receive_cost_notice"
    event = "costs_received"
    button = "Record the receipt of the notice"
    effects = ("That one’s time to pay or protest begins.",)
    group = "notice"
    may = AGENTS | COUNTER
    form = "enforcement.costs.forms.ByParty"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.NOTIFIED, State.PROTESTED)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.NOTIFIED and not file.has("costs_received")

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("before_the_notice",) if _before(file, entry, "costs_notified") else ()

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keep_party(file, kept)


def keep_party(file: CaseFile, kept: Facts) -> None:
    """Name and address of one who owes, under the key that the ledger uses."""
    if kept.get("party") and kept.get("name"):
        CostParty.objects.update_or_create(
            town=file.town,
            case=file.case,
            key=kept["party"],
            defaults={"name": kept["name"], "address": kept.get("address", "")},
        )


class PayCosts(Step):
    """Record a payment."""

    key = "pay_costs"
    event = "costs_paid"
    button = "Record a payment"
    effects = ("A receipt gets the next number.", "A payment in full ends the time of everybody who owes.")
    group = "money"
    may = CASHIERS
    form = "enforcement.costs.forms.Payment"

    def offered(self, file: CaseFile) -> bool:
        return not ended(file) and file.case.stage != State.PAID and file.has("cost_recorded")

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """Whether it pays all or a part is reckoned, never told. The one who paid is kept as `paid_by`: a payment in full
        frees all who are bound together, so that it may not speak to one clock alone."""
        facts = dict(entry.facts)
        if party := facts.pop("party", ""):
            facts["paid_by"] = party
        positive(entry)
        facts["outcome"] = queries.outcome_with(file, replace(entry, facts=facts))
        return replace(entry, facts=facts)

    def check(self, file: CaseFile, entry: Entry) -> None:
        amount = positive(entry)
        too_much = queries.overpaid(file, entry)
        if too_much is None:
            return
        day, owed = too_much
        if day == entry.on:
            raise Impossible(
                f"${amount} is more than the ${owed} that are owed on {day_words(day)}. "
                "Enter what the town keeps, and return the rest.",
                field="amount",
            )
        raise Impossible(
            f"With this payment the one of {day_words(day)} would be more than the ${owed} then owed. "
            "Correct that one first, if it is wrong.",
            field="amount",
        )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return checks.late(file, entry)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The receipt; its number comes from the town's own series, which stays locked until all is saved."""
        Receipt.objects.create(
            town=file.town,
            case=file.case,
            event_seq=entry.seq,
            number=next_number(file.town, RECEIPTS, entry.on.year),
            day=entry.on,
            amount=sum_of(entry),
            payer=kept.get("payer", ""),
            way=kept.get("way", ""),
        )

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        """A corrected payment keeps its receipt's number; one that never was leaves a receipt marked as taken back."""
        mine = Receipt.objects.filter(case=file.case, event_seq=earlier.seq)
        if now is None:
            mine.update(reversed=file.entries[-1].on)
        else:
            mine.update(day=now.on, amount=sum_of(now))


class ReversePayment(Step):
    """Record that a payment came back."""

    key = "reverse_payment"
    event = "payment_reversed"
    button = "Record that a payment came back"
    effects = ("The payment counts for nothing; interest runs as if it had not been made.",)
    group = "money"
    may = CASHIERS
    form = "enforcement.costs.forms.Reversal"

    def offered(self, file: CaseFile) -> bool:
        return bool(_reversible(file))

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """The payment meant: the one named, else the last of just that sum."""
        if entry.facts.get("payment"):
            return entry
        amount = positive(entry)
        meant = [
            seq
            for seq, (payment, left) in _reversible(file).items()
            if payment.on <= entry.on and left == amount and _same_payer(payment, entry)
        ]
        return replace(entry, facts={**entry.facts, "payment": max(meant)}) if meant else entry

    def check(self, file: CaseFile, entry: Entry) -> None:
        amount = positive(entry)
        named = int(entry.facts.get("payment") or 0)
        payments = _reversible(file, without=entry.seq)
        if named not in payments:
            raise Impossible(f"No payment of ${amount} stands that could come back.", field="amount")
        payment, left = payments[named]
        if entry.on < payment.on:
            raise Impossible(
                f"The payment was made on {day_words(payment.on)}; it cannot have come back before that.",
                field="on",
            )
        if amount > left:
            raise Impossible(f"Of that payment ${left} stand; ${amount} cannot come back.", field="amount")

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        Receipt.objects.filter(case=file.case, event_seq=entry.facts["payment"]).update(reversed=entry.on)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        Receipt.objects.filter(case=file.case, event_seq=earlier.facts["payment"]).update(
            reversed=now.on if now else None
        )


def _reversible(file: CaseFile, *, without: int = 0) -> dict[int, tuple[Entry, Decimal]]:
    """The payments of which something stands, by number."""
    told = [e for e in file.story if not (without and e.seq == without)]
    return {payment.seq: (payment, left) for payment, left in standing_payments(told) if left > 0}


def _same_payer(payment: Entry, entry: Entry) -> bool:
    said = entry.facts.get("party")
    return not said or payment.facts.get("paid_by", said) == said


def needs(*names: str) -> Presupposed:
    """The event that must come first: the first of these that has not happened."""

    def rule(file: CaseFile) -> str | None:
        return next((name for name in names if not file.has(name)), None)

    return rule


#: What must come first, where a story leaves it out. A sum is never supplied.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "town_work_completed": needs("town_work_started"),
    "costs_notified": needs("town_work_completed"),
    "costs_received": needs("costs_notified"),
    "protest_filed": needs("costs_received"),
    "protest_decided": needs("protest_filed"),
}
