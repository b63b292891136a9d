"""A case: the file that holds everything about one piece of business."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Case(TownOwned):
    """A case file with a ledger of events. `seq` and `head` name the last event, so that a cut tail shows."""

    number = models.CharField(max_length=40)
    matter = models.CharField(max_length=60)
    kind = models.CharField(
        max_length=40, help_text="The matter's kind, as the law has it; says which case type."
    )
    edition = WithinTown("towns.BylawEdition", related_name="cases")
    project = WithinTown("towns.ProjectFile", null=True, blank=True, related_name="cases")
    title = models.CharField(max_length=300)
    address = models.CharField(max_length=300, blank=True)
    map_lot = models.CharField(max_length=60, blank=True)
    officer = models.ForeignKey("towns.Person", models.SET_NULL, null=True, blank=True, related_name="+")
    filed_by = models.ForeignKey(
        "towns.Person",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="filings",
        help_text="The applicant who filed online.",
    )
    opened = models.DateField(help_text="The legal day that opened the case; pins the edition.")
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default="", blank=True)
    kept_readings = models.JSONField(
        default=dict,
        blank=True,
        help_text="Interpretations under which this case stays although the town has since chosen others.",
    )
    # Caches for lists, written by the one door together with the ledger.
    stage = models.CharField(max_length=40, default="draft")
    closed = models.BooleanField(default=False)
    next_clock = models.CharField(max_length=60, default="", blank=True)
    next_due = models.DateField(null=True, blank=True)
    held = models.BooleanField(
        default=False, help_text="Time ran out and the named officer has not confirmed it yet."
    )
    swept_badly = models.TextField(
        default="", blank=True, help_text="Why the last sweep could not settle this case."
    )

    class Meta:
        ordering = ("next_due", "number")
        constraints = [
            *walls("edition", "project"),
            models.UniqueConstraint(fields=("town", "number"), name="towns_case_number"),
        ]
        indexes = [
            models.Index(fields=("town", "closed", "next_due", "id"), name="towns_case_desk"),
            models.Index(fields=("filed_by",), name="towns_case_filed_by"),
        ]

    def __str__(self) -> str:
        return self.number


class CaseNumber(TownOwned):
    """The last number given in a series; the row's lock makes numbers without gaps or doubles."""

    prefix = models.CharField(max_length=12)
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [
            *walls(),
            models.UniqueConstraint(fields=("town", "prefix", "year"), name="towns_casenumber_series"),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}-{self.year}-{self.last:04d}"
