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


class Phase(models.TextChoices):
    """When a condition binds."""

    BEFORE_WORK = "before_work", "Before work starts"
    DURING_WORK = "during_work", "During the work"
    BEFORE_CERTIFICATE = "before_certificate", "Before the certificate of completion"
    FOR_EVER = "for_ever", "For the life of the system"


class Condition(TownOwned):
    """One condition of an approval, in the order printed.

    It is due on `due_day`, or `due_days` calendar days after the event `due_event`, or at that event where no days are
    given. It is met on `met`, by what a person saw (`proof`), or by the event `met_by_event` of the ledger.
    """

    decision = WithinTown("permitting.Decision", on_delete=models.CASCADE, related_name="conditions")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    survives_as_built = models.BooleanField(
        default=False, help_text="Goes on binding after the as-built plan is approved."
    )
    key = models.CharField(
        max_length=60, blank=True, help_text="Its key among the bylaw's standard conditions."
    )
    heading = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)
    phase = models.CharField(max_length=30, choices=Phase.choices, default=Phase.DURING_WORK)
    due_day = models.DateField(null=True, blank=True)
    due_days = models.PositiveSmallIntegerField(null=True, blank=True)
    due_event = models.CharField(max_length=60, blank=True)
    evidence = models.CharField(max_length=300, blank=True, help_text="What shows that it is met.")
    met_by_event = models.CharField(max_length=60, blank=True)
    met = models.DateField(null=True, blank=True)
    proof = models.CharField(max_length=300, blank=True, help_text="What was seen.")
    document = WithinTown("towns.Document", null=True, blank=True, related_name="+")
    by = models.ForeignKey("towns.Person", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("position",)
        constraints = [
            *walls("decision", "document"),
            models.UniqueConstraint(fields=("decision", "position"), name="permitting_condition_position"),
            models.CheckConstraint(
                condition=models.Q(phase__in=Phase.values), name="permitting_condition_phase_known"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def printed(self) -> str:
        """The condition as a paper prints it: one that outlasts the as-built plan says so."""
        lasting = " This condition remains in force after the as-built plan is approved."
        return f"{self.text}{lasting if self.survives_as_built else ''}"
