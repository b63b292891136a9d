"""Papers the town printed: rendered once, stored for good with their hash."""

from __future__ import annotations

from django.db import models

from towns.wall import AppendOnly, TownOwned, WithinTown, walls


class Notice(TownOwned):
    """A printed paper: a template, its facts and citations, as a tagged PDF and its HTML twin."""

    case = WithinTown("towns.Case", related_name="notices")
    hearing = WithinTown("towns.Hearing", null=True, blank=True, related_name="notices")
    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=300)
    facts = models.JSONField(default=dict)
    html = models.TextField()
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    pages = models.PositiveSmallIntegerField()
    override_reason = models.TextField(blank=True, default="")
    public = models.BooleanField(default=False)
    printed = models.DateTimeField()
    by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("-printed", "-id")
        constraints = [*walls("case", "hearing"), AppendOnly(name="towns_notice_append_only")]

    def __str__(self) -> str:
        return self.title
