"""Small things the bylaw wants done in a case, such as the copies to hand in."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Task(TownOwned):
    """One line of a checklist, with the section that asks for it. Done on a day by a person."""

    case = WithinTown("towns.Case", on_delete=models.CASCADE, related_name="tasks")
    key = models.SlugField(max_length=80)
    group = models.CharField(max_length=40, help_text="When it is asked for: filing, completeness, notice, …")
    text = models.CharField(max_length=500)
    cite = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField(default=0)
    done = models.DateField(null=True, blank=True)
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("position", "id")
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "key"), name="towns_task_once"),
        ]

    def __str__(self) -> str:
        return self.text
