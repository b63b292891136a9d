"""Tells Django the name of this room and the words it goes by."""

from django.apps import AppConfig


class TownsConfig(AppConfig):
    name = "towns"
    verbose_name = "Towns"
    default_auto_field = "django.db.models.BigAutoField"
