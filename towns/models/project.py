"""What binds cases together: a project file for one undertaking on one site, and links from a case to others."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class ProjectFile(TownOwned):
    """One site, one undertaking: the cases of any department that belong to it name it."""

    name = models.CharField(max_length=300)
    address = models.CharField(max_length=300, blank=True)
    map_lot = models.CharField(max_length=60, blank=True)
    opened = models.DateField(help_text="The legal day of the first case in it.")

    class Meta:
        ordering = ("name", "id")
        constraints = [*walls()]

    def __str__(self) -> str:
        return self.name


class CaseLink(TownOwned):
    """One case stands over, follows from or belongs to another: a surety over its permits, a ticket from its violation."""

    case = WithinTown("towns.Case", related_name="links")
    to = WithinTown("towns.Case", related_name="linked_from")
    role = models.CharField(
        max_length=20, default="over", help_text="over: it is about that case; from: it follows."
    )

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case", "to"),
            models.UniqueConstraint(fields=("case", "to", "role"), name="towns_caselink_once"),
            models.CheckConstraint(condition=~models.Q(case=models.F("to")), name="towns_caselink_other"),
        ]

    def __str__(self) -> str:
        return f"{self.case} {self.role} {self.to}"
