"""Reads from a bylaw file what a violation costs, rung by rung, and what the town may charge for its own work."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from towns.law.entries import Entry

WARNING, NOT_STATED = "warning", "not stated"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The amounts for the first, second … violation; the last rung is for every later one.

    An amount None: the text gives none. `under`: the part of the bylaw to which it belongs, "" if there is one;
    `criminal`: that part's own words on the criminal fine, "" where those of the whole text hold.
    """

    under: str
    says: str
    rungs: tuple[Decimal | None, ...]
    each_day_climbs: bool
    ladder_per_provision: bool
    provisions_multiply: bool
    criminal: str
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class FineRule:
    """What a town's text says of noncriminal fines."""

    ladders: tuple[Ladder, ...]
    each_day: str  # the words by which every day is an offense
    provisions: str  # the words by which every provision is an offense; "" if there are none
    criminal: str
    cite: str


@dataclass(frozen=True, slots=True)
class CostRule:
    """What a town's text says of the interest on costs it recovers.

    `first_day`: the first day that bears interest, counted from the receipt of the notice as day 0; None if the
    text gives no start. `bears_interest` false: the text gives no interest.
    """

    says: str
    bears_interest: bool
    first_day: int | None
    rate: Decimal
    days_in_year: int
    cite: str
    note: str


def fine_rule(holder: Entry, key: str) -> FineRule:
    """The table [fines] with its [fines.ladder.NAME]."""
    entry = holder.entry(key)
    provisions = entry.text("provisions", None)
    ladders = tuple(_ladder(item) for _, item in entry.named("ladder"))
    if not ladders:
        entry.problem("ladder", "is missing.", "Add at least one [fines.ladder.NAME].")
    unders = [ladder.under for ladder in ladders]
    if len(ladders) > 1 and (len(set(unders)) < len(unders) or "" in unders):
        entry.problem("ladder", "cannot be told apart.", 'Give each ladder its own under = "…".')
    rule = FineRule(
        ladders=ladders,
        each_day=entry.text("each_day"),
        provisions=provisions,
        criminal=entry.text("criminal"),
        cite=entry.text("cite"),
    )
    entry.done()
    return rule


def _ladder(entry: Entry) -> Ladder:
    ladder = Ladder(
        under=entry.text("under", None),
        says=entry.text("says"),
        rungs=tuple(_rung(entry, word) for word in entry.words("rungs")),
        each_day_climbs=entry.flag("each_day_climbs", True),
        ladder_per_provision=entry.flag("ladder_per_provision", True),
        provisions_multiply=entry.flag("provisions_multiply", False),
        criminal=entry.text("criminal", None),
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    entry.done()
    return ladder


def _rung(entry: Entry, word: str) -> Decimal | None:
    if word == NOT_STATED:
        return None
    if word == WARNING:
        return Decimal("0.00")
    try:
        amount = Decimal(word)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        entry.problem("rungs", f"has the amount {word!r}.", f'Write "100.00", "{WARNING}" or "{NOT_STATED}".')
        return None
    return amount.quantize(Decimal("0.01"))


def cost_rule(holder: Entry, key: str) -> CostRule:
    """The table [costs]."""
    entry = holder.entry(key)
    bears = entry.flag("bears_interest", True)
    first_day = entry.whole("first_day", None, least=1)
    if first_day is not None and not bears:
        entry.problem(
            "first_day", "is given though costs bear no interest.", "Remove it, or bears_interest = true."
        )
    rate = entry.amount("rate") if bears else None
    if rate is not None and not (rate.is_finite() and rate >= 0):
        entry.problem("rate", f"is {rate}.", 'Write percent a year, for example "14".')
        rate = None
    rule = CostRule(
        says=entry.text("says"),
        bears_interest=bears,
        first_day=first_day,
        rate=rate or Decimal(0),
        days_in_year=entry.whole("days_in_year", 365, least=1) or 365,
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    entry.done()
    return rule
