"""Facts as plain values, to be stored with a paper, and the typed records back from them."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from typing import Any, Literal


def as_plain(facts: Any) -> Any:
    """The facts as JSON values (days and moments in ISO form), to be stored with the paper; a seal is left out."""
    if is_dataclass(facts) and not isinstance(facts, type):
        return {f.name: as_plain(getattr(facts, f.name)) for f in fields(facts) if f.name != "seal"}
    if isinstance(facts, tuple | list):
        return [as_plain(value) for value in facts]
    if isinstance(facts, date):  # a datetime is a date
        return facts.isoformat()
    return facts


def build(record: type[Any], given: Any) -> Any:
    """The typed record from a mapping or from what `as_plain` stored; TypeError for an unknown name or a wrong type."""
    if isinstance(given, record):
        return given
    if not isinstance(given, Mapping):
        raise TypeError(f"{record.__name__} is built from names and values, not from {given!r}.")
    known = {f.name: f for f in fields(record)}
    if unknown := sorted(set(given) - set(known)):
        raise TypeError(f"{record.__name__} knows no fact “{unknown[0]}”; it knows {', '.join(known)}.")
    hints = typing.get_type_hints(record)
    return record(
        **{name: _cast(hints[name], value, f"{record.__name__}.{name}") for name, value in given.items()}
    )


def _cast(hint: Any, value: Any, where: str) -> Any:
    """The value as the type the record asks for."""
    origin = typing.get_origin(hint)
    if origin is tuple:
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise TypeError(f"{where} is a list, not {value!r}.")
        return tuple(_cast(typing.get_args(hint)[0], item, where) for item in value)
    if origin is Literal:
        if value not in typing.get_args(hint):
            raise TypeError(
                f"{where} is one of {', '.join(map(repr, typing.get_args(hint)))}, not {value!r}."
            )
        return value
    if origin in (typing.Union, types.UnionType):
        if value is None:
            return None
        kinds = [arm for arm in typing.get_args(hint) if arm is not type(None)]
        if all(typing.get_origin(arm) is Literal for arm in kinds):
            return _cast(Literal[tuple(w for arm in kinds for w in typing.get_args(arm))], value, where)
        return _cast(kinds[0], value, where)
    if is_dataclass(hint):
        return None if value is None else build(typing.cast("type[Any]", hint), value)
    if hint is datetime:
        return datetime.fromisoformat(value) if isinstance(value, str) and value else value or None
    if hint is date:
        return date.fromisoformat(value) if isinstance(value, str) and value else value or None
    return value


def record_type(record: type[Any], name: str) -> type[Any] | None:
    """The record that a fact holds, or None where it holds plain values."""
    hint = typing.get_type_hints(record)[name]
    arms = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return next((arm for arm in arms if is_dataclass(arm) and isinstance(arm, type)), None)
