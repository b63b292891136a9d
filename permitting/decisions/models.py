"""What the board decided: votes, findings and conditions."""

from __future__ import annotations

from django.db import models

from towns.wall import TownOwned, WithinTown, walls


class Decision(TownOwned):
    """The board's final action in one case; `event_seq` is the ledger's own line for it."""

    case = WithinTown("towns.Case", related_name="decisions")
    event_seq = models.PositiveIntegerField()
    outcome = models.CharField(max_length=40)
    voted = models.DateField(help_text="The day of the vote.")
    written = models.DateField(help_text="The day of the writing.")
    votes = models.JSONField(
        default=list, blank=True, help_text="[{name, vote}], vote one of yes, no, abstain, absent."
    )
    findings = models.JSONField(
        default=list,
        blank=True,
        help_text="[{key, text, cite, answer, words}], answer yes, no or empty; the board’s own words have no key.",
    )

    class Meta:
        ordering = ("-id",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "event_seq"), name="permitting_decision_event"),
            models.CheckConstraint(
                condition=models.Q(outcome__in=("approved", "approved_with_conditions", "disapproved")),
                name="permitting_decision_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"decision in {self.case}"


class Condition(TownOwned):
    """One condition of an approval, in the order printed."""

    decision = WithinTown("permitting.Decision", on_delete=models.CASCADE, related_name="conditions")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    survives_as_built = models.BooleanField(
        default=False, help_text="Goes on binding after the as-built plan is approved."
    )

    class Meta:
        ordering = ("position",)
        constraints = [
            *walls("decision"),
            models.UniqueConstraint(fields=("decision", "position"), name="permitting_condition_position"),
        ]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def printed(self) -> str:
        """The condition as a paper prints it: one that outlasts the as-built plan says so."""
        lasting = " This condition goes on binding after the as-built plan is approved."
        return f"{self.text}{lasting if self.survives_as_built else ''}"
