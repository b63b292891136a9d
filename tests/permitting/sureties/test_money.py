"""Money that cannot be made or lost: whatever happens in whatever order, the sums add up and nothing goes below zero."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permitting.sureties import money
from permitting.sureties.models import Surety
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible

FIRST = date(2026, 3, 16)


def told(*steps: tuple[str, dict[str, Any]]) -> list[Entry]:
    """Events a day apart, in order."""
    return [
        Entry(name, FIRST + timedelta(days=place), facts=facts, seq=place + 1)
        for place, (name, facts) in enumerate(steps)
    ]


def surety(*steps: tuple[str, Any]) -> Surety:
    """A surety as these events make it; a bare sum stands for its amount."""
    return Surety.replay(
        told(*((name, facts if isinstance(facts, dict) else {"amount": facts}) for name, facts in steps))
    )


LETTER = ("surety_posted", {"amount": "212000.00", "form": "letter_of_credit"})


def test_the_ledger_of_the_letter_adds_up():
    """The printed example: 212,000 posted, 62,000 released, 40,000 drawn, 31,450 spent leave 118,550."""
    held = surety(
        LETTER, ("surety_reduced", "62000.00"), ("surety_called", "40000.00"), ("surety_claimed", "40000.00"),
        ("surety_spent", "18240.00"), ("surety_spent", "13210.00"),
    )  # fmt: skip

    assert held.money.answer() == {
        "posted": "212000.00", "released": "62000.00", "drawn": "40000.00",
        "spent": "31450.00", "returned": "0.00", "balance": "118550.00",
    }  # fmt: skip
    assert (held.money.total.under, held.money.total.account) == (Decimal("110000.00"), Decimal("8550.00"))
    assert held.state == "called"


@pytest.mark.parametrize(
    ("more", "amount", "left"),
    [
        ("surety_reduced", "110000.01", "$110,000.00"),
        ("surety_claimed", "110000.01", "$110,000.00"),
        ("surety_spent", "8550.01", "$8,550.00"),
        ("surety_returned", "8550.01", "$8,550.00"),
    ],
)
def test_nothing_can_exceed_what_is_there(more, amount, left):
    before = (
        LETTER, ("surety_reduced", "62000.00"), ("surety_called", "40000.00"), ("surety_claimed", "40000.00"),
        ("surety_spent", "31450.00"),
    )  # fmt: skip
    with pytest.raises(Impossible) as refused:
        surety(*before, (more, amount))

    assert refused.value.field == "amount"
    assert f"${Decimal(amount):,.2f}" in refused.value.because
    assert f"Enter {left} or less." in refused.value.because
    surety(*before, (more, f"{Decimal(amount) - Decimal('0.01')}"))  # a cent less is there


@pytest.mark.parametrize(
    "said", ["", None, "0", "0.00", "-5", "12.345", "1e3", "12,000.00", 12.5, True, "abc", "9" * 12]
)
def test_what_is_no_sum_of_money_is_refused(said):
    with pytest.raises(Impossible) as refused:
        surety(("surety_posted", {"amount": said}))
    assert refused.value.field == "amount"


def test_all_spent_is_used_up():
    held = surety(
        LETTER, ("surety_called", "212000.00"), ("surety_claimed", "212000.00"), ("surety_spent", "212000.00")
    )
    assert held.state == "exhausted"
    assert held.money.answer()["balance"] == "0.00"


def test_a_release_lets_go_of_the_rest_and_the_treasurer_pays_it_out_afterwards():
    held = surety(
        ("surety_posted", {"amount": "50000.00", "form": "cash"}),
        ("surety_reduced", "20000.00"),
        ("surety_released", {}),
    )
    assert held.money.answer()["released"] == "50000.00"
    assert held.money.answer()["balance"] == "0.00"
    assert held.state == "released"

    with pytest.raises(Impossible):
        surety(
            ("surety_posted", {"amount": "50000.00", "form": "cash"}),
            ("surety_released", {}),
            ("surety_returned", "50000.01"),
        )
    paid = surety(
        ("surety_posted", {"amount": "50000.00", "form": "cash"}),
        ("surety_released", {}),
        ("surety_returned", "50000.00"),
    )
    assert paid.state == "released"
    assert paid.money.answer() == {
        "posted": "50000.00", "released": "0.00", "drawn": "0.00", "spent": "0.00", "returned": "50000.00", "balance": "0.00"
    }  # fmt: skip


def test_after_a_release_nothing_of_a_letter_is_there_to_return():
    """A letter that was never drawn on put no money into the Town's hands."""
    with pytest.raises(Impossible):
        surety(LETTER, ("surety_released", {}), ("surety_returned", "1.00"))


