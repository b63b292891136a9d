"""What is owed for the town's work on a day, reckoned from the ledger alone.

The rules of interest are those of `manage.py costs` (towns.law.interest): simple, from the receipt of the notice, rounded
once, half up. Here the principal also falls as it is paid. What a decision takes off, and a payment that came back,
count as if they had never been owed, or paid: the bylaws let interest run on unpaid costs, and those were not, or were,
unpaid all the while. Interest ends with the commitment to the collector, who has his own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final

from towns.law.fines_schema import CostRule
from towns.ledger.entries import Entry

ZERO: Final = Decimal("0.00")
CENT: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Span:
    """Some days, both ends included, on which the same principal bore interest. `interest` is exact."""

    first: date
    last: date
    principal: Fraction
    interest: Fraction

    @property
    def days(self) -> int:
        """How many."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Account:
    """The sums on a day, in dollars. `balance` below zero is what the town owes back."""

    costs: Decimal
    abated: Decimal
    paid: Decimal
    interest: Decimal
    rescinded: bool
    spans: tuple[Span, ...] = ()
    starts: tuple[date, ...] = ()
    committed: date | None = None

    @property
    def balance(self) -> Decimal:
        """What is still owed."""
        return self.costs - self.abated - self.paid + self.interest

    def as_text(self) -> dict[str, str]:
        """The sums as `replay` gives them, with two decimals."""
        return {
            name: f"{getattr(self, name):.2f}" for name in ("costs", "abated", "paid", "interest", "balance")
        }


def sum_of(entry: Entry, fact: str = "amount") -> Decimal:
    """The sum that an event carries; zero without one. The steps have checked that it is a sum."""
    return Decimal(str(entry.facts.get(fact) or "0")).quantize(CENT)


def account(
    story: Iterable[Entry],
    rule: CostRule | None,
    on: date,
    *,
    interest_first: bool = False,
    as_of: date | None = None,
) -> Account:
    """What is owed on a day. `rule` is the town's text on interest; None where it has none.

    `as_of`: the day up to which decisions, abatements and reversals are known; `on` where not given.
    """
    story = list(story)
    known = [entry for entry in story if entry.on <= (as_of or on)]
    past = [entry for entry in story if entry.on <= on]
    costs = sum((sum_of(e) for e in past if e.name == "cost_recorded"), ZERO)
    payments = standing_payments(past, known)
    paid = sum((amount for _entry, amount in payments), ZERO)
    if rescinded(known):
        return Account(costs, costs, paid, ZERO, rescinded=True)
    abated = _abated(known)
    committed = min((e.on for e in past if e.name == "charge_committed"), default=None)
    last = min(on, committed) if committed else on
    course = _Course(rule, costs - abated, abated, interest_first=interest_first)
    course.run(_started(past, rule), [(e.on, amount) for e, amount in payments], last)
    exact = sum((span.interest for span in course.spans), Fraction(0))
    return Account(
        costs,
        abated,
        paid,
        Decimal(int(exact * 100 + Fraction(1, 2))) * CENT,
        rescinded=False,
        spans=tuple(course.spans),
        starts=tuple(sorted({day for day, _amount in _started(past, rule)})),
        committed=committed,
    )


def rescinded(story: Iterable[Entry]) -> bool:
    """Whether a decision or a court took the whole charge away."""
    return any(e.name in ("protest_decided", "court_final") and e.outcome == "rescinded" for e in story)


def _abated(story: Sequence[Entry]) -> Decimal:
    """What decisions, a court and the assessors took off."""
    decided = [e for e in story if e.name in ("protest_decided", "court_final") and e.outcome == "modified"]
    taken_off = sum((sum_of(e, "abated") for e in decided), ZERO)
    return taken_off + sum((sum_of(e) for e in story if e.name == "charge_abated"), ZERO)


