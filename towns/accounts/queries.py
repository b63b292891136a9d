"""Where a person belongs: the towns they work for, and the filings they made in any town."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import connection
from django.urls import reverse

from towns.access import tenancy
from towns.models import Case, Membership, Person, Town
from towns.record.disclosure import stages_of
from towns.roles import Role


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Something a person began in a town and has not sent."""

    town: Town
    words: str
    url: str


_UNFINISHED: list[Callable[[Person], Iterable[Unfinished]]] = []


def register_unfinished(find: Callable[[Person], Iterable[Unfinished]]) -> None:
    """A department says how to find what a person has begun; shown with their filings."""
    if find not in _UNFINISHED:
        _UNFINISHED.append(find)


def unfinished(person: Person) -> list[Unfinished]:
    """What the person has begun, in every department and town."""
    return [thing for find in _UNFINISHED for thing in find(person)]


def towns_of(person: Person) -> list[tuple[Town, list[str]]]:
    """The towns in which a person holds roles, each with the roles' names."""
    labels = dict(Role.choices)
    held: dict[int, tuple[Town, list[str]]] = {}
    rows = Membership.objects.filter(person=person).select_related("town").order_by("town__name", "id")
    for row in rows:
        label = str(labels[Role(row.role)])
        _town, names = held.setdefault(row.town_id, (row.town, []))
        if label not in names:
            names.append(label)
    return list(held.values())


def home_of(person: Person) -> str:
    """Where a person goes after signing in: their desk, the choice of their towns, or their own filings."""
    towns = towns_of(person)
    if len(towns) == 1:
        return reverse("worklist:desk", kwargs={"town": towns[0][0].slug})
    return reverse("accounts:chooser") if towns else reverse("accounts:my")


def filings_of(person: Person) -> list[tuple[Town, list[tuple[Case, str]]]]:
    """The cases that a person filed online with their public stage, town by town, the latest first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT town FROM towns_filed_in(%s)", [person.pk])
        ids = [row[0] for row in cursor.fetchall()]
    found = []
    for town in Town.objects.filter(pk__in=ids):
        with tenancy.town(town):
            cases = list(Case.objects.filter(filed_by=person).order_by("-opened", "-id"))
            stages = stages_of(cases, town)
            found.append((town, [(case, stages[case.pk]) for case in cases]))
    return found
