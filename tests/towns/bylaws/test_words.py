"""What the law files quote stands word for word in the bylaws' texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from towns.law import schema


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("’", "'").replace("“", '"').replace("”", '"')).strip()


def _quotes(town: str) -> Iterator[tuple[str, str]]:
    bylaw = schema.load(town)
    for matter in bylaw.matters.values():
        for rule in (*matter.clocks, *matter.notices, *matter.gates):
            name = getattr(rule, "name", None) or getattr(rule, "kind", None) or getattr(rule, "key", "")
            if rule.says:
                yield f"{matter.key}.{name}", rule.says
    for reading in bylaw.open_readings.values():
        if reading.words:
            yield reading.key, reading.words


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_quotation_is_in_the_towns_text(town: str) -> None:
    text = _folded((schema.FOLDER / "texts" / f"{town}.txt").read_text("utf-8"))

    for where, quotation in _quotes(town):
        at = 0
        for part in _folded(quotation).split("…"):
            found = text.find(part.strip(), at)
            assert found >= 0, (
                f"{town}: {where}: {part.strip()!r} is not in the text after what was quoted before it."
            )
            at = found + len(part.strip())


@pytest.mark.parametrize("town", schema.TOWNS)
def test_a_clock_without_a_quotation_comes_from_a_statute(town: str) -> None:
    for matter in schema.load(town).matters.values():
        for rule in matter.clocks:
            assert rule.says or "c." in rule.cite