def standing_payments(
    payments: Iterable[Entry], known: Iterable[Entry] | None = None
) -> list[tuple[Entry, Decimal]]:
    """Each payment with what stands of it after reversals: those among `known`, or among the payments themselves."""
    payments = list(payments)
    back: dict[int, Decimal] = {}
    for entry in payments if known is None else known:
        if entry.name == "payment_reversed":
            named = int(entry.facts.get("payment") or 0)
            back[named] = back.get(named, ZERO) + sum_of(entry)
    return [
        (entry, max(ZERO, sum_of(entry) - back.get(entry.seq, ZERO)))
        for entry in payments
        if entry.name == "costs_paid"
    ]


def _started(story: Sequence[Entry], rule: CostRule | None) -> list[tuple[date, Decimal]]:
    """Each cost with the first day on which it bears interest: counted from the first receipt of a notice given on or
    after the cost's own day. One that was notified to nobody, or received by nobody, bears none."""
    if rule is None or not rule.bears_interest or rule.first_day is None:
        return []
    notices = sorted(e.on for e in story if e.name == "costs_notified")
    receipts = sorted(e.on for e in story if e.name == "costs_received")
    found = []
    for entry in story:
        if entry.name != "cost_recorded":
            continue
        notice = next((day for day in notices if day >= entry.on), None if notices else entry.on)
        receipt = next((day for day in receipts if notice and day >= notice), None)
        if receipt:
            found.append((receipt + timedelta(days=rule.first_day), sum_of(entry)))
    return found


@dataclass
class _Course:
    """The principal and its interest, from one day on which something changes to the next."""

    rule: CostRule | None
    owed: Decimal
    abated: Decimal
    interest_first: bool = False
    spans: list[Span] = field(default_factory=list)
    _accrued: Fraction = Fraction(0)
    _to_interest: Fraction = Fraction(0)
    _to_principal: Fraction = Fraction(0)

    def run(
        self, started: Sequence[tuple[date, Decimal]], payments: Sequence[tuple[date, Decimal]], last: date
    ) -> None:
        """Fill `spans` with every day up to and including `last` on which something bore interest."""
        if self.rule is None or not started:
            return
        days = sorted({day for day, _ in (*started, *payments) if day <= last} | {last + timedelta(days=1)})
        for day, following in pairwise(days):
            bearing = sum((amount for start, amount in started if start <= day), ZERO)
            before = self._principal(bearing)
            self._pay(sum((amount for paid_on, amount in payments if paid_on == day), ZERO))
            if before > 0 and self._to_principal >= self.owed:
                self._pay_off(day, before)
            principal = self._principal(bearing)
            if principal > 0:
                self._bear(day, following - timedelta(days=1), principal)

    def _principal(self, bearing: Decimal) -> Fraction:
        """What bears interest: abatements and payments lessen the oldest costs first."""
        return max(Fraction(0), Fraction(bearing) - Fraction(self.abated) - self._to_principal)

    def _pay(self, amount: Decimal) -> None:
        first = Fraction(0)
        if self.interest_first:
            first = min(Fraction(amount), self._accrued - self._to_interest)
        self._to_interest += first
        self._to_principal += Fraction(amount) - first

    def _pay_off(self, day: date, before: Fraction) -> None:
        """Who pays all that is shown for a day pays that day's interest too, and gets nothing back for it."""
        surplus = self._to_principal + self._to_interest - Fraction(self.owed)
        of_the_day = min(self._interest(before, 1), max(Fraction(0), surplus - self._accrued))
        if of_the_day > 0:
            self.spans.append(Span(day, day, before, of_the_day))
            self._accrued += of_the_day

    def _bear(self, first: date, last: date, principal: Fraction) -> None:
        interest = self._interest(principal, (last - first).days + 1)
        self.spans.append(Span(first, last, principal, interest))
        self._accrued += interest

    def _interest(self, principal: Fraction, days: int) -> Fraction:
        assert self.rule is not None
        return principal * Fraction(self.rule.rate) * days / (100 * self.rule.days_in_year)
