"""Health: numbers for a monitor, names only for the town's people, and failed mail tried again."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
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


def test_alive_asks_nobody_and_ready_says_what_is_wrong(
    db: None, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_assert_num_queries(0):
        assert Client().get("/healthz").json() == {"ok": True}
    assert Client().get("/readyz").json() == {"ok": True, "wrong": []}

    def gone() -> None:
        raise OSError("no such folder")

    monkeypatch.setattr("towns.documents.storage.files", gone)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["wrong"] == ["The store of documents does not answer."]


def test_every_log_line_of_a_page_carries_its_town_and_case(
    norfolk: TownHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    import structlog

    from towns.cases.views import ledger

    seen: list[dict[str, Any]] = []
    shown = ledger.frame_of

    def noting(*args: Any, **kwargs: Any) -> Any:
        seen.append(structlog.contextvars.get_contextvars())
        return shown(*args, **kwargs)

    monkeypatch.setattr(ledger, "frame_of", noting)
    case = norfolk.case("filed")
    norfolk.client().get(f"/norfolk/cases/{case.number}/ledger/")

    assert seen
    assert (seen[0]["town"], seen[0]["case"]) == ("norfolk", case.number)
    assert structlog.contextvars.get_contextvars() == {}
