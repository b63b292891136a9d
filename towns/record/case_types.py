"""Which thing a case is about: departments register theirs here, so that the ground floor never names a department."""

from __future__ import annotations

from collections.abc import Iterable

from towns.ledger.stateful import Stateful
from towns.models import Case

_BY_MATTER: dict[str, type[Stateful]] = {}
_DEFAULT: list[type[Stateful]] = []


def register(model: type[Stateful], *matters: str) -> None:
    """Make `model` the principal of these kinds of business; with none named, of all that nobody else claims."""
    if matters:
        _BY_MATTER.update(dict.fromkeys(matters, model))
    else:
        _DEFAULT[:] = [model]


def model_for(matter: str) -> type[Stateful]:
    """The kind of thing that cases of this matter are about."""
    return _BY_MATTER.get(matter) or _DEFAULT[0]


def load(cases: Iterable[Case]) -> dict[int, Stateful]:
    """The principals of several cases, by case, with one query for each kind."""
    wanted: dict[type[Stateful], list[int]] = {}
    for case in cases:
        wanted.setdefault(model_for(case.matter), []).append(case.pk)
    return {
        row.case_id: row  # type: ignore[attr-defined]
        for model, ids in wanted.items()
        for row in model._default_manager.filter(**{"case_id__in": ids})
    }
