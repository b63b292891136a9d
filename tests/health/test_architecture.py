"""docs/architecture.md says what is true: its rooms are those of the code and of import-linter, its files and names exist."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tests.health.test_house import LINES, ROOT

PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(title: str) -> list[list[str]]:
    found = [line.strip("|").split(" | ") for line in section(title).splitlines() if line.startswith("| ")]
    return found[1:]


def test_the_rooms_are_those_of_the_code():
    told = [set(re.findall(r"`(\w+)`", row[1])) for row in rows("Rooms")]
    assert told == [set(line) for line in LINES]
    assert [int(row[0]) for row in rows("Rooms")] == list(range(1, len(LINES) + 1))


def test_the_rooms_are_those_of_import_linter():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract for contract in contracts if contract["id"] == "rooms")["layers"]
    linted = [set(re.split(r" [|:] ", layer)) for layer in layers]
    assert linted[::-1] == [{room for room in line if room != "reports"} for line in LINES]


@pytest.mark.parametrize("row", rows("Where things go"), ids=lambda row: row[0].strip())
def test_what_is_named_as_an_example_exists(row):
    named = re.findall(r"`([\w./]+)`", row[2])
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", re.findall(r"`(towns(?:\.\w+)+)`", PAGE))
def test_every_dotted_name_exists(name):
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ImportError:
        assert hasattr(import_module(module), attribute), name


@pytest.mark.parametrize("doc", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_every_link_leads_somewhere(doc: Path):
    told = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", doc.read_text("utf-8"))
    assert [to for to in told if not (doc.parent / to).exists()] == []


def test_every_clause_is_told_by_one_of_three_words_and_counted():
    page = (ROOT / "docs/clauses.md").read_text("utf-8")
    said = [
        row.strip("| ").split(" | ")[2] for row in page.splitlines() if re.match(r"\| (?!section)\S", row)
    ]
    counts = {word: said.count(word) for word in ("runs", "shown", "not yet")}
    assert sum(counts.values()) == len(said)
    assert (
        f"{len(said)} clauses: {counts['runs']} run, {counts['shown']} are shown, "
        f"{counts['not yet']} are not yet done."
    ) in page


def test_the_readme_names_commands_that_exist_and_every_command_for_towns():
    readme = (ROOT / "README.md").read_text("utf-8")
    table = readme.split("## From the command line", 1)[1].split("## ", 1)[0]
    there = {path.stem for path in (ROOT / "towns/management/commands").glob("*.py")} - {"__init__"}
    assert [name for name in sorted(there) if not re.search(rf"\b{name}\b", table)] == []
    assert set(re.findall(r"manage\.py (\w+)", table)) <= there
