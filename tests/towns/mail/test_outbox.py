"""The outbox: each message once, a bad address stops nobody, and a mail server may be away for a day."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from tests.towns import docket
from towns.access import tenancy
from towns.mail import outbox
from towns.models import OutboxMessage, Town

HERE = "tests.towns.mail.test_outbox"


class Choosy(EmailBackend):
    """A mail server that refuses one address."""

    def send_messages(self, messages):
        for message in messages:
            if "bad@example.com" in message.to:
                raise ConnectionError("550 no such user")
        return super().send_messages(messages)


class Down(EmailBackend):
    """A mail server that is away."""

    def send_messages(self, messages):
        raise ConnectionError("connection refused")


class Slow(EmailBackend):
    """A mail server that takes its time, so that another sender comes along meanwhile."""

    sent: list[str] = []
    lock = threading.Lock()

    def send_messages(self, messages):
        import time

        time.sleep(0.05)
        with self.lock:
            Slow.sent += [message.to[0] for message in messages]
        return len(messages)


@pytest.fixture
def norfolk(db) -> Town:
    docket.load()
    return docket.town()


def put(town: Town, *addresses: str, key: str = "k") -> None:
    with tenancy.town(town):
        outbox.queue_all(town, [outbox.Message(key, to, f"To {to}", "Body.") for to in addresses])


def rows(town: Town) -> dict[str, OutboxMessage]:
    with tenancy.town(town):
        return {row.to: row for row in OutboxMessage.objects.all()}


def hours_pass(hours: float) -> None:
    """Move the queue into the past, as if so much time had gone by."""
    for town in Town.objects.all():
        with tenancy.town(town), connection.cursor() as cursor:
            cursor.execute("update towns_outboxmessage set queued = queued - %s", [timedelta(hours=hours)])


def test_a_message_is_sent_once(norfolk):
    put(norfolk, "one@example.com")
    assert [outbox.send_all() for _ in range(3)] == [1, 0, 0]
    assert [message.to for message in mail.outbox] == [["one@example.com"]]
    row = rows(norfolk)["one@example.com"]
    assert row.sent is not None
    assert row.sent <= timezone.now()


def test_the_same_key_and_address_is_one_message(norfolk):
    put(norfolk, "one@example.com", "one@example.com")
    put(norfolk, "one@example.com")
    put(norfolk, "one@example.com", key="other")
    assert outbox.send_all() == 2


def test_mail_of_every_town_goes_out(norfolk):
    put(norfolk, "one@example.com")
    put(docket.town("ludlow"), "two@example.com")
    assert outbox.send_all() == 2


@override_settings(EMAIL_BACKEND=f"{HERE}.Choosy")
def test_a_refused_address_stops_nobody(norfolk):
    put(norfolk, "bad@example.com")
    put(norfolk, "a@example.com", "b@example.com")
    put(docket.town("ludlow"), "c@example.com")

    assert outbox.send_all() == 3

    bad = rows(norfolk)["bad@example.com"]
    assert (bad.sent, bad.attempts) == (None, 1)
    assert "550 no such user" in bad.error


def test_the_pause_doubles_and_in_the_end_a_person_must_look(norfolk):
    put(norfolk, "one@example.com")
    with override_settings(EMAIL_BACKEND=f"{HERE}.Down"):
        tries = []
        for _ in range(60 * 3):  # every minute for three hours
            outbox.send_all()
            tries.append(rows(norfolk)["one@example.com"].attempts)
            hours_pass(1 / 60)
        assert tries[0] == 1
        assert 7 <= tries[-1] <= 9
        assert tries[-1] < outbox.GIVE_UP_AFTER, "three hours without a mail server lose nothing"
        for _ in range(60):
            hours_pass(24)
            outbox.send_all()
    assert rows(norfolk)["one@example.com"].attempts == outbox.GIVE_UP_AFTER
    hours_pass(24 * 365)
    assert outbox.send_all() == 0


def test_after_an_outage_the_mail_goes_out(norfolk):
    put(norfolk, "one@example.com", "two@example.com")
    with override_settings(EMAIL_BACKEND=f"{HERE}.Down"):
        outbox.send_all()
    assert outbox.send_all() == 0, "not at once again"
    hours_pass(0.1)
    assert outbox.send_all() == 2
    assert rows(norfolk)["one@example.com"].error == ""


def test_every_attempt_carries_the_same_message_id(norfolk):
    put(norfolk, "one@example.com")
    row = rows(norfolk)["one@example.com"]
    outbox.send_all()
    assert mail.outbox[0].extra_headers["Message-ID"] == outbox.message_id(row)


def test_a_subject_cannot_smuggle_in_a_header(norfolk):
    with tenancy.town(norfolk):
        outbox.queue(norfolk, key="k", to="a@example.com", subject="Hello\r\nBcc: x@example.com", body="b")
    assert outbox.send_all() == 1
    assert mail.outbox[0].subject == "Hello Bcc: x@example.com"


@pytest.mark.django_db(transaction=True)
@override_settings(EMAIL_BACKEND=f"{HERE}.Slow")
def test_two_senders_at_once_send_each_message_once():
    docket.load()
    town = docket.town()
    Slow.sent.clear()
    put(town, *[f"p{n}@example.com" for n in range(20)])
    results = docket.at_once(outbox.send_all, outbox.send_all, outbox.send_all)
    assert sum(results) == 20
    assert sorted(Slow.sent) == sorted(f"p{n}@example.com" for n in range(20))
