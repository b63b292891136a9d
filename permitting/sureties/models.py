"""A surety and its life, the papers behind its movements, and the proofs for its release."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, can_proceed, transition

from permitting.sureties.money import Money
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where a surety stands."""

    REQUIRED = "required", "Required"
    OFFERED = "offered", "Offered"
    APPROVED = "approved", "Form approved"
    IN_FORCE = "in_force", "In force"
    CALLED = "called", "Called"
    EXHAUSTED = "exhausted", "Used up"
    EXPIRED = "expired", "Expired"
    REPLACED = "replaced", "Replaced"
    RELEASED = "released", "Released"


class Form(models.TextChoices):
    """What kind of instrument it is."""

    BOND = "bond", "Surety bond"
    DEPOSIT = "deposit", "Deposit of money or securities"
    LETTER_OF_CREDIT = "letter_of_credit", "Irrevocable letter of credit"
    TRIPARTITE = "tripartite", "Tripartite agreement"
    COVENANT = "covenant", "Covenant"
    CASH = "cash", "Cash"
    OTHER = "other", "Other"


class Purpose(models.TextChoices):
    """What it secures."""

    CONSTRUCTION = "construction", "Construction"
    MAINTENANCE = "maintenance", "Maintenance"


UNPOSTED = (State.REQUIRED, State.OFFERED, State.APPROVED)
HELD = (State.IN_FORCE, State.CALLED)
ENDED = (State.EXPIRED, State.REPLACED, State.RELEASED)


