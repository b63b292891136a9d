"""Interest on the town's costs: from day 32, 14 percent, simple, rounded half up once."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from towns.law import schema
from towns.law.interest import BadCosts, owed

JAN_4 = date(2027, 1, 4)


def due(town, amount="10000.00", received=JAN_4, on=date(2027, 3, 6)):
    return owed(schema.load(town), amount=Decimal(amount), received=received, on=on)


def told(found):
    return " ".join(reason.text for reason in found.because)


@pytest.mark.parametrize("town", ["norfolk", "wrentham"])
@pytest.mark.parametrize(
    ("on", "days", "interest", "total"),
    [
        (date(2027, 1, 3), 0, "0.00", "10000.00"),
        (date(2027, 1, 4), 0, "0.00", "10000.00"),
        (date(2027, 2, 4), 0, "0.00", "10000.00"),
        (date(2027, 2, 5), 1, "3.84", "10003.84"),
        (date(2027, 3, 6), 30, "115.07", "10115.07"),
        (date(2028, 2, 5), 366, "1403.84", "11403.84"),
    ],
)
def test_interest_runs_from_day_32(town, on, days, interest, total):
    found = due(town, on=on)

    assert found.interest_from == date(2027, 2, 5)
    assert (found.days, str(found.interest), str(found.total), str(found.rate)) == (
        days,
        interest,
        total,
        "14",
    )


def test_the_reasons_name_the_days():
    assert "received on 2027-01-04, day 0; interest runs from day 32, 2027-02-05" in told(due("norfolk"))
    assert "30 days at 14 percent a year on 365 days, simple" in told(due("norfolk"))
    assert "1 day at 14" in told(due("norfolk", on=date(2027, 2, 5)))
    assert "had not been received yet" in told(due("norfolk", on=date(2027, 1, 1)))
    assert "no interest had begun" in told(due("norfolk", on=JAN_4))


def test_a_leap_february_has_its_day():
    found = due("norfolk", received=date(2028, 1, 29), on=date(2028, 3, 1))

    assert (found.interest_from, found.days) == (date(2028, 3, 1), 1)


def test_half_a_cent_goes_up():
    # 365 dollars bear 14 cents a day, so 91.25 bear exactly three and a half.
    assert str(due("norfolk", amount="182.50", on=date(2027, 2, 5)).interest) == "0.07"
    assert str(due("norfolk", amount="91.25", on=date(2027, 2, 5)).interest) == "0.04"


def test_hopkinton_gives_no_first_day():
    found = due("hopkinton")

    assert (found.interest_from, found.days, found.interest, found.total) == (None, None, None, None)
    assert (str(found.amount), str(found.rate)) == ("10000.00", "14")
    assert "does not say from which day" in told(found)


@pytest.mark.parametrize(
    ("choice", "start"), [("receipt", date(2027, 1, 5)), ("thirty_days", date(2027, 2, 4))]
)
def test_hopkinton_may_settle_the_first_day(choice, start):
    text = (schema.FOLDER / "hopkinton.toml").read_text("utf-8")
    bylaw = schema.parse(text, name="hopkinton.toml", settings={"interest_start": choice})

    found = owed(bylaw, amount=Decimal(100), received=JAN_4, on=start)

    assert (found.interest_from, found.days) == (start, 1)


def test_norfolk_may_read_the_31_days_from_the_end_of_the_30():
    text = (schema.FOLDER / "norfolk.toml").read_text("utf-8")
    bylaw = schema.parse(text, name="norfolk.toml", settings={"interest_start": "thirty_days"})

    assert owed(bylaw, amount=Decimal(100), received=JAN_4, on=JAN_4).interest_from == JAN_4 + timedelta(
        days=62
    )


def test_ludlow_gives_no_interest():
    found = due("ludlow", on=date(2030, 1, 1))

    assert (str(found.interest), str(found.total), found.interest_from, found.days) == (
        "0.00",
        "10000.00",
        None,
        0,
    )
    assert "no interest" in told(found)


def test_grafton_recovers_no_costs():
    with pytest.raises(BadCosts, match="Grafton's text, as held, gives no recovery of costs"):
        due("grafton")


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("-0.01", "is not a sum of money"),
        ("NaN", "is not a sum of money"),
        ("10000000000000", "is not a sum of money"),
        ("1.005", "has parts of a cent"),
    ],
)
def test_an_amount_that_is_none(amount, says):
    with pytest.raises(BadCosts, match=says):
        due("norfolk", amount=amount)


def test_a_day_at_the_end_of_the_calendar():
    with pytest.raises(BadCosts, match="too late to count from"):
        due("norfolk", received=date(9999, 12, 20))


@given(
    cents=st.integers(0, 10**9),
    received=st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    wait=st.integers(-40, 4000),
    more=st.integers(0, 400),
)
@settings(max_examples=200, deadline=None)
def test_interest_never_falls_and_follows_the_formula(cents, received, wait, more):
    amount = Decimal(cents) / 100
    one = due("norfolk", amount=amount, received=received, on=received + timedelta(days=wait))
    later = due("norfolk", amount=amount, received=received, on=received + timedelta(days=wait + more))
    larger = due("norfolk", amount=amount + 1, received=received, on=received + timedelta(days=wait))

    assert one.interest <= later.interest
    assert one.interest <= larger.interest
    assert one.days == max(0, wait - 31)
    exact = amount * 14 * one.days / Decimal(36500)
    assert one.interest == exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert one.total == one.amount + one.interest
