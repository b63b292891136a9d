"""Sends a project's answers to the office with a question: one mail to the town, never one to a stranger."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from django.db.models.functions import Now

from towns.determine.answers import Given
from towns.determine.queries import lines, outcomes
from towns.law.rules import Bylaw
from towns.mail import outbox
from towns.models import Membership, OutboxMessage, Town
from towns.roles import Role

#: So many questions an hour and no more: from one person, and to one town.
FROM_ONE: Final = 3
TO_ONE_TOWN: Final = 30


def offices(town: Town) -> list[str]:
    """The office's address; where the town has none on file, those of its board administrators."""
    if town.email:
        return [town.email]
    held = Membership.objects.filter(town=town, role=Role.BOARD_ADMINISTRATOR, person__is_active=True)
    return sorted(set(held.values_list("person__email", flat=True)))


def too_many(contact: Mapping[str, Any]) -> bool:
    """Whether this person, or everybody together, has asked so much in the last hour. Needs the town set."""
    lately = OutboxMessage.objects.filter(key__startswith="question:", queued__gt=Now() - timedelta(hours=1))
    keys = set(lately.values_list("key", flat=True))
    mine = sum(key.startswith(f"question:{_mark(_whom(contact))}:") for key in keys)
    return mine >= FROM_ONE or len(keys) >= TO_ONE_TOWN


def send(town: Town, law: Bylaw, given: Given, contact: Mapping[str, Any], where: str, day: date) -> None:
    """Queue the mail to the office; the same question from the same person again is the same mail.

    The sender's address stands in the text only: nothing is mailed to it, so the form cannot be turned on others.
    """
    body = _letter(town, law, given, contact, where, day)
    key = f"question:{_mark(_whom(contact))}:{_mark(body)}"
    subject = f"Does it need a permit? A question from {contact['name']}"
    outbox.queue_all(town, [outbox.Message(key, to, subject, body) for to in offices(town)])


def _whom(contact: Mapping[str, Any]) -> str:
    return f"{contact.get('email') or ''}|{contact.get('phone') or ''}".casefold()


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def _letter(town: Town, law: Bylaw, given: Given, contact: Mapping[str, Any], where: str, day: date) -> str:
    told = [f"{outcome.permit}: {outcome.words}." for outcome in outcomes(law, given, day)]
    answers = [f"- {line.question} {line.answer}" for line in lines(law, given)]
    reach = [f"{label}: {contact[key]}" for key, label in _CONTACT if contact.get(key)]
    parts = [
        f"Somebody asks {town.paper_name} about a project. Please answer them; nobody else does.",
        "\n".join(reach),
        contact.get("question") or "They typed no question of their own.",
        "What they answered:\n" + ("\n".join(answers) or "- nothing yet"),
        "What the text says to these answers:\n" + "\n".join(told),
        f"The same on the page:\n{where}",
    ]
    return "\n\n".join(parts) + "\n"


_CONTACT: Final = (("name", "Name"), ("email", "E-mail"), ("phone", "Telephone"))
