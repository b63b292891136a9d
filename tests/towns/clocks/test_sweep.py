"""The sweep: the ledger of one clean run, however often, however late, by however many, and whatever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.test import override_settings
from django.utils import timezone

from tests.towns import docket
from towns.access import tenancy
from towns.calendar.today import today
from towns.clocks import sweep
from towns.law import clocks, schema
from towns.law.story import when
from towns.models import BylawEdition, Case, Clock, Event, SweepRun, Town
from towns.project import environment
from towns.record import door

TODAY = date(2026, 12, 7)


@pytest.fixture
def norfolk(db) -> Town:
    docket.load()
    return docket.town()


@pytest.fixture
def committed(transactional_db) -> Town:
    docket.load()
    return docket.town()


def ledgers() -> dict[str, list[tuple[Any, ...]]]:
    """Every ledger of every town, without the moments of recording and what follows from them."""
    told: dict[str, list[tuple[Any, ...]]] = {}
    for town in Town.objects.all():
        with tenancy.town(town):
            for event in Event.objects.select_related("case").order_by("case_id", "seq"):
                line = (event.seq, event.name, event.on, event.at, event.facts, event.role)
                told.setdefault(f"{town.slug}/{event.case.number}", []).append(line)
    return told


def effects() -> int:
    """How many times the law itself has done something."""
    return sum(line[5] == "system" for lines in ledgers().values() for line in lines)


def whole() -> None:
    """The ledgers verify and the cache is what a fresh reading gives."""
    call_command("verify_ledger", stdout=StringIO())
    said = StringIO()
    with override_settings(DOCKET_TODAY=TODAY.isoformat()):
        try:
            call_command("recompute_clocks", check=True, stdout=said)
        except CommandError:
            pytest.fail(said.getvalue())


def test_silence_approves_from_the_day_after_the_last_day_and_never_earlier(norfolk):
    case = docket.at_deliberation(norfolk)

    assert sweep.sweep(docket.LAST_DAY).settled == 0
    assert docket.fresh(case).stage == "deliberation"
    assert sweep.sweep(docket.LAPSE).settled == 1

    assert docket.ledger(case)[-1] == ("deemed_approved", "2026-11-28")
    with tenancy.town(norfolk):
        event = Event.objects.filter(case=case).last()
    assert (event.role, event.by_id, event.facts) == ("system", None, {"clock": "decide"})
    assert (docket.fresh(case).stage, docket.fresh(case).held) == ("deemed_approved", True)


def test_a_second_sweep_finds_nothing(norfolk):
    docket.at_deliberation(norfolk)
    sweep.sweep(TODAY)
    before = ledgers()
    assert sweep.sweep(TODAY).settled == 0
    assert sweep.sweep(TODAY - timedelta(days=30)).settled == 0
    assert ledgers() == before


def several(town: Town) -> list[Case]:
    """Cases whose clocks run out on different days, two of them on one day."""
    cases = [docket.at_deliberation(town, date(2026, 11, day)) for day in (3, 5, 5, 9, 12)]
    late = docket.file(town)
    docket.act(late, "find_complete", date(2026, 10, 20))
    docket.act(late, "schedule_hearing", date(2026, 11, 3), **{"for": "2026-11-19T19:00"})
    return [*cases, late]


def test_clocks_beyond_the_first_page_are_swept_too(norfolk, monkeypatch):
    """Pages of two: the second and third are read, a full last page too, and two clocks of one day lie on both sides."""
    monkeypatch.setattr(sweep, "_ROWS", 2)
    cases = [docket.at_deliberation(norfolk, date(2026, 11, day)) for day in (3, 5, 5, 9)]
    with tenancy.town(norfolk):
        Clock.objects.filter(status="running").exclude(name="decide").update(expires=None)
        before = set(
            Clock.objects.filter(status="running", expires__lt=TODAY).values_list("case_id", flat=True)
        )
    assert before == {case.pk for case in cases}

    found = [case_id for _town, case_id in sweep.due_clocks(TODAY)]

    assert sorted(found) == sorted(before), "each clock once, whichever page it stands on"
    assert sweep.sweep(TODAY).settled == 4
    assert {docket.fresh(case).stage for case in cases} == {"deemed_approved"}


def test_a_missed_week_gives_the_ledger_of_daily_sweeps(norfolk):
    grafton = docket.town("grafton")

    def tell(daily: bool) -> dict[str, list[tuple[Any, ...]]]:
        with transaction.atomic():
            several(norfolk), several(grafton)
            days = 40 if daily else 1
            for back in range(days - 1, -1, -1):
                sweep.sweep(date(2026, 12, 10) - timedelta(days=back))
            told = ledgers()
            transaction.set_rollback(True)
        return told

    by_day, at_once = tell(daily=True), tell(daily=False)

    told = {line[1] for lines in by_day.values() for line in lines if line[5] == "system"}
    assert {"deemed_approved", "overdue", "notice_defective"} <= told
    assert at_once == by_day


def test_events_of_one_missed_week_stand_in_the_order_of_their_days(norfolk):
    case = docket.file(norfolk)
    docket.act(case, "find_complete", date(2026, 9, 8))
    docket.act(case, "schedule_hearing", date(2026, 9, 20), **{"for": "2026-10-20T19:00"})
    sweep.sweep(date(2026, 11, 2))
    told = [line for line in docket.ledger(case) if line[0] in ("notice_defective", "overdue")]
    assert told == sorted(told, key=lambda line: line[1])
    assert told[-1] == ("overdue", "2026-10-24")


# ---------------------------------------------------------------- nights on which clocks change


@pytest.mark.parametrize(
    ("started", "due", "hour"),
    [
        (date(2026, 10, 31), date(2026, 11, 1), "13:30"),  # a day of 25 hours
        (date(2027, 3, 13), date(2027, 3, 14), "15:30"),  # a day of 23 hours
    ],
)
def test_hours_elapse_through_a_change_of_clocks(started, due, hour):
    """Hopkinton § 172-5E: notice within 24 hours of the start of work at 2:30 in the afternoon."""
    law = schema.load("hopkinton")
    began = clocks.Event("town_work_started", when(f"{started}T14:30"))
    readings = clocks.read(law.matters["cost_recovery"], [began], due + timedelta(days=1), law.calendar)
    reading = next(r for r in readings if r.clock == "remediation_notice")
    assert reading.due == when(f"{due}T{hour}")
    assert (reading.status, reading.expires) == ("missed", due)


@pytest.mark.parametrize(
    "closed", [date(2026, 10, 9), date(2026, 10, 11), date(2027, 2, 19), date(2027, 2, 21)]
)
def test_a_last_day_beside_a_change_of_clocks_is_a_whole_day(norfolk, closed):
    case = docket.file(norfolk)
    docket.act(case, "find_complete", date(2026, 9, 8))
    docket.act(case, "open_hearing", date(2026, 10, 1))
    docket.act(case, "close_hearing", closed)
    with tenancy.town(norfolk):
        expires = Clock.objects.get(case=case, name="decide").expires
    sweep.sweep(expires)
    assert docket.ledger(case)[-1][0] != "deemed_approved"
    sweep.sweep(expires + timedelta(days=1))
    assert docket.ledger(case)[-1] == ("deemed_approved", (expires + timedelta(days=1)).isoformat())


def test_the_day_of_a_town_begins_at_its_own_midnight(monkeypatch):
    for moment, day in [
        (datetime(2026, 11, 1, 3, 59, tzinfo=UTC), date(2026, 10, 31)),  # 23:59 EDT
        (datetime(2026, 11, 1, 4, 1, tzinfo=UTC), date(2026, 11, 1)),
        (datetime(2026, 11, 2, 4, 59, tzinfo=UTC), date(2026, 11, 1)),  # 23:59 EST
        (datetime(2027, 3, 14, 4, 59, tzinfo=UTC), date(2027, 3, 13)),
        (datetime(2027, 3, 15, 3, 59, tzinfo=UTC), date(2027, 3, 14)),
        (datetime(2027, 3, 15, 4, 1, tzinfo=UTC), date(2027, 3, 15)),
    ]:
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert today() == day, moment


# ---------------------------------------------------------------- facts that come late


def test_a_timely_decision_entered_late_takes_back_the_approval(norfolk):
    case = docket.at_deliberation(norfolk)
    sweep.sweep(docket.LAPSE)
    docket.act(case, "decide", date(2026, 11, 27), today=date(2026, 11, 30), outcome="disapproved")

    assert docket.ledger(case)[-3:] == [
        ("deemed_approved", "2026-11-28"), ("decided", "2026-11-27"), ("taken_back", "2026-11-30")]  # fmt: skip
    now = docket.fresh(case)
    assert (now.stage, now.held) == ("disapproved", False)
    sweep.sweep(TODAY)
    assert docket.fresh(case).stage == "disapproved"
    with tenancy.town(norfolk):
        taken = Event.objects.get(case=case, name="taken_back")
    assert taken.facts == {"seq": 5, "clock": "decide"}


def test_a_decision_after_the_lapse_leaves_the_approval_and_is_named(norfolk):
    case = docket.at_deliberation(norfolk)
    sweep.sweep(docket.LAPSE)
    done = docket.act(case, "decide", date(2026, 11, 30), outcome="disapproved")
    assert "after_lapse:decide" in done.entry.facts["defects"]
    assert (docket.fresh(case).stage, docket.fresh(case).held) == ("deemed_approved", True)


def test_withdrawn_on_the_last_day_is_withdrawn(norfolk):
    case = docket.at_deliberation(norfolk)
    docket.act(case, "withdraw", docket.LAST_DAY)
    sweep.sweep(TODAY)
    assert docket.ledger(case)[-1] == ("withdrawn", "2026-11-27")
    with tenancy.town(norfolk):
        assert Clock.objects.get(case=case, name="decide").status == "void"


def test_withdrawn_in_time_but_entered_late(norfolk):
    case = docket.at_deliberation(norfolk)
    sweep.sweep(docket.LAPSE)
    docket.act(case, "withdraw", date(2026, 11, 25), today=date(2026, 11, 30))
    assert (docket.fresh(case).stage, docket.fresh(case).held) == ("withdrawn", False)


def test_an_agreement_without_an_end_is_kept_with_a_reason_and_moves_nothing(norfolk):
    case = docket.at_deliberation(norfolk)
    with pytest.raises(door.SoftStops):
        docket.act(case, "extend", docket.LAST_DAY, clock="decide", override="")

    done = docket.act(case, "extend", docket.LAST_DAY, clock="decide", override="It was signed so.")

    assert done.entry.facts["defects"] == ["agreement_without_end"]
    sweep.sweep(docket.LAPSE)
    assert docket.fresh(case).stage == "deemed_approved"


def test_an_agreement_signed_with_the_application_counts_and_is_named(norfolk):
    case = docket.at_deliberation(norfolk)
    filed = next(day for name, day in docket.ledger(case) if name == "filed")

    done = docket.act(case, "extend", date.fromisoformat(filed), clock="decide", until="2026-12-04")

    assert done.entry.facts["defects"] == ["agreement_with_the_filing"]


def test_an_extension_in_time_moves_the_day_and_one_too_late_does_not(norfolk):
    in_time, late = docket.at_deliberation(norfolk), docket.at_deliberation(norfolk)
    docket.act(in_time, "extend", docket.LAST_DAY, clock="decide", until="2026-12-04")
    sweep.sweep(docket.LAPSE)
    done = docket.act(late, "extend", docket.LAPSE, clock="decide", until="2026-12-04")

    assert done.entry.facts["defects"] == ["too_late:decide"]
    sweep.sweep(date(2026, 12, 4))
    assert (docket.fresh(in_time).stage, docket.fresh(late).stage) == ("deliberation", "deemed_approved")
    sweep.sweep(date(2026, 12, 5))
    assert docket.ledger(in_time)[-1] == ("deemed_approved", "2026-12-05")


def test_after_a_refused_certificate_the_timely_decision_can_be_recorded(norfolk):
    case = docket.at_deliberation(norfolk)
    sweep.sweep(docket.LAPSE)
    docket.act(case, "refuse_certification", date(2026, 12, 1))
    assert docket.fresh(case).held, "the public still reads that it is being checked"
    docket.act(case, "decide", date(2026, 11, 24), today=date(2026, 12, 2), outcome="approved")
    assert (docket.fresh(case).stage, docket.fresh(case).held) == ("approved", False)


def test_a_refused_certificate_may_still_be_given(norfolk):
    case = docket.at_deliberation(norfolk)
    sweep.sweep(docket.LAPSE)
    docket.act(case, "refuse_certification", date(2026, 12, 1))
    docket.act(case, "certify_lapse", date(2026, 12, 3))
    assert (docket.fresh(case).stage, docket.fresh(case).held) == ("deemed_approved", False)


def test_a_vote_that_was_not_filed_in_time_does_not_stop_the_grant(norfolk):
    """c.40A § 9: the vote alone does not count (Attleboro Landfill, 384 Mass. 109); the decision must be filed."""
    ludlow = docket.town("ludlow")
    case = docket.file(ludlow, date(2026, 6, 1), matter="special_permit")
    docket.act(case, "open_hearing", date(2026, 7, 1))
    docket.act(case, "close_hearing", date(2026, 7, 8))
    docket.act(case, "decide", date(2026, 9, 1), outcome="disapproved")
    assert docket.fresh(case).stage == "disapproved"

    swept = sweep.sweep(date(2026, 10, 7))

    assert not swept.failed
    assert docket.ledger(case)[-1] == ("deemed_approved", "2026-10-07")
    assert docket.fresh(case).stage == "deemed_approved"


# ---------------------------------------------------------------- one that cannot be settled


def corrupt(case: Case) -> None:
    """A ledger line that nobody can read, as a broken import might leave it."""
    with tenancy.town(case.town_id):
        row = Event.objects.filter(case=case).last()
        Event.objects.create(
            town_id=case.town_id, case=case, seq=row.seq + 1, name="hearing_scheduled", on=row.on,
            facts={"for": "next Tuesday"}, role="planner", recorded=row.recorded, previous=row.hash, hash="0" * 64,
        )  # fmt: skip


def test_a_poisoned_case_is_shown_and_stops_nobody(norfolk, caplog):
    cases = [docket.at_deliberation(norfolk) for _ in range(4)]
    corrupt(cases[1])

    done = sweep.sweep(docket.LAPSE)

    assert done.settled == 3
    assert list(done.failed) == [f"norfolk/{cases[1].number}"]
    assert [docket.fresh(case).stage for case in cases] == [
        "deemed_approved", "deliberation", "deemed_approved", "deemed_approved"]  # fmt: skip
    assert "next Tuesday" in docket.fresh(cases[1]).swept_badly
    assert cases[1].number in caplog.text
    with tenancy.town(norfolk):
        run = SweepRun.objects.first()
    assert (run.settled, run.failed) == (3, 1)
    with pytest.raises(CommandError):
        call_command("sweep", today="2026-11-28", stdout=StringIO(), stderr=StringIO())


def test_a_case_without_its_principal_stops_nobody_either(norfolk):
    cases = [docket.at_deliberation(norfolk) for _ in range(2)]
    with tenancy.town(norfolk), connection.cursor() as cursor:
        cursor.execute("delete from permitting_application where case_id = %s", [cases[0].pk])
    done = sweep.sweep(docket.LAPSE)
    assert (done.settled, list(done.failed)) == (1, [f"norfolk/{cases[0].number}"])


def test_a_town_whose_law_cannot_be_read_stops_no_other_town(norfolk):
    grafton = docket.town("grafton")
    ours, theirs = docket.at_deliberation(norfolk), docket.file(grafton)
    docket.act(theirs, "find_complete", date(2026, 9, 8))
    with tenancy.town(norfolk):
        broken = BylawEdition.objects.create(
            town=norfolk, label="Broken", text="nonsense = ", sha256="x", adopted=True,
            effective=date(2026, 1, 1), created=timezone.now(),
        )  # fmt: skip
        Case.objects.filter(pk=ours.pk).update(edition=broken)
    done = sweep.sweep(docket.LAPSE)
    assert docket.fresh(ours).stage == "deliberation"
    assert "overdue" in [name for name, _ in docket.ledger(theirs)]
    assert done.failed


def test_a_mended_case_is_no_longer_shown(norfolk):
    case = docket.at_deliberation(norfolk)
    with tenancy.town(norfolk):
        Case.objects.filter(pk=case.pk).update(swept_badly="ValueError: it was broken")
    sweep.sweep(docket.LAPSE)
    assert docket.fresh(case).swept_badly == ""


def test_a_quiet_day_of_sweeps_leaves_one_line_in_the_diary(norfolk):
    docket.at_deliberation(norfolk)
    for _ in range(5):
        sweep.sweep(date(2026, 11, 20))
    for _ in range(3):
        sweep.sweep(docket.LAPSE)
    with tenancy.town(norfolk):
        assert list(SweepRun.objects.order_by("id").values_list("day", "settled")) == [
            (date(2026, 11, 20), 0), (docket.LAPSE, 1), (docket.LAPSE, 0)]  # fmt: skip


# ---------------------------------------------------------------- several at once, and killed ones


def test_two_sweeps_at_once_give_the_ledger_of_one(committed):
    several(committed)
    results = docket.at_once(*[lambda: sweep.sweep(TODAY)] * 3)
    assert not [r for r in results if isinstance(r, Exception)], results
    assert sum(r.settled for r in results) == effects()
    assert settled(committed) == 5
    whole()


def test_people_and_the_sweep_do_not_lock_each_other_up(committed):
    cases = several(committed)

    def people() -> int:
        for case in cases[:5]:
            docket.act(case, "record_inspection", date(2026, 12, 1), today=TODAY)
        return len(cases)

    def backwards() -> int:
        for case in cases[4::-1]:
            docket.act(case, "record_appeal_filed", date(2026, 12, 1), today=TODAY)
        return len(cases)

    results = docket.at_once(people, backwards, lambda: sweep.sweep(TODAY), lambda: sweep.sweep(TODAY))

    assert not [r for r in results if isinstance(r, Exception)], results
    for lines in ledgers().values():
        keys = [(line[1], str(line[4])) for line in lines if line[5] == "system"]
        assert len(keys) == len(set(keys)), "an effect was written twice"
    whole()


def test_a_case_that_somebody_holds_is_left_to_them(committed):
    held, free = docket.at_deliberation(committed), docket.at_deliberation(committed)
    with transaction.atomic(), tenancy.town(committed):
        Case.objects.select_for_update().get(pk=held.pk)
        (done,) = docket.at_once(lambda: sweep.sweep(docket.LAPSE))
    assert done.settled == 1
    assert (docket.fresh(held).stage, docket.fresh(free).stage) == ("deliberation", "deemed_approved")
    sweep.sweep(docket.LAPSE)
    assert docket.fresh(held).stage == "deemed_approved"


def environ(**more: str) -> dict[str, str]:
    """What a process of its own needs to work in this test's database."""

    def address(alias: str) -> str:
        entry = connections[alias].settings_dict
        host = quote(str(entry["HOST"]), safe="")
        return f"postgresql://{entry['USER']}:{quote(entry['PASSWORD'])}@/{entry['NAME']}?host={host}&port={entry['PORT']}"

    return {
        **os.environ,
        "DATABASE_URL": address("default"),
        "DATABASE_OWNER_URL": address("owner"),
        "PYTHONPATH": str(environment.CHECKOUT),
        **more,
    }


