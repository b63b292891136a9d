"""Tells Django the name of this department and lets it register its steps and things."""

from django.apps import AppConfig


class PermittingConfig(AppConfig):
    name = "permitting"
    verbose_name = "Permitting"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this department does with the ground floor."""
        from permitting import registration

        registration.register()
