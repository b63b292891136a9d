"""Says how a story went in short lines, the way the [expect] table of a story file is written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from towns.law.clocks import Reading
from towns.record import scenarios

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    """Every story file."""
    return sorted(FOLDER.glob("*/*.toml"))


def read(path: Path) -> dict[str, Any]:
    """A story file as its table."""
    return tomllib.loads(path.read_text("utf-8"))


def town_of(table: dict[str, Any]) -> str:
    """The town in which the story begins; one over several cases names it with each."""
    return table["town"] if "town" in table else table["case"][0]["town"]


def expected(table: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What each case of the story is expected to come to, by its name; the name of an only case is empty."""
    nothing = {"by_law": [], "supplied": [], "defects": [], "refused": [], "clocks": {}}
    if "case" not in table:
        return {"": nothing | table["expect"]}
    return {one["name"]: nothing | table["expect"][one["name"]] for one in table["case"]}


def outcome(told: scenarios.Told) -> dict[str, Any]:
    """State; what else lives in the case; what the law did; what was supplied; defects; refusals; every clock with its
    status and last day; and the sums, where its kind has some."""
    return {
        "state": told.state,
        "by_law": [
            " ".join(filter(None, (str(e.on), e.name, e.facts.get("clock"), e.facts.get("of"))))
            for e in told.ledger
            if e.is_system
        ],
        "supplied": [f"{e.on} {e.name}" for e in told.ledger if e.facts.get("supplied")],
        "defects": [
            f"{e.on} {e.name} {defect}" for e in told.ledger for defect in e.facts.get("defects", ())
        ],
        "refused": [f"{on} {event}" for on, event, _ in told.refused],
        "things": [
            " ".join(
                [f"{kind} {number} {state}", *(f"{key}={value}" for key, value in sorted(facts.items()))]
            )
            for kind, number, state, facts in told.things
            if kind != "hearing"
        ],
        "clocks": {_name(reading): _line(reading) for reading in told.clocks},
        **({"money": told.money} if told.money is not None else {}),
    }


def _name(reading: Reading) -> str:
    return f"{reading.clock}/{reading.of}" if reading.of else reading.clock


def _line(reading: Reading) -> str:
    due = reading.due.isoformat(timespec="minutes") if hasattr(reading.due, "hour") else reading.due
    return f"{reading.status} {due}" if due else reading.status
