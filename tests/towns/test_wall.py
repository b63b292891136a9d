"""The wall between towns, as the database keeps it: asked of its own catalogue and tried with real rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, connections, models, transaction

from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, Document, Event, Person, Task, Town
from towns.wall import TownOwned, WithinTown

#: Has a town without being a town's own: who may sign in and where, which every page must know before the wall.
WITHOUT_WALL = {"towns.Membership"}


def with_town() -> list[type[models.Model]]:
    """Every model with a column for its town."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if any(field.name == "town" for field in model._meta.concrete_fields)
    ]


def owned() -> list[type[models.Model]]:
    """Every model that stands behind the wall."""
    return [model for model in with_town() if model._meta.label not in WITHOUT_WALL]


def ask(sql: str, *params: object) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def label(model: type[models.Model]) -> str:
    return model._meta.label


@pytest.mark.parametrize("model", owned(), ids=label)
def test_every_model_with_a_town_is_a_towns_own(model):
    assert issubclass(model, TownOwned), (
        f"{label(model)} has a town: derive it from TownOwned, or say why not"
    )


def test_models_without_a_town_hold_nothing_of_a_town():
    free = {
        label(m)
        for m in apps.get_models()
        if not issubclass(m, TownOwned)
        and m.__module__.split(".")[0] in ("towns", "permitting", "enforcement")
    }
    assert {"towns.Town", "towns.Person", "towns.Membership"} <= free
    for model in apps.get_models():
        if label(model) in free:
            reached = [f.related_model for f in model._meta.concrete_fields if f.related_model]
            assert not [to for to in reached if issubclass(to, TownOwned)], (
                f"{label(model)} reaches over the wall"
            )


@pytest.mark.django_db
@pytest.mark.parametrize("model", owned(), ids=label)
def test_the_database_has_the_wall_of_every_model(model):
    table = model._meta.db_table

    ((enabled, forced),) = ask(
        "select relrowsecurity, relforcerowsecurity from pg_class where oid = %s::regclass", table
    )
    policies = ask("select polpermissive, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid) "
                   "from pg_policy where polrelid = %s::regclass", table)  # fmt: skip
    pairs = ask(
        "select 1 from pg_constraint where conrelid = %s::regclass and contype = 'u' and "
        "(select array_agg(attname::text order by attname) from pg_attribute where attrelid = conrelid and "
        "attnum = any(conkey)) = array['id', 'town_id']", table)  # fmt: skip

    assert (enabled, forced) == (True, False)
    assert len(policies) == 1, "a second permissive policy would be a hole"
    permissive, command, using, check = policies[0]
    assert (permissive, command) == (True, "*")
    assert "app_town()" in using
    assert using == check
    assert pairs, "links need the pair (id, town_id) to point at"


@pytest.mark.django_db
@pytest.mark.parametrize("model", owned(), ids=label)
def test_every_link_within_a_town_is_held_by_the_pair(model):
    table = model._meta.db_table
    held = {
        (columns[0], target)
        for columns, target in ask(
            "select (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality "
            "k(num, place) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num), "
            "c.confrelid::regclass::text from pg_constraint c where c.contype = 'f' and c.conrelid = %s::regclass "
            "and array_length(c.conkey, 1) = 2",
            table,
        )
        if columns[1] == "town_id"
    }

    for field in model._meta.concrete_fields:
        if field.related_model and issubclass(field.related_model, TownOwned):
            assert isinstance(field, WithinTown), (
                f"{label(model)}.{field.name} leads to a town's own row: WithinTown"
            )
            assert (field.column, field.related_model._meta.db_table) in held, (
                f"walls({field.name!r}) is missing"
            )
    assert not model._meta.local_many_to_many, "a many-to-many table would carry no wall; write the model out"


@pytest.mark.django_db
def test_no_table_lies_outside_of_what_the_models_say():
    """A table with a town_id that no model owns would carry no wall that anybody tests."""
    tables = {t for (t,) in ask("select table_name from information_schema.columns where column_name = 'town_id' "
                                "and table_schema = 'public'")}  # fmt: skip
    assert tables == {model._meta.db_table for model in with_town()}


@pytest.fixture
def two_towns(db) -> Iterator[tuple[Case, Case]]:
    docket.load()
    here, there = docket.town("norfolk"), docket.town("grafton")
    mine = docket.at_deliberation(here)
    theirs = docket.at_deliberation(there)
    return mine, theirs


