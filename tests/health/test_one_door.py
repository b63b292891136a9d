"""No state is set but by replaying the ledger, and nobody asks the machine what day it is: a walk through the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from towns.ledger.stateful import Stateful

ROOT = Path(__file__).parents[2]
FILES = [
    path
    for floor in ("towns", "permitting", "enforcement")
    for path in sorted((ROOT / floor).rglob("*.py"))
    if "migrations" not in path.parts
]
#: Sets what lists show, from the object that the replay made.
STORE = "towns/record/store.py"
#: Where an attribute called `state` is not the state of a thing with a life.
OTHER_STATES = {("towns/record/scenarios.py", "told")}
#: Rows written by COPY into an empty database to measure in; the test of it replays them.
WORLD = "towns/project/world.py"
#: Moments that are true and not legal: something was recorded, kept, sent, printed, tried or signed in just then.
MOMENTS = re.compile(
    r"towns/(calendar/today|record/store|clocks/sweep|mail/outbox|documents/storage)\.py|"
    r"towns/(project|project/management/commands|management/commands)/\w+\.py|"
    r"towns/(accounts|access|health|setup|mailing|papers|register|cases|cases/views|worklist|clerk)/\w+\.py|"
    r"(permitting|enforcement)/\w+/(views|views/\w+|drafts|reports)\.py"
)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The last part of what is called: `create` of `Case.objects.create(...)`."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def lives() -> set[str]:
    return {model.__name__ for model in apps.get_models() if issubclass(model, Stateful)}


def states_set(path: Path) -> Iterator[str]:
    """Every place that sets a state past the door."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Attribute) and target.attr == "state" and isinstance(node, ast.stmt):
                owner = getattr(target.value, "id", "")
                if (name(path), owner) not in OTHER_STATES:
                    yield f"{name(path)}:{node.lineno} assigns {owner}.state"
    for call in calls(tree):
        keywords = {keyword.arg for keyword in call.keywords}
        words = [a.value for a in ast.walk(call) if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        writes = {"create", "update", "get_or_create", "update_or_create", "bulk_create"} | lives()
        if called(call) in writes and "state" in keywords:
            yield f"{name(path)}:{call.lineno} {called(call)}(state=…)"
        if called(call) in {"bulk_update", "setattr"} and "state" in words:
            yield f"{name(path)}:{call.lineno} {called(call)} of a state"
        if called(call) == "execute" and any(
            re.search(r"\bset\s+state\b", word, re.IGNORECASE) for word in words
        ):
            yield f"{name(path)}:{call.lineno} SQL that sets a state"


def test_a_state_is_set_by_the_replay_alone():
    assert [found for path in FILES for found in states_set(path)] == []


def test_the_walk_finds_what_it_looks_for(tmp_path):
    bad = ROOT / "towns" / "bad.py"
    for line in (
        "thing.state = 'x'",
        "Application.objects.filter(pk=1).update(state='x')",
        "Application.objects.create(state='x')",
        "Application(state='x')",
        "Application.objects.bulk_update(rows, ['state'])",
        "setattr(thing, 'state', 'x')",
        "cursor.execute('update permitting_application set state = 1')",
    ):
        path = tmp_path / "bad.py"
        path.write_text(line)
        found = list(states_set_in(path, bad))
        assert found, line


def states_set_in(path: Path, as_if: Path) -> Iterator[str]:
    """The walk over a file as if it stood elsewhere."""

    class Here(type(as_if)):  # type: ignore[misc]
        def read_text(self, encoding: str | None = None) -> str:  # type: ignore[override]
            return path.read_text(encoding)

    yield from states_set(Here(as_if))


@pytest.mark.parametrize(
    "model", [m for m in apps.get_models() if issubclass(m, Stateful)], ids=lambda m: m.__name__
)
def test_a_state_is_protected_and_known_to_the_database(model):
    field = model._meta.get_field("state")
    assert field.protected
    checks = [c for c in model._meta.constraints if c.name.endswith("_state_known")]
    assert len(checks) == 1
    known = set(dict(field.flatchoices))
    assert set(checks[0].condition.children[0][1]) == known, (
        "the check constraint names another set of states"
    )


def test_nobody_asks_the_machine_for_the_day():
    found = []
    for path in FILES:
        for call in calls(ast.parse(path.read_text("utf-8"))):
            asked = ast.unparse(call.func)
            if asked in {
                "date.today",
                "datetime.today",
                "timezone.localdate",
                "localdate",
                "datetime.utcnow",
            }:
                found.append(f"{name(path)}:{call.lineno} asks {asked}()")
            if asked in {"timezone.now", "datetime.now"} and not MOMENTS.fullmatch(name(path)):
                found.append(f"{name(path)}:{call.lineno} asks {asked}()")
    assert found == [], (
        "take the day from towns.calendar.today.today(town) in views, tasks and commands, and hand it on as on="
    )


def test_today_is_asked_at_the_edges_only():
    """Views, tasks, commands and what pages are made of; never models, law, the door or a step."""
    inner = re.compile(
        r"towns/(law|models|ledger|record)/.*|towns/(roles|wall)\.py|(permitting|enforcement|towns)/\w+/(steps|models)\.py"
    )
    found = [
        f"{name(path)} imports towns.calendar.today"
        for path in FILES
        if inner.fullmatch(name(path))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "towns.calendar.today"
    ]
    assert found == []
