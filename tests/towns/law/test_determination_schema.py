"""The thresholds and exemptions of a bylaw file: verbatim, and refused with file, key and mend when they are wrong."""

from __future__ import annotations

import re

import pytest

from towns.law import schema
from towns.law.determination import rules_of
from towns.law.determination_schema import Comparison, Group, comparisons
from towns.law.fines_schema import FineRule

TEXTS = schema.FOLDER / "texts"


def _plain(text):
    return re.sub(r"\s+", " ", text.replace("- ", "").replace("[1]", "")).strip()


def _quoted():
    for town in schema.TOWNS:
        bylaw = schema.load(town)
        for rule in rules_of(bylaw):
            for item in (*rule.thresholds, *rule.exemptions):
                yield pytest.param(town, item.text, id=f"{town} {rule.matter} {item.key}")
        fines = bylaw.sections["fines"]
        for ladder in fines.ladders:
            yield pytest.param(town, ladder.says, id=f"{town} fines {ladder.under}")
        for key in ("each_day", "provisions", "criminal"):
            yield pytest.param(town, getattr(fines, key), id=f"{town} fines {key}")
        if "costs" in bylaw.sections:
            yield pytest.param(town, bylaw.sections["costs"].says, id=f"{town} costs")
        for reading in bylaw.open_readings.values():
            if reading.key in MINE:
                yield pytest.param(town, reading.words, id=f"{town} reading {reading.key}")


MINE = {
    "small_work_exemptions",
    "small_work_acre",
    "fines_climb",
    "fines_provisions",
    "interest_start",
    "acre_that_drains",
    "exactly_one_acre",
    "threshold_edge",
}


@pytest.mark.parametrize(("town", "quoted"), list(_quoted()))
def test_what_stands_as_the_text_is_the_text(town, quoted):
    whole = _plain((TEXTS / f"{town}.txt").read_text("utf-8"))

    for part in quoted.replace("M.G.L.", "MGL").split("…"):
        assert _plain(part) in whole.replace("M.G.L.", "MGL")


START = """
schema = 2

[town]
slug = "x"
name = "X"
county = "Norfolk"
bylaw = "Chapter 1"
[edition]
label = "x"
[board.b]
name = "Board"
cite = "§ 1"
[matter.m]
kind = "permit"
name = "M"
board = "b"
cite = "§ 1"
number_prefix = "M"
"""
THRESHOLD = """
[matter.m.threshold.t]
text = "t"
cite = "§ 1"
"""
EXEMPTION = """
[matter.m.exemption.e]
label = "e"
text = "t"
cite = "§ 1"
"""


def parsed(text):
    return rules_of(schema.parse(START + text, name="x.toml"))[0]


def faults(text):
    with pytest.raises(schema.BylawError) as caught:
        schema.parse(START + text, name="x.toml")
    return str(caught.value)


