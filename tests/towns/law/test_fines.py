"""What a violation costs: the ladders of the five texts, day by day."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from towns.law import schema
from towns.law.fines import MOST, BadFine, charge

JUNE_1 = date(2026, 6, 1)


def bill(town, days=1, **more):
    return charge(schema.load(town), first=JUNE_1, last=JUNE_1 + timedelta(days=days - 1), **more)


def amounts(found):
    return [None if line.amount is None else str(line.amount) for line in found.lines]


def told(found):
    return " ".join(reason.text for reason in found.because)


def test_hopkinton_three_days_and_two_provisions():
    found = bill("hopkinton", 3, provisions=2)

    assert (found.offenses, found.unpriced, str(found.total)) == (6, 0, "1400.00")
    assert amounts(found) == ["100.00", "100.00", "300.00", "300.00", "300.00", "300.00"]
    assert [(line.day.day, line.provision, line.rung) for line in found.lines] == [
        (1, 1, 1),
        (1, 2, 1),
        (2, 1, 2),
        (2, 2, 2),
        (3, 1, 2),
        (3, 2, 2),
    ]
    assert "separate offense" in told(found)
    assert "each its own ladder" in told(found)


@pytest.mark.parametrize(
    ("town", "under", "expected"),
    [
        ("hopkinton", None, ["100.00", "300.00", "300.00", "300.00"]),
        ("grafton", None, ["50.00", "100.00", "300.00", "300.00"]),
        ("ludlow", None, ["100.00", "200.00", "300.00", "300.00"]),
        ("wrentham", None, ["50.00", "100.00", None, None]),
        ("norfolk", "I", ["0.00", "100.00", "300.00", "300.00"]),
        ("norfolk", "II", [None, None, None, None]),
    ],
)
def test_four_days_climb_the_ladder(town, under, expected):
    found = bill(town, 4, under=under)

    assert amounts(found) == expected
    assert found.total == sum(Decimal(amount) for amount in expected if amount is not None)
    assert found.unpriced == expected.count(None)


def test_wrentham_has_no_amount_for_the_third_and_says_so():
    one, many = bill("wrentham", 3), bill("wrentham", 5)

    assert (str(one.total), one.unpriced, one.lines[2].rung) == ("150.00", 1, 3)
    assert "no amount for 1 offense" in told(one)
    assert "no amount for 3 offenses" in told(many)
    assert "“§ 50” is printed so [sic]" in told(one)


def test_norfolk_ii_prices_nothing():
    found = bill("norfolk", 2, under="II")

    assert (str(found.total), found.offenses, found.unpriced) == ("0.00", 2, 2)
    assert [line.rung for line in found.lines] == [1, 1]


def test_norfolk_must_be_told_which_article():
    with pytest.raises(BadFine, match=r"under: is not given\. Norfolk has one ladder for each: give I or II"):
        bill("norfolk")
    with pytest.raises(BadFine, match="under: 'III' is no part of the bylaw"):
        bill("norfolk", under="III")


def test_elsewhere_an_article_changes_nothing_and_the_answer_says_so():
    found = bill("grafton", under="I")

    assert str(found.total) == "50.00"
    assert "“I” changes nothing" in told(found)


@pytest.mark.parametrize("town", ["grafton", "ludlow", "wrentham"])
def test_provisions_multiply_in_hopkinton_only(town):
    found = bill(town, 2, provisions=3)

    assert found.offenses == 2
    assert "not multiplied" in told(found)


def test_earlier_offenses_climb_too():
    assert amounts(bill("ludlow", 2, prior=1)) == ["200.00", "300.00"]
    assert amounts(bill("hopkinton", 1, prior=9, provisions=2)) == ["300.00", "300.00"]
    assert [line.rung for line in bill("grafton", 2, prior=50).lines] == [3, 3]
    assert "Earlier offenses (1)" in told(bill("ludlow", 2, prior=1))


def test_a_single_day_is_one_offense():
    found = bill("grafton")

    assert found.offenses == 1
    assert "1 day, an offense" in told(found)


def test_a_leap_day_counts():
    found = charge(schema.load("grafton"), first=date(2028, 2, 28), last=date(2028, 3, 1))

    assert [line.day.isoformat() for line in found.lines] == ["2028-02-28", "2028-02-29", "2028-03-01"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"days": 0}, "first: 2026-06-01 is after last: 2026-05-31. Give the earlier day as first."),
        ({"provisions": 0}, "provisions: 0 is less than one"),
        ({"prior": -1}, "prior: -1 is less than zero"),
        ({"days": 2, "provisions": MOST}, "offenses are more than"),
    ],
)
def test_a_question_without_an_answer(more, says):
    with pytest.raises(BadFine) as caught:
        bill("hopkinton", **more)
    assert says in str(caught.value)


def test_a_text_without_fines_says_so():
    text = (schema.FOLDER / "grafton.toml").read_text("utf-8")
    bylaw = schema.parse(
        text[: text.index("# -------------------------------------------------------------------- Fines")],
        name="grafton.toml",
    )

    with pytest.raises(BadFine, match="Grafton's text, as held, has no noncriminal fines"):
        charge(bylaw, first=JUNE_1, last=JUNE_1)


def chosen(town, **readings):
    text = (schema.FOLDER / f"{town}.toml").read_text("utf-8")
    return schema.parse(text, name=f"{town}.toml", settings=readings)


def test_a_town_may_read_one_violation_into_all_its_days():
    found = charge(
        chosen("ludlow", fines_climb="one_violation"), first=JUNE_1, last=date(2026, 6, 3), prior=1
    )

    assert amounts(found) == ["200.00", "200.00", "200.00"]
    assert "stays on the rung of the first day" in told(found)


def test_a_town_may_read_one_ladder_for_all_provisions():
    found = charge(
        chosen("hopkinton", fines_provisions="together"), first=JUNE_1, last=date(2026, 6, 2), provisions=2
    )

    assert amounts(found) == ["100.00", "300.00", "300.00", "300.00"]
    assert "one ladder together" in told(found)


@given(
    town=st.sampled_from(schema.TOWNS),
    days=st.integers(1, 60),
    provisions=st.integers(1, 4),
    prior=st.integers(0, 5),
    under=st.sampled_from(["I", "II"]),
)
@settings(max_examples=200, deadline=None)
def test_the_total_is_the_sum_of_what_has_a_price(town, days, provisions, prior, under):
    found = bill(town, days, provisions=provisions, prior=prior, under=under)
    priced = [line.amount for line in found.lines if line.amount is not None]

    assert found.total == sum(priced)
    assert found.unpriced == len(found.lines) - len(priced)
    assert found.offenses == len(found.lines) == days * (provisions if town == "hopkinton" else 1)
    assert [(line.day, line.provision) for line in found.lines] == sorted(
        (line.day, line.provision) for line in found.lines
    )
    more = bill(town, days + 1, provisions=provisions, prior=prior, under=under)
    assert more.total >= found.total
    assert more.lines[: len(found.lines)] == found.lines
