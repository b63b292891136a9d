"""Small wrong changes (mutants) in the modules that guard dates and disclosure; each must make a test fail.

    python bench/mutants.py --minutes 10 [--only towns/record/disclosure.py] [--anew]

One pytest session makes the database once. For each mutant the code of the functions it touches is exchanged in memory,
the tests chosen for its file run until the first failure, and the code is put back: no source file is ever written. What
was tried is kept in `.mutants.json` under the hash of source and tests, so that a run that met its time goes on where it
stopped. Only code inside functions is changed: a module's tables and a class's defaults are read at import.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import json
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / ".mutants.json"
#: One mutant's tests may take so many seconds; a mutant that never ends is caught by that.
LIMIT: Final = 60
_UNFIT: Final = "not browser and not service and not slow"
_HOLD: Final = ("tests/towns/record/test_disclosure_rules.py", "tests/towns/record/test_disclosure.py")
_RECORD: Final = ("tests/towns/record/test_settle.py", "tests/towns/record/test_door.py")
_LAW: Final = (
    "tests/towns/law/test_clocks.py",
    "tests/towns/law/test_clocks_moved.py",
    "tests/towns/law/test_clock_readings.py",
    "tests/towns/law/test_days.py",
)
#: Which tests must notice a change of which file, the likeliest first.
FILES: Final[dict[str, tuple[str, ...]]] = {
    "towns/record/disclosure.py": _HOLD,
    "towns/record/duties.py": ("tests/towns/record/test_duties.py",),
    "towns/access/permissions.py": ("tests/towns/test_roles.py", "tests/towns/record/test_permissions.py"),
    "towns/record/effects.py": ("tests/towns/record/test_effects.py",),
    "towns/record/settle.py": (*_RECORD, "tests/towns/record/test_corrections.py"),
    "towns/record/door.py": (*_RECORD, "tests/towns/record/test_numbers.py"),
    "towns/record/corrections.py": ("tests/towns/record/test_corrections.py",),
    "towns/clocks/sweep.py": ("tests/towns/clocks/test_sweep.py",),
    "towns/clocks/reminders.py": ("tests/towns/clocks/test_reminders.py",),
    "towns/access/tenancy.py": ("tests/towns/access/test_tenancy.py", "tests/towns/test_wall.py"),
    "towns/ledger/entries.py": (
        "tests/towns/ledger/test_entries.py",
        "tests/towns/record/test_corrections.py",
    ),
    "towns/law/clocks.py": _LAW,
    "towns/law/counting.py": _LAW,
    "towns/law/starts.py": _LAW,
    "towns/law/days.py": _LAW,
}

_FLIPS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ENDS: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Mutant:
    """One wrong change: where, in words, and the whole module with it."""

    file: str
    line: int
    words: str
    tree: ast.Module

    @property
    def key(self) -> str:
        """Its name among those of one text of the file."""
        return f"{self.file}:{self.line}: {self.words}"


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """What can be put in place of a node, with words for it; `None` takes the statement away."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in _FLIPS.get(type(op), ()):
                wrong = copy.deepcopy(node)
                wrong.ops[at] = other()
                yield "", wrong
    if isinstance(node, ast.BoolOp):
        wrong_bool = copy.deepcopy(node)
        wrong_bool.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "", wrong_bool
        for at in range(len(node.values)):
            rest = [value for place, value in enumerate(node.values) if place != at]
            less = (
                copy.deepcopy(rest[0])
                if len(rest) == 1
                else ast.BoolOp(copy.deepcopy(node.op), copy.deepcopy(rest))
            )
            yield "", less
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "", copy.deepcopy(node.operand)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "", ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "", ast.Constant(node.value + 1)
        yield "", ast.Constant(node.value - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        turned = copy.deepcopy(node)
        turned.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "", turned
    if isinstance(node, ast.If):
        for known in (True, False):
            forced = copy.deepcopy(node)
            forced.test = ast.Constant(known)
            yield f"`if {ast.unparse(node.test)}` always {'taken' if known else 'passed over'}", forced
    if isinstance(node, ast.IfExp):
        yield "", copy.deepcopy(node.body)
        yield "", copy.deepcopy(node.orelse)
    if isinstance(node, ast.comprehension) and node.ifs:
        unsifted = copy.deepcopy(node)
        unsifted.ifs = []
        yield f"without `if {' if '.join(map(ast.unparse, node.ifs))}`", unsifted
    if isinstance(node, (ast.Raise, ast.Continue)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield f"`{ast.unparse(node)}` taken away", ast.Pass()


def _slots(tree: ast.AST, inside: bool = False) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every place inside a function where a node hangs: parent, field, place in a list, node."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list") or isinstance(
            tree, (ast.JoinedStr, ast.Assert)
        ):
            continue
        for at, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST):
                continue
            if inside and not (isinstance(tree, ast.arguments)):
                yield tree, field, at, node
            yield from _slots(node, inside or isinstance(node, (ast.FunctionDef, ast.Lambda)))


