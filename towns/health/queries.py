"""How the sweep, the mail and the queue of work stand, in numbers."""

from __future__ import annotations

import logging
from datetime import date, datetime
from typing import Any

from django.db import connection

from towns.mail.outbox import GIVE_UP_AFTER
from towns.models import Case, Clock, OutboxMessage, SweepRun

log = logging.getLogger(__name__)


def queue_length() -> int | None:
    """How many messages wait for the worker; None where the broker cannot be asked."""
    from celery import current_app

    try:
        with current_app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
            channel = broker.default_channel
            return int(
                channel.queue_declare(queue=current_app.conf.task_default_queue, passive=True).message_count
            )
    except Exception:
        log.warning("The broker could not be asked how many messages wait.", exc_info=True)
        return None


def installation(today: date) -> dict[str, Any]:
    """Numbers of the whole installation, for a monitor: no names, no towns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), min(oldest_unswept), sum(unswept), sum(unsent), sum(failing), min(last_sweep) "
            "FROM installation_health(%s)",
            [today],
        )
        towns, oldest, unswept, unsent, failing, swept = cursor.fetchone()
    return {
        "towns": towns,
        "unswept_clocks": int(unswept or 0),
        "oldest_unswept_days": (today - oldest).days if oldest else 0,
        "mail_waiting": int(unsent or 0),
        "mail_failing": int(failing or 0),
        "minutes_since_sweep": _minutes(swept),
        "queue": queue_length(),
    }


def _minutes(moment: datetime | None) -> int | None:
    from django.utils import timezone

    return int((timezone.now() - moment).total_seconds() // 60) if moment else None


def town_health(today: date) -> dict[str, Any]:
    """How things stand in the town set for this transaction."""
    waiting = OutboxMessage.objects.filter(sent__isnull=True)
    return {
        "sweeps": list(SweepRun.objects.all()[:8]),
        "unswept": list(
            Clock.objects.filter(status="running", expires__lt=today)
            .select_related("case")
            .order_by("expires", "id")[:20]
        ),
        "troubled": list(Case.objects.exclude(swept_badly="").order_by("number")[:50]),
        "waiting": waiting.count(),
        "failing": list(waiting.filter(attempts__gt=0).select_related("case").order_by("id")[:50]),
        "sent": OutboxMessage.objects.filter(sent__isnull=False).count(),
        "give_up": GIVE_UP_AFTER,
        "queue": queue_length(),
    }


def not_ready() -> list[str]:
    """What keeps pages from being served, in words for whoever runs the installation; empty when nothing does."""
    from django.db import DatabaseError
    from django.db.migrations.executor import MigrationExecutor

    from towns.documents import storage

    wrong = []
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if waiting:
            wrong.append(f"{len(waiting)} migrations have not been applied: run manage.py migrate.")
    except DatabaseError:
        log.warning("The database does not answer.", exc_info=True)
        wrong.append("The database does not answer.")
    try:
        storage.files().exists("readiness")
    except OSError:
        log.warning("The store of documents does not answer.", exc_info=True)
        wrong.append("The store of documents does not answer.")
    return wrong
