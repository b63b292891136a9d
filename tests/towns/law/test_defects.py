"""What the law of clocks sees in an agreement to extend."""

from __future__ import annotations

import pytest

from towns.law.answers import event_from_words
from towns.law.defects import agreement_defects


@pytest.mark.parametrize(
    ("agreement", "found"),
    [
        ("extension_agreed=2026-11-20:clock=decide:until=2026-12-15", ()),
        ("extension_agreed=2026-11-20:clock=decide", ("agreement_without_end",)),
        ("extension_agreed=2026-11-20:until=2026-12-15", ("agreement_without_clock",)),
        ("extension_agreed=2026-09-08:clock=decide:until=2026-12-15", ("agreement_with_the_filing",)),
    ],
)
def test_what_an_agreement_lacks_is_named(agreement: str, found: tuple[str, ...]) -> None:
    assert agreement_defects([event_from_words("filed=2026-09-08")], event_from_words(agreement)) == found
