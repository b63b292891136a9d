"""Tells Django the name of this room and the words it goes by."""

from django.apps import AppConfig


class EnforcementConfig(AppConfig):
    name = "enforcement"
    verbose_name = "Enforcement"
    default_auto_field = "django.db.models.BigAutoField"
