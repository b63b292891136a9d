"""Papers and files that prove what the ledger says."""

from __future__ import annotations

from typing import Self

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


class DocumentQuerySet(models.QuerySet["Document"]):
    """Documents of a town."""

    def public(self) -> Self:
        """Those that anyone may read: made public, and not withdrawn from view since."""
        return self.filter(public=True, withdrawals=None)


class Document(TownOwned):
    """A file kept for good under the hash of its content. `event_seq` names the event that it proves."""

    case = WithinTown("towns.Case", related_name="documents")
    title = models.CharField(max_length=300)
    filename = models.CharField(max_length=255)
    content_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    sha256 = models.CharField(max_length=64)
    event_seq = models.PositiveIntegerField(null=True, blank=True)
    public = models.BooleanField(default=False)
    added = models.DateTimeField()
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ("-added", "-id")
        constraints = [*walls("case"), AppendOnly(name="towns_document_append_only")]

    def __str__(self) -> str:
        return self.title

    @property
    def is_public(self) -> bool:
        """Whether anyone may read it now."""
        return self.public and not self.withdrawals.all()


class DocumentWithdrawal(TownOwned):
    """A document that was public and is so no longer: who took it from view, when and why. The document stays."""

    document = WithinTown("towns.Document", related_name="withdrawals")
    by = models.ForeignKey("towns.Person", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=500)

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("document"),
            models.UniqueConstraint(fields=("document",), name="towns_documentwithdrawal_once"),
            AppendOnly(name="towns_documentwithdrawal_append_only"),
        ]

    def __str__(self) -> str:
        return f"withdrawal of {self.document}"
