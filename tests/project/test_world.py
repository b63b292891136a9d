"""The made-up world is one that the one door could have left: it verifies, recomputes and repeats."""

import io

import pytest
from django.core.management import CommandError, call_command

from towns.access import tenancy
from towns.models import Case, Event, Town


def _make(cases: int) -> str:
    out = io.StringIO()
    call_command("make_world", towns=3, cases=cases, seed=7, processes=2, stdout=out)
    return out.getvalue()


def _ledger() -> list[tuple[str, str, int, str, str]]:
    told = []
    for town in Town.objects.order_by("slug"):
        with tenancy.town(town):
            told += [
                (town.slug, event.case.number, event.seq, event.name, event.on.isoformat())
                for event in Event.objects.select_related("case").order_by("case__number", "seq")
            ]
    return told


@pytest.mark.slow
@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_world_is_whole_and_recomputing_finds_no_difference() -> None:
    said = _make(60)

    assert said.startswith("3 towns with 60 cases in ")
    call_command("verify_ledger", stdout=io.StringIO())
    call_command("recompute_clocks", check=True, stdout=io.StringIO())
    towns = list(Town.objects.order_by("slug"))
    assert [town.slug for town in towns] == ["town-001", "town-002", "town-003"]
    with tenancy.town(towns[0]):
        stages = set(Case.objects.values_list("stage", flat=True))
    assert len(stages) > 2
    with pytest.raises(CommandError, match="holds cases already"):
        _make(60)


@pytest.mark.django_db(databases=["default", "owner"])
def test_more_towns_than_cases_is_refused() -> None:
    with pytest.raises(CommandError, match="--cases: 2 cases cannot fill 3 towns"):
        _make(2)
