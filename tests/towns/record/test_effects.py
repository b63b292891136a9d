"""What an effect is when nobody declared it, that it is declared once, and its words with the right day."""

from __future__ import annotations

from datetime import date

import pytest

from towns.record import effects

LAST = date(2026, 11, 27)


def test_an_effect_nobody_declared_is_neither_public_nor_held_and_named_by_its_key():
    unknown = effects.of("lien_filed_late")

    assert (unknown.public, unknown.held, unknown.reminded) == (False, False, True)
    assert str(unknown.running) == "Lien filed late from {day}"
    assert "lien_filed_late" not in effects.names()


def test_an_effect_is_declared_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(effects, "_EFFECTS", dict(effects._EFFECTS))
    known = effects.of("deemed_approved")
    effects.declare(known)
    with pytest.raises(ValueError, match="declared twice"):
        effects.declare(effects.Effect("deemed_approved", known.running, known.over, public=True, held=False))
    assert effects.of("deemed_approved") is known
    assert list(effects.every()) == list(effects._EFFECTS.values())


def test_the_names_are_sifted_by_what_is_asked(monkeypatch: pytest.MonkeyPatch):
    words = effects.Silence("", "x")
    monkeypatch.setattr(effects, "_EFFECTS", {})
    effects.declare(
        effects.Effect("a", words, words, held=True),
        effects.Effect("b", words, words, reminded=False),
        effects.Effect("c", words, words, held=True, reminded=False),
    )

    assert effects.names() == {"a", "b", "c"}
    assert effects.names(held=True) == {"a", "c"}
    assert effects.names(held=False) == {"b"}
    assert effects.names(reminded=False) == {"b", "c"}
    assert effects.names(held=True, reminded=True) == {"a"}


def test_the_words_name_the_day_after_the_last_day():
    assert str(effects.silence("overdue", LAST)) == "Overdue from Sat Nov 28 2026; no automatic approval"
    assert str(effects.silence("overdue", LAST, ran_out=True)) == "Overdue; no automatic approval"
    assert effects.silence("", LAST) == effects.silence("overdue", None) == effects.Silence()
    assert str(effects.Silence("Approved", "by silence")) == "Approved by silence"
