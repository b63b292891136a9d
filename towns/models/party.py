"""Who is concerned in a case: personal data lives here, never in the ledger."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Party(TownOwned):
    """An applicant, owner, engineer, agent or abutter of one case."""

    class Kind(models.TextChoices):
        """What the party is to the case."""

        APPLICANT = "applicant", "Applicant"
        OWNER = "owner", "Owner"
        AGENT = "agent", "Agent"
        ENGINEER = "engineer", "Engineer"
        ABUTTER = "abutter", "Abutter"

    case = WithinTown("towns.Case", on_delete=models.CASCADE, related_name="parties")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    name = models.CharField(max_length=300)
    address = models.TextField(blank=True, help_text="The mailing address, one line a line.")
    parcel = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="The land that makes an abutter of them.",
    )
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    person = models.ForeignKey("towns.Person", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("kind", "id")
        constraints = [
            *walls("case"),
            models.CheckConstraint(
                condition=models.Q(kind__in=("applicant", "owner", "agent", "engineer", "abutter")),
                name="towns_party_kind_known",
            ),
        ]
        verbose_name_plural = "parties"

    def __str__(self) -> str:
        return self.name
