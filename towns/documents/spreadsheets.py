"""What every list that leaves the product as a sheet has in common: nothing typed by a person acts as a formula."""

from __future__ import annotations

from typing import Any

_ACTS = ("=", "+", "-", "@", "\t", "\r", "\n")
#: Characters that a sheet cannot hold.
_BAD = {code: None for code in range(32) if chr(code) not in "\t\n\r"}


def harmless(value: Any) -> Any:
    """Text that a spreadsheet would read as a formula gets an apostrophe in front; anything else stays."""
    if not isinstance(value, str):
        return value
    text = value.translate(_BAD)
    return f"'{text}" if text.startswith(_ACTS) else text
