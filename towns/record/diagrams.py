"""Draws the lives of applications, hearings and the like from their own transitions, so that the drawing cannot be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.apps import apps
from django_fsm import InvalidResultState, can_proceed

from towns.law.events import EVENTS
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful

_DAY: Final = date(2026, 1, 2)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """From one state by one event to another; `outcome` where the way depends on it."""

    source: str
    event: str
    outcome: str
    target: str


def things() -> list[type[Stateful]]:
    """Every kind of thing with a life."""
    return sorted((m for m in apps.get_models() if issubclass(m, Stateful)), key=lambda m: m.__name__)


def _state_field(model: Any) -> Any:
    return model._meta.get_field("state")


def states(model: type[Stateful]) -> dict[str, str]:
    """The states of a thing with their names, in order."""
    state: Any = _state_field(model)
    return dict(state.choices)


def moves(model: type[Stateful]) -> list[Move]:
    """Every move that changes a state, found by trying every event in every state."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    known = states(model)
    for source in known:
        for event in model.MOVES:
            for outcome in ("", *known, *model.OUTCOMES):
                target = _try(model, source, event, outcome)
                if target and target != source:
                    found.setdefault((source, event), {})[outcome] = target
    told = set()
    for (source, event), targets in found.items():
        plain = targets.get("")
        # Where most outcomes lead one way, only those that lead elsewhere are named.
        told |= {
            Move(source, event, outcome, target)
            for outcome, target in targets.items()
            if not outcome or target != plain
        }
    order = list(known)
    return sorted(
        told,
        key=lambda m: (
            order.index(m.source),
            list(model.MOVES).index(m.event),
            order.index(m.target),
            m.outcome,
        ),
    )


def _try(model: type[Stateful], source: str, event: str, outcome: str) -> str | None:
    thing = model(**{"state": source})
    move = getattr(thing, model.MOVES[event])
    if not can_proceed(move):
        return None
    try:
        move(Entry(event, _DAY, facts={"outcome": outcome} if outcome else {}))
    except (ValueError, InvalidResultState, Impossible):  # an outcome that the event cannot have
        return None
    return str(thing.state)


def said(event: str) -> str:
    """What an event is called on paper."""
    return EVENTS[event].says if event in EVENTS else event.replace("_", " ").capitalize()


def mermaid(model: type[Stateful]) -> Iterator[str]:
    """The drawing as a mermaid state diagram; events between the same two states share an arrow."""
    known = states(model)
    yield "stateDiagram-v2"
    for state, name in known.items():
        yield f"    {state} : {name}"
    yield f"    [*] --> {_state_field(model).default}"
    arrows: dict[tuple[str, str], list[str]] = {}
    for move in moves(model):
        arrows.setdefault((move.source, move.target), []).append(move.event)
    for (source, target), events in arrows.items():
        yield f"    {source} --> {target} : {', '.join(dict.fromkeys(events))}"
    leaves = {source for source, _ in arrows}
    for state in known:
        if state not in leaves:
            yield f"    {state} --> [*]"


def text(model: type[Stateful]) -> Iterator[str]:
    """The drawing as lines: state, event, next state."""
    known = states(model)
    for state, name in known.items():
        yield name
        for move in moves(model):
            if move.source == state:
                outcome = f" ({known.get(move.outcome, move.outcome).lower()})" if move.outcome else ""
                yield f"    {said(move.event)}{outcome} → {known[move.target]}"


def page() -> str:
    """docs/lifecycle.md."""
    lines = [
        "# The lives of an application and of a hearing",
        "",
        "Written by `manage.py show_lifecycle --write docs/lifecycle.md` from the transitions themselves; a test fails",
        "when it is not current. A state is only ever reached by replaying the ledger through these moves; an event that",
        "is not drawn from a state either changes nothing there or cannot follow. What the sweep writes because a clock",
        "ran out is among the events.",
    ]
    for model in things():
        lines += [
            "",
            f"## {str(model._meta.verbose_name).capitalize()}",
            "",
            "```mermaid",
            *mermaid(model),
            "```",
            "",
        ]
        lines += ["| in this state | when | it becomes |", "|---|---|---|"]
        known = states(model)
        for move in moves(model):
            outcome = f": {known.get(move.outcome, move.outcome).lower()}" if move.outcome else ""
            lines.append(
                f"| {known[move.source]} | {said(move.event)}{outcome} (`{move.event}`) | {known[move.target]} |"
            )
    return "\n".join(lines) + "\n"
