"""A town's bylaw as data, in the editions that were in force over time."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, walls


class BylawEdition(TownOwned):
    """One text of a town's law. A draft may change; an adopted edition never does."""

    label = models.CharField(max_length=120)
    effective = models.DateField(
        null=True, blank=True, help_text="The day from which cases are pinned to it."
    )
    text = models.TextField(help_text="The law as TOML.")
    sha256 = models.CharField(max_length=64)
    adopted = models.BooleanField(default=False)
    shipped = models.BooleanField(
        default=False, help_text="Came with the product, not from the town's administrator."
    )
    created = models.DateTimeField()

    class Meta:
        ordering = ("-effective", "-id")
        constraints = [
            *walls(),
            models.UniqueConstraint(
                fields=("town", "sha256", "effective"), name="towns_bylawedition_text_once"
            ),
            models.CheckConstraint(
                condition=models.Q(adopted=False) | models.Q(effective__isnull=False),
                name="towns_bylawedition_adopted_is_dated",
            ),
        ]

    def __str__(self) -> str:
        return self.label
