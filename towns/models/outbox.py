"""Mail that must go out exactly once, and the sweep's own diary."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class OutboxMessage(TownOwned):
    """One message to one person. `key` makes a reminder that was queued twice one message."""

    case = WithinTown("towns.Case", null=True, blank=True, related_name="messages")
    key = models.CharField(max_length=200)
    to = models.EmailField()
    subject = models.CharField(max_length=300)
    body = models.TextField()
    queued = models.DateTimeField()
    sent = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("town", "key", "to"), name="towns_outboxmessage_once"),
        ]
        indexes = [
            models.Index(fields=("id",), name="towns_outbox_unsent", condition=models.Q(sent__isnull=True))
        ]

    def __str__(self) -> str:
        return self.subject


class SweepRun(TownOwned):
    """What one sweep did in one town, for the health page."""

    day = models.DateField(help_text="The town's day that the sweep believed in.")
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    settled = models.PositiveIntegerField(default=0, help_text="Clocks that ran out and were applied.")
    failed = models.PositiveIntegerField(default=0, help_text="Cases that could not be settled.")

    class Meta:
        ordering = ("-id",)
        constraints = [*walls()]

    def __str__(self) -> str:
        return f"{self.day}: {self.settled} settled, {self.failed} failed"
