"""Reminders before a deadline: rows in the outbox, each written once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import transaction

from towns import outbox, tenancy
from towns.folder import Folder, open_folders
from towns.law.clocks import Reading
from towns.law.days import Calendar
from towns.models import Case, Clock, Membership, Town
from towns.roles import Role
from towns.words import day_words

#: Open days before the day to act by, when the town has not chosen its own.
DEFAULT_DAYS = (14, 7, 3, 1, 0)
#: Who is told in any case, and who is copied when little time is left.
_OFFICE = (Role.BOARD_ADMINISTRATOR, Role.PLANNER)
_COPIED = (Role.CHAIR,)
#: From this many open days on, the chair and the officer's deputy are copied.
COPY_FROM = 3
#: A deadline further away than this many calendar days cannot be within the longest reminder.
_HORIZON = timedelta(days=45)


def queue_all(today: date) -> int:
    """Write the day's reminders for every town. Answers how many were new."""
    return sum(queue_for(town, today) for town in Town.objects.all())


def queue_for(town: Town, today: date) -> int:
    """Write the reminders of one town that are due on `today`; a day missed is made up by the most urgent one."""
    with transaction.atomic(), tenancy.town(town):
        near = Clock.objects.filter(status="running", due_on__lte=today + _HORIZON, case__closed=False)
        cases = list(Case.objects.filter(pk__in=near.values("case_id")).select_related("officer"))
        people = recipients(town)
        return sum(_remind(folder, today, people) for folder in open_folders(cases, town))


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


def open_days_until(day: date, today: date, calendar: Calendar) -> int:
    """How many open days lie after `today` up to and including `day`; negative once it has passed."""
    if day < today:
        return -1
    count, walk = 0, today
    while walk < day:
        walk += timedelta(days=1)
        count += not calendar.is_closed(walk)
    return count


def _remind(folder: Folder, today: date, people: dict[str, list[str]]) -> int:
    wanted = sorted({int(day) for day in folder.town.reminder_days or DEFAULT_DAYS})
    new = 0
    for reading in folder.readings(today):
        day = act_by(reading, folder.calendar) if reading.status == "running" else None
        if day is None:
            continue
        left = open_days_until(day, today, folder.calendar)
        kind = "overdue" if left < 0 else next((f"{step}" for step in wanted if left <= step), None)
        if kind is None:
            continue
        urgent = left <= COPY_FROM
        for to in _addresses(folder, people, urgent=urgent):
            key = f"reminder:{folder.case.pk}:{reading.clock}:{reading.of or ''}:{day}:{kind}"
            subject, body = reminder_text(folder, reading, day, left)
            new += outbox.queue(folder.town, key=key, to=to, subject=subject, body=body, case=folder.case)
    return new


def _addresses(folder: Folder, people: dict[str, list[str]], *, urgent: bool) -> Iterable[str]:
    roles = (*_OFFICE, *_COPIED, "deputy") if urgent else _OFFICE
    chosen = [address for role in roles for address in people.get(role, ())]
    if folder.case.officer is not None:
        chosen.append(folder.case.officer.email)
    return dict.fromkeys(chosen)


def reminder_text(folder: Folder, reading: Reading, day: date, left: int) -> tuple[str, str]:
    """Subject and body of a reminder: the date, its reason and what silence would mean."""
    number = folder.case.number
    if left < 0:
        when = f"was to be done by {day_words(day)}"
    elif left == 0:
        when = f"is to be done by today, {day_words(day)}"
    else:
        when = f"is to be done by {day_words(day)}: {left} open day{'' if left == 1 else 's'} left"
    silence = (reading.if_missed or "overdue").replace("_", " ")
    lines = [
        f"{reading.title} in {number} ({folder.case.title}) {when}.",
        "",
        *(f"- {sentence}" for sentence in reading.because),
        "",
        f"If nobody acts: {silence} ({reading.cite}).",
        f"{settings.SITE_URL}/{folder.town.slug}/cases/{number}/",
    ]
    return f"{number}: {reading.title} {when}", "\n".join(lines)
