"""The permit that follows a decision or a certified silence."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Permit(TownOwned):
    """A permit as issued; its number is the case's own."""

    case = WithinTown("towns.Case", related_name="permits")
    event_seq = models.PositiveIntegerField()
    issued = models.DateField()
    forced = models.BooleanField(
        default=False, help_text="Issued because the clerk certified that the time had passed."
    )
    permittee = models.CharField(max_length=300)

    class Meta:
        ordering = ("-id",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "event_seq"), name="permitting_permit_event"),
        ]

    def __str__(self) -> str:
        return f"permit {self.case}"
