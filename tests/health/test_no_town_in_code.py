"""A town's name stands in data, tests and the demonstration only: the same code runs every town."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from towns.law import schema

ROOT = Path(__file__).parent.parent.parent
FLOORS = ("towns", "permitting", "enforcement", "templates", "static")
#: Where towns are data, made-up people of a demonstration, or other people's files.
DATA = ("towns/bylaws/", "towns/demo/", "towns/management/commands/demo_data.py", "static/vendor/")
NAME = re.compile(rf"\b({'|'.join(schema.TOWNS)})\b", re.IGNORECASE)
#: A person at a terminal is shown an example; these calls and arguments only speak.
SPEAKING_CALLS, SPEAKING_ARGUMENTS = {"CommandError"}, {"help"}


def python_places(path: Path) -> Iterator[int]:
    """Lines on which a town's name is a name of the program or a text that it could act on."""
    tree = ast.parse(path.read_text("utf-8"))
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPEAKING_CALLS:
            spoken |= {id(inner) for argument in node.args for inner in ast.walk(argument)}
        if isinstance(node, ast.keyword) and node.arg in SPEAKING_ARGUMENTS:
            spoken |= {id(inner) for inner in ast.walk(node.value)}
    for node in ast.walk(tree):
        words = (
            node.value if isinstance(node, ast.Constant) and isinstance(node.value, str)
            else getattr(node, "id", "") or getattr(node, "attr", "") or getattr(node, "arg", "")
            or getattr(node, "name", "")
        )  # fmt: skip
        if id(node) not in spoken and isinstance(words, str) and NAME.search(words.replace("_", " ")):
            yield getattr(node, "lineno", 0)


def places() -> list[str]:
    """Every place outside data where a town is named, as file:line."""
    found = []
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*")):
            where = path.relative_to(ROOT).as_posix()
            if where.startswith(DATA) or not path.is_file():
                continue
            if path.suffix == ".py":
                found += [f"{where}:{line}" for line in python_places(path)]
            elif path.suffix in (".html", ".css", ".js", ".sql", ".txt", ".xml"):
                lines = path.read_text("utf-8").splitlines()
                found += [f"{where}:{n}" for n, line in enumerate(lines, start=1) if NAME.search(line)]
    return found


def test_no_town_is_named_in_the_code() -> None:
    assert not places(), "Move what differs between towns into their bylaw files or settings."


def test_a_name_in_code_would_be_found(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text('"""About Norfolk."""\nif town.slug == "norfolk":\n    wrentham_days = 3\n')

    assert sorted(python_places(sample)) == [2, 3]
