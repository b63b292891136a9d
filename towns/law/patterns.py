"""The patterns by which a bylaw file names events: `decided:disapproved`, `complied!in_part`, `hearing_scheduled.for`,
`violation_found.violated?`, `@decide`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PATTERN = re.compile(
    r"^(?:@(?P<clock>[a-z][a-z0-9_]*)|(?P<event>[a-z][a-z0-9_]*)"
    r"(?:(?P<op>[:!])(?P<outcome>[a-z0-9_]+)|\.(?P<fact>[a-z_]+)(?P<own>\?)?)?)$"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: an event, with one outcome or any but one, by its own day or by the day a fact names (`or_own`:
    by its own day where it lacks the fact); or another clock of the matter."""

    text: str
    event: str = ""
    outcome: str = ""
    but: str = ""
    fact: str = ""
    or_own: bool = False
    clock: str = ""


def parse_pattern(text: str) -> Pattern | None:
    """The pattern written in `text`, or None if it is not one."""
    found = _PATTERN.match(text)
    if found is None:
        return None
    outcome = found["outcome"] or ""
    return Pattern(
        text=text,
        event=found["event"] or "",
        outcome=outcome if found["op"] == ":" else "",
        but=outcome if found["op"] == "!" else "",
        fact=found["fact"] or "",
        or_own=bool(found["own"]),
        clock=found["clock"] or "",
    )
