"""The ways in which an order or a ticket reaches people."""

from __future__ import annotations

from typing import Final

#: way → words; the keys stand in ledgers and in the law data.
WAYS: Final = {
    "certified_mail": "Certified mail",
    "by_hand": "In hand",
    "constable": "By constable",
    "mail": "First-class mail",
    "posted": "Posted on the site",
}


def way_words(way: str) -> str:
    """A way as a page writes it."""
    return WAYS.get(way, way.replace("_", " ").capitalize() or "Way not recorded")
