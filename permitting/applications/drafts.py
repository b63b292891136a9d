"""Tells the doors which applications a person has begun and not filed."""

from __future__ import annotations

from django.db import connection

from permitting.applications.models import FilingDraft
from towns.access import tenancy
from towns.accounts.queries import Unfinished, register_unfinished
from towns.models import Person, Town
from towns.ui.links import town_url


def begun_by(person: Person) -> list[Unfinished]:
    """The person's drafts, town by town."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT town FROM filings_begun_in(%s)", [person.pk])
        ids = [row[0] for row in cursor.fetchall()]
    found = []
    for town in Town.objects.defer("seal").filter(pk__in=ids):
        with tenancy.town(town):
            for draft in FilingDraft.objects.filter(person=person):
                words = draft.answers.get("title") or "An application without a name yet"
                found.append(
                    Unfinished(
                        town,
                        words,
                        town_url("filing:page", town, pk=draft.pk, key="land"),
                    )
                )
    return found


def register() -> None:
    """Tell the doors."""
    register_unfinished(begun_by)
