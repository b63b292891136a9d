"""Adds up the noncriminal fines for a violation: every day is an offense and climbs the ladder of the bylaw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from towns.law.determination_reasons import Reason
from towns.law.fines_schema import FineRule, Ladder
from towns.law.rules import Bylaw

#: More offenses than this are a slip of the pen.
MOST = 400_000


class BadFine(ValueError):
    """A question about fines that has no answer; the message says what mends it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One offense: its day, the number of the provision, its rung, its amount (None: the text gives none)."""

    day: date
    provision: int
    rung: int
    amount: Decimal | None


@dataclass(frozen=True, slots=True)
class Bill:
    """The offenses by day, then provision. `total` leaves out the `unpriced` ones."""

    offenses: int
    unpriced: int
    total: Decimal
    lines: tuple[Line, ...]
    because: tuple[Reason, ...]


def charge(
    bylaw: Bylaw, *, first: date, last: date, provisions: int = 1, prior: int = 0, under: str | None = None
) -> Bill:
    """What the days from `first` to `last`, both included, cost after `prior` earlier offenses.

    `provisions` are those violated at once; they multiply only where the text says so. `under` names the part of
    the bylaw where it has several ladders (Norfolk: I or II). Dollars. BadFine if the question has no answer.
    """
    if last < first:
        raise BadFine(f"first: {first} is after last: {last}. Give the earlier day as first.")
    if provisions < 1:
        raise BadFine(f"provisions: {provisions} is less than one. Give one or more.")
    if prior < 0:
        raise BadFine(f"prior: {prior} is less than zero. Give zero or more earlier offenses.")
    rule = bylaw.sections.get("fines")
    if not isinstance(rule, FineRule):
        raise BadFine(f"{bylaw.name}'s text, as held, has no noncriminal fines.")
    ladder = _ladder(rule, under, bylaw.name)
    counted = provisions if ladder.provisions_multiply else 1
    days = (last - first).days + 1
    if days * counted > MOST:
        raise BadFine(f"last: {days * counted:,} offenses are more than {MOST:,}. Shorten the time.")
    lines = tuple(
        _line(ladder, first, day, provision, prior, counted)
        for day in range(days)
        for provision in range(1, counted + 1)
    )
    total = sum((line.amount for line in lines if line.amount is not None), Decimal("0.00"))
    unpriced = sum(line.amount is None for line in lines)
    because = _because(rule, ladder, days, provisions, prior, under, unpriced)
    return Bill(len(lines), unpriced, total, lines, because)


def _ladder(rule: FineRule, under: str | None, town: str) -> Ladder:
    if len(rule.ladders) == 1:
        return rule.ladders[0]
    for ladder in rule.ladders:
        if ladder.under == under:
            return ladder
    choices = " or ".join(ladder.under for ladder in rule.ladders)
    fault = "is not given" if under is None else f"{under!r} is no part of the bylaw with its own fines"
    raise BadFine(f"under: {fault}. {town} has one ladder for each: give {choices}.")


def _line(ladder: Ladder, first: date, day: int, provision: int, prior: int, provisions: int) -> Line:
    """The offense of one day and provision, on the rung to which those before it have climbed."""
    climbed = day if ladder.each_day_climbs else 0
    if not ladder.ladder_per_provision:
        climbed = climbed * provisions + provision - 1
    rung = min(prior + climbed + 1, len(ladder.rungs))
    return Line(first + timedelta(days=day), provision, rung, ladder.rungs[rung - 1])


def _because(
    rule: FineRule, ladder: Ladder, days: int, provisions: int, prior: int, under: str | None, unpriced: int
) -> tuple[Reason, ...]:
    told = [Reason(f"The fines: “{ladder.says}”", ladder.cite)]
    counted = "1 day, an offense" if days == 1 else f"{days:,} days, each its own offense"
    told.append(
        Reason(f"From the first day to the last, both included: {counted}. “{rule.each_day}”", rule.cite)
    )
    if days > 1:
        climbs = (
            "climbs the ladder by one" if ladder.each_day_climbs else "stays on the rung of the first day"
        )
        told.append(Reason(f"Each further day {climbs}: a reading, the text does not say.", ladder.cite))
    if prior:
        told.append(
            Reason(
                f"Earlier offenses ({prior:,}) count on the ladder. The text does not say for how long, nor whether by "
                "person or by site: a reading.",
                ladder.cite,
            )
        )
    if ladder.provisions_multiply:
        told.append(Reason(f"Each provision violated is a separate offense: “{rule.provisions}”", rule.cite))
        if provisions > 1:
            each = "each its own ladder" if ladder.ladder_per_provision else "one ladder together"
            told.append(
                Reason(
                    f"The {provisions} provisions climb {each}: a reading, the text does not say.",
                    ladder.cite,
                )
            )
    elif provisions > 1:
        told.append(
            Reason(
                "The text does not make each provision a separate offense: they are not multiplied.",
                rule.cite,
            )
        )
    if under is not None and not ladder.under:
        told.append(Reason(f"The bylaw has one ladder of fines: “{under}” changes nothing.", rule.cite))
    if unpriced:
        word = "1 offense" if unpriced == 1 else f"{unpriced:,} offenses"
        told.append(
            Reason(f"The text gives no amount for {word}: not priced and not in the total.", ladder.cite)
        )
    if ladder.note:
        told.append(Reason(ladder.note, ladder.cite))
    criminal, cite = (ladder.criminal, ladder.cite) if ladder.criminal else (rule.criminal, rule.cite)
    told.append(Reason(f"Besides, by the criminal road: “{criminal}”", cite))
    return tuple(told)
