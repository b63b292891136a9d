"""Keeps the law texts that are about to be shipped beside all earlier ones: `.venv/bin/python -m tests.towns.bylaws.keep`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from towns.law import schema

FOLDER = Path(__file__).parent / "shipped"


def kept_as(slug: str) -> Path:
    """Where the text that is shipped today for a town is kept."""
    text = (schema.FOLDER / f"{slug}.toml").read_bytes()
    return FOLDER / f"{slug}-{hashlib.sha256(text).hexdigest()[:12]}.toml"


if __name__ == "__main__":
    for town in schema.TOWNS:
        path = kept_as(town)
        if not path.exists():
            path.write_bytes((schema.FOLDER / f"{town}.toml").read_bytes())
            sys.stdout.write(f"kept {path.name}\n")
