"""Case numbers per town, matter and year, and two people at one case: with real threads on connections of their own."""

from __future__ import annotations

import threading
from datetime import date
from uuid import uuid4

import pytest
from django.db import connections, transaction

from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, CaseNumber, Event
from towns.record import door

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 11, 2)


@pytest.fixture
def norfolk():
    docket.load()
    return docket.town()


def numbers(town, **only) -> list[str]:
    with tenancy.town(town):
        return sorted(Case.objects.filter(**only).values_list("number", flat=True))


def test_ten_filings_at_once_have_ten_numbers_in_a_row(norfolk):
    results = docket.at_once(*[lambda: docket.file(norfolk, DAY).number] * 10)
    assert sorted(results) == [f"SMP-2026-{n:04}" for n in range(1, 11)]
    assert numbers(norfolk) == sorted(results)


def test_a_filing_that_fails_leaves_no_gap(norfolk):
    """It takes its number first, then fails after another one has been waiting for the series."""
    taken, go_on = threading.Event(), threading.Event()

    def fails() -> None:
        with transaction.atomic(), tenancy.town(norfolk):
            docket.file(norfolk, DAY)
            taken.set()
            go_on.wait(timeout=20)
            raise RuntimeError("the page broke")

    def waits() -> str:
        taken.wait(timeout=20)
        threading.Timer(0.5, go_on.set).start()
        return docket.file(norfolk, DAY).number

    broken, number = docket.at_once(fails, waits)

    assert str(broken) == "the page broke"
    assert number == "SMP-2026-0001"
    assert docket.file(norfolk, DAY).number == "SMP-2026-0002"


def test_a_double_click_files_once(norfolk):
    token = uuid4()

    def click() -> door.Done:
        with tenancy.town(norfolk):
            return door.open_case(
                town=norfolk, matter="stormwater_permit", by=docket.ANYBODY, on=DAY, today=DAY, once=token
            )

    results = docket.at_once(*[click] * 5)

    assert {done.case.number for done in results} == {"SMP-2026-0001"}
    assert sorted(done.repeated for done in results) == [False, True, True, True, True]
    with tenancy.town(norfolk):
        assert Case.objects.count() == 1
        assert Event.objects.count() == 1
        assert CaseNumber.objects.get().last == 1
    assert docket.file(norfolk, DAY).number == "SMP-2026-0002"


def test_series_are_kept_apart_by_town_matter_and_year(norfolk):
    ludlow = docket.town("ludlow")
    docket.file(norfolk, DAY)
    assert docket.file(norfolk, date(2025, 12, 31)).number == "SMP-2025-0001"
    assert docket.file(ludlow, DAY).number.endswith("-2026-0001")
    first = {
        docket.file(ludlow, DAY, matter=m).number for m in ("special_permit", "site_plan", "site_plan_waiver")
    }
    assert {number.split("-", 1)[1] for number in first} == {"2026-0001"}
    assert len(first) == 3


def test_numbers_go_past_four_figures(norfolk):
    with tenancy.town(norfolk):
        CaseNumber.objects.create(town=norfolk, prefix="SMP", year=2026, last=9999)
    assert docket.file(norfolk, DAY).number == "SMP-2026-10000"


# ---------------------------------------------------------------- two people at one case


def test_two_decisions_at_once_give_one_decision_and_one_refusal(norfolk):
    case = docket.at_deliberation(norfolk)

    def decide(outcome: str):
        return lambda: docket.act(case, "decide", date(2026, 11, 20), seen=4, outcome=outcome)

    results = docket.at_once(decide("approved"), decide("disapproved"))

    done = [r for r in results if isinstance(r, door.Done)]
    refused = [r for r in results if isinstance(r, door.Conflict)]
    assert (len(done), len(refused)) == (1, 1), results
    assert [e.outcome for e in refused[0].since] == [done[0].entry.outcome]
    assert docket.fresh(case).stage == done[0].entry.outcome
    assert [name for name, _ in docket.ledger(case)].count("decided") == 1


def test_two_decisions_at_once_without_what_was_seen_are_still_one(norfolk):
    case = docket.at_deliberation(norfolk)
    work = [
        lambda o=o: docket.act(case, "decide", date(2026, 11, 20), outcome=o)
        for o in ("approved", "disapproved")
    ]
    results = docket.at_once(*work)
    assert sorted(type(r).__name__ for r in results) == ["Done", "Impossible"]


def test_a_double_click_on_a_step_takes_it_once(norfolk):
    case, token = docket.at_deliberation(norfolk), uuid4()
    click = [
        lambda: docket.act(case, "decide", date(2026, 11, 20), once=token, seen=4, outcome="approved")
    ] * 4
    results = docket.at_once(*click)
    assert sorted(done.repeated for done in results) == [False, True, True, True]
    assert {done.entry.seq for done in results} == {5}


def test_acts_on_different_cases_do_not_wait_for_each_other(norfolk):
    one, other = docket.at_deliberation(norfolk), docket.at_deliberation(norfolk)
    with transaction.atomic(), tenancy.town(norfolk):
        Case.objects.select_for_update().get(pk=one.pk)

        def act() -> door.Done:
            with connections["default"].cursor() as cursor:
                cursor.execute("set lock_timeout = '2s'")
            return docket.act(other, "decide", date(2026, 11, 20), outcome="approved")

        (done,) = docket.at_once(act)
    assert isinstance(done, door.Done), done
