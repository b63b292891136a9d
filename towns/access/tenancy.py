"""The wall between towns as the application keeps it: one town a transaction, the right database role, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from psycopg.pq import TransactionStatus

from towns.models.town import RESERVED_SLUGS, Town


@contextmanager
def town(which: Town | int) -> Iterator[None]:
    """Work for one town: queries see its rows only, in this transaction. The town set before is restored afterwards."""
    town_id = which if isinstance(which, int) else which.pk
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('app.town', true), set_config('app.town', %s, true)", [str(town_id)]
            )
            before = cursor.fetchone()[0] or ""
        try:
            yield
        finally:
            # A transaction that is going to be rolled back takes the setting back by itself.
            if not connection.needs_rollback and _is_usable():
                with connection.cursor() as cursor:
                    cursor.execute("SELECT set_config('app.town', %s, true)", [before])


def _is_usable() -> bool:
    """Whether the transaction still takes commands: after an SQL error it does not, until it is rolled back."""
    if connection.connection is None:
        return False
    return connection.connection.info.transaction_status in (
        TransactionStatus.IDLE,
        TransactionStatus.INTRANS,
    )


def refuse_a_mighty_role(*, connection: Any, **_: Any) -> None:
    """Refuse a connection that row-level security does not bind: superuser, BYPASSRLS, or owner of the tables."""
    if connection.alias != "default" or connection.vendor != "postgresql":
        return
    # The wall does not bind an owner's members either, nor whoever could take back a mightier role with RESET ROLE.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, bool_or(r.rolsuper), bool_or(r.rolbypassrls), "
            "bool_or(EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(r.oid, c.relowner, 'MEMBER'))) "
            "FROM pg_roles r WHERE r.rolname IN (current_user, session_user)"
        )
        name, superuser, bypass, owner = cursor.fetchone()
    for bad, why in (
        (superuser, "is a superuser"),
        (bypass, "has BYPASSRLS"),
        (owner, "owns the tables, or belongs to the role that does"),
    ):
        if bad:
            connection.close()
            raise ImproperlyConfigured(
                f"DATABASE_URL: the role {name!r} {why}, so the wall between towns would not bind it. "
                "Connect as a role of its own that only has been granted the tables (docs/install.md)."
            )


class TownMiddleware:
    """Open one transaction for a town's page, set the town, render inside it, and roll back when the page failed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        slug = request.path_info.lstrip("/").split("/", 1)[0]
        request.town = None  # type: ignore[attr-defined]
        if not slug or slug in RESERVED_SLUGS:
            return self.get_response(request)
        found = Town.objects.filter(slug=slug).first()
        if found is None:
            request.no_such_town = True  # type: ignore[attr-defined]
            return self.get_response(request)
        request.town = found  # type: ignore[attr-defined]
        with transaction.atomic(), town(found):
            response = self.get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
        return response


def town_of(request: HttpRequest) -> Town:
    """The town this page belongs to; 404 when the address names none."""
    found: Town | None = getattr(request, "town", None)
    if found is None:
        raise Http404("No town by that name uses this service.")
    return found