def mutants_of(file: str) -> Iterator[Mutant]:
    """The wrong changes of a file, in the order of its lines."""
    tree = ast.parse((ROOT / file).read_text())
    for parent, field, at, node in list(_slots(tree)):
        for words, wrong in _changes(node):
            line = getattr(node, "lineno", None) or getattr(parent, "lineno", 0)
            said = words or f"`{ast.unparse(node)}` becomes `{ast.unparse(wrong)}`"
            _put(parent, field, at, ast.copy_location(wrong, node) if hasattr(node, "lineno") else wrong)
            whole = ast.fix_missing_locations(copy.deepcopy(tree))
            _put(parent, field, at, node)
            yield Mutant(file, line, said, whole)


def _put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


class Exchange:
    """The functions of a file as they live in this process, and their code exchanged for a mutant's and back."""

    def __init__(self, file: str) -> None:
        path = str(ROOT / file)
        self.path = path
        self.living: dict[tuple[str, int], list[FunctionType]] = {}
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename == path:
                place = one.__code__.co_qualname, one.__code__.co_firstlineno
                self.living.setdefault(place, []).append(one)
        self.right = [(one, one.__code__) for many in self.living.values() for one in many]

    def put_wrong(self, mutant: Mutant) -> bool:
        """Put the mutant's code in place. False where no living function has changed by it."""
        changed = False
        for code in _codes(compile(mutant.tree, self.path, "exec")):
            for one in self.living.get((code.co_qualname, code.co_firstlineno), ()):
                if one.__code__ != code and len(one.__code__.co_freevars) == len(code.co_freevars):
                    one.__code__ = code
                    changed = True
        return changed

    def put_right(self) -> None:
        """The code as it was."""
        for one, code in self.right:
            one.__code__ = code


class TookTooLong(Exception):
    """A mutant's tests did not end in time."""


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TookTooLong


