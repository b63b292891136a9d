"""One town a transaction, the right database role, or nothing: with real connections as every kind of role."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, connections, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from psycopg import sql

from tests.towns import docket
from towns.access import tenancy
from towns.models import BylawEdition, Case, Task, Town
from towns.project import embedded, environment

needs_superuser = pytest.mark.skipif(
    bool(os.environ.get("DATABASE_URL")), reason="roles are made by the superuser of the embedded server"
)


def set_now() -> str:
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(current_setting('app.town', true), '')")
        return cursor.fetchone()[0]


@pytest.fixture
def towns(db) -> tuple[Town, Town]:
    docket.load()
    return docket.town("norfolk"), docket.town("ludlow")


def test_the_town_before_is_set_again(towns):
    first, second = towns
    with tenancy.town(first):
        with tenancy.town(second):
            assert set_now() == str(second.pk)
            assert not Case.objects.exists()
        assert set_now() == str(first.pk)
        with tenancy.town(second.pk):
            assert set_now() == str(second.pk)
        assert set_now() == str(first.pk)
    assert set_now() == ""


def test_the_town_before_is_set_again_after_an_exception(towns):
    first, second = towns
    with tenancy.town(first):
        with pytest.raises(ValueError, match="plain"), tenancy.town(second):
            raise ValueError("plain")
        assert set_now() == str(first.pk)
        with pytest.raises(ValueError, match="in a savepoint"), transaction.atomic(), tenancy.town(second):
            raise ValueError("in a savepoint")
        assert set_now() == str(first.pk)
        with (
            pytest.raises(ValueError, match="around a savepoint"),
            tenancy.town(second),
            transaction.atomic(),
        ):
            raise ValueError("around a savepoint")
        assert set_now() == str(first.pk)


def test_the_town_before_is_set_again_after_a_failed_query(towns):
    first, second = towns
    with tenancy.town(first):
        with pytest.raises(DatabaseError), transaction.atomic(), tenancy.town(second):
            connection.cursor().execute("select 1 / 0")
        assert set_now() == str(first.pk)
        with tenancy.town(second):
            with pytest.raises(DatabaseError), transaction.atomic():
                connection.cursor().execute("select 1 / 0")
            assert set_now() == str(second.pk)
        assert set_now() == str(first.pk)


def test_a_rolled_back_block_does_not_keep_its_town(towns):
    first, second = towns
    with tenancy.town(first):
        with transaction.atomic(), tenancy.town(second):
            transaction.set_rollback(True)
        assert set_now() == str(first.pk)


@pytest.mark.django_db(transaction=True)
def test_the_town_does_not_leak_into_the_next_transaction():
    docket.load()
    norfolk = docket.town("norfolk")
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        before = cursor.fetchone()[0]

    for end in ("commit", "rollback", "error"):
        try:
            with transaction.atomic(), tenancy.town(norfolk):
                assert set_now() == str(norfolk.pk)
                if end == "rollback":
                    transaction.set_rollback(True)
                if end == "error":
                    connection.cursor().execute("select 1 / 0")
        except DatabaseError:
            assert end == "error"
        assert set_now() == ""
        with pytest.raises(DatabaseError, match="no town is set"):
            BylawEdition.objects.exists()

    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        assert cursor.fetchone()[0] == before, "the same connection"


# ---------------------------------------------------------------- the role


def address(entry: dict[str, Any]) -> str:
    """A database entry as the address that an installation would be given."""
    host = quote(str(entry["HOST"]), safe="")
    return f"postgresql://{entry['USER']}:{quote(entry['PASSWORD'])}@/{entry['NAME']}?host={host}&port={entry['PORT']}"


def entry_as(user: str, password: str, **options: str) -> dict[str, Any]:
    return {**connection.settings_dict, "USER": user, "PASSWORD": password, "OPTIONS": dict(options)}


@contextmanager
def connected_as(entry: dict[str, Any]) -> Iterator[Any]:
    """Another connection under the alias that the application uses."""
    made = connections["default"].__class__(entry, alias="default")
    made.inc_thread_sharing()
    try:
        yield made
    finally:
        made.close()


@contextmanager
def superuser() -> Iterator[psycopg.Connection]:
    entry = connections["owner"].settings_dict
    with psycopg.connect(
        host=entry["HOST"], port=entry["PORT"], dbname=entry["NAME"], user=embedded.SUPERUSER,
        password=embedded.passwords(environment.home())[embedded.SUPERUSER], autocommit=True,
    ) as made:  # fmt: skip
        yield made


@contextmanager
def role(name: str, attributes: str, *granted: str) -> Iterator[tuple[str, str]]:
    """A role with a password, for as long as the test runs."""
    name = f"{name}_{os.getpid()}"
    with superuser() as boss:
        boss.execute(sql.SQL("create role {} login password 'x' " + attributes).format(sql.Identifier(name)))
        for other in granted:
            boss.execute(sql.SQL("grant {} to {}").format(sql.Identifier(other), sql.Identifier(name)))
        try:
            yield name, "x"
        finally:
            boss.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def test_the_owner_of_the_tables_is_refused(db):
    owner = connections["owner"].settings_dict
    with (
        connected_as(entry_as(owner["USER"], owner["PASSWORD"])) as made,
        pytest.raises(ImproperlyConfigured, match="owns the tables"),
    ):
        made.ensure_connection()


@needs_superuser
def test_a_superuser_is_refused(db):
    password = embedded.passwords(environment.home())[embedded.SUPERUSER]
    with (
        connected_as(entry_as(embedded.SUPERUSER, password)) as made,
        pytest.raises(ImproperlyConfigured, match="is a superuser"),
    ):
        made.ensure_connection()


@needs_superuser
def test_a_role_that_passes_walls_is_refused(db):
    with (
        role("passes", "bypassrls") as who,
        connected_as(entry_as(*who)) as made,
        pytest.raises(ImproperlyConfigured, match="BYPASSRLS"),
    ):
        made.ensure_connection()


@needs_superuser
def test_a_member_of_the_owner_is_refused(db):
    """PostgreSQL lets the members of a table's owner through its row-level security as well."""
    owner = connections["owner"].settings_dict["USER"]
    for attributes in ("inherit", "noinherit"):
        with (
            role("member", attributes, owner) as who,
            connected_as(entry_as(*who)) as made,
            pytest.raises(ImproperlyConfigured, match="belongs to the role that does"),
        ):
            made.ensure_connection()


