"""Map and lot, however a person writes it."""

from __future__ import annotations

import pytest

from towns.parcels.map_lot import key_of, keys, words


@pytest.mark.parametrize(
    "text",
    ["Map 9, Lot 3", "Map 9 Lot 3", "9-3", "M9 L3", "M9L3",
     "map 09 lot 003", "9/3", "9 3", "9.3", "Map 9, Parcel 3", "M. 9, L. 3",
     " 9 - 3 ", "Assessors’ Map 9, Lot #3"],
)  # fmt: skip
def test_one_parcel_in_many_ways(text):
    assert keys(text) == ["9-3"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Map 9, Lots 31, 31A and 32", ["9-31", "9-31A", "9-32"]),
        ("Map 9, Lot 31-A", ["9-31A"]),
        ("Map 9 Lot 3; Map 10 Lot 4", ["9-3", "10-4"]),
        ("Map 9 Lot 3 and Map 10 Lot 4", ["9-3", "10-4"]),
        ("9-3, 9-4", ["9-3", "9-4"]),
        ("Map 12, Block 3, Lot 4", ["12-3-4"]),
        ("12-3-4", ["12-3-4"]),
        ("Map 9, Lot 3; 10-4", ["9-3", "10-4"]),
        ("Map 9, Lot 3 and Lot 3", ["9-3"]),
        ("12B-4", ["12B-4"]),
        ("the barn", []),
        ("", []),
        ("2026", []),
    ],
)
def test_several_or_none(text, found):
    assert keys(text) == found


def test_one_or_nothing_and_the_words():
    assert key_of("9-3, 9-4") == ""
    assert key_of("M9 L3") == "9-3"
    assert words("9-31A") == "Map 9, Lot 31A"
    assert words("12-3-4") == "Map 12, Block 3, Lot 4"
    assert all(key_of(words(key)) == key for key in ("9-31A", "12-3-4", "14-52"))
