"""Tells Django that the composition root has commands of its own; it has no tables."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "towns.project"
    label = "project"
    verbose_name = "Installation"