def test_a_town_sees_nothing_of_another(two_towns):
    mine, theirs = two_towns
    seen = {}
    for case in two_towns:
        with tenancy.town(case.town_id):
            for model in owned():
                rows = model._default_manager.all()
                assert set(rows.values_list("town_id", flat=True)) <= {case.town_id}, label(model)
                assert not rows.exclude(town_id=case.town_id).exists()
                assert not ask(f'select 1 from "{model._meta.db_table}" where town_id <> %s', case.town_id)
                seen.setdefault(label(model), 0)
                seen[label(model)] += rows.count()

    leaky = {
        "towns.Case",
        "towns.Event",
        "towns.Clock",
        "towns.Hearing",
        "towns.CaseNumber",
        "permitting.Application",
    }
    assert not [name for name in leaky if seen[name] < 2], (
        "nothing could have leaked: the test proves nothing"
    )
    with tenancy.town(mine.town_id), pytest.raises(Case.DoesNotExist):
        Case.objects.get(pk=theirs.pk)


def test_a_row_for_another_town_is_refused(two_towns):
    mine, theirs = two_towns
    with (
        tenancy.town(mine.town_id),
        pytest.raises(DatabaseError, match="row-level security"),
        transaction.atomic(),
    ):
        Task.objects.create(
            town_id=theirs.town_id, case_id=theirs.pk, key="x", group="filing", text="x", cite="§ 1"
        )


def test_a_row_cannot_be_handed_to_another_town(two_towns):
    mine, theirs = two_towns
    with tenancy.town(mine.town_id):
        task = Task.objects.create(
            town_id=mine.town_id, case=mine, key="x", group="filing", text="x", cite="§ 1"
        )
        with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
            Task.objects.filter(pk=task.pk).update(town_id=theirs.town_id)


def test_a_link_into_another_town_is_refused(two_towns):
    mine, theirs = two_towns
    with tenancy.town(mine.town_id):
        with pytest.raises(IntegrityError, match="same_town"), transaction.atomic():
            Task.objects.create(
                town_id=mine.town_id, case_id=theirs.pk, key="x", group="filing", text="x", cite="§ 1"
            )
        with pytest.raises(IntegrityError, match="same_town"), transaction.atomic():
            Case.objects.filter(pk=mine.pk).update(edition_id=theirs.edition_id)


def test_even_the_owner_cannot_link_two_towns(two_towns):
    """Row-level security does not bind the owner; the pair of columns does."""
    mine, theirs = two_towns
    sql = connections["owner"].settings_dict
    assert sql["USER"] != connection.settings_dict["USER"]
    with tenancy.town(theirs.town_id), pytest.raises(IntegrityError, match="same_town"), transaction.atomic():
        Document.objects.create(town_id=theirs.town_id, case_id=mine.pk, title="t", filename="f", content_type="c",
                                size=1, sha256="0" * 64, added="2026-11-30T00:00:00Z")  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        lambda: list(Case.objects.all()),
        Case.objects.exists,
        Case.objects.count,
        Case.objects.first,
        lambda: list(Case.objects.values_list("pk")),
        lambda: Event.objects.filter(pk=1).exists(),
        lambda: Case.objects.update(title="x"),
        lambda: Task.objects.all().delete(),
        lambda: Task.objects.create(town_id=1, case_id=1, key="x", group="g", text="t", cite="c"),
        lambda: Task.objects.bulk_create(
            [Task(town_id=1, case_id=1, key="x", group="g", text="t", cite="c")]
        ),
        lambda: list(Town.objects.filter(pk__in=Case.objects.values("town_id"))),
    ],
    ids=[
        "all",
        "exists",
        "count",
        "first",
        "values",
        "filter",
        "update",
        "delete",
        "create",
        "bulk_create",
        "subquery",
    ],
)
def test_a_forgotten_town_is_loud(two_towns, query):
    with pytest.raises(DatabaseError, match="no town is set"), transaction.atomic():
        query()


def test_the_look_across_towns_tells_nothing_but_which_clock(two_towns):
    rows = ask("select * from due_clocks('2027-12-31', 100)")
    assert {row[0] for row in rows} == {case.town_id for case in two_towns}
    assert {len(row) for row in rows} == {4}
    definers = ask(
        "select p.proname, p.proconfig from pg_proc p join pg_namespace n on n.oid = p.pronamespace "
        "where n.nspname = 'public' and p.prosecdef order by 1"
    )
    known = {"due_clocks", "installation_health", "towns_filed_in", "filings_begun_in"}
    assert {name for name, _ in definers} <= known, (
        "a new hole in the wall: say what it may tell, and test it"
    )
    assert all("search_path=public, pg_temp" in config for _, config in definers)


def test_what_a_person_filed_is_told_as_towns_and_of_nobody_else(two_towns):
    mine, theirs = two_towns
    me, other = (Person.objects.create_user(f"{name}@example.com", name=name) for name in ("me", "other"))
    for case, person in ((mine, me), (theirs, other)):
        with tenancy.town(case.town_id):
            Case.objects.filter(pk=case.pk).update(filed_by=person)
    assert ask("select * from towns_filed_in(%s)", me.pk) == [(mine.town_id,)]
    assert ask("select * from filings_begun_in(%s)", me.pk) == []
