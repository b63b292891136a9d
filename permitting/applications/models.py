"""An application and its life."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where an application stands."""

    DRAFT = "draft", "Draft"
    FILED = "filed", "Filed"
    INCOMPLETE = "incomplete", "Incomplete"
    COMPLETE = "complete", "Complete"
    HEARING = "hearing", "Hearing"
    DELIBERATION = "deliberation", "Deliberation"
    APPROVED = "approved", "Approved"
    APPROVED_WITH_CONDITIONS = "approved_with_conditions", "Approved with conditions"
    DISAPPROVED = "disapproved", "Disapproved"
    DEEMED_APPROVED = "deemed_approved", "Deemed approved"
    PERMITTED = "permitted", "Permitted"
    WITHDRAWN = "withdrawn", "Withdrawn"
    RESCINDED = "rescinded", "Rescinded"
    # How a filing ends that was never decided: by an act with notice, as a double, or under another matter.
    ABANDONED = "abandoned", "Given up as abandoned"
    DUPLICATE = "duplicate", "A double of another case"
    MOVED = "moved", "Moved to another case"


PENDING = (State.FILED, State.INCOMPLETE, State.COMPLETE, State.HEARING, State.DELIBERATION)
APPROVED = (State.APPROVED, State.APPROVED_WITH_CONDITIONS, State.DEEMED_APPROVED)
DECIDED = (*APPROVED, State.DISAPPROVED)
#: What a board can decide; silence decides otherwise.
OUTCOMES = (State.APPROVED, State.APPROVED_WITH_CONDITIONS, State.DISAPPROVED)


