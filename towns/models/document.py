"""Papers and files that prove what the ledger says."""

from __future__ import annotations

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


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

    class Meta:
        ordering = ("-added", "-id")
        constraints = [*walls("case"), AppendOnly(name="towns_document_append_only")]

    def __str__(self) -> str:
        return self.title