def test_a_call_in_time_keeps_the_claim_alive_past_the_end():
    """What was called before may be received after; no more than that, and the rest has lapsed."""
    before = (LETTER, ("default_found", {}), ("surety_called", "40000.00"), ("surety_expired", {}))
    held = surety(*before)
    assert held.state == "called"
    assert held.money.answer()["balance"] == "40000.00"

    assert surety(*before, ("surety_claimed", "40000.00")).money.answer()["drawn"] == "40000.00"
    with pytest.raises(Impossible, match=r"Enter \$40,000.00 or less"):
        surety(*before, ("surety_claimed", "40000.01"))


def test_an_end_without_a_call_leaves_nothing():
    held = surety(LETTER, ("surety_expired", {}))
    assert held.state == "expired"
    assert held.money.answer()["balance"] == "0.00"
    with pytest.raises(Impossible, match="Check the day"):
        surety(LETTER, ("surety_expired", {}), ("surety_claimed", "1.00"))


def test_a_call_after_the_end_is_kept_and_revives_nothing():
    late = surety(LETTER, ("surety_expired", {}), ("surety_called", "40000.00"))
    assert late.state == "expired"
    assert late.money.answer()["balance"] == "0.00"


def test_money_already_drawn_stays_after_the_end():
    held = surety(
        LETTER, ("surety_called", "40000.00"), ("surety_claimed", "40000.00"), ("surety_expired", {})
    )
    assert (held.state, held.money.answer()["balance"]) == ("called", "40000.00")


def test_replaced_leaves_nothing_to_draw_and_a_deposit_to_pay_out():
    assert surety(LETTER, ("surety_replaced", {})).money.answer()["balance"] == "0.00"
    swapped = surety(
        ("surety_posted", {"amount": "900.00", "form": "cash"}),
        ("surety_replaced", {}),
        ("surety_returned", "900.00"),
    )
    assert (swapped.state, swapped.money.answer()["balance"]) == ("replaced", "0.00")


def test_interest_is_kept_apart_and_paid_with_the_return():
    held = surety(
        ("surety_posted", {"amount": "900.00", "form": "cash"}), ("surety_interest", "2.15"),
        ("surety_returned", {"amount": "900.00", "interest": "2.15"}),
    )  # fmt: skip
    assert held.money.answer()["balance"] == "0.00"
    with pytest.raises(Impossible, match="Interest"):
        surety(
            ("surety_posted", {"amount": "900.00", "form": "cash"}), ("surety_interest", "2.15"),
            ("surety_returned", {"amount": "900.00", "interest": "2.16"}),
        )  # fmt: skip


def test_money_by_permit_stays_with_its_permit():
    posted = ("surety_posted", {"amount": "212000.00", "by_permit": {"A": "140000.00", "B": "72000.00"}})
    held = surety(posted, ("surety_reduced", {"amount": "62000.00", "by_permit": {"A": "62000.00"}}))
    assert {key: str(part.balance) for key, part in held.money.parts.items()} == {
        "A": "78000.00",
        "B": "72000.00",
    }


@pytest.mark.parametrize(
    ("facts", "field", "words"),
    [
        ({"amount": "70000.01", "by_permit": {"A": "70000.01"}}, "amount", "for A"),
        ({"amount": "80000.00", "by_permit": {"B": "80000.00"}}, "amount", "for B"),
        ({"amount": "10.00", "by_permit": {"C": "10.00"}}, "amount", "for C"),
        ({"amount": "10.00", "by_permit": {"A": "9.00"}}, "by_permit", "the parts make"),
        ({"amount": "10.00"}, "by_permit", "held by permit"),
    ],
)
def test_what_one_permit_has_is_not_there_for_the_other(facts, field, words):
    """§ 267-21 lets part go by phase of its own permit: A has 140,000 less 70,000 drawn, B has 72,000."""
    posted = ("surety_posted", {"amount": "212000.00", "by_permit": {"A": "140000.00", "B": "72000.00"}})
    drawn = ("surety_claimed", {"amount": "70000.00", "by_permit": {"A": "70000.00"}})
    with pytest.raises(Impossible, match=words) as refused:
        surety(posted, drawn, ("surety_reduced", facts))
    assert refused.value.field == field


