"""How facts become words on paper: days, hours, votes and text in any script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from towns.papers.facts import Said
from towns.papers.problems import NOT_GIVEN

register = template.Library()

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

OUTCOMES = {
    "approved": "Approved",
    "approved_with_conditions": "Approved with conditions",
    "disapproved": "Disapproved",
}
BALLOTS = {
    "yes": "In favor",
    "no": "Opposed",
    "abstained": "Abstained",
    "recused": "Recused",
    "absent": "Absent",
}


@register.filter
def day(value: date | None) -> str:
    """“October 13, 2026”; the non-breaking space keeps the day with its month."""
    return f"{_MONTHS[value.month - 1]}\u00a0{value.day}, {value.year}" if value else NOT_GIVEN


@register.filter
def weekday(value: date | None) -> str:
    """“Tuesday, October 13, 2026”."""
    return f"{_WEEKDAYS[value.weekday()]}, {day(value)}" if value else NOT_GIVEN


@register.filter
def local(value: datetime | None, zone: str) -> datetime | None:
    """The moment by the town's clock; a moment without a zone is a fault in the program, not in the facts."""
    if value is None:
        return None
    if value.utcoffset() is None:
        raise ValueError(f"The moment {value.isoformat()} has no time zone.")
    return value.astimezone(ZoneInfo(zone))


@register.filter
def hour(value: datetime | None) -> str:
    """“7:00 p.m.”, “12:00 noon”."""
    if value is None:
        return NOT_GIVEN
    if (value.hour, value.minute) == (12, 0):
        return "12:00\u00a0noon"
    return f"{value.hour % 12 or 12}:{value.minute:02d}\u00a0{'a.m.' if value.hour < 12 else 'p.m.'}"


@register.filter
def days(values: Iterable[date]) -> str:
    """“October 1, 2026 and October 8, 2026”."""
    return listed([day(value) for value in values])


def listed(parts: list[str]) -> str:
    """“a”, “a and b”, “a, b and c”; semicolons where the parts hold commas."""
    comma = "; " if len(parts) > 2 and any("," in part for part in parts) else ", "
    return " and ".join([comma.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


@register.filter
def outcome(value: str) -> str:
    """The outcome in the words of the vote."""
    return OUTCOMES.get(value, NOT_GIVEN)


@register.filter
def ballot(value: str) -> str:
    """A member's vote in words."""
    return BALLOTS.get(value, NOT_GIVEN)


@register.filter
def tally(votes: Iterable[object]) -> str:
    """“4 in favor, 1 opposed, 1 recused”."""
    cast = [getattr(vote, "vote", "") for vote in votes]
    return ", ".join(f"{cast.count(key)} {said.lower()}" for key, said in BALLOTS.items() if key in cast)


_RIGHT_TO_LEFT = re.compile(
    # from the first letter of such a script to the last one before the next letter of another
    "[{rtl}](?:[^{rtl}\\w]*[{rtl}0-9]+)*".format(rtl="\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc")
)


@register.filter
def v(value: object) -> SafeString:
    """A fact as it stands on the page: markup escaped, lines kept, right-to-left text set right to left on its own."""
    lines = [line.strip() for line in str(value).replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return mark_safe("<br>".join(_isolated(line) for line in lines))  # each line is escaped below


@register.filter
def cite(value: str) -> SafeString:
    """A citation that does not break after its section sign, nor inside when it is short."""
    kept = str(value).replace("§ ", "§\u00a0")
    return format_html('<span class="cite{}">{}</span>', "" if len(kept) > 30 else " short", kept)


@register.filter
def said(value: Said) -> SafeString:
    """A sentence of law with its citation in parentheses."""
    if not value.cite:
        return v(value.text)
    return format_html("{} ({})", v(value.text), cite(value.cite))


def _isolated(line: str) -> str:
    """The line escaped, each right-to-left run in it set apart, so that it moves no date or word beside it."""
    out, at = [], 0
    for run in _RIGHT_TO_LEFT.finditer(line):
        out += [escape(line[at : run.start()]), f'<bdi dir="rtl">{escape(run[0])}</bdi>']
        at = run.end()
    return "".join([*out, escape(line[at:])])
