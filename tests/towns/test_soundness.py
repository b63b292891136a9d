"""The installation does not start on a bylaw file that cannot be trusted."""

from __future__ import annotations

import pytest

from towns.law import schema
from towns.law.entries import BylawError, Problem
from towns.soundness import shipped_law_is_sound


def test_the_shipped_files_let_it_start() -> None:
    assert shipped_law_is_sound() == []


def test_each_fault_of_a_shipped_file_is_an_error_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(slug: str) -> schema.Bylaw:
        raise BylawError([Problem(f"{slug}.toml", "town.county", "is missing.", 'Add county = "…".')])

    monkeypatch.setattr(schema, "load", broken)

    found = shipped_law_is_sound()

    assert [error.id for error in found] == ["towns.E001"] * len(schema.TOWNS)
    assert (found[0].msg, found[0].hint) == ("grafton.toml: town.county: is missing.", 'Add county = "…".')
