"""Computes the interest on costs that the town spent to mend a violation and that were not paid in time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from towns.law.determination_reasons import Reason
from towns.law.fines_schema import CostRule
from towns.law.rules import Bylaw

CENT = Decimal("0.01")
_MOST_AMOUNT = Decimal(10) ** 12


class BadCosts(ValueError):
    """A question about costs that has no answer; the message says what mends it."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What is owed on a day. None: the text does not say from when interest runs, so nobody can tell."""

    amount: Decimal
    interest_from: date | None
    days: int | None
    rate: Decimal | None
    interest: Decimal | None
    total: Decimal | None
    because: tuple[Reason, ...]


def owed(bylaw: Bylaw, *, amount: Decimal, received: date, on: date) -> Owed:
    """The costs and their interest on a day, in dollars, from the day the notice of costs was `received`.

    Simple interest, rounded half up once. BadCosts for an amount that is none, or a town whose text recovers none.
    """
    rule = bylaw.sections.get("costs")
    if not isinstance(rule, CostRule):
        raise BadCosts(
            f"{bylaw.name}'s text, as held, gives no recovery of costs, so there is no interest to compute."
        )
    if not amount.is_finite() or not 0 <= amount <= _MOST_AMOUNT:
        raise BadCosts(f"amount: {amount} is not a sum of money. Give dollars and cents, zero or more.")
    if amount != amount.quantize(CENT):
        raise BadCosts(f"amount: {amount} has parts of a cent. Give dollars and cents.")
    amount = amount.quantize(CENT)
    told = [Reason(f"The text: “{rule.says}”", rule.cite)]
    if rule.note:
        told.append(Reason(rule.note, rule.cite))
    if not rule.bears_interest:
        told.append(Reason("The text gives no interest on these costs.", rule.cite))
        return Owed(amount, None, 0, None, Decimal("0.00"), amount, tuple(told))
    if rule.first_day is None:
        words = "The text does not say from which day interest runs; until the town settles that, none is computed."
        told.append(Reason(words, rule.cite))
        return Owed(amount, None, None, rule.rate, None, None, tuple(told))
    try:
        start = received + timedelta(days=rule.first_day)
    except OverflowError:
        raise BadCosts(f"received: {received} is too late to count from. Give an earlier day.") from None
    days = max(0, (on - start).days + 1)
    interest = _simple(amount, rule, days)
    told += _counted(rule, received, on, start, days)
    return Owed(amount, start, days, rule.rate, interest, amount + interest, tuple(told))


def _simple(amount: Decimal, rule: CostRule, days: int) -> Decimal:
    """Amount × rate × days ÷ (100 × days in the year), exact until it is rounded once to the cent, half up."""
    exact = Fraction(amount) * Fraction(rule.rate) * days / (100 * rule.days_in_year)
    cents = int(exact * 100 + Fraction(1, 2))
    return Decimal(cents) * CENT


def _counted(rule: CostRule, received: date, on: date, start: date, days: int) -> list[Reason]:
    told = [
        Reason(
            f"The notice of costs was received on {received}, day 0; "
            f"interest runs from day {rule.first_day}, {start}, on.",
            rule.cite,
        )
    ]
    if days:
        span = "1 day" if days == 1 else f"{days:,} days"
        words = (
            f"{start} to {on}, both included: {span} at {rule.rate:f} percent a year "
            f"on {rule.days_in_year} days, simple."
        )
    elif on < received:
        words = f"On {on} the notice had not been received yet: no interest."
    else:
        words = f"On {on} no interest had begun to run."
    told.append(Reason(words, rule.cite))
    return told
