"""Writes days, distances, citations, money and states on the page the same way everywhere."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.core.paginator import Page
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from towns.access import context
from towns.templatetags import ribbon as weeks
from towns.ui.contrast import DEFAULT_COLOUR, is_colour

register = template.Library()

ZONE = ZoneInfo("America/New_York")
NBSP = "\N{NO-BREAK SPACE}"
SOON = 7
"""Days before the last day from which a deadline is marked as near."""

TAG_KINDS = ("late", "soon", "fine", "wait", "info", "void")


def as_day(value: Any) -> date | None:
    """The town's calendar day of a day, a moment or an ISO text; None for nothing or for what is no day."""
    if isinstance(value, datetime):
        return value.astimezone(ZONE).date() if value.tzinfo else value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str) and value:
        try:
            return as_day(datetime.fromisoformat(value))
        except ValueError:
            return None
    return None


def spoken_day(day: date, form: str = "") -> str:
    """A day in the one way we write it: `Fri Nov 27 2026`; `short` leaves out the year, `long` spells it out."""
    if form == "long":
        return f"{day:%A}, {day:%B} {day.day}, {day.year}"
    if form == "short":
        return f"{day:%a} {day:%b} {day.day}"
    return f"{day:%a} {day:%b} {day.day} {day.year}"


def spoken_time(moment: datetime) -> str:
    """A town time: `7:00 pm`."""
    return f"{moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"


@register.filter
def day(value: Any, form: str = "") -> str:
    """`{{ due|day }}`: a <time> with weekday, month, day and year; `|day:"short"` and `|day:"long"` as well."""
    found = as_day(value)
    if found is None:
        return ""
    return format_html('<time datetime="{}">{}</time>', found.isoformat(), spoken_day(found, form))


@register.filter
def moment(value: Any, form: str = "") -> str:
    """`{{ opens_at|moment }}`: day and town time, `Tue Oct 13 2026, 7:00 pm`; `|moment:"time"` only the time."""
    if isinstance(value, str) and "T" in value:
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return ""
    if not isinstance(value, datetime):
        return day(value, form)
    local = value.astimezone(ZONE) if value.tzinfo else value
    words = spoken_time(local)
    if form != "time":
        words = f"{spoken_day(local.date(), form)}, {words}"
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="minutes"), words)


def days_in_words(number: int) -> str:
    """`1 day`, `21 days`: a number never stands without its unit."""
    return f"{number} day" if number == 1 else f"{number} days"


def distance_words(due: date, today: date) -> str:
    """How far the last day is, in words: `due in 3 days`, `due today`, `1 day overdue`."""
    left = (due - today).days
    if left > 0:
        return f"due in {days_in_words(left)}"
    if left == 0:
        return "due today"
    return f"{days_in_words(-left)} overdue"


@register.filter
def distance(due: Any, today: Any) -> str:
    """`{{ clock.due|distance:today }}`: the distance in words, empty where there is no last day."""
    last, now = as_day(due), as_day(today)
    return distance_words(last, now) if last and now else ""


@register.filter
def cite(value: Any) -> str:
    """`{{ clock.cite|cite }}`: citations that never break inside a section number; parts may be split by `;`."""
    parts = [part.strip() for part in str(value or "").split(";") if part.strip()]
    if not parts:
        return ""
    spans = [(re.sub(r"(§+|c\.|M\.G\.L\.)\s+", rf"\1{NBSP}", part),) for part in parts]
    inner = format_html_join("; ", '<span class="nobr">{}</span>', spans)
    return format_html('<span class="cite">{}</span>', inner)


_KEEP_TOGETHER = re.compile(
    r"§+ ?[0-9A-Z][\w.\-]*(?:\([0-9a-z]+\))*|c\. ?\d+[A-Z]?"
    r"|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?: \d{4})?"
)


