"""A change of settings reaches every case: in batches, once however often it is sent, and taken up where it broke off."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case, ClosedDay, SettingJob, SetupChange
from towns.record import door
from towns.roles import Role
from towns.setup import changes, jobs, rereading, tasks

CALENDAR = "/norfolk/setup/calendar/"
#: In deliberation since Nov 12: final action due Thu Dec 3, or Fri Dec 4 where the town closed on the third.
THIRD, FOURTH = date(2026, 12, 3), date(2026, 12, 4)


def waiting(hall: TownHall, count: int) -> list[Case]:
    return [hall.case("deliberation", closed=date(2026, 11, 12)) for _ in range(count)]


def snow(hall: TownHall) -> SettingJob:
    """The town closed on the day on which the cases run out, and the cases are yet to be read by it."""
    with tenancy.town(hall.town):
        ClosedDay.objects.create(
            town=hall.town, on=THIRD, name="Snow", cite="Select Board", declared=date(2026, 11, 30)
        )
        return jobs.begin(hall.town, "A closed day", by=None, once=uuid4())


def dues(hall: TownHall, cases: list[Case]) -> list[date | None]:
    with tenancy.town(hall.town):
        held = dict(Case.objects.values_list("pk", "next_due"))
    return [held[case.pk] for case in cases]


def again(hall: TownHall, row: SettingJob) -> SettingJob:
    with tenancy.town(hall.town):
        return SettingJob.objects.get(pk=row.pk)


def break_at(monkeypatch: pytest.MonkeyPatch, bad: Case, trouble: type[BaseException]) -> None:
    """Let reading one case fail."""
    whole = jobs.settle

    def settle(file: Any, day: date) -> Any:
        if file.case.pk == bad.pk:
            raise trouble
        return whole(file, day)

    monkeypatch.setattr(jobs, "settle", settle)


def test_what_was_broken_off_in_the_middle_is_taken_up(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 2)
    cases = waiting(norfolk, 5)
    row = snow(norfolk)

    with monkeypatch.context() as killed:
        break_at(
            killed, cases[3], KeyboardInterrupt
        )  # as a killed worker: nobody writes anything down any more
        with pytest.raises(KeyboardInterrupt):
            jobs.work(norfolk.town, row.pk)

    assert dues(norfolk, cases) == [FOURTH, FOURTH, THIRD, THIRD, THIRD]
    stopped = again(norfolk, row)
    assert (stopped.done, stopped.total, stopped.finished) == (2, 5, None)

    assert tasks.take_up_cases() == 2
    assert dues(norfolk, cases) == [FOURTH] * 5
    done = again(norfolk, row)
    assert (done.done, done.failed) == (5, [])
    assert done.finished is not None
    assert tasks.take_up_cases() == 0


def test_a_case_that_fails_is_named_and_stops_no_other(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = waiting(norfolk, 3)
    row = snow(norfolk)
    break_at(monkeypatch, cases[1], ValueError)

    assert tasks.read_cases(norfolk.town.pk, row.pk) == 1

    assert dues(norfolk, cases) == [FOURTH, THIRD, FOURTH]
    done = again(norfolk, row)
    assert done.finished is not None
    assert [one["number"] for one in done.failed] == [cases[1].number]
    page = norfolk.client(Role.TOWN_ADMINISTRATOR).get(f"/norfolk/setup/readings/{row.pk}/").content.decode()
    assert f"{cases[1].number} cannot be read (ValueError)" in page


def test_what_fails_again_and_again_waits_for_a_person(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    cases = waiting(norfolk, 1)
    row = snow(norfolk)
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "_read", lambda *_: 1 / 0)  # the reading itself fails, not a case
        for _ in range(jobs.GIVE_UP_AFTER + 2):
            tasks.take_up_cases()
    stopped = again(norfolk, row)
    assert stopped.attempts == jobs.GIVE_UP_AFTER
    assert "ZeroDivisionError" in stopped.trouble
    assert tasks.take_up_cases() == 0
    client = norfolk.client(Role.TOWN_ADMINISTRATOR)
    assert "Go on with the rest" in client.get(f"/norfolk/setup/readings/{row.pk}/").content.decode()

    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/norfolk/setup/readings/{row.pk}/again/")

    assert dues(norfolk, cases) == [FOURTH]


@pytest.mark.parametrize("what", ["saturday", "closed", "withdrawn"])
def test_a_double_click_changes_once_and_starts_one_job(
    norfolk: TownHall, what: str, django_capture_on_commit_callbacks: Any
) -> None:
    case = norfolk.case("deliberation", closed=date(2026, 11, 14))
    day = {"on": "2026-12-03", "declared": "2026-11-30", "name": "Snow emergency", "cite": "Select Board"}
    sent = {"once": str(uuid4())}
    if what == "saturday":
        sent |= {"saturday_save": "open"}
    elif what == "closed":
        sent |= {"closed_save": "1", **day}
    else:
        with tenancy.town(norfolk.town):
            sent |= {"day": str(ClosedDay.objects.create(town=norfolk.town, **day).pk)}
        sent |= {"reopen_save": "1", "why": "It was another day."}
    client = norfolk.client(Role.TOWN_ADMINISTRATOR)

    with django_capture_on_commit_callbacks(execute=True):
        first, second = client.post(CALENDAR, sent), client.post(CALENDAR, sent)

    with tenancy.town(norfolk.town):
        row = SettingJob.objects.get()
        assert SetupChange.objects.count() == 1
    assert first["Location"] == second["Location"] == f"/norfolk/setup/readings/{row.pk}/"
    assert (row.done, row.total) == (1, 1)
    if what == "saturday":
        assert dues(norfolk, [case]) == [date(2026, 12, 5)]


def test_a_batch_asks_the_database_equally_often_for_few_cases_and_for_many(norfolk: TownHall) -> None:
    def asked(row: SettingJob) -> int:
        with CaptureQueriesContext(connection) as told:
            jobs.work(norfolk.town, row.pk)
        return len(told)

    waiting(norfolk, 2)
    few = asked(snow(norfolk))
    with tenancy.town(norfolk.town):
        ClosedDay.objects.all().delete()
    waiting(norfolk, 6)
    many = asked(snow(norfolk))

    assert many == few


def test_the_page_says_how_far_it_is_and_looks_again(norfolk: TownHall) -> None:
    waiting(norfolk, 2)
    row = snow(norfolk)
    client = norfolk.client(Role.TOWN_ADMINISTRATOR)
    where = f"/norfolk/setup/readings/{row.pk}/"

    page = client.get(where).content.decode()
    assert "0 of 2" in page
    assert "Look again" in page
    for elsewhere in ("/norfolk/setup/", CALENDAR):
        assert where in client.get(elsewhere).content.decode()
    jobs.work(norfolk.town, row.pk)
    page = client.get(where).content.decode()
    assert "2 cases" in page
    assert "Look again" not in page
    assert where not in client.get(CALENDAR).content.decode()


def test_nobody_else_sees_a_job(norfolk: TownHall, grafton: TownHall) -> None:
    row = snow(norfolk)
    assert norfolk.client(Role.TOWN_CLERK).get(f"/norfolk/setup/readings/{row.pk}/").status_code == 403
    other = grafton.client(Role.TOWN_ADMINISTRATOR)
    assert other.get(f"/grafton/setup/readings/{row.pk}/").status_code == 404
    assert jobs.work(grafton.town, row.pk) == 0


def test_a_look_opens_the_cases_with_the_nearest_days_and_says_how_many_it_left(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = norfolk.case("deliberation", closed=date(2026, 11, 20))
    (soon,) = waiting(norfolk, 1)
    monkeypatch.setattr(changes, "LOOK", 1)
    client = norfolk.client(Role.TOWN_ADMINISTRATOR)
    sent = {"on": "2026-12-03", "declared": TODAY.isoformat(), "name": "Snow", "cite": "Select Board"}

    page = client.post(CALENDAR, {**sent, "closed_look": "1"}).content.decode()

    assert soon.number in page
    assert later.number not in page
    assert "Only the 1 open case" in page
    assert "of 2" in page


# ---------------------------------------------------------------- interpretations and texts


def interpreted(hall: TownHall, **more: str) -> tuple[str, str, Any]:
    """The doubt about last days on closed days, its sense in force, and the answer to choosing the other."""
    with tenancy.town(hall.town):
        law = hall.file(hall.case("filed", title="Any")).law
    doubt = next(d for d in law.open_readings.values() if "closed day" in d.question)
    other = next(key for key in doubt.choices if key != doubt.choice)
    sent = {"choice": other, "decided_by": "Counsel", "decided_on": "2026-11-27", "why": "Opinion 26-14."}
    answer = hall.client(Role.TOWN_ADMINISTRATOR).post(f"/norfolk/setup/law/{doubt.key}/", {**sent, **more})
    return doubt.key, doubt.choice, answer


def test_until_its_turn_a_case_keeps_the_earlier_sense(norfolk: TownHall) -> None:
    """Closed Thu Nov 5 2026: day 21 is Thanksgiving. The silence that was written for it by the sense in force stays, though
    the case is settled by another act between the choice and the reading."""
    silent = norfolk.case("deemed")
    running = norfolk.case("deliberation", closed=date(2026, 11, 14))
    with tenancy.town(norfolk.town):
        before = [(e.name, e.on) for e in norfolk.file(silent).entries]

    key, present, answer = interpreted(norfolk)  # the worker is not there yet

    assert answer.status_code == 302
    with tenancy.town(norfolk.town):
        for case in (silent, running):
            door.settle_case(case, today=TODAY)
        assert [(e.name, e.on) for e in norfolk.file(silent).entries] == before
        assert norfolk.file(running).case.next_due == date(2026, 12, 7)
        row = SettingJob.objects.get()
        assert jobs.work(norfolk.town, row.pk) == 1
        assert norfolk.file(running).case.next_due == date(2026, 12, 5)
        assert norfolk.file(running).case.kept_readings == {}
        assert norfolk.file(silent).case.kept_readings == {key: present}
        assert [(e.name, e.on) for e in norfolk.file(silent).entries] == before
        assert again(norfolk, row).left == [silent.number]
        assert silent.number in SetupChange.objects.latest("id").after


def test_an_interpretation_sent_twice_is_chosen_once(norfolk: TownHall) -> None:
    norfolk.case("deliberation", closed=date(2026, 11, 14))
    once = str(uuid4())
    _key, _present, first = interpreted(norfolk, once=once)
    _key, _present, second = interpreted(norfolk, once=once)

    assert first["Location"] == second["Location"]
    with tenancy.town(norfolk.town):
        assert SettingJob.objects.count() == SetupChange.objects.count() == 1


def test_an_interpretation_broken_off_goes_on_and_names_the_case_that_fails(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 2)
    cases = [norfolk.case("deliberation", closed=date(2026, 11, 14)) for _ in range(4)]
    interpreted(norfolk)
    whole = rereading.settle

    def settle(file: Any, day: date) -> Any:
        if file.case.pk == cases[1].pk:
            raise ValueError
        if file.case.pk == cases[2].pk and killed:
            raise KeyboardInterrupt
        return whole(file, day)

    monkeypatch.setattr(rereading, "settle", settle)
    killed = True
    with pytest.raises(KeyboardInterrupt):
        tasks.take_up_cases()
    killed = False
    tasks.take_up_cases()

    fifth, seventh = date(2026, 12, 5), date(2026, 12, 7)
    assert dues(norfolk, cases) == [fifth, seventh, fifth, fifth]
    with tenancy.town(norfolk.town):
        assert [one["number"] for one in SettingJob.objects.get().failed] == [cases[1].number]
