"""Sums and interest from the ledger: by hand, against `manage.py costs`, and against a second count day by day."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enforcement.costs.account import account
from towns.law import schema
from towns.law.fines_schema import CostRule
from towns.law.interest import owed
from towns.ledger.entries import Entry

LAWS = {slug: schema.load(slug) for slug in schema.TOWNS}
START = date(2027, 1, 4)


def rule_of(slug: str) -> CostRule:
    rule = LAWS[slug].sections["costs"]
    assert isinstance(rule, CostRule)
    return rule


def told(*facts: tuple[str, date, dict[str, Any]]) -> list[Entry]:
    entries = [Entry(name, on, facts=more, seq=seq) for seq, (name, on, more) in enumerate(facts, start=1)]
    return sorted(entries, key=lambda e: (e.on, e.seq))


NOTICED = (
    ("cost_recorded", date(2026, 11, 20), {"amount": "10000.00", "what": "labor"}),
    ("costs_notified", date(2026, 12, 28), {}),
    ("costs_received", START, {"party": "owner"}),
)


def sums(
    *more: tuple[str, date, dict[str, Any]], on: date, town: str = "norfolk", **setting: Any
) -> dict[str, str]:
    return account(told(*NOTICED, *more), rule_of(town), on, **setting).as_text()


# § 267-10: interest at 14 percent a year (c. 59 § 57) after the 31st day; receipt on Jan 4 2027 is day 0, so that
# Feb 5 is day 32: 10,000.00 × 14 % ÷ 365 = 3.8356 a day.
@pytest.mark.parametrize(
    ("on", "interest"),
    [
        (date(2027, 2, 4), "0.00"),
        (date(2027, 2, 5), "3.84"),
        (date(2027, 3, 6), "115.07"),
    ],
)
def test_norfolk_counts_from_day_32(on, interest):
    found = sums(on=on)
    assert found["interest"] == interest
    assert Decimal(found["balance"]) == Decimal("10000.00") + Decimal(interest)


def test_hopkinton_has_no_first_day_until_the_town_settles_one():
    assert sums(on=date(2028, 1, 1), town="hopkinton")["interest"] == "0.00"
    settled = replace(rule_of("hopkinton"), first_day=31)
    assert account(told(*NOTICED), settled, START + timedelta(31)).as_text()["interest"] == "3.84"


def test_ludlow_has_no_interest():
    assert sums(on=date(2028, 1, 1), town="ludlow")["interest"] == "0.00"


def test_a_payment_lessens_the_principal_from_its_own_day():
    # 15 days on 10,000.00 (Feb 5 to 19), then 15 on 6,000.00 (Feb 20 to Mar 6): 57.534… + 34.520… = 92.05.
    found = sums(("costs_paid", date(2027, 2, 20), {"amount": "4000.00"}), on=date(2027, 3, 6))
    assert found == {
        "costs": "10000.00",
        "abated": "0.00",
        "paid": "4000.00",
        "interest": "92.05",
        "balance": "6092.05",
    }


def test_interest_first_where_the_town_settled_so():
    # By Feb 19, 57.534246… of interest; 4,000.00 pay it and 3,942.465… of the costs; 15 days on the 6,057.534… left.
    found = sums(
        ("costs_paid", date(2027, 2, 20), {"amount": "4000.00"}), on=date(2027, 3, 6), interest_first=True
    )
    assert found["interest"] == "92.39"
    assert found["balance"] == "6092.39"


@pytest.mark.parametrize(
    ("amount", "interest", "balance"),
    [
        ("10115.07", "115.07", "0.00"),  # what the page shows for the day
        ("10111.23", "111.23", "0.00"),  # what was owed before the day
        ("10100.00", "111.23", "11.23"),  # the costs are paid; the interest stands still
    ],
)
def test_who_pays_all_of_a_day_owes_nothing_and_gets_nothing_back(amount, interest, balance):
    paid = ("costs_paid", date(2027, 3, 6), {"amount": amount})
    for on in (date(2027, 3, 6), date(2027, 12, 31)):
        found = sums(paid, on=on)
        assert (found["interest"], found["balance"]) == (interest, balance)


def test_what_a_decision_takes_off_never_bore_interest():
    modified = ("protest_decided", date(2027, 2, 25), {"outcome": "modified", "abated": "4000.00"})
    # 30 days on 6,000.00.
    assert sums(modified, on=date(2027, 3, 6)) == {
        "costs": "10000.00",
        "abated": "4000.00",
        "paid": "0.00",
        "interest": "69.04",
        "balance": "6069.04",
    }
    assert (
        sums(modified, on=date(2027, 2, 24))["interest"] == "76.71"
    )  # not known before its day: 20 days on all


@pytest.mark.parametrize("event", ["protest_decided", "court_final"])
def test_rescinded_costs_are_abated_whole(event):
    paid = ("costs_paid", date(2027, 1, 20), {"amount": "500.00"})
    found = sums(paid, (event, date(2027, 3, 1), {"outcome": "rescinded"}), on=date(2027, 3, 6))
    assert found == {
        "costs": "10000.00",
        "abated": "10000.00",
        "paid": "500.00",
        "interest": "0.00",
        "balance": "-500.00",  # the town owes it back
    }


def test_interest_ends_with_the_commitment():
    committed = ("charge_committed", date(2027, 3, 6), {"fiscal_year": "2028"})
    assert sums(committed, on=date(2029, 1, 1))["interest"] == "115.07"


def test_a_check_that_came_back_paid_nothing():
    paid = ("costs_paid", date(2027, 1, 20), {"amount": "10000.00"})  # entry 4
    back = ("payment_reversed", date(2027, 3, 1), {"amount": "10000.00", "payment": 4})
    assert sums(paid, back, on=date(2027, 2, 28))["balance"] == "0.00"
    found = sums(paid, back, on=date(2027, 3, 6))
    assert (found["paid"], found["interest"]) == ("0.00", "115.07")


def test_a_cost_that_no_notice_named_bears_no_interest():
    late = ("cost_recorded", date(2027, 1, 10), {"amount": "1000.00", "what": "material"})
    assert sums(late, on=date(2027, 3, 6))["interest"] == "115.07"
    again = (("costs_notified", date(2027, 1, 15), {}), ("costs_received", date(2027, 1, 18), {}))
    # Its own day 32 is Feb 19: 16 days on 1,000.00 more, 6.137…
    assert sums(late, *again, on=date(2027, 3, 6))["interest"] == "121.21"


def test_the_first_of_several_receipts_governs():
    later = ("costs_received", date(2027, 1, 20), {"party": "violator"})
    assert sums(later, on=date(2027, 3, 6))["interest"] == "115.07"


SUM = st.integers(1, 2_000_000).map(lambda cents: f"{Decimal(cents) / 100:.2f}")
TERM = st.integers(0, 900)


@given(amount=SUM, after=TERM, town=st.sampled_from(["norfolk", "wrentham", "hopkinton", "ludlow"]))
def test_without_payments_it_says_what_the_command_says(amount, after, town):
    on = START + timedelta(days=after)
    story = told(
        ("cost_recorded", START, {"amount": amount}),
        ("costs_notified", START, {}),
        ("costs_received", START, {}),
    )
    asked = owed(LAWS[town], amount=Decimal(amount), received=START, on=on)
    assert account(story, rule_of(town), on).interest == (asked.interest or Decimal("0.00"))


@st.composite
def stories(draw: Any) -> list[Entry]:
    """Costs, notices and payments in any order, where nobody pays more than what is owed on the day."""
    costs = draw(st.lists(st.tuples(TERM, SUM), min_size=1, max_size=4))
    facts = [("cost_recorded", START + timedelta(day), {"amount": amount}) for day, amount in costs]
    for _ in range(draw(st.integers(0, 2))):
        notified = draw(TERM)
        facts.append(("costs_notified", START + timedelta(notified), {}))
        facts.append(("costs_received", START + timedelta(notified + draw(st.integers(0, 40))), {}))
    if draw(st.booleans()):
        facts.append(("charge_committed", START + timedelta(draw(TERM)), {"fiscal_year": "2028"}))
    story = told(*facts)
    for day, share in draw(st.lists(st.tuples(TERM, st.fractions(0, 1)), max_size=4).map(sorted)):
        on = START + timedelta(day)
        left = account(story, rule_of("norfolk"), on).balance
        amount = (left * share.numerator / share.denominator).quantize(Decimal("0.01"), ROUND_HALF_UP)
        if amount > 0:
            story.append(Entry("costs_paid", on, facts={"amount": f"{amount:.2f}"}, seq=len(story) + 1))
    return story


@given(story=stories(), after=TERM)
@settings(max_examples=200, deadline=None)
def test_nobody_who_pays_what_is_asked_is_ever_owed_money(story, after):
    found = account(story, rule_of("norfolk"), START + timedelta(after))
    assert found.balance >= 0
    assert found.balance == found.costs - found.abated - found.paid + found.interest
    assert found.interest == found.interest.quantize(Decimal("0.01"))


@given(story=stories(), after=TERM, mixed=st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_entry_changes_nothing(story, after, mixed):
    on = START + timedelta(after)
    other = list(story)
    mixed.shuffle(other)
    assert account(other, rule_of("norfolk"), on) == account(story, rule_of("norfolk"), on)


@given(story=stories(), after=TERM)
@settings(max_examples=150, deadline=None)
def test_a_second_count_day_by_day_agrees(story, after):
    """Where nobody pays off on a day that bears interest, the plain sum over days is the answer."""
    on = START + timedelta(after)
    found = account(story, rule_of("norfolk"), on)
    assert abs(found.interest - _day_by_day(story, on)) <= _allowed(story, on)


def _day_by_day(story: list[Entry], on: date) -> Decimal:
    committed = min((e.on for e in story if e.name == "charge_committed"), default=on)
    total, day = Fraction(0), START
    while day <= min(on, committed):
        bearing = Fraction(0)
        for cost in story:
            if cost.name == "cost_recorded" and cost.on <= on:
                first = _first_day(story, cost, on)
                bearing += Fraction(cost.facts["amount"]) if first and first <= day else 0
        paid = sum(Fraction(e.facts["amount"]) for e in story if e.name == "costs_paid" and e.on <= day)
        total += max(Fraction(0), bearing - paid) * 14 / 36500
        day += timedelta(1)
    return Decimal(int(total * 100 + Fraction(1, 2))) / 100


def _first_day(story: list[Entry], cost: Entry, on: date) -> date | None:
    notices = [e.on for e in story if e.name == "costs_notified" and e.on <= on]
    named = [day for day in notices if day >= cost.on] if notices else [cost.on]
    if not named:
        return None
    received = [e.on for e in story if e.name == "costs_received" and min(named) <= e.on <= on]
    return min(received) + timedelta(32) if received else None


def _allowed(story: list[Entry], on: date) -> Decimal:
    """At most one day's interest for each payment: the day on which somebody pays all that is shown."""
    costs = sum(Decimal(e.facts["amount"]) for e in story if e.name == "cost_recorded")
    payments = sum(1 for e in story if e.name == "costs_paid" and e.on <= on)
    return payments * (costs * 14 / 36500 + Decimal("0.01"))
