"""manage.py fines, as people and scripts call it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*words):
    out = StringIO()
    call_command("fines", *words, stdout=out)
    return out.getvalue()


WEEK = ["--first", "2026-06-01", "--last", "2026-06-03"]


def test_json_has_the_agreed_keys_and_money_as_text():
    found = json.loads(run("hopkinton", *WEEK, "--provisions", "2", "--json"))

    assert list(found) == ["offenses", "unpriced", "total", "lines", "because"]
    assert (found["offenses"], found["unpriced"], found["total"]) == (6, 0, "1400.00")
    assert found["lines"][0] == {"day": "2026-06-01", "provision": 1, "rung": 1, "amount": "100.00"}
    assert all(reason["text"] and reason["cite"] for reason in found["because"])


def test_no_amount_is_null():
    found = json.loads(run("wrentham", *WEEK, "--json"))

    assert [line["amount"] for line in found["lines"]] == ["50.00", "100.00", None]
    assert (found["total"], found["unpriced"]) == ("150.00", 1)


def test_a_person_reads_the_total():
    assert "Hopkinton: 6 offenses, $1,400.00 in all" in run("hopkinton", *WEEK, "--provisions", "2")
    shown = run("wrentham", *WEEK)
    assert "2026-06-03  provision 1  rung 3  no amount in the text" in shown
    assert "3 offenses, 1 of them not priced, $150.00 in all" in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["boston", *WEEK], "town: We hold no law for the town 'boston'"),
        (["norfolk", *WEEK], "under: is not given. Norfolk has one ladder for each: give I or II."),
        (
            ["ludlow", "--first", "2026-06-03", "--last", "2026-06-01"],
            "first: 2026-06-03 is after last: 2026-06-01",
        ),
        (
            ["ludlow", "--first", "June", "--last", "2026-06-01"],
            "--first: 'June' is not a day. Write YYYY-MM-DD",
        ),
        (["ludlow", *WEEK, "--prior", "two"], "--prior: 'two' is not a whole number"),
        (["ludlow", *WEEK, "--prior", "-2"], "prior: -2 is less than zero"),
        (["ludlow", *WEEK, "--provisions", "1.5"], "--provisions: '1.5' is not a whole number"),
        (["ludlow", *WEEK, "--provisions", "0"], "provisions: 0 is less than one"),
    ],
)
def test_a_mistake_is_named_with_its_mend(words, says):
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert says in str(caught.value)