class Application(Stateful, TownOwned):
    """What an applicant asks of the town in one case. Areas are in square feet."""

    case = WithinTown("towns.Case", related_name="applications")
    state = FSMField(default=State.DRAFT, choices=State.choices, protected=True)
    description = models.TextField(blank=True)
    disturbed_sqft = models.PositiveIntegerField(null=True, blank=True)
    common_plan_sqft = models.PositiveIntegerField(null=True, blank=True)
    lot_sqft = models.PositiveIntegerField(null=True, blank=True)
    plan_title = models.CharField(max_length=300, blank=True)
    plan_by = models.CharField(max_length=200, blank=True)
    plan_dated = models.DateField(null=True, blank=True)
    source = models.CharField(
        max_length=20, blank=True, help_text="How it came: counter, web, mail, drop box."
    )
    received = models.DateTimeField(null=True, blank=True, help_text="The moment it reached the town.")

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="permitting_application_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="permitting_application_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "filed": "file",
        "returned_incomplete": "find_incomplete",
        "complete": "find_complete",
        "hearing_opened": "open_hearing",
        "hearing_continued": "stay_in_hearing",
        "hearing_closed": "close_hearing",
        "hearing_reopened": "reopen_hearing",
        "decided": "decide",
        "deemed_approved": "deem_approved",
        "lapse_certified": "stay_as_it_is",
        "certification_refused": "stay_as_it_is",
        "permit_issued": "issue_permit",
        "withdrawn": "withdraw",
        "abandoned": "give_up",
        "duplicate_of": "find_double",
        "moved_to": "move_away",
        "voted": "stay_as_it_is",
        "remanded": "stay_as_it_is",
        "waiver_rescinded": "rescind",
        "work_completed": "stay_permitted",
        "as_built_filed": "stay_permitted",
        "certificate_issued": "stay_permitted",
        "permit_renewed": "stay_permitted",
    }

    def __str__(self) -> str:
        return f"application of {self.case}"

    @transition(field=state, source=(State.DRAFT, State.FILED, State.INCOMPLETE), target=State.FILED)
    def file(self, entry: Entry) -> None:
        """The application reached the town; a corrected package filed again counts from its own day."""

    @transition(field=state, source=(State.FILED, State.INCOMPLETE, State.COMPLETE), target=State.INCOMPLETE)
    def find_incomplete(self, entry: Entry) -> None:
        """Something the bylaw asks for is missing."""

    @transition(
        field=state,
        source=(State.FILED, State.INCOMPLETE, State.COMPLETE, State.HEARING, State.DELIBERATION),
        target=RETURN_VALUE(State.COMPLETE, State.HEARING, State.DELIBERATION),
    )
    def find_complete(self, entry: Entry) -> str:
        """The last missing piece was received. Finding so after the hearing began changes nothing else."""
        return State.COMPLETE if self.state in (State.FILED, State.INCOMPLETE, State.COMPLETE) else self.state

    @transition(field=state, source=(State.FILED, State.INCOMPLETE, State.COMPLETE), target=State.HEARING)
    def open_hearing(self, entry: Entry) -> None:
        """The hearing opened. That it opened on an incomplete file is a defect to name, not a fact to refuse."""

    @transition(field=state, source=State.HEARING, target=State.HEARING)
    def stay_in_hearing(self, entry: Entry) -> None:
        """Continued to another day."""

    @transition(field=state, source=State.HEARING, target=State.DELIBERATION)
    def close_hearing(self, entry: Entry) -> None:
        """No more evidence; the board deliberates."""

    @transition(field=state, source=State.DELIBERATION, target=State.HEARING)
    def reopen_hearing(self, entry: Entry) -> None:
        """The board hears more before it decides."""

    @transition(
        field=state,
        source=(*PENDING, State.DEEMED_APPROVED),
        target=RETURN_VALUE(
            State.APPROVED, State.APPROVED_WITH_CONDITIONS, State.DISAPPROVED, State.DEEMED_APPROVED
        ),
    )
    def decide(self, entry: Entry) -> str:
        """The board's final action. A vote after silence approved leaves the approval as it is."""
        if entry.outcome not in OUTCOMES:
            raise Impossible(f"A board cannot decide {entry.outcome or 'nothing'!r}.", field="outcome")
        return self.state if self.state == State.DEEMED_APPROVED else State(entry.outcome)

    @transition(
        field=state,
        source=(*PENDING, *DECIDED, State.PERMITTED),
        target=RETURN_VALUE(State.DEEMED_APPROVED, State.PERMITTED),
    )
    def deem_approved(self, entry: Entry) -> str:
        """The time ran out, and the bylaw says what that means. A vote that was not filed in time does not stop it."""
        return State.PERMITTED if self.state == State.PERMITTED else State.DEEMED_APPROVED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay_as_it_is(self, entry: Entry) -> str:
        """The town clerk certified, or refused to. That moves nothing by itself, and must stay readable when a fact
        entered later takes the lapse back."""
        return str(self.state)

    @transition(field=state, source=(*APPROVED, State.DISAPPROVED), target=State.PERMITTED)
    def issue_permit(self, entry: Entry) -> None:
        """The permit was issued. The step refuses it after a disapproval; but a permit issued upon silence stands as a
        fact even when a timely disapproval is entered late."""

    @transition(field=state, source=(State.DRAFT, *PENDING, *DECIDED), target=State.WITHDRAWN)
    def withdraw(self, entry: Entry) -> None:
        """The applicant withdrew; after a decision too, which the step names as a defect."""

    @transition(field=state, source=(State.DRAFT, *PENDING), target=State.ABANDONED)
    def give_up(self, entry: Entry) -> None:
        """The office gave up, with notice, a filing that never became complete."""

    @transition(field=state, source=(State.DRAFT, *PENDING), target=State.DUPLICATE)
    def find_double(self, entry: Entry) -> None:
        """The same filing stands under another number, which goes on."""

    @transition(field=state, source=(State.DRAFT, *PENDING), target=State.MOVED)
    def move_away(self, entry: Entry) -> None:
        """It was filed under the wrong kind of business and goes on as a new case."""

    @transition(field=state, source=(*APPROVED, State.PERMITTED), target=State.RESCINDED)
    def rescind(self, entry: Entry) -> None:
        """The authority took its waiver back."""

    @transition(field=state, source=State.PERMITTED, target=State.PERMITTED)
    def stay_permitted(self, entry: Entry) -> None:
        """Work under the permit goes on."""


class FilingDraft(TownOwned):
    """An application that its applicant has begun and not filed: answers as typed, and the token that files it once."""

    person = models.ForeignKey("towns.Person", models.CASCADE, related_name="+")
    answers = models.JSONField(default=dict)
    once = models.UUIDField(unique=True)
    updated = models.DateTimeField()

    class Meta:
        ordering = ("-updated",)
        constraints = [*walls()]

    def __str__(self) -> str:
        return f"draft of {self.person}"
