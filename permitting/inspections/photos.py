"""Photographs of an inspection: the picture without its hidden data, which stand apart for the office alone."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class InspectionPhoto(TownOwned):
    """A picture taken at a visit. The document holds the picture turned upright and without hidden data; where and when
    it was taken stand here and are never part of what the public may read. Latitude and longitude in degrees."""

    case = WithinTown("towns.Case", related_name="inspection_photos")
    inspection = models.PositiveSmallIntegerField()
    event_seq = models.PositiveIntegerField(null=True, blank=True)
    document = WithinTown("towns.Document", related_name="+")
    caption = models.CharField(max_length=300, blank=True)
    item = models.CharField(max_length=60, blank=True, help_text="The line of the checklist that it shows.")
    taken = models.DateTimeField(null=True, blank=True)
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    thumbnail = models.BinaryField(null=True, blank=True, help_text="A small JPEG; made by a job.")

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case", "document"),
            models.UniqueConstraint(fields=("document",), name="permitting_inspection_photo_document"),
        ]

    def __str__(self) -> str:
        return self.caption or f"photograph {self.pk}"
