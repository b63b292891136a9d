"""A change of a town's settings on its way to the cases: which are read anew because of it, and how far that is."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, walls


class SettingJob(TownOwned):
    """One reading anew of a town's cases. `done` says how many of `cases` are through, in their order."""

    what = models.CharField(max_length=200, help_text="The change, in words.")
    kind = models.CharField(
        max_length=20, default="settings", help_text="How the cases are read: towns.setup.jobs.KINDS."
    )
    given = models.JSONField(default=dict, blank=True, help_text="What the reading goes by, for its kind.")
    once = models.UUIDField(help_text="Makes two clicks one job.")
    cases = models.JSONField(help_text="The ids of the cases to read, in their order.")
    total = models.PositiveIntegerField(help_text="How many cases there are to read.")
    done = models.PositiveIntegerField(
        default=0, help_text="How many are through, those passed over among them."
    )
    failed = models.JSONField(
        default=list, blank=True, help_text="The cases passed over: number, and a sentence that says why."
    )
    left = models.JSONField(
        default=list,
        blank=True,
        help_text="The numbers of the cases left as they were, because they are settled.",
    )
    asked = models.DateTimeField()
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often the worker began since the last batch."
    )
    trouble = models.TextField(blank=True, default="", help_text="Why the last attempt stopped.")
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = [
            *walls(),
            models.UniqueConstraint(fields=("town", "once"), name="towns_settingjob_once"),
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name="towns_settingjob_done_within_total"
            ),
        ]

    def __str__(self) -> str:
        return self.what
