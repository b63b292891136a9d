"""Tells Django the name of the ground floor, guards the database role and registers the floor's own steps."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TownsConfig(AppConfig):
    name = "towns"
    verbose_name = "Towns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register steps; refuse a database role that the wall would not bind."""
        from towns.access import tenancy
        from towns.hearings import steps as hearings
        from towns.record import corrections

        connection_created.connect(tenancy.refuse_a_mighty_role, dispatch_uid="towns.access.tenancy")
        hearings.register()
        corrections.register()