def test_a_condition_may_be_plain_or_a_group():
    rule = parsed(
        THRESHOLD
        + """all = [
          { measure = "disturbed_sqft", at_least = 10 },
          { any = [ { measure = "use", is = ["municipal"] }, { measure = "new_building", is = false } ] },
        ]"""
    )

    condition = rule.thresholds[0].condition

    assert isinstance(condition, Group)
    assert [type(part) for part in condition.parts] == [Comparison, Group]
    assert [comparison.measure for comparison in comparisons(condition)] == [
        "disturbed_sqft",
        "use",
        "new_building",
    ]
    assert (
        parsed(THRESHOLD + 'measure = "slope_percent"\nat_least = "12.5"').thresholds[0].condition.bound
        == 12.5
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            THRESHOLD,
            'x.toml: matter.m.threshold.t.measure: is missing. Add measure = "…" and one of: at_least',
        ),
        (THRESHOLD + "at_least = 4", "matter.m.threshold.t.at_least: compares nothing. Add measure"),
        (THRESHOLD + 'measure = "area"\nat_least = 4', "t.measure: is 'area'. Write one of: disturbed_sqft"),
        (THRESHOLD + 'measure = "disturbed_sqft"', "t.measure: needs exactly one comparison. Give one of"),
        (THRESHOLD + 'measure = "disturbed_sqft"\nat_least = 1\nat_most = 2', "needs exactly one comparison"),
        (
            THRESHOLD + 'measure = "disturbed_sqft"\nat_least = "much"',
            "t.at_least: is 'much'. Write a number",
        ),
        (
            THRESHOLD + 'measure = "disturbed_sqft"\nis = true',
            "t.is: compares disturbed_sqft, which is a number.",
        ),
        (
            THRESHOLD + 'measure = "use"\nat_least = 1',
            "t.at_least: compares use, which is no number. Use is =",
        ),
        (THRESHOLD + 'measure = "use"\nis = "shop"', "t.is: names shop. Use: residential"),
        (THRESHOLD + 'measure = "use"\nis = 3', "t.is: is 3. Write a list of words"),
        (THRESHOLD + 'measure = "new_building"\nis = "yes"', "t.is: is 'yes'. Write true or false"),
        (THRESHOLD + 'measure = "use"\nall = []', "t.all: stands beside measure. Keep one"),
        (THRESHOLD + "any = []", "t.any: has no condition. List at least one"),
        (
            THRESHOLD + 'any = [{ measure = "disturbed_sqft", at_least = 1, colour = 2 }]',
            "any[1].colour: is not a key",
        ),
        (THRESHOLD + "any = [{ at_least = 1 }]", "any[1].at_least: compares nothing"),
        (
            THRESHOLD + 'measure = "lot_sqft"\nat_least = 1\nleft_to = "rules"',
            "left_to: stands beside a comparison",
        ),
        (THRESHOLD + 'measure = "lot_sqft"\nat_least = 1\nthen = "no"', "t.then: is 'no'. Write one of: yes"),
        (EXEMPTION + "by_figures = true", "matter.m.exemption.e.measure: is missing."),
        (EXEMPTION + 'effect = "maybe"', "e.effect: is 'maybe'. Write one of: no, board_decides"),
        (
            EXEMPTION + 'by_figures = true\nmeasure = "lot_sqft"\nat_most = 1\neffect = "board_decides"',
            "e.effect: is 'board_decides'. Write one of: no.",
        ),
        (EXEMPTION + "asserts = { colour = 1 }", "e.asserts.colour: is not a key that this file may have."),
        (EXEMPTION + 'asserts = { use = "shop" }', "e.asserts.use: is 'shop'."),
        (
            '[matter.m.remark.r]\ntext = "t"\ncite = "§ 1"\non = ["never"]',
            "r.on: names the outcome 'never'. Use: yes",
        ),
        ('[matter.m.remark.r]\ntext = "t"', "matter.m.remark.r.cite: is missing. Add cite"),
    ],
)
def test_a_fault_names_the_file_the_key_and_the_mend(text, says):
    assert says in faults(text)
    assert faults(text).startswith("x.toml: ")


def test_numbers_yes_and_no_and_a_use_may_be_asserted():
    rule = parsed(
        THRESHOLD
        + 'measure = "lot_sqft"\nat_least = 1\n'
        + EXEMPTION
        + 'asserts = { use = "municipal", dwelling_units = 2, new_building = true }'
    )

    assert dict(rule.exemptions[0].asserts) == {"use": "municipal", "dwelling_units": 2, "new_building": True}


# ---------------------------------------------------------------- fines and costs

FINES = """
[fines]
each_day = "d"
criminal = "c"
cite = "§ 1"
"""
LADDER = FINES + '[fines.ladder.a]\nsays = "s"\ncite = "§ 1"\n'
COSTS = '[costs]\nsays = "s"\ncite = "§ 1"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FINES, "fines.ladder: is missing. Add at least one [fines.ladder.NAME]."),
        (LADDER, "fines.ladder.a.rungs: is missing."),
        (LADDER + 'rungs = ["much"]', "fines.ladder.a.rungs: has the amount 'much'. Write \"100.00\""),
        (LADDER + 'rungs = ["-1"]', "has the amount '-1'"),
        (LADDER + 'rungs = ["NaN"]', "has the amount 'NaN'"),
        (
            LADDER + 'rungs = ["1"]\n[fines.ladder.b]\nsays = "s"\ncite = "§ 1"\nrungs = ["1"]',
            "fines.ladder: cannot be told apart. Give each ladder its own under",
        ),
        (COSTS, "costs.rate: is missing."),
        (COSTS + 'rate = "-1"', "costs.rate: is -1. Write percent a year"),
        (
            COSTS + "bears_interest = false\nfirst_day = 3",
            "costs.first_day: is given though costs bear no interest.",
        ),
        (COSTS + 'rate = "14"\nfirst_day = 0', "costs.first_day: is 0. Write a whole number, 1 or more"),
    ],
)
def test_a_fault_in_fines_or_costs_names_the_key_and_the_mend(text, says):
    assert says in faults(text)


def test_rungs_may_be_a_warning_or_not_stated():
    rule = schema.parse(START + LADDER + 'rungs = ["warning", "100", "not stated"]', name="x.toml").sections[
        "fines"
    ]

    assert isinstance(rule, FineRule)
    assert [None if amount is None else str(amount) for amount in rule.ladders[0].rungs] == [
        "0.00",
        "100.00",
        None,
    ]
