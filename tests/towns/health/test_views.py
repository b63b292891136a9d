"""Health: numbers for a monitor, names only for the town's people, and failed mail tried again."""

from __future__ import annotations

from datetime import date

from django.test import Client
from django.utils import timezone

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.mail import outbox
from towns.models import Case, OutboxMessage, SweepRun
from towns.roles import Role


def test_a_monitor_reads_numbers_only(norfolk: TownHall):
    norfolk.case("deliberation", closed=date(2026, 11, 5))
    with tenancy.town(norfolk.town):
        outbox.queue(norfolk.town, key="k", to="somebody@example.org", subject="S", body="B")

    answer = Client().get("/health/")

    numbers = answer.json()
    assert numbers["unswept_clocks"] == 1
    assert numbers["oldest_unswept_days"] == 3
    assert numbers["mail_waiting"] == 1
    assert numbers["ok"] is False
    assert "norfolk" not in answer.content.decode().lower()


def test_the_towns_people_see_what_is_stuck(norfolk: TownHall):
    case = norfolk.case("deliberation", closed=date(2026, 11, 5))
    with tenancy.town(norfolk.town):
        SweepRun.objects.create(
            town=norfolk.town, day=TODAY, began=timezone.now(), ended=timezone.now(), settled=4
        )
        Case.objects.filter(pk=case.pk).update(swept_badly="ValueError: a poisoned case")

    page = norfolk.client(Role.MEMBER).get("/norfolk/health/").content.decode()

    assert "ValueError: a poisoned case" in page
    assert "Fri Nov 27 2026" in page


def test_mail_that_failed_is_tried_again(norfolk: TownHall, grafton: TownHall):
    for hall in (norfolk, grafton):
        with tenancy.town(hall.town):
            outbox.queue(hall.town, key="k", to="somebody@example.org", subject="S", body="B")
            OutboxMessage.objects.update(attempts=8, error="refused")

    assert norfolk.client(Role.MEMBER).post("/norfolk/health/retry/").status_code == 403
    assert norfolk.client().post("/norfolk/health/retry/").status_code == 302

    with tenancy.town(norfolk.town):
        assert OutboxMessage.objects.get().attempts == 0
    with tenancy.town(grafton.town):
        assert OutboxMessage.objects.get().attempts == 8
