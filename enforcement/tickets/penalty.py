"""The specific penalty that the law data gives an offense: without one there is no ticket (M.G.L. c. 40 § 21D)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from towns.law.fines_schema import FineRule, Ladder
from towns.law.rules import Bylaw
from towns.ledger.entries import Entry

#: The most that a ticket may ask for, in dollars (M.G.L. c. 40 § 21D).
CAP: Final = Decimal("300.00")


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the text says about the offense of a ticket. `fits`: the ticket's sum is the text's; `none_stated`: the text
    gives this offense no sum at all."""

    fits: bool
    none_stated: bool
    says: str
    cite: str


def ladders_of(law: Bylaw, article: str = "") -> tuple[Ladder, ...]:
    """The ladders of fines that may apply: the one of the article, where the law has several and it is named."""
    rule = law.sections.get("fines")
    if not isinstance(rule, FineRule):
        return ()
    named = tuple(one for one in rule.ladders if one.under == article)
    return named if named and article else rule.ladders


def rung(ladder: Ladder, offense: int) -> Decimal | None:
    """The sum for the first, second, … offense; None where the text gives none."""
    return ladder.rungs[min(offense, len(ladder.rungs)) - 1]


def penalties(law: Bylaw, entry: Entry) -> Penalty:
    """What the law data says about a ticket's sum. Without a number of the offense any rung will do; where the law has
    several ladders and the ticket names no article, any of them."""
    ladders = ladders_of(law, str(entry.facts.get("article", "")))
    if not ladders:
        return Penalty(False, True, f"{law.name}’s text, as held, gives no noncriminal penalty.", "")
    said, amount = entry.facts.get("offense"), Decimal(str(entry.facts["amount"]))
    sums = [
        one
        for ladder in ladders
        for one in ([rung(ladder, int(said))] if said is not None else list(ladder.rungs))
    ]
    first = ladders[0]
    which = f"offense {said}" if said is not None else "an offense"
    if all(one is None for one in sums):
        return Penalty(False, True, f"The text gives no sum for {which}: “{first.says}”", first.cite)
    stated = " or ".join(dict.fromkeys(f"${one}" for one in sums if one is not None))
    says = f"The text gives {stated} for {which}, not ${amount}: “{first.says}”"
    return Penalty(amount in sums, False, says, first.cite)
