"""Checking a bylaw file in all it holds, and telling two texts apart."""

from __future__ import annotations

import pytest

from tests.towns.law.test_schema import AMENDED, GOOD
from towns.law import schema
from towns.law.check import differences, faults, summary


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_shipped_file_is_sound_in_every_edition_and_reading(town: str) -> None:
    assert faults((schema.FOLDER / f"{town}.toml").read_text("utf-8"), name=f"{town}.toml") == []


def test_a_fault_of_the_first_text_is_found() -> None:
    assert [p.key for p in faults(GOOD.replace('county = "Norfolk"\n', ""), name="x.toml")] == ["town.county"]


def test_a_fault_that_an_amendment_brings_is_found() -> None:
    assert [p.key for p in faults(AMENDED.replace("length = 30", "length = -30"), name="x.toml")] == [
        "matter.permit.clock.hold_hearing.length",
        "matter.permit.notice[1].clock",
    ]


def test_a_fault_that_a_reading_brings_is_found() -> None:
    text = GOOD.replace('.extend" = "agreement"', '.extend" = "handshake"')

    assert [p.key for p in faults(text, name="x.toml")] == ["matter.permit.clock.hold_hearing.extend"]


def test_what_a_file_holds_in_one_line() -> None:
    assert summary(schema.parse(GOOD, name="x.toml")) == "Sometown: 1 matter, 2 clocks; as adopted"


def test_differences_are_told_key_by_key() -> None:
    new = (
        GOOD.replace("length = 45", "length = 30").replace('county = "Norfolk"\n', "")
        + "\n[matter.other]\nname = 'O'\n"
    )

    assert differences(GOOD, new) == [
        "town.county: 'Norfolk' → (gone)",
        "matter.permit.clock.hold_hearing.length: 45 → 30",
        "matter.other.name: (new) → 'O'",
    ]
    assert differences(GOOD, GOOD) == []
