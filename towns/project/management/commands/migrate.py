"""Bring the tables up to the code, as the role that owns them; the application's own role may not alter a table."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate

from towns.project.privileges import grant


class Command(migrate.Command):
    """Django's `migrate`, on the owner's connection unless another is named."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["database"] == "owner":
            grant()
        super().handle(*args, **options)
