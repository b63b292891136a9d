"""Mail as rows: what must be sent is written with the act that caused it, and sent afterwards, each message once."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Func, Value
from django.db.models.functions import Now
from django.utils import timezone

from towns.access import tenancy
from towns.models import Case, OutboxMessage, Town

log = logging.getLogger(__name__)

#: After so many failures (more than a day) a message waits for a person to look at the address.
GIVE_UP_AFTER = 12
_KEY = 200


@dataclass(frozen=True, slots=True)
class Message:
    """One message to one person; the same key and address again is the same message."""

    key: str
    to: str
    subject: str
    body: str
    case: Case | None = None


def queue(town: Town, *, key: str, to: str, subject: str, body: str, case: Case | None = None) -> bool:
    """Write one message into the outbox; whether it is a new one. Needs the town set."""
    return queue_all(town, [Message(key, to, subject, body, case)]) == 1


def queue_all(town: Town, messages: Iterable[Message]) -> int:
    """Write messages into the outbox and answer how many are new. Needs the town set."""
    now = timezone.now()
    wanted = {(_short(message.key), message.to): message for message in messages}
    known = set(OutboxMessage.objects.filter(key__in={key for key, _ in wanted}).values_list("key", "to"))
    rows = [
        OutboxMessage(
            town=town,
            case=message.case,
            key=key,
            to=to,
            subject=" ".join(message.subject.split())[:300],
            body=message.body,
            queued=now,
        )
        for (key, to), message in sorted(wanted.items(), key=lambda item: item[0])
        if (key, to) not in known
    ]
    # Somebody else may be writing the same ones at this moment: theirs stand, and ours are dropped.
    OutboxMessage.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _short(key: str) -> str:
    return key if len(key) <= _KEY else f"{key[: _KEY - 65]}:{hashlib.sha256(key.encode()).hexdigest()}"


def send_all(*, limit: int = 200) -> int:
    """Send the waiting messages of every town. One that fails stays, with the reason, and stops nobody."""
    sent = 0
    for town in Town.objects.all():
        tried: set[int] = set()
        for _ in range(limit):
            with transaction.atomic(), tenancy.town(town):
                went = _send_next(town, tried)
            if went is None:
                break
            sent += went
    return sent


def _send_next(town: Town, tried: set[int]) -> int | None:
    """Send the next waiting message under its row's lock: 1 sent, 0 failed, None when nothing waits.

    After each failure the pause doubles, from a minute on, so that a mail server may be down for a day.
    """
    pause = ExpressionWrapper(
        Value(timedelta(minutes=1)) * (Func(Value(2.0), F("attempts"), function="power") - 1),
        output_field=DurationField(),
    )
    row = (
        OutboxMessage.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(sent__isnull=True, attempts__lt=GIVE_UP_AFTER, queued__lte=Now() - pause)
        .exclude(pk__in=tried)
        .order_by("attempts", "id")
        .first()
    )
    if row is None:
        return None
    tried.add(row.pk)
    row.attempts += 1
    try:
        EmailMessage(row.subject, row.body, to=[row.to], headers={"Message-ID": message_id(row)}).send()
    except Exception as trouble:
        log.warning("Mail %s of %s did not go out: %s", row.pk, town.slug, trouble)
        row.error = f"{type(trouble).__name__}: {trouble}"[:2000]
        row.save(update_fields=["attempts", "error"])
        return 0
    row.sent, row.error = timezone.now(), ""
    row.save(update_fields=["attempts", "sent", "error"])
    return 1


def message_id(row: OutboxMessage) -> str:
    """The same for every attempt, so that a mail sent just before a crash is recognised when it is sent again."""
    mark = hashlib.sha256(f"{row.town_id}:{row.pk}:{row.key}:{row.to}".encode()).hexdigest()[:32]
    return f"<{mark}@{settings.DEFAULT_FROM_EMAIL.rpartition('@')[2].strip('>') or 'localhost'}>"
