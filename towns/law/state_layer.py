"""Reads massachusetts.toml: what every town shares, its holidays, the clocks of statutes, and matters that no town's text
sets out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from towns.law.days import Holiday
from towns.law.entries import Entry


@dataclass(frozen=True, slots=True)
class StateLayer:
    """The state's part of the law; `clocks` and `matters` are tables that a town's file is laid over."""

    holidays: tuple[Holiday, ...]
    roll_cite: str
    saturday_cite: str
    clocks: Mapping[str, Mapping[str, Any]]
    matters: Mapping[str, Mapping[str, Any]]


def read(layer: Entry) -> StateLayer:
    """The state layer of the file; faults are noted in the entry."""
    town = layer.entry("town")
    town.text("slug"), town.text("name")
    town.done()
    return StateLayer(
        holidays=tuple(_holidays(layer)),
        roll_cite=layer.entry("closed_last_day").text("cite"),
        saturday_cite=layer.entry("saturday").text("cite"),
        clocks={key: clock.table for key, clock in layer.named("clock")},
        matters={key: matter.table for key, matter in layer.named("matter")},
    )


def _holidays(layer: Entry) -> list[Holiday]:
    holidays = []
    for item in layer.entries("holiday"):
        day, nth = item.whole("day", None), item.table.get("nth")
        item.taken.update({"nth"})
        weekday = item.whole("weekday", None)
        if (day is None) == (weekday is None or not isinstance(nth, int)):
            item.problem("day", "does not say when it falls.", "Give day, or weekday and nth.")
            continue
        month, since = item.whole("month", least=1) or 1, item.whole("since", 1) or 1
        holidays.append(Holiday(item.text("name"), month, item.text("cite"), day, weekday, nth, since))
        item.done()
    return holidays
