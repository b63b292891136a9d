"""Finds the stories with their expected dates, which stand as tables beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every story of every town, with the town's slug."""
    for path in sorted(FOLDER.glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            yield path.stem, case
