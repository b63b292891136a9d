"""Reading one table strictly: every kind of value, and the sentence for each that is wrong."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from towns.law.entries import Entry, Problem


def entry(**table: Any) -> Entry:
    return Entry("town.toml", "fine", table, [])


def test_amounts_are_exact() -> None:
    found = entry(a=300, b="1.5")

    assert (found.amount("a"), found.amount("b"), found.amount("c", None)) == (
        Decimal(300),
        Decimal("1.5"),
        None,
    )
    assert found.problems == []


@pytest.mark.parametrize("value", [1.5, True, "much"])
def test_an_inexact_amount_is_refused(value: object) -> None:
    found = entry(a=value)

    assert found.amount("a") is None
    assert [problem.key for problem in found.problems] == ["fine.a"]


def test_what_is_missing_is_asked_for() -> None:
    found = entry()

    assert (found.amount("a"), found.day("b"), found.words("c"), found.choice("d", ("x", "y"))) == (
        None,
        None,
        (),
        "",
    )
    assert [problem.mend for problem in found.problems] == [
        'Add a = "100.00".',
        "Add b = 2026-11-30.",
        'Add c = ["…"].',
        'Add d = "x".',
    ]


def test_what_may_be_missing_has_its_default() -> None:
    found = entry()

    assert found.words("a", ["x"]) == ("x",)
    assert found.choice("b", ("x",), None) == ""
    assert found.whole("c", 3) == 3
    assert found.text("d", "plain") == "plain"
    assert found.problems == []


def test_one_word_is_a_list_of_one() -> None:
    assert entry(a="x").words("a") == ("x",)


def test_named_tables_come_in_file_order() -> None:
    found = entry(rung={"b": {"n": 1}, "a": {"n": 2}})

    assert [(name, inner.path) for name, inner in found.named("rung")] == [
        ("b", "fine.rung.b"),
        ("a", "fine.rung.a"),
    ]


def test_a_key_that_nobody_took_is_named_with_what_is_known() -> None:
    found = entry(a="x", z=1)
    found.text("a")

    found.done()

    assert found.problems == [
        Problem(
            "town.toml",
            "fine.z",
            "is not a key that this file may have.",
            "Remove it or correct it. Known here: a.",
        )
    ]
