"""What an inspector wrote down at a visit: who went, the weather, what was looked at and what has to be done."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls

#: How a thing that was looked at is rated. Maintenance keeps a thing working; corrective action mends what does not.
RATINGS = {
    "ok": "In place and working",
    "maintenance": "Needs maintenance",
    "corrective": "Needs corrective action",
    "not_reached": "Could not be reached safely",
    "none": "Not on this site",
}
#: Ratings that ask for something to be done.
OPEN_RATINGS = ("maintenance", "corrective")


class InspectionReport(TownOwned):
    """The report of one visit; `event_seq` is the ledger's line for it. Rain in inches."""

    #: What a step keeps of a visit.
    KEPT = (
        "inspector", "firm", "met_with", "began", "ended", "weather", "rain_inches_24h", "rain_source", "discharge",
        "items", "notes", "by_monitor",
    )  # fmt: skip

    case = WithinTown("towns.Case", related_name="inspection_reports")
    event_seq = models.PositiveIntegerField()
    inspection = models.PositiveSmallIntegerField()
    inspector = models.CharField(max_length=200, blank=True)
    firm = models.CharField(max_length=200, blank=True)
    met_with = models.CharField(max_length=200, blank=True, help_text="Who went along.")
    began = models.TimeField(null=True, blank=True)
    ended = models.TimeField(null=True, blank=True)
    weather = models.CharField(max_length=200, blank=True)
    rain_inches_24h = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    rain_source = models.CharField(max_length=200, blank=True, help_text="The gauge or station.")
    discharge = models.TextField(
        blank=True, help_text="Any water that left the site: where, and how it looked."
    )
    items = models.JSONField(
        default=list,
        blank=True,
        help_text="[{key, text, rating, what, mend_by}], rating one of ok, maintenance, corrective, not_reached, none.",
    )
    notes = models.TextField(blank=True)
    by_monitor = models.BooleanField(default=False, help_text="Made by the applicant's own monitor.")
    never_was = models.BooleanField(default=False, help_text="A correction says that the visit was not made.")

    class Meta:
        ordering = ("event_seq",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "event_seq"), name="permitting_inspection_report_event"),
        ]

    def __str__(self) -> str:
        return f"report on inspection {self.inspection}"

    @property
    def to_do(self) -> list[dict[str, str]]:
        """The items that ask for something to be done."""
        return [item for item in self.items if item.get("rating") in OPEN_RATINGS]