@register.filter
def prose(value: Any) -> SafeString:
    """`{{ sentence|prose }}`: a sentence in which no section number and no date is broken over two lines."""
    text = str(value or "")
    pieces, at = [], 0
    for found in _KEEP_TOGETHER.finditer(text):
        pieces += [(text[at : found.start()], found[0])]
        at = found.end()
    return format_html_join("", '{}<span class="nobr">{}</span>', pieces) + conditional_escape(text[at:])


@register.filter
def money(value: Any) -> str:
    """`{{ fee|money }}`: dollars and cents, `$1,400.00`; empty where the text gives no amount."""
    if value is None or value == "":
        return ""
    amount = Decimal(str(value))
    sign = "−" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}"


@register.inclusion_tag("parts/tag.html")
def tag(kind: str, text: str) -> dict[str, str]:
    """`{% tag "late" "3 days overdue" %}`: a state as icon and words; kinds: late soon fine wait info void."""
    return {"kind": kind if kind in TAG_KINDS else "wait", "text": text}


def clock_words(clock: Any, today: date) -> tuple[str, str]:
    """Kind of tag and its words for a clock with `status` and `due` (waiting running met missed void)."""
    due = as_day(getattr(clock, "due", None))
    match getattr(clock, "status", ""):
        case "met":
            return "fine", "met"
        case "void":
            return "void", "no longer runs"
        case "waiting":
            return "wait", "not started"
        case "missed":
            return "late", distance_words(due, today) if due and due < today else "missed"
        case _ if due is None:
            return "wait", "no last day"
        case _ if due < today:
            # only a clock that counts back from a day still runs then: the act is late, but not yet too late
            return "late", "past the last safe day"
        case _:
            return "soon" if (due - today).days <= SOON else "wait", distance_words(due, today)


@register.inclusion_tag("parts/tag.html")
def clock_tag(clock: Any, today: Any) -> dict[str, str]:
    """`{% clock_tag clock today %}`: the tag of a clock, by its status and the distance to its last day."""
    kind, words = clock_words(clock, as_day(today) or date.max)
    return {"kind": kind, "text": words}


@register.inclusion_tag("parts/ribbon.html")
def ribbon(cells: Sequence[Any], label: str = "") -> dict[str, Any]:
    """`{% ribbon clock.ribbon "Days from …" %}`: draws day cells (`day`, `kind`, `label`) week under week."""
    return {"drawing": weeks.draw(list(cells or []), label)}


@register.filter
def town_colour(value: Any) -> str:
    """The town's colour if it is one, otherwise our navy; nothing else can reach the style element."""
    text = str(value or "")
    return text if is_colour(text) else DEFAULT_COLOUR


@register.filter
def css_string(value: Any) -> SafeString:
    """Text made safe inside a quoted CSS string: all but letters, digits, blanks, dots and hyphens is escaped."""
    plain = " ".join(unescape(str(value)).split())
    escaped = (c if re.fullmatch(r"[A-Za-z0-9 .\-]", c) else f"\\{ord(c):06X} " for c in plain)
    return mark_safe("".join(escaped))


@register.filter
def page_numbers(page: Page[Any]) -> list[int | None]:
    """The pages worth a link, with None where some are left out."""
    shown = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return [number if isinstance(number, int) else None for number in shown]


@register.simple_tag(takes_context=True)
def query(context: template.Context, **changes: Any) -> str:
    """`{% query page=3 %}`: the page's own query string with changes; None takes a key out. For links in lists."""
    request = context.get("request")
    asked = request.GET.copy() if request is not None else None
    if asked is None:
        return ""
    for key, value in changes.items():
        if value is None or value == "":
            asked.pop(key, None)
        else:
            asked[key] = str(value)
    text = asked.urlencode()
    return f"?{text}" if text else "?"


@register.simple_tag
def page_url(key: str, town: str) -> str:
    """The address of a department's page that the ground floor leads to, such as `apply`."""
    return context.page_url(key, town)
