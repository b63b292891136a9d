"""Hearings as a calendar file (iCalendar, RFC 5545) with the town's wall-clock times."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from towns.calendar.today import MASSACHUSETTS
from towns.models import Hearing, Town

_LONGEST = 73


def write(town: Town, hearings: Iterable[Hearing], site: str) -> str:
    """The file's text. A hearing without an hour is a whole day."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Town Docket//Hearings//EN", "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_text(f'Public hearings in {town.name}')}",
    ]  # fmt: skip
    stamp = f"{timezone.now().astimezone(UTC):%Y%m%dT%H%M%SZ}"
    for hearing in hearings:
        if hearing.day is None:
            continue
        case = hearing.case
        lines += [
            "BEGIN:VEVENT",
            f"UID:{town.slug}-{case.number}-{hearing.number}@town-docket",
            f"DTSTAMP:{stamp}",
        ]
        if hearing.time:
            begins = datetime.combine(hearing.day, hearing.time, tzinfo=MASSACHUSETTS).astimezone(UTC)
            lines += [
                f"DTSTART:{begins:%Y%m%dT%H%M%SZ}",
                f"DTEND:{begins + timedelta(hours=1):%Y%m%dT%H%M%SZ}",
            ]
        else:
            lines.append(f"DTSTART;VALUE=DATE:{hearing.day:%Y%m%d}")
        lines += [
            f"SUMMARY:{_text(f'Public hearing: {case.title} ({case.number})')}",
            f"LOCATION:{_text(hearing.place or town.hearing_room)}",
            f"URL:{site}{town.slug}/register/{case.number}/",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _text(value: str) -> str:
    kept = " ".join(value.split())
    return kept.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> Iterable[str]:
    """Lines of at most 75 bytes; what goes on begins with a blank. Letters are never cut in two."""
    rest, first = line, True
    while rest:
        size, taken = 0, 0
        for letter in rest:
            size += len(letter.encode())
            if size > _LONGEST:
                break
            taken += 1
        yield rest[:taken] if first else f" {rest[:taken]}"
        rest, first = rest[taken:], False
