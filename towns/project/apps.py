"""Tells Django that the composition root has commands of its own; it has no tables."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "towns.project"
    label = "project"
    verbose_name = "Installation"

    def ready(self) -> None:
        """Let the web process and the commands send to the same queue that the worker reads."""
        from towns.project import celery  # noqa: F401
