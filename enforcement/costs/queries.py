"""What pages and steps ask of a recovery of costs: the town's settings, what is owed on a day, whether outcomes still fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal

from enforcement.costs.account import Account, account, standing_payments
from enforcement.costs.models import CostSettings
from towns.law.fines_schema import CostRule
from towns.law.parts import ArticleRule, article_of
from towns.ledger.entries import Entry, story
from towns.models import Town
from towns.record.case_file import CaseFile

FULL, PARTIAL = "full", "partial"
NOTHING = Decimal("0.00")


def settings_of(town: Town) -> CostSettings:
    """What the town settled about costs; the defaults where it settled nothing yet."""
    return CostSettings.objects.filter(town=town).first() or CostSettings(town=town)


def rule_of(file: CaseFile) -> CostRule | None:
    """The town's text on interest, with the interpretation it chose; None where the text has none."""
    rule = file.law.sections.get("costs")
    return rule if isinstance(rule, CostRule) else None


def owed_on(file: CaseFile, on: date, settings: CostSettings | None = None) -> Account:
    """The sums on a day, as the ledger has them."""
    settings = settings or settings_of(file.town)
    return account(file.story, rule_of(file), on, interest_first=settings.interest_first)


def money(file: CaseFile, on: date) -> dict[str, str]:
    """The sums on a day as `replay` answers them."""
    return owed_on(file, on).as_text()


def article(file: CaseFile) -> ArticleRule | None:
    """The article of the bylaw on which the case stands, as its facts say; None where none is named or known."""
    named = next((str(e.facts["article"]) for e in reversed(file.story) if e.facts.get("article")), "")
    return article_of(file.matter, named)


def special_assessment(file: CaseFile) -> bool:
    """Whether the text makes the costs a special assessment and a lien by itself, without naming the statute."""
    return any(rule.if_missed == "special_assessment" for rule in file.matter.clocks)


def overpaid(file: CaseFile, entry: Entry) -> tuple[date, Decimal] | None:
    """The first day on which a payment, with this one, would be more than what was owed then, and what was owed that day
    without the payments of that day that are too much; None when all fit."""
    told = _with(file, entry)
    settings, rule = settings_of(file.town), rule_of(file)
    for payment, amount in standing_payments(told):
        if payment.on < entry.on or amount == 0:
            continue
        after = account(told, rule, payment.on, interest_first=settings.interest_first)
        if after.balance < 0:
            others = [one for one in told if not (one.name == "costs_paid" and one.seq == payment.seq)]
            before = account(others, rule, payment.on, interest_first=settings.interest_first)
            return payment.on, max(NOTHING, before.balance)
    return None


def outcome_of(told: list[Entry], payment: Entry, rule: CostRule | None, *, interest_first: bool) -> str:
    """Whether a payment, with those before it, paid everything: later decisions that took something off count, and a
    payment that came back paid nothing."""
    back = {int(e.facts.get("payment") or 0) for e in told if e.name == "payment_reversed"}
    if payment.seq in back:
        return PARTIAL
    place = told.index(payment)
    # A rescission ends the debt; what was paid until then stays the part or the whole that it was.
    others = [
        e for n, e in enumerate(told) if (e.name != "costs_paid" or n <= place) and e.outcome != "rescinded"
    ]
    found = account(others, rule, payment.on, interest_first=interest_first, as_of=date.max)
    return FULL if found.costs > 0 and found.balance <= 0 else PARTIAL


def _with(file: CaseFile, entry: Entry) -> list[Entry]:
    """The story as it is once this entry stands: added, or in the place of its earlier self."""
    seq = entry.seq or len(file.entries) + 1
    told = [one for one in file.story if one.seq != seq]
    return sorted([*told, replace(entry, seq=seq)], key=lambda one: (one.on, one.seq))


def outcome_with(file: CaseFile, entry: Entry) -> str:
    """The outcome that a payment has once it stands in the ledger."""
    told = _with(file, entry)
    mine = next(one for one in told if one.seq == (entry.seq or len(file.entries) + 1))
    return outcome_of(told, mine, rule_of(file), interest_first=settings_of(file.town).interest_first)


def corrections_of_outcomes(file: CaseFile, on: date) -> Iterator[Entry]:
    """Corrections for payments whose “partial” or “full” no longer follows from the ledger: a decision took something
    off, a check came back, a bill was entered late. The clocks read the outcome."""
    told = story(file.entries)
    rule, settings = rule_of(file), settings_of(file.town)
    for payment in [e for e in told if e.name == "costs_paid"]:
        now = outcome_of(told, payment, rule, interest_first=settings.interest_first)
        if now != payment.outcome:
            why = "What was owed on the day of the payment is another sum by now; the outcome follows it."
            yield Entry("corrected", on, facts={"seq": payment.seq, "facts": {"outcome": now}, "why": why})
