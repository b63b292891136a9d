"""What case types add to the pages: the case's life in steps, its own pages, and what waits for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from towns.record import case_types
from towns.record.case_file import CaseFile


@dataclass(frozen=True, slots=True)
class LifeStep:
    """One stage of a case's life: `state` is done, now or todo."""

    label: str
    state: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CasePage:
    """A page of a case that a department serves, as a tab: `path` is its end of the address."""

    label: str
    path: str
    offered: Callable[[CaseFile], bool] = lambda file: True


@dataclass(frozen=True, slots=True)
class Panel:
    """A card that a department puts on the page of a case: its template and what that shows. It stands on the page of
    the person who filed the case only where it says so, and on no page for anyone else."""

    template: str
    shown: Mapping[str, Any]
    for_applicant: bool = False


def panels_of(file: CaseFile, today: date, *, for_applicant: bool = False) -> list[Panel]:
    """The department's cards for this case on a day."""
    found = [panel for make in file.type.panels if (panel := make(file, today)) is not None]
    return [panel for panel in found if panel.for_applicant or not for_applicant]


def pages_of(file: CaseFile) -> list[CasePage]:
    """The department's own pages for this case."""
    return [page for page in file.type.pages if page.offered(file)]


def waiting_on_applicant() -> Q:
    """Cases in a stage in which the applicant has to act."""
    return _in_stage("waits_for_applicant")


def to_check() -> Q:
    """Cases in a stage in which the office has to check what was filed."""
    return _in_stage("to_check")


def _in_stage(which: str) -> Q:
    found = Q(pk__in=())
    for one in case_types.every():
        stages = getattr(one, which)
        if stages:
            found |= Q(kind=one.kind, stage__in=[str(stage) for stage in stages])
    return found
