"""The patterns in which a bylaw file names events."""

from __future__ import annotations

import pytest

from towns.law.patterns import Pattern, parse_pattern


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("complete", {"event": "complete"}),
        ("decided:disapproved", {"event": "decided", "outcome": "disapproved"}),
        ("protest_decided!rescinded", {"event": "protest_decided", "but": "rescinded"}),
        ("hearing_scheduled.for", {"event": "hearing_scheduled", "fact": "for"}),
        ("@decide", {"clock": "decide"}),
    ],
)
def test_each_form_is_understood(text: str, parts: dict[str, str]) -> None:
    assert parse_pattern(text) == Pattern(text=text, **parts)


@pytest.mark.parametrize(
    "text", ["", "Decided", "decided:", "decided.", "@", "@decide.for", "a b", "decided:a:b"]
)
def test_anything_else_is_no_pattern(text: str) -> None:
    assert parse_pattern(text) is None