def test_nothing_is_paid_back_twice():
    """What was let go, and interest, are paid once."""
    cash = ("surety_posted", {"amount": "900.00", "form": "cash"})
    with pytest.raises(Impossible, match=r"\$100.00 is what the Town has in hand"):
        surety(cash, ("surety_released", {}), ("surety_returned", "800.00"), ("surety_returned", "100.01"))
    paid = {"amount": "1.00", "interest": "2.00"}
    with pytest.raises(Impossible, match="Interest"):
        surety(cash, ("surety_interest", "3.99"), ("surety_returned", paid), ("surety_returned", paid))


def test_a_deposit_given_back_to_the_last_cent_is_used_up():
    cash = ("surety_posted", {"amount": "900.00", "form": "cash"})
    assert surety(cash, ("surety_returned", "899.99")).state == "in_force"
    assert surety(cash, ("surety_returned", "900.00")).state == "exhausted"


# ------------------------------------------------------------ whatever happens, in whatever order

EVENTS = [name for name in Surety.MOVES if name not in ("surety_required",)]
CENTS = st.integers(1, 40_000).map(lambda cents: f"{Decimal(cents) / 100:.2f}")


@st.composite
def stories(draw: st.DrawFn) -> list[tuple[str, dict[str, Any]]]:
    """Anything in any order; most begin with a posting so that something can happen."""
    form = draw(st.sampled_from(["", "cash", "deposit", "bond", "letter_of_credit"]))
    first = {"amount": draw(CENTS), **({"form": form} if form else {})}
    rest = draw(st.lists(st.tuples(st.sampled_from(EVENTS), CENTS), max_size=14))
    begin = [("surety_posted", first)] if draw(st.integers(0, 9)) else []
    return [*begin, *((name, {"amount": amount}) for name, amount in rest)]


def accepted(steps: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[Entry, Surety, Surety]]:
    """Each step that can be, with the surety before and after; a refused one changes nothing."""
    kept: list[Entry] = []
    for entry in told(*steps):
        before = Surety.replay(kept)
        try:
            after = Surety.replay([*kept, entry])
        except Impossible:
            continue
        kept.append(entry)
        yield entry, before, after


@settings(max_examples=400, deadline=None)
@given(stories())
def test_the_sums_always_add_up(steps):
    posted = drawn = spent = returned = Decimal(0)
    for entry, before, after in accepted(steps):
        amount = Decimal(entry.facts["amount"])
        posted += amount if entry.name == "surety_posted" else 0
        drawn += amount if entry.name == "surety_claimed" else 0
        spent += amount if entry.name == "surety_spent" else 0
        returned += amount if entry.name == "surety_returned" else 0
        whole = after.money.total
        assert (whole.posted, whole.drawn, whole.spent, whole.returned) == (posted, drawn, spent, returned)
        assert min(whole.under, whole.account, whole.let_go, whole.released) >= 0
        assert whole.account <= whole.drawn
        lapsed = whole.posted - whole.released - whole.spent - whole.returned - whole.balance
        assert lapsed >= 0
        if not any(one.name in ("surety_expired", "surety_replaced") for one, _, _ in accepted(steps)):
            assert lapsed == 0, (
                "without an end nobody voted for, balance = posted − released − spent − returned"
            )
        if after.state in ("expired", "replaced", "released", "exhausted"):
            assert whole.balance == 0
        if entry.name in ("surety_claimed", "default_found", "surety_called", "surety_interest"):
            assert whole.balance == before.money.total.balance, (
                "it moves money, or nothing; it takes none away"
            )


@settings(max_examples=200, deadline=None)
@given(stories())
def test_a_refused_step_is_really_too_much(steps):
    """A reduction, claim, spending or return is refused only where the amount is more than what is there."""
    for entry, before, after in accepted(steps):
        if before.state not in ("in_force", "called"):
            continue
        whole, amount = before.money.total, Decimal(entry.facts["amount"])
        there = {
            "surety_reduced": whole.under, "surety_claimed": whole.under, "surety_spent": whole.account,
            "surety_returned": before.money.in_hand(whole),
        }.get(entry.name)  # fmt: skip
        if there is not None:
            assert amount <= there
            assert after.money.total.balance == whole.balance - (
                0 if entry.name == "surety_claimed" else amount
            )
            with pytest.raises(Impossible):
                money.Money.take(
                    before.money,
                    Entry(entry.name, entry.on, facts={"amount": money.text(there + Decimal("0.01"))}),
                )
