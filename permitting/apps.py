"""Tells Django the name of this room and the words it goes by."""

from django.apps import AppConfig


class PermittingConfig(AppConfig):
    name = "permitting"
    verbose_name = "Permitting"
    default_auto_field = "django.db.models.BigAutoField"
