"""Tells Django the name of this department and lets it register what it does with the ground floor."""

from django.apps import AppConfig


class EnforcementConfig(AppConfig):
    name = "enforcement"
    verbose_name = "Enforcement"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this department does with the ground floor."""
        from enforcement import registration

        registration.register()
