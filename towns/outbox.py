"""Mail as rows: what must be sent is written with the act that caused it, and sent afterwards, each message once."""

from __future__ import annotations

import logging

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from towns import tenancy
from towns.models import Case, OutboxMessage, Town

log = logging.getLogger(__name__)

#: After so many failures a message waits for a person to look at the address.
GIVE_UP_AFTER = 8


def queue(town: Town, *, key: str, to: str, subject: str, body: str, case: Case | None = None) -> bool:
    """Write one message into the outbox. The same key and address again is the same message. Needs the town set."""
    row = OutboxMessage(
        town=town,
        case=case,
        key=key,
        to=to,
        subject=" ".join(subject.split())[:300],
        body=body,
        queued=timezone.now(),
    )
    return bool(OutboxMessage.objects.bulk_create([row], ignore_conflicts=True)) and row.pk is not None


def send_all(*, limit: int = 200) -> int:
    """Send the waiting messages of every town. One that fails stays, with the reason, and stops nobody."""
    sent = 0
    for town in Town.objects.all():
        for _ in range(limit):
            with transaction.atomic(), tenancy.town(town):
                went = _send_next(town)
            if went is None:
                break
            sent += went
    return sent


def _send_next(town: Town) -> int | None:
    """Send the next waiting message under its row's lock: 1 sent, 0 failed, None when nothing waits."""
    row = (
        OutboxMessage.objects.select_for_update(skip_locked=True)
        .filter(sent__isnull=True, attempts__lt=GIVE_UP_AFTER)
        .order_by("attempts", "id")
        .first()
    )
    if row is None:
        return None
    row.attempts += 1
    try:
        EmailMessage(row.subject, row.body, to=[row.to]).send()
    except Exception as trouble:
        log.warning("Mail %s of %s did not go out: %s", row.pk, town.slug, trouble)
        row.error = f"{type(trouble).__name__}: {trouble}"[:2000]
        row.save(update_fields=["attempts", "error"])
        # Others first; this one is tried again at the next turn.
        return None if row.attempts > 1 else 0
    row.sent, row.error = timezone.now(), ""
    row.save(update_fields=["attempts", "sent", "error"])
    return 1
