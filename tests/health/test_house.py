"""The house is kept: imports run down and never in a circle, each thing is declared once, addresses come from names."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from towns.law.events import EVENTS
from towns.ledger.entries import ABOUT_ENTRIES
from towns.record import effects, event_kinds

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
#: From the ground up; a room imports only rooms of a lower line (docs/architecture.md; import-linter holds it too).
LINES = (
    ("law", "wall", "roles"),
    ("ledger",),
    ("models",),
    ("calendar", "ui", "documents"),
    ("access",),
    ("record",),
    ("mail", "papers"),
    ("clocks", "projects", "parcels", "reports"),
    ("hearings", "worklist", "accounts", "register", "clerk", "determine", "calculator", "health"),
    ("cases",),
    ("mailing", "setup", "demo"),
    ("apps", "management", "templatetags", "soundness"),
)
LINE_OF = {room: place for place, rooms in enumerate(LINES) for room in rooms}


def imports_of(path: Path) -> set[str]:
    """The rooms of the ground floor that a file imports, those for type checking alone left out."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if id(node) in for_types or not isinstance(node, ast.ImportFrom | ast.Import):
            continue
        names = (
            [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
        found |= {name.split(".")[1] for name in names if name.startswith("towns.") and name.count(".") >= 1}
    return found


def rooms() -> dict[str, set[str]]:
    """Each room of the ground floor with the rooms that it imports."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "towns").rglob("*.py")):
        inside = path.relative_to(ROOT / "towns").parts
        room = inside[0].removesuffix(".py")
        if room in ("project", "migrations", "__init__"):
            continue
        found[room] |= imports_of(path) - {room, "project", "migrations"}
    return found


def test_every_room_has_its_line():
    assert {room for room in rooms() if room not in LINE_OF} == set(), (
        "add the room to docs/architecture.md and here"
    )


def test_no_import_runs_up():
    up = [
        f"{room} (line {LINE_OF[room] + 1}) imports {other} (line {LINE_OF[other] + 1})"
        for room, others in rooms().items()
        for other in others
        if other in LINE_OF and LINE_OF[other] > LINE_OF[room]
    ]
    assert up == []


def test_no_rooms_import_in_a_circle():
    graph = rooms()
    circles = []

    def walk(room: str, path: tuple[str, ...]) -> None:
        for other in graph.get(room, ()):
            if other in path:
                circles.append(" → ".join((*path[path.index(other) :], other)))
            elif len(path) < 20:
                walk(other, (*path, other))

    for room in graph:
        deeper = {other for other in graph[room] if room in graph.get(other, ())}
        circles += [f"{room} ⇄ {other}" for other in deeper]
    assert circles == []


def test_each_event_has_its_page_half_in_exactly_one_room():
    declared = {kind.name for kind in event_kinds.every()}
    facts = {name for name, kind in EVENTS.items() if not kind.by_law} - ABOUT_ENTRIES
    assert sorted(facts - declared) == [], "declare them in the events.py of the room that owns them"
    assert sorted(declared - facts) == []
    rooms_of = defaultdict(list)
    for path in sorted(ROOT.glob("*/**/events.py")):
        if "law" in path.parts or ".venv" in path.parts:
            continue
        for name in re.findall(r'EventKind\("(\w+)"', path.read_text("utf-8")):
            rooms_of[name].append(path.relative_to(ROOT).as_posix())
    assert {name: where for name, where in rooms_of.items() if len(where) > 1} == {}


def test_each_effect_is_declared_and_nothing_else_is():
    declared = {effect.name for effect in effects.every()}
    assert declared == {name for name, kind in EVENTS.items() if kind.by_law}


def test_no_line_of_a_template_is_longer_than_160_characters():
    long = [
        f"{path.relative_to(ROOT)}:{place}"
        for path in TEMPLATES
        for place, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > 160
    ]
    assert long == []


def test_every_address_comes_from_a_name():
    by_hand = [
        f"{path.relative_to(ROOT)}: {found}"
        for path in TEMPLATES
        for found in re.findall(r'(?:href|action)="/[^"]*"', path.read_text("utf-8"))
    ]
    for floor in ("towns", "permitting", "enforcement"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            if "migrations" in path.parts or "project" in path.parts:
                continue
            by_hand += [
                f"{path.relative_to(ROOT)}: {found}"
                for found in re.findall(r'f"/\{[^"]*"', path.read_text("utf-8"))
            ]
    assert by_hand == [], "use {% url %}, reverse or a helper of towns.ui.links"


def test_every_sheet_that_leaves_the_product_guards_against_formulas():
    """A name typed as `=1+1` acts nowhere: whoever writes a workbook or a CSV asks the one guard."""
    unguarded = [
        path.relative_to(ROOT).as_posix()
        for floor in ("towns", "permitting", "enforcement")
        for path in sorted((ROOT / floor).rglob("*.py"))
        if re.search(r"Workbook\(\)|csv\.writer\(", text := path.read_text("utf-8"))
        and "from towns.documents.spreadsheets import harmless" not in text
    ]
    assert unguarded == ["towns/mailing/lists.py"], "that one reads lists and writes none"


def test_no_value_of_an_attribute_is_broken_over_lines():
    """Between attributes a line may break; inside one the break would become part of what the browser reads."""
    broken = []
    for path in TEMPLATES:
        text = re.sub(r"\{[%{#].*?[%}#]\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        for tag in re.findall(r"<[a-zA-Z][^<>]*>", text):
            broken += [
                f"{path.relative_to(ROOT)}: {name}"
                for name, value in re.findall(r'([a-zA-Z-]+)="([^"]*)"', tag)
                if "\n" in value and name != "class"
            ]
    assert broken == []
