"""Letters to many: one printing of a letter for a list of people, made in chunks by the worker."""

from __future__ import annotations

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


class Mailing(TownOwned):
    """What was asked for, as it stood then. How far it is, its chunks say; it has no state of its own."""

    case = WithinTown("towns.Case", related_name="mailings")
    hearing = WithinTown("towns.Hearing", null=True, blank=True, related_name="mailings")
    kind = models.CharField(max_length=60)
    once = models.UUIDField(help_text="Makes two clicks one printing.")
    facts = models.JSONField(help_text="The letter, the letterhead and the law, without the people.")
    people = models.JSONField(help_text="The recipients in their order: personal data, never in the ledger.")
    count = models.PositiveIntegerField(help_text="Recipients.")
    override_reason = models.TextField(blank=True, default="")
    asked = models.DateTimeField()
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often the worker began since the last chunk."
    )
    trouble = models.TextField(blank=True, default="", help_text="Why the last attempt stopped.")

    class Meta:
        ordering = ("-id",)
        constraints = [
            *walls("case", "hearing"),
            models.UniqueConstraint(fields=("town", "once"), name="towns_mailing_once"),
        ]

    def __str__(self) -> str:
        return f"{self.count} letters"


class MailingChunk(TownOwned):
    """About a hundred letters as one document; `left_out` names those that could not be printed, and why."""

    mailing = WithinTown("towns.Mailing", related_name="chunks")
    number = models.PositiveSmallIntegerField()
    document = WithinTown("towns.Document", null=True, blank=True, related_name="+")
    first = models.PositiveIntegerField(help_text="The first recipient's place on the list, from 1.")
    last = models.PositiveIntegerField()
    letters = models.PositiveIntegerField()
    pages = models.PositiveIntegerField()
    left_out = models.JSONField(default=list, blank=True)
    made = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = [
            *walls("mailing", "document"),
            models.UniqueConstraint(fields=("mailing", "number"), name="towns_mailingchunk_once"),
            AppendOnly(name="towns_mailingchunk_append_only"),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"
