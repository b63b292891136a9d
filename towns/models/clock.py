"""A cache of readings, for lists and for the sweep; recomputing it must find no difference."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Clock(TownOwned):
    """One clock of a case as last read. `expires` is the last day before it counts as missed."""

    case = WithinTown("towns.Case", on_delete=models.CASCADE, related_name="clocks")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    of = models.CharField(
        max_length=120, default="", blank=True, help_text="The instance: a board, a waiver."
    )
    started = models.CharField(max_length=16, default="", blank=True)
    strict = models.CharField(max_length=16, default="", blank=True)
    due = models.CharField(max_length=16, default="", blank=True)
    due_on = models.DateField(null=True, blank=True)
    expires = models.DateField(null=True, blank=True)
    status = models.CharField(max_length=10)
    if_missed = models.CharField(max_length=60)

    class Meta:
        ordering = ("case_id", "position")
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "name", "of"), name="towns_clock_once"),
            models.CheckConstraint(
                condition=models.Q(status__in=("waiting", "running", "met", "missed", "void")),
                name="towns_clock_status_known",
            ),
        ]
        indexes = [
            models.Index(
                fields=("expires", "id"),
                name="towns_clock_due",
                condition=models.Q(status="running", expires__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.status} {self.due}"
