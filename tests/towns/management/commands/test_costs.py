"""manage.py costs, as people and scripts call it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*words):
    out = StringIO()
    call_command("costs", *words, stdout=out)
    return out.getvalue()


DAYS = ["--received", "2027-01-04", "--on", "2027-03-06"]


def test_json_has_the_agreed_keys():
    found = json.loads(run("norfolk", "--amount", "10000.00", *DAYS, "--json"))
    because = found.pop("because")

    assert found == {
        "amount": "10000.00",
        "interest_from": "2027-02-05",
        "days": 30,
        "rate": "14",
        "interest": "115.07",
        "total": "10115.07",
    }
    assert all(reason["text"] and reason["cite"] for reason in because)


def test_hopkinton_is_null_until_settled_and_ludlow_is_zero():
    hopkinton = json.loads(run("hopkinton", "--amount", "500", *DAYS, "--json"))
    ludlow = json.loads(run("ludlow", "--amount", "$1,500.50", *DAYS, "--json"))

    assert (hopkinton["interest_from"], hopkinton["interest"], hopkinton["total"]) == (None, None, None)
    assert (hopkinton["amount"], hopkinton["rate"]) == ("500.00", "14")
    assert (ludlow["interest"], ludlow["total"], ludlow["rate"]) == ("0.00", "1500.50", None)


def test_a_person_reads_what_is_owed():
    assert "costs $10,000.00, interest $115.07, owed on 2027-03-06: $10,115.07" in run(
        "norfolk", "--amount", "10000", *DAYS
    )
    assert "interest not settled, owed on 2027-03-06: $10,000.00 and interest not settled" in run(
        "hopkinton", "--amount", "10000", *DAYS
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["boston", "--amount", "1", *DAYS], "town: We hold no law for the town 'boston'"),
        (["grafton", "--amount", "1", *DAYS], "Grafton's text, as held, gives no recovery of costs"),
        (["norfolk", "--amount=-1", *DAYS], "--amount: '-1' is less than zero"),
        (["norfolk", "--amount", "1e3", *DAYS], "--amount: '1e3' is not a sum of money"),
        (["norfolk", "--amount", "1.001", *DAYS], "--amount: '1.001' is not a sum of money"),
        (
            ["norfolk", "--amount", "1", "--received", "x", "--on", "2027-01-01"],
            "--received: 'x' is not a day",
        ),
    ],
)
def test_a_mistake_is_named_with_its_mend(words, says):
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert says in str(caught.value)
