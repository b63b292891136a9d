"""Reminders: on the right open days, to the right people, each once, and made up for when the machine was off."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from tests.towns import docket
from towns.access import tenancy
from towns.clocks import reminders, sweep
from towns.law import schema
from towns.mail import outbox
from towns.models import Case, CounterHours, Membership, OutboxMessage, Person, Town
from towns.record import door
from towns.roles import Role


@pytest.fixture
def norfolk(db) -> Town:
    docket.load()
    return docket.town()


def person(town: Town, role: Role, **more: object) -> Membership:
    mine = Person.objects.create_user(f"{role}@example.com", name=role.label)
    return Membership.objects.create(person=mine, town=town, role=role, **more)


@pytest.fixture
def staffed(norfolk) -> Case:
    """Norfolk with its people and a case whose last day is Fri Nov 27 2026, counted to Thanksgiving."""
    administrator = person(norfolk, Role.BOARD_ADMINISTRATOR)
    person(norfolk, Role.CHAIR)
    person(norfolk, Role.PLANNER, deputy_of=administrator)
    person(norfolk, Role.TREASURER)
    gone = person(norfolk, Role.REVIEWER)
    gone.person.is_active = False
    gone.person.save()
    return docket.at_deliberation(norfolk)


def queued(town: Town) -> list[tuple[str, str]]:
    """(kind, address) of what waits, oldest first."""
    with tenancy.town(town):
        rows = OutboxMessage.objects.filter(key__contains=":decide:").order_by("id")
        return [(row.key.rsplit(":", 1)[1], row.to) for row in rows]


def kinds(town: Town) -> list[str]:
    return list(dict.fromkeys(kind for kind, _ in queued(town)))


CALENDAR = schema.load("norfolk").calendar


@pytest.mark.parametrize(
    ("today", "left"),
    [
        (date(2026, 11, 26), -1),  # Thanksgiving itself
        (date(2026, 11, 25), 0),  # the last open day before the day as counted
        (date(2026, 11, 24), 1),
        (date(2026, 11, 20), 3),  # Fri: Mon, Tue, Wed
        (date(2026, 11, 21), 3),  # Sat
        (date(2026, 11, 11), 10),  # Veterans Day is no open day, today or not
        (date(2026, 11, 10), 10),
    ],
)
def test_open_days_are_counted_over_thanksgiving(today, left):
    """The board is warned on the day as counted, on open days: Thu Nov 26 is a holiday, so by Wed Nov 25."""
    assert reminders.open_days_until(date(2026, 11, 25), today, CALENDAR) == left


def test_the_day_to_act_by_is_the_strict_day_or_the_open_day_before_it(staffed):
    from towns.record.case_file import open_case_file

    with tenancy.town(staffed.town_id):
        file = open_case_file(docket.fresh(staffed), docket.town())
        reading = next(r for r in file.readings(date(2026, 11, 10)) if r.clock == "decide")
    assert (reading.strict, reading.due) == (date(2026, 11, 26), date(2026, 11, 27))
    assert reminders.act_by(reading, file.calendar) == date(2026, 11, 25)


def test_a_month_of_days_reminds_on_each_step_once(staffed):
    town = docket.town()
    seen: dict[str, date] = {}
    day = date(2026, 11, 5)
    while day <= date(2026, 12, 4):
        sweep.sweep(day)
        for _ in range(3):
            reminders.queue_for(town, day)
        for kind in kinds(town):
            seen.setdefault(kind, day)
        day += timedelta(days=1)

    assert seen == {
        "14": date(2026, 11, 5),  # thirteen open days are left already
        "7": date(2026, 11, 16),
        "3": date(2026, 11, 20),
        "1": date(2026, 11, 24),
        "0": date(2026, 11, 25),
        "overdue": date(2026, 11, 26),
        "missed": date(2026, 11, 28),
    }
    assert len(queued(town)) == len(set(queued(town)))


def test_each_is_new_once(staffed):
    town = docket.town()
    assert reminders.queue_for(town, date(2026, 11, 24)) > 0
    assert reminders.queue_for(town, date(2026, 11, 24)) == 0
    assert reminders.queue_all(date(2026, 11, 24)) == 0


def test_the_most_urgent_one_makes_up_for_days_when_nothing_ran(staffed):
    town = docket.town()
    reminders.queue_for(town, date(2026, 11, 5))
    reminders.queue_for(town, date(2026, 11, 24))
    assert kinds(town) == ["14", "1"]
    sweep.sweep(date(2026, 12, 2))
    reminders.queue_for(town, date(2026, 12, 2))
    assert kinds(town) == ["14", "1", "missed"]


def test_an_old_lapse_is_no_news(staffed):
    sweep.sweep(date(2027, 1, 4))
    reminders.queue_for(docket.town(), date(2027, 1, 4))
    assert kinds(docket.town()) == []


def test_the_chair_and_the_deputy_are_copied_when_little_time_is_left(staffed):
    town = docket.town()
    office = {f"{role}@example.com" for role in (Role.BOARD_ADMINISTRATOR, Role.PLANNER)}
    reminders.queue_for(town, date(2026, 11, 16))
    assert {to for _, to in queued(town)} == office
    reminders.queue_for(town, date(2026, 11, 20))
    assert {to for kind, to in queued(town) if kind == "3"} == {*office, "chair@example.com"}


def test_the_officer_of_the_case_is_told_too(staffed):
    officer = Person.objects.create_user("officer@example.com", name="Officer")
    with tenancy.town(staffed.town_id):
        Case.objects.filter(pk=staffed.pk).update(officer=officer)
    reminders.queue_for(docket.town(), date(2026, 11, 16))
    assert ("7", "officer@example.com") in queued(docket.town())


def test_a_town_chooses_its_own_days(staffed):
    town = docket.town()
    town.reminder_days = [60, 2]
    town.save()
    reminders.queue_for(town, date(2026, 11, 6))
    reminders.queue_for(town, date(2026, 11, 19))
    assert kinds(town) == ["60"]
    reminders.queue_for(town, date(2026, 11, 23))
    assert kinds(town) == ["60", "2"]


def test_nobody_is_reminded_of_what_is_met_or_void(staffed):
    docket.act(staffed, "decide", date(2026, 11, 10), outcome="approved")
    reminders.queue_for(docket.town(), date(2026, 11, 24))
    assert queued(docket.town()) == []


def test_an_extension_reminds_anew_of_the_new_day(staffed):
    town = docket.town()
    reminders.queue_for(town, date(2026, 11, 24))
    docket.act(staffed, "extend", date(2026, 11, 24), clock="decide", until="2026-12-10")
    reminders.queue_for(town, date(2026, 12, 9))
    assert [kind for kind, to in queued(town) if to == "chair@example.com"] == ["1", "1"]


def test_a_day_on_which_nobody_is_at_the_counter_does_not_count(staffed):
    """Norfolk's hall is shut every Friday: of a Friday's last day the office hears on Thursday that it is the last."""
    town = docket.town()
    with tenancy.town(town):
        for weekday in range(4):
            CounterHours.objects.create(town=town, weekday=weekday, opens=time(9), closes=time(16))
    friday = date(2026, 12, 4)
    assert reminders.open_days_until(friday, date(2026, 12, 3), CALENDAR, range(4)) == 0
    assert reminders.open_days_until(friday, date(2026, 12, 3), CALENDAR) == 1
    docket.act(staffed, "extend", date(2026, 11, 24), clock="decide", until=friday)
    reminders.queue_for(town, date(2026, 12, 3))
    with tenancy.town(town):
        message = OutboxMessage.objects.filter(key__endswith=":0").first()
    assert "today is the last day with counter hours before it" in message.subject


def test_a_reminder_says_the_date_the_reason_and_what_silence_means(staffed):
    reminders.queue_for(docket.town(), date(2026, 11, 24))
    with tenancy.town(staffed.town_id):
        message = OutboxMessage.objects.filter(key__contains=":decide:").first()
    assert (
        message.subject
        == f"{staffed.number}: Final action by the board is to be done by Wed Nov 25 2026: 1 open day left"
    )
    assert "§ 267-18" in message.body
    assert "Thanksgiving" in message.body
    assert "If nobody acts: the application is deemed approved (§ 267-18)." in message.body
    assert f"/norfolk/cases/{staffed.number}/" in message.body


def test_a_long_name_of_a_board_or_waiver_does_not_break_the_key(norfolk):
    grafton = docket.town("grafton")
    person(grafton, Role.PLANNER)
    case = docket.file(grafton)
    for waiver in ("w" * 119, "w" * 118 + "x"):
        docket.act(case, "request_waiver", date(2026, 9, 10), waiver=waiver)
    reminders.queue_for(grafton, date(2026, 10, 8))
    with tenancy.town(grafton):
        keys = set(OutboxMessage.objects.filter(key__contains=":waiver:").values_list("key", flat=True))
    assert len(keys) == 2
    assert max(map(len, keys)) <= 200


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_write_each_reminder_once():
    docket.load()
    town = docket.town()
    person(town, Role.PLANNER)
    for _ in range(5):
        docket.at_deliberation(town)
    results = docket.at_once(*[lambda: reminders.queue_for(town, date(2026, 11, 24))] * 4)
    assert not [r for r in results if isinstance(r, Exception)], results
    with tenancy.town(town):
        rows = list(OutboxMessage.objects.values_list("key", "to"))
    assert len(rows) == len(set(rows)) == 5


def test_mail_waits_with_the_act_that_caused_it(norfolk):
    """The row is rolled back with its transaction; a mail sent at once could not be."""
    from django.db import transaction

    with transaction.atomic(), tenancy.town(norfolk):
        assert outbox.queue(norfolk, key="k", to="a@example.com", subject="s", body="b")
        assert not outbox.queue(norfolk, key="k", to="a@example.com", subject="s", body="b")
        transaction.set_rollback(True)
    with tenancy.town(norfolk):
        assert not OutboxMessage.objects.exists()
        assert door.SYSTEM.acting_role == "system"
