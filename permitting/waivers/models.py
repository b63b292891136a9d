"""What an applicant asks to be let off."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class WaiverRequest(TownOwned):
    """One request in a case, in the applicant's words; how it stands is read from the ledger by its `key`."""

    case = WithinTown("towns.Case", related_name="waivers")
    event_seq = models.PositiveIntegerField()
    key = models.CharField(max_length=80)
    requirement = models.TextField(help_text="What is to be waived.")
    section = models.CharField(max_length=120, blank=True, help_text="The section that asks for it.")
    reason = models.TextField(blank=True, help_text="The explanation that supports the request.")
    ruling = models.TextField(blank=True, help_text="What the board said when it decided.")

    class Meta:
        ordering = ("event_seq",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "key"), name="permitting_waiverrequest_key"),
        ]

    def __str__(self) -> str:
        return self.requirement[:80]
