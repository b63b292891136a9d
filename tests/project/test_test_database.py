"""The tests run where the product runs: on the packaged PostgreSQL, as the role that the wall binds."""

import os
import subprocess
import sys

import pytest
from django.db import connection, connections

from towns.project import binaries


def rows(sql: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


@pytest.mark.skipif(
    bool(os.environ.get("DATABASE_URL") or os.environ.get("PG_BIN")), reason="another server was named"
)
@pytest.mark.django_db
def test_the_server_is_the_packaged_one():
    version = binaries.major(binaries.packaged()[0])
    assert version >= 16
    assert rows("select version()")[0][0].startswith(f"PostgreSQL {version}.")


@pytest.mark.django_db
def test_the_tests_run_as_a_role_that_the_wall_binds():
    assert rows(
        "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user"
    ) == [(False, False, False, False)]
    assert rows(
        "select count(*) from pg_tables where schemaname = 'public' and tableowner = current_user"
    ) == [(0,)]
    assert rows("select count(*) > 0 from pg_tables where schemaname = 'public'") == [(True,)]
    assert not rows(
        "select pg_has_role(current_user, tableowner, 'member') from pg_tables where schemaname = 'public' "
        "and pg_has_role(current_user, tableowner, 'member')"
    )


@pytest.mark.django_db(databases=["default", "owner"])
def test_both_roles_look_at_the_same_test_database():
    names = set()
    for alias in ("default", "owner"):
        with connections[alias].cursor() as cursor:
            cursor.execute("select current_database(), current_user")
            names.add(cursor.fetchone())
    assert len({name for name, _ in names}) == 1
    assert len({role for _, role in names}) == 2
    assert next(iter(names))[0].startswith("docket_test_")


@pytest.mark.django_db
def test_the_application_may_write_rows_but_not_alter_tables():
    privileges = rows(
        "select bool_and(has_table_privilege(oid, 'select')), bool_and(has_table_privilege(oid, 'insert')) "
        "from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
    )
    assert privileges == [(True, True)]
    assert rows("select has_schema_privilege('public', 'create')") == [(False,)]


@pytest.mark.django_db(transaction=True)
def test_what_a_committing_test_leaves_is_swept_away_first():
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    Session.objects.create(session_key="left-behind", session_data="", expire_date=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_what_a_committing_test_leaves_is_swept_away_second():
    from django.contrib.sessions.models import Session

    assert not Session.objects.filter(session_key="left-behind").exists()


@pytest.mark.service
def test_a_process_started_by_a_test_works_in_the_test_database(child_environ):
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    Session.objects.create(session_key="seen-by-the-child", session_data="", expire_date=timezone.now())
    program = (
        "from django.contrib.sessions.models import Session; from django.db import connection; "
        "print(Session.objects.get().session_key, connection.settings_dict['USER'])"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", program],
        cwd=child_environ["PYTHONPATH"],
        env=child_environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == f"seen-by-the-child {connection.settings_dict['USER']}", done.stderr
