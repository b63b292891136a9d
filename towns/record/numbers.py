"""Numbers of cases: a series for each kind of business and year, without gaps and without doubles."""

from __future__ import annotations

from django.db import connection

from towns.models import Town


def next_number(town: Town, prefix: str, year: int) -> str:
    """The next number of a series. The row stays locked until the transaction ends: no gaps, no doubles."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO towns_casenumber (town_id, prefix, year, last) VALUES (%s, %s, %s, 1) "
            "ON CONFLICT (town_id, prefix, year) DO UPDATE SET last = towns_casenumber.last + 1 RETURNING last",
            [town.pk, prefix, year],
        )
        return f"{prefix}-{year}-{cursor.fetchone()[0]:04d}"
