"""The wall between towns, written as database constraints that migrations carry.

Three pieces stand on every town-owned table: row-level security with one policy, a unique (id, town_id) pair that links
can point at, and one composite foreign key for each link to another town-owned row.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models.constraints import BaseConstraint


class _SqlConstraint(BaseConstraint):
    """A constraint whose SQL runs once the table exists, in the same migration."""

    def _create(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        raise NotImplementedError

    def _remove(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        raise NotImplementedError

    def constraint_sql(self, model: Any, schema_editor: Any) -> Any:
        # A new table gets its walls after its columns, at the end of the same migration.
        schema_editor.deferred_sql.append(self._create(model, schema_editor))

    def create_sql(self, model: Any, schema_editor: Any) -> Any:
        # A link may be added before the pair it points at: both are there at the end of the migration.
        schema_editor.deferred_sql.append(self._create(model, schema_editor))

    def remove_sql(self, model: Any, schema_editor: Any) -> str:
        return self._remove(model, schema_editor)

    def validate(self, model: Any, instance: Any, exclude: Any = None, using: str = "default") -> None:
        """The database is the judge: a check in Python could be walked past."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.deconstruct() == other.deconstruct()

    def __hash__(self) -> int:
        return hash((type(self), self.name))


class Walled(_SqlConstraint):
    """Rows are seen and written only for the town that the transaction has set."""

    def _create(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        table, name = editor.quote_name(model._meta.db_table), editor.quote_name(self.name)
        return (
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY; "
            f"CREATE POLICY {name} ON {table} "
            "USING (town_id = (select app_town())) WITH CHECK (town_id = (select app_town()))"
        )

    def _remove(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        table, name = editor.quote_name(model._meta.db_table), editor.quote_name(self.name)
        return f"DROP POLICY {name} ON {table}; ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"


class SameTown(_SqlConstraint):
    """A link may only lead to a row of the same town: (link, town) references (id, town)."""

    def __init__(self, *, field: str, name: str = "") -> None:
        self.field = field
        super().__init__(name=name or f"%(app_label)s_%(class)s_{field}_same_town")

    def deconstruct(self) -> Any:
        path, args, kwargs = super().deconstruct()
        kwargs["field"] = self.field
        return path, args, kwargs

    def _create(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        field: Any = model._meta.get_field(self.field)
        quote = editor.quote_name
        target = field.related_model._meta.db_table
        return (
            f"ALTER TABLE {quote(model._meta.db_table)} ADD CONSTRAINT {quote(self.name)} "
            f"FOREIGN KEY ({quote(field.column)}, town_id) REFERENCES {quote(target)} (id, town_id)"
        )

    def _remove(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        quote = editor.quote_name
        return f"ALTER TABLE {quote(model._meta.db_table)} DROP CONSTRAINT {quote(self.name)}"


class AppendOnly(_SqlConstraint):
    """Rows are written once: the database refuses UPDATE and DELETE by trigger (TRUNCATE stays with the owner)."""

    def _create(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        table, name = editor.quote_name(model._meta.db_table), editor.quote_name(self.name)
        return (
            f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()"
        )

    def _remove(self, model: type[models.Model], editor: BaseDatabaseSchemaEditor) -> str:
        table, name = editor.quote_name(model._meta.db_table), editor.quote_name(self.name)
        return f"DROP TRIGGER {name} ON {table}"


class WithinTown(models.ForeignKey):  # type: ignore[type-arg]
    """A link to a row of the same town; the composite `SameTown` constraint stands in for the plain foreign key."""

    def __init__(self, to: Any, on_delete: Any = models.PROTECT, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        super().__init__(to, on_delete, **kwargs)


class TownOwned(models.Model):
    """Anything that belongs to one town. Its `Meta.constraints` begin with `walls(...)`."""

    town = models.ForeignKey("towns.Town", models.PROTECT, related_name="+")

    class Meta:
        abstract = True


def walls(*links: str) -> list[BaseConstraint]:
    """The constraints of a town-owned table; `links` are its `WithinTown` fields."""
    return [
        Walled(name="%(app_label)s_%(class)s_wall"),
        models.UniqueConstraint(fields=("id", "town"), name="%(app_label)s_%(class)s_in_town"),
        *(SameTown(field=link) for link in links),
    ]
