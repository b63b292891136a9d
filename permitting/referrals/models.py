"""What other boards and officers wrote about an application."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Comment(TownOwned):
    """The words of one board or officer; `event_seq` is the ledger's own line for the day they came."""

    case = WithinTown("towns.Case", related_name="comments")
    event_seq = models.PositiveIntegerField()
    board = models.CharField(max_length=80)
    text = models.TextField()

    class Meta:
        ordering = ("event_seq",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "event_seq"), name="permitting_comment_event"),
        ]

    def __str__(self) -> str:
        return f"comment of {self.board}"