@contextmanager
def process(*command: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A process of the product in this test's database, dead at the end whatever happens."""
    running = subprocess.Popen(
        [sys.executable, *command], cwd=environment.CHECKOUT, env=environ(**more), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def wait_for(what: Any, seconds: float = 40) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.05)
    return False


def settled(town: Town) -> int:
    with tenancy.town(town):
        return Event.objects.filter(name="deemed_approved").count()


@pytest.mark.service
@pytest.mark.slow
def test_two_processes_sweep_at_once(committed):
    several(committed)
    several(docket.town("grafton"))
    before = effects()
    command = ("manage.py", "sweep", "--today", TODAY.isoformat())
    with process(*command) as one, process(*command) as other:
        outputs = [one.communicate(timeout=60)[0], other.communicate(timeout=60)[0]]
    assert [one.returncode, other.returncode] == [0, 0], outputs
    for lines in ledgers().values():
        keys = [(line[1], str(line[4])) for line in lines if line[5] == "system"]
        assert len(keys) == len(set(keys))
    assert sum(int(output.split()[0]) for output in outputs) == effects() - before
    whole()


#: Sweeps one case a transaction, and stops for long inside the third: to be killed there.
_SLOW = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "towns.project.settings"
import django; django.setup()
from datetime import date
from towns.clocks import sweep
sweep.BATCH = 1
write, seen = sweep.write_all, []
def slow(pairs):
    write(pairs)
    seen.append(pairs)
    if len(seen) == 3:
        print("inside", flush=True)
        time.sleep(60)
sweep.write_all = slow
sweep.sweep(date.fromisoformat(sys.argv[1]))
"""


@pytest.mark.service
@pytest.mark.slow
def test_a_sweep_killed_in_the_middle_is_made_good_by_the_next(committed):
    cases = [docket.at_deliberation(committed) for _ in range(5)]
    with process("-c", _SLOW, TODAY.isoformat()) as running:
        assert running.stdout is not None
        assert running.stdout.readline().strip() == "inside"
        running.send_signal(signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
    assert wait_for(lambda: settled(committed) == 2)
    call_command("verify_ledger", stdout=StringIO())

    call_command("sweep", today=TODAY.isoformat(), stdout=StringIO())

    assert [docket.ledger(case)[-1] for case in cases] == [("deemed_approved", "2026-11-28")] * 5
    assert all(name.count("deemed_approved") == 1 for name in map(str, map(docket.ledger, cases)))
    whole()