class Surety(Stateful, TownOwned):
    """What stands behind the work of one or several permits. Its sums and days are read from the ledger, never here."""

    case = WithinTown("towns.Case", related_name="sureties")
    state = FSMField(default=State.REQUIRED, choices=State.choices, protected=True)
    purpose = models.CharField(max_length=20, choices=Purpose.choices, default=Purpose.CONSTRUCTION)
    issuer = models.CharField(max_length=200, blank=True, help_text="The bank or surety company.")
    instrument = models.CharField(max_length=80, blank=True, help_text="The number of the bond or letter.")
    basis = models.TextField(blank=True, help_text="How the amount was arrived at.")
    account = models.CharField(
        max_length=80, blank=True, help_text="The Town's account that holds the money."
    )
    payee = models.CharField(
        max_length=200, blank=True, help_text="The payee of record: who gets back what is left."
    )
    original_with = models.CharField(max_length=120, blank=True, help_text="Who keeps the original.")
    present_at = models.CharField(max_length=200, blank=True, help_text="Where a call must be presented.")
    present_by = models.TimeField(null=True, blank=True, help_text="By which hour of the last day.")
    evergreen_months = models.PositiveSmallIntegerField(
        default=0, help_text="Renews itself for so many months unless cancelled; 0: it does not."
    )
    notice_days = models.PositiveSmallIntegerField(
        default=0, help_text="Days of notice before the issuer may cancel or not renew."
    )
    rule = models.CharField(
        max_length=200,
        blank=True,
        help_text="The rule or contract under M.G.L. c. 44 § 53G½ by which the board may spend the money.",
    )
    on_default = models.TextField(
        blank=True, help_text="What the instrument says of performance and default."
    )
    on_earnings = models.TextField(blank=True, help_text="Who gets the interest.")
    on_use = models.TextField(blank=True, help_text="What the money may be used for.")
    on_return = models.TextField(blank=True, help_text="How it is given back.")

    class Meta:
        verbose_name = "surety"
        verbose_name_plural = "sureties"
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="permitting_surety_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="permitting_surety_state_known"
            ),
        ]

    MOVES: ClassVar[dict[str, str]] = {
        "surety_required": "stay",
        "surety_offered": "offer",
        "surety_approved": "approve",
        "surety_posted": "post",
        "surety_reduced": "reduce",
        "default_found": "stay",
        "surety_called": "call",
        "surety_claimed": "claim",
        "surety_spent": "spend",
        "surety_returned": "give_back",
        "surety_interest": "credit",
        "cancellation_notified": "stay",
        "release_demanded": "stay",
        "surety_released": "release",
        "surety_expired": "expire",
        "surety_replaced": "replace",
    }

    def __str__(self) -> str:
        return f"surety {self.case}"

    @property
    def money(self) -> Money:
        """The money as the events taken so far make it; empty on a row that was not replayed."""
        held: Money | None = getattr(self, "_money", None)
        if held is None:
            held = self._money = Money()
        return held

    def take(self, entry: Entry) -> None:
        """Move the money and the state by one event. What cannot be is `Impossible`, and names the amount."""
        name = self.MOVES.get(entry.name)
        if name is None:
            return
        if not can_proceed(getattr(self, name)):
            raise Impossible(self.why_not(entry), field="amount" if "amount" in entry.facts else "on")
        self.money.take(entry)
        super().take(entry)

    def why_not(self, entry: Entry) -> str:
        """The sentence for an event that cannot follow from the present state, with what it would take."""
        needs = (
            "Record first that the surety was posted."
            if self.state in UNPOSTED
            else "Check the day, or correct what was recorded before."
        )
        return f"{super().why_not(entry)} {needs}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay(self, entry: Entry) -> str:
        """A requirement, a finding of default, a notice or a demand: known, and moving nothing by itself."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def offer(self, entry: Entry) -> str:
        """A form of surety was offered. Offered again once it is approved or posted, it changes nothing."""
        return State.OFFERED if self.state == State.REQUIRED else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def approve(self, entry: Entry) -> str:
        """Counsel, the treasurer or the department approved the form; one approval of several is enough for the word."""
        return State.APPROVED if self.state in UNPOSTED else str(self.state)

    @transition(
        field=state,
        source=(*UNPOSTED, *HELD, State.EXHAUSTED),
        target=RETURN_VALUE(State.IN_FORCE, State.CALLED),
    )
    def post(self, entry: Entry) -> str:
        """It was handed in, or more was added to it. What was called stays called."""
        return State.CALLED if self.state == State.CALLED else State.IN_FORCE

    @transition(field=state, source=HELD, target=RETURN_VALUE(*HELD))
    def reduce(self, entry: Entry) -> str:
        """Part of it was released."""
        return str(self.state)

    @transition(field=state, source=(*HELD, State.EXPIRED), target=RETURN_VALUE(State.CALLED, State.EXPIRED))
    def call(self, entry: Entry) -> str:
        """The Town demanded the money. A call after the end stays in the record and revives nothing."""
        return State.EXPIRED if self.state == State.EXPIRED else State.CALLED

    @transition(field=state, source=HELD, target=State.CALLED)
    def claim(self, entry: Entry) -> None:
        """Money came from the issuer, or was taken from the deposit."""

    @transition(field=state, source=HELD, target=RETURN_VALUE(*HELD, State.EXHAUSTED))
    def spend(self, entry: Entry) -> str:
        """Money was spent on the work; with the last dollar the surety is used up."""
        return str(self.state) if self.money.total.balance else State.EXHAUSTED

    @transition(
        field=state,
        source=(*HELD, State.REPLACED, State.RELEASED),
        target=RETURN_VALUE(*HELD, State.EXHAUSTED, State.REPLACED, State.RELEASED),
    )
    def give_back(self, entry: Entry) -> str:
        """Money was returned. After the release it is the payment of what was let go."""
        if self.state in HELD and not self.money.total.balance:
            return State.EXHAUSTED
        return str(self.state)

    @transition(field=state, source=(*HELD, State.EXHAUSTED, *ENDED), target=RETURN_VALUE(*State.values))
    def credit(self, entry: Entry) -> str:
        """Interest was credited; it is kept apart."""
        return str(self.state)

    @transition(field=state, source=(*HELD, State.EXHAUSTED, State.EXPIRED), target=State.RELEASED)
    def release(self, entry: Entry) -> None:
        """The board let go of all that was left."""

    @transition(
        field=state,
        source=(*HELD, State.EXHAUSTED, *ENDED),
        target=RETURN_VALUE(State.CALLED, State.EXHAUSTED, *ENDED),
    )
    def expire(self, entry: Entry) -> str:
        """Its time ran out. A call made in time keeps the claim alive, and money already drawn stays."""
        if self.state in (State.EXHAUSTED, *ENDED):
            return str(self.state)
        return State.CALLED if self.state == State.CALLED and self.money.total.balance else State.EXPIRED

    @transition(field=state, source=(*HELD, State.EXHAUSTED, State.EXPIRED), target=State.REPLACED)
    def replace(self, entry: Entry) -> None:
        """Another surety took its place."""


class SuretyPaper(TownOwned):
    """What stands behind one line of a surety's ledger: its paper, the paper's number, and who was paid."""

    case = WithinTown("towns.Case", related_name="surety_papers")
    event_seq = models.PositiveIntegerField()
    says = models.CharField(max_length=300, blank=True, help_text="What it was, in a few words.")
    reference = models.CharField(
        max_length=120, blank=True, help_text="Invoice, warrant, deposit slip, vote."
    )
    payee = models.CharField(max_length=200, blank=True)
    document = WithinTown("towns.Document", null=True, blank=True, related_name="surety_papers")

    class Meta:
        ordering = ("event_seq", "id")
        constraints = [*walls("case", "document")]

    def __str__(self) -> str:
        return self.says or self.reference


class ReleaseProof(TownOwned):
    """Proof for one thing that the law wants before a full release, where no ledger of the permit shows it."""

    case = WithinTown("towns.Case", related_name="release_proofs")
    permit = WithinTown("towns.Case", related_name="+")
    item = models.CharField(max_length=80, help_text="The key of what the law asks for.")
    on = models.DateField(help_text="The day on which it came in.")
    says = models.CharField(max_length=300, blank=True)
    document = WithinTown("towns.Document", null=True, blank=True, related_name="release_proofs")

    class Meta:
        ordering = ("item", "id")
        constraints = [
            *walls("case", "permit", "document"),
            models.UniqueConstraint(fields=("case", "permit", "item"), name="permitting_releaseproof_once"),
        ]

    def __str__(self) -> str:
        return self.item
