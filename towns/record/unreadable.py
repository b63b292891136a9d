"""What cannot be read is named where it stands, and stops nothing else: no list, no sweep, no other case."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from towns.law.entries import BylawError
from towns.models import BylawEdition, Case

log = logging.getLogger(__name__)

_OPERATOR = "an operator must look at it; everything else goes on"


class Unreadable(Exception):
    """A case, or a town's law, that cannot be opened. Its text is a sentence that names what is wrong and who helps."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A case that a list must name although it cannot be read, with the sentence that says why."""

    case: Case
    says: str


class _HasCase(Protocol):
    case: Case


_Item = TypeVar("_Item", bound=_HasCase)
_Told = TypeVar("_Told")


def unreadable_text(edition: BylawEdition, wrong: BylawError) -> Unreadable:
    """Why the text of an edition cannot be read: its first fault, and what helps."""
    first, more = wrong.problems[0], len(wrong.problems) - 1
    others = f" ({more} more {'fault' if more == 1 else 'faults'})" if more else ""
    return Unreadable(
        f"The text of “{edition.label}” cannot be read: {first.key} {first.fault.rstrip('.')}{others}; "
        "an operator must install a version of this product that reads it."
    )


def unreadable_case(case: Case, trouble: Exception) -> Unreadable:
    """Why a case cannot be read although its law can; what happened is written down for the operator."""
    log.error("%s cannot be read.", case.number, exc_info=trouble)
    return Unreadable(f"{case.number} cannot be read ({type(trouble).__name__}); {_OPERATOR}.")


def each(
    files: Iterable[_Item], read: Callable[[_Item], _Told | None], unread: dict[int, Unread]
) -> list[_Told]:
    """What `read` makes of each case file, None left out. One that cannot be read is put into `unread` by its case."""
    told = []
    for file in files:
        try:
            said = read(file)
        except Exception as trouble:
            why = trouble if isinstance(trouble, Unreadable) else unreadable_case(file.case, trouble)
            unread[file.case.pk] = Unread(file.case, str(why))
        else:
            if said is not None:
                told.append(said)
    return told
