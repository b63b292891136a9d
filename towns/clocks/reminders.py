"""Reminders before a deadline: rows in the outbox, each written once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from towns.access import tenancy
from towns.calendar.words import day_words
from towns.law.clocks import Reading
from towns.law.days import Calendar
from towns.law.events import EVENTS
from towns.mail import outbox
from towns.models import Case, Clock, CounterHours, Membership, Town
from towns.record import effects
from towns.record.case_file import CaseFile, open_readable
from towns.record.unreadable import Unread, each
from towns.roles import Role

#: Open days before the day to act by, when the town has not chosen its own.
DEFAULT_DAYS = (14, 7, 3, 1, 0)
#: Who is told in any case, and who is copied when little time is left.
_OFFICE = (Role.BOARD_ADMINISTRATOR, Role.PLANNER)
_COPIED = (Role.CHAIR,)
#: From this many open days on, the chair and the officer's deputy are copied.
COPY_FROM = 3
#: For so many calendar days after a last day a missed "overdue" reminder is still made up.
_STILL_NEWS = timedelta(days=14)
_CHUNK = 200


def queue_all(today: date) -> int:
    """Write the day's reminders for every town. Answers how many were new."""
    return sum(queue_for(town, today) for town in Town.objects.all())


def queue_for(town: Town, today: date) -> int:
    """Write the reminders of one town that are due on `today`; a day missed is made up by the most urgent one."""
    new = 0
    with transaction.atomic(), tenancy.town(town):
        near = Clock.objects.filter(
            Q(status="running", due_on__lte=today + _horizon(town))
            | Q(status="missed", expires__gte=today - _STILL_NEWS),
            case__closed=False,
        ).exclude(if_missed__in=effects.names(reminded=False))
        ids = sorted(set(near.values_list("case_id", flat=True)))
        people = recipients(town)
        weekdays = counter_weekdays()
        for start in range(0, len(ids), _CHUNK):
            cases = Case.objects.filter(pk__in=ids[start : start + _CHUNK]).select_related("officer")
            # A case that cannot be read has no dates to remind of; the sweep has named it on the desk.
            unread: dict[int, Unread] = {}
            files = open_readable(cases.order_by("pk"), town, unread)
            told = each(files, lambda file: list(_messages(file, today, people, weekdays)), unread)
            new += outbox.queue_all(town, [message for messages in told for message in messages])
    return new


def _wanted(town: Town) -> list[int]:
    return sorted({int(day) for day in town.reminder_days or DEFAULT_DAYS})


def _horizon(town: Town) -> timedelta:
    """No deadline further away than this can be within the longest reminder: open days are at least three in seven."""
    return timedelta(days=3 * max(_wanted(town)) + 14)


def counter_weekdays() -> frozenset[int]:
    """The weekdays on which someone can be reached; all of them where the town has not said. Needs the town set."""
    return frozenset(CounterHours.objects.values_list("weekday", flat=True)) or frozenset(range(7))


def recipients(town: Town) -> dict[str, list[str]]:
    """The town's addresses by role, and deputies under `deputy`."""
    found: dict[str, list[str]] = {}
    for member in Membership.objects.filter(town=town, person__is_active=True).select_related("person"):
        found.setdefault(member.role, []).append(member.person.email)
        if member.deputy_of_id:
            found.setdefault("deputy", []).append(member.person.email)
    return found


def act_by(reading: Reading, calendar: Calendar) -> date | None:
    """The day by which the town should act: the strict day, or the open day before it, never a later one."""
    if reading.strict is None or reading.due is None:
        return None
    strict = reading.strict.date() if isinstance(reading.strict, datetime) else reading.strict
    due = reading.due.date() if isinstance(reading.due, datetime) else reading.due
    return min(calendar.roll_back(strict), due)


def open_days_until(day: date, today: date, calendar: Calendar, weekdays: Collection[int] = range(7)) -> int:
    """How many open days with counter hours lie after `today`, up to and including `day`; -1 once it has passed."""
    if day < today:
        return -1
    count, walk = 0, today
    while walk < day:
        walk += timedelta(days=1)
        count += walk.weekday() in weekdays and not calendar.is_closed(walk)
    return count


def _messages(
    file: CaseFile, today: date, people: dict[str, list[str]], weekdays: Collection[int]
) -> Iterator[outbox.Message]:
    wanted = _wanted(file.town)
    for reading in file.readings(today):
        if not effects.of(reading.if_missed or "").reminded or reading.status not in ("running", "missed"):
            continue
        day = act_by(reading, file.calendar)
        if day is None:
            continue
        if reading.status == "missed":
            if reading.expires is None or reading.expires < today - _STILL_NEWS:
                continue
            left, kind = -1, "missed"
        else:
            left = open_days_until(day, today, file.calendar, weekdays)
            kind = "overdue" if left < 0 else next((f"{step}" for step in wanted if left <= step), "")
        if not kind:
            continue
        subject, body = reminder_text(file, reading, day, left, today)
        key = f"reminder:{file.case.pk}:{reading.clock}:{reading.of or ''}:{day}:{kind}"
        for to in _addresses(file, people, urgent=left <= COPY_FROM):
            yield outbox.Message(key, to, subject, body, file.case)


def _addresses(file: CaseFile, people: dict[str, list[str]], *, urgent: bool) -> Iterable[str]:
    roles = (*_OFFICE, *_COPIED, "deputy") if urgent else _OFFICE
    chosen = [address for role in roles for address in people.get(role, ())]
    if file.case.officer is not None:
        chosen.append(file.case.officer.email)
    return dict.fromkeys(chosen)


def reminder_text(file: CaseFile, reading: Reading, day: date, left: int, today: date) -> tuple[str, str]:
    """Subject and body of a reminder: the date, its reason and what silence means, or what it has meant."""
    number = file.case.number
    if left < 0:
        when = f"was to be done by {day_words(day)}"
    elif day == today:
        when = f"is to be done by today, {day_words(day)}"
    elif left == 0:
        when = f"is to be done by {day_words(day)}: today is the last day with counter hours before it"
    else:
        when = f"is to be done by {day_words(day)}: {left} open day{'' if left == 1 else 's'} left"
    event = EVENTS.get(reading.if_missed or "overdue")
    outcome = (event.says if event else "Overdue").rstrip(".")
    outcome = outcome[:1].lower() + outcome[1:]
    if reading.status == "missed":
        silence = f"The time has run out: {outcome} ({reading.cite}). Enter whatever was done in time."
    else:
        silence = f"If nobody acts: {outcome} ({reading.cite})."
    lines = [
        f"{reading.title} in {number} ({file.case.title}) {when}.",
        "",
        *(f"- {sentence}" for sentence in reading.because),
        "",
        silence,
        f"{settings.SITE_URL}/{file.town.slug}/cases/{number}/",
    ]
    return f"{number}: {reading.title} {when}", "\n".join(lines)
