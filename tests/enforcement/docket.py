"""A small docket of enforcement for its tests: cases opened by true steps in a town as shipped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, Town
from towns.record import door
from towns.record.case_file import CaseFile, open_case_file

JUNE = date(2026, 6, 3)


def opened(
    where: Town, matter: str, step: str, on: date = JUNE, over: Sequence[Case] = (), **more: Any
) -> Case:
    """A case opened by a step."""
    more.setdefault("override", "A test.")
    more.setdefault("by", docket.ANYBODY)
    more.setdefault("today", on)
    with tenancy.town(where):
        return door.open_case(
            town=where, matter=matter, step=step, on=on, over=over, title="" if over else "A lot", **more
        ).case


def file(case: Case) -> CaseFile:
    """The case as it lies in the database now, opened."""
    fresh = docket.fresh(case)
    with tenancy.town(case.town_id):
        return open_case_file(fresh, fresh.town)


def violation(where: Town, violated: date = date(2026, 6, 2), on: date = JUNE) -> Case:
    """A violation file in which a violation was found."""
    return opened(where, "violation", "find_violation", on, violated=violated)


def defects(done: door.Done) -> list[str]:
    """What the law holds against the fact just entered."""
    return list(done.entry.facts.get("defects", ()))
