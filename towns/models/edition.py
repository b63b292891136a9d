"""A town's bylaw as data, in the editions that were in force over time."""

from __future__ import annotations

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


class EditionQuerySet(models.QuerySet["BylawEdition"]):
    """Editions by what a page asks for."""

    def lawful(self) -> EditionQuerySet:
        """Those that are, were or will be in force: adopted, and not withdrawn before their day."""
        return self.filter(adopted=True, withdrawals=None)


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

    objects = EditionQuerySet.as_manager()

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


class EditionWithdrawal(TownOwned):
    """An adopted edition taken back before its day came. Written once; the edition's text stays on file."""

    edition = WithinTown("towns.BylawEdition", related_name="withdrawals")
    why = models.CharField(max_length=400)
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    made = models.DateTimeField()

    class Meta:
        constraints = [
            *walls("edition"),
            AppendOnly(name="towns_editionwithdrawal_append_only"),
            models.UniqueConstraint(fields=("edition",), name="towns_editionwithdrawal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.edition}: {self.why}"
