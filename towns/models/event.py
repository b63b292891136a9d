"""The ledger: legal facts, appended and never edited."""

from __future__ import annotations

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


class Event(TownOwned):
    """A legal fact with a legal day, a person and a true recording time.

    `on` (and `at`, where a time matters) is the legal day in the town's zone; `recorded` is the moment it was entered.
    Facts are plain JSON and hold no personal data.
    """

    case = WithinTown("towns.Case", related_name="events")
    seq = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    on = models.DateField()
    at = models.TimeField(null=True, blank=True)
    facts = models.JSONField(default=dict)
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    role = models.CharField(max_length=40, help_text="The role in which it was done; `system` for the sweep.")
    recorded = models.DateTimeField()
    once = models.UUIDField(null=True, blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("case_id", "seq")
        constraints = [
            *walls("case"),
            AppendOnly(name="towns_event_append_only"),
            models.UniqueConstraint(fields=("case", "seq"), name="towns_event_seq"),
            models.UniqueConstraint(
                fields=("town", "once"), condition=models.Q(once__isnull=False), name="towns_event_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}. {self.name} {self.on}"
