"""The demonstration tells its cases on any day of the year, and telling it again changes nothing."""

import io
from datetime import date, timedelta

import pytest
from django.core.management import call_command

from towns.access import tenancy
from towns.models import Case, Membership, Person, Town

#: Around the holidays and the turns of the year, each day of the week among them.
DAYS = [date(2026, 11, 30) + timedelta(days=ahead) for ahead in (0, 4, 33, 143)]

STAGES = {
    "Holbrook Street barn": "filed",
    "Cleveland Street fill": "incomplete",
    "Pond Street warehouse": "complete",
    "Lake Street duplexes": "hearing",
    "Bush Pond boardwalk": "deliberation",
    "Stony Brook Estates": "deemed_approved",
    "Grove Street church lot": "deemed_approved",
    "Rockwood Meadow": "permitted",
    "Union Street car wash": "disapproved",
    "Needham Street nursery": "withdrawn",
    "Boardman Street school field": "deliberation",
}


@pytest.mark.django_db
@pytest.mark.parametrize("today", DAYS, ids=str)
def test_cases_in_every_stage_on_any_day(today: date, settings) -> None:
    settings.DOCKET_TODAY = today.isoformat()
    call_command("load_towns", verbosity=0)

    call_command("demo_data", stdout=io.StringIO())

    with tenancy.town(Town.objects.get(slug="norfolk")):
        stages = dict(Case.objects.values_list("title", "stage"))
        held = dict(Case.objects.values_list("title", "held"))
    assert {title: stages[title] for title in STAGES} == STAGES
    assert held["Stony Brook Estates"]
    assert not held["Grove Street church lot"]


@pytest.mark.django_db
def test_telling_it_again_keeps_the_data() -> None:
    call_command("load_towns", verbosity=0)
    call_command("demo_data", stdout=io.StringIO())
    people, roles = Person.objects.count(), Membership.objects.count()
    towns = {town: _heads(town) for town in Town.objects.all()}

    call_command("demo_data", stdout=io.StringIO())

    assert (Person.objects.count(), Membership.objects.count()) == (people, roles)
    assert {town: _heads(town) for town in Town.objects.all()} == towns


def _heads(town: Town) -> list[tuple[str, str]]:
    with tenancy.town(town):
        return list(Case.objects.order_by("number").values_list("number", "head"))