class Runner:
    """A pytest plugin that runs the collected tests once for each mutant instead of once."""

    def __init__(self, files: list[str], minutes: float, kept: dict[str, str]) -> None:
        self.files, self.kept = files, kept
        self.ends = time.monotonic() + 60 * minutes
        self.told: dict[str, str] = {}
        self.left = 0
        self.broken: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The loop over files and mutants; the tests must pass before the first and after the last one of each file."""
        if session.testsfailed:
            raise session.Interrupted("the tests could not be collected")
        signal.signal(signal.SIGALRM, _ring)
        for file in self.files:
            wanted = [str(ROOT / test) for test in FILES[file]]
            items = sorted(
                (item for item in session.items if str(item.path) in wanted),
                key=lambda item: wanted.index(str(item.path)),
            )
            if not items:
                self.broken.append(f"{file}: no test to run")
                continue
            self._file(session, file, items)
        session._setupstate.teardown_exact(None)
        return True

    def _file(self, session: pytest.Session, file: str, items: list[pytest.Item]) -> None:
        seal = _seal(file)
        todo = []
        for mutant in mutants_of(file):
            if (known := self.kept.get(f"{seal} {mutant.key}")) is not None:
                self.told[mutant.key] = known
            else:
                todo.append(mutant)
        if not todo or time.monotonic() > self.ends:
            self.left += len(todo)
            return
        session._setupstate.teardown_exact(items[0])  # what the tests of the file before left set up
        if failed := self._first_failure(session, items, limit=600):
            self.broken.append(f"{file}: fails without any change: {failed}")
            return
        exchange = Exchange(file)
        for place, mutant in enumerate(todo):
            if time.monotonic() > self.ends:
                self.left += len(todo) - place
                break
            try:
                found = (
                    self._first_failure(session, items)
                    if exchange.put_wrong(mutant)
                    else "(no function changed)"
                )
            finally:
                exchange.put_right()
            # The likeliest to notice the next small change of the same lines is the test that noticed this one.
            if (noticed := next((item for item in items if item.nodeid == found), None)) is not None:
                items.insert(0, items.pop(items.index(noticed)))
            self.told[mutant.key] = self.kept[f"{seal} {mutant.key}"] = found
            print(f"{'killed  ' if found else 'SURVIVED'} {mutant.key}", flush=True)
        if failed := self._first_failure(session, items, limit=600):
            self.broken.append(f"{file}: fails after the code was put back: {failed}")

    def _first_failure(self, session: pytest.Session, items: list[pytest.Item], limit: int = LIMIT) -> str:
        ends = time.monotonic() + limit
        for place, item in enumerate(items):
            following = items[place + 1] if place + 1 < len(items) else items[0]
            signal.alarm(max(1, int(ends - time.monotonic())))
            try:
                reports = runtestprotocol(item, log=False, nextitem=following)
                bad = any(report.failed for report in reports)
            except TookTooLong:
                bad = True
            finally:
                signal.alarm(0)
            if bad:
                session._setupstate.teardown_exact(items[0])
                return item.nodeid
        return ""


def _seal(file: str) -> str:
    """The hash of a file and of the tests that must notice: what was found holds for these texts alone."""
    texts = [(ROOT / name).read_bytes() for name in (file, *FILES[file])]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def main(argv: list[str] | None = None) -> int:
    """Run and tell; 1 where a mutant survived, 2 where the tests themselves failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--only", nargs="+", choices=sorted(FILES), default=list(FILES))
    parser.add_argument("--anew", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--list", action="store_true", help="only count the mutants of each file")
    asked = parser.parse_args(argv)
    if asked.list:
        for file in asked.only:
            print(f"{sum(1 for _ in mutants_of(file)):5d} {file}")
        return 0
    kept = json.loads(KEPT.read_text()) if KEPT.exists() and not asked.anew else {}
    runner = Runner(asked.only, asked.minutes, kept)
    tests = sorted({str(ROOT / test) for file in asked.only for test in FILES[file]})
    try:
        answer = pytest.main(
            ["-q", "--capture=no", "-p", "no:cacheprovider", "-m", _UNFIT, "--rootdir", str(ROOT), *tests],
            [runner],
        )
    finally:
        KEPT.write_text(json.dumps(runner.kept, indent=0, sort_keys=True))
    viable = {key: found for key, found in runner.told.items() if found != "(no function changed)"}
    survived = [key for key, found in viable.items() if not found]
    print(
        f"\n{len(viable)} mutants tried, {len(viable) - len(survived)} killed, {len(survived)} survived, "
        f"{len(runner.told) - len(viable)} changed nothing, {runner.left} not tried for want of time."
    )
    print("\n".join(f"survived: {key}" for key in survived))
    print("\n".join(runner.broken))
    if runner.broken or answer not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return 2
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