@needs_superuser
def test_a_mighty_role_that_only_lies_low_is_refused(db):
    """`SET ROLE` at the start of a connection can be taken back by one statement."""
    app = connection.settings_dict["USER"]
    password = embedded.passwords(environment.home())[embedded.SUPERUSER]
    entry = entry_as(embedded.SUPERUSER, password, options=f"-c role={app}")
    with connected_as(entry) as made, pytest.raises(ImproperlyConfigured, match="is a superuser"):
        made.ensure_connection()


@needs_superuser
def test_a_plain_role_is_let_in(db):
    with role("plain", "") as who, connected_as(entry_as(*who)) as made:
        made.ensure_connection()
        assert made.is_usable()


@pytest.mark.service
def test_a_command_started_as_the_owner_refuses_and_says_why(db):
    owner = connections["owner"].settings_dict
    done = subprocess.run(
        [sys.executable, "manage.py", "sweep"],
        cwd=environment.CHECKOUT,
        env={**os.environ, "DATABASE_URL": address(owner), "DATABASE_OWNER_URL": address(owner)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "owns the tables" in done.stderr
    assert "DATABASE_URL" in done.stderr


# ---------------------------------------------------------------- a town's page


def page(answer: Any, path: str = "/norfolk/desk/") -> HttpResponse:
    return tenancy.TownMiddleware(answer)(RequestFactory().get(path))


def test_a_page_works_for_its_town_and_commits(towns):
    first, _ = towns
    case = docket.file(first)

    def view(request: Any) -> HttpResponse:
        Task.objects.create(town=request.town, case=case, key="x", group="filing", text="x", cite="§ 1")
        return HttpResponse(str(Case.objects.count()))

    assert page(view).content == b"1"
    with tenancy.town(first):
        assert Task.objects.filter(key="x").exists()


@pytest.mark.parametrize("status", [500, 503])
def test_a_failed_page_leaves_nothing(towns, status):
    first, _ = towns
    case = docket.file(first)

    def view(request: Any) -> HttpResponse:
        Task.objects.create(town=request.town, case=case, key="x", group="filing", text="x", cite="§ 1")
        return HttpResponse(status=status)

    assert page(view).status_code == status
    with tenancy.town(first):
        assert not Task.objects.filter(key="x").exists()


def test_a_page_of_no_town_has_no_town(towns):
    seen = []

    def view(request: Any) -> HttpResponse:
        seen.append(request.town)
        with pytest.raises(DatabaseError, match="no town is set"), transaction.atomic():
            BylawEdition.objects.exists()
        return HttpResponse()

    for path in ("/", "/health/", "/sign-in/", "/nowhere/desk/"):
        page(view, path)
    assert seen == [None] * 4
