"""Write migrations; works without a database, and then says nothing about not having found one."""

import warnings
from typing import Any

from django.core.management.commands import makemigrations


class Command(makemigrations.Command):
    """Django's `makemigrations`, quiet about a history that could not be asked for."""

    def handle(self, *args: Any, **options: Any) -> None:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Got an error checking a consistent migration history")
            super().handle(*args, **options)
