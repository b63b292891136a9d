"""The recovery of what the town spent, its life, and the rows that belong to its facts: people, bills, receipts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django_fsm import RETURN_VALUE, FSMField, transition

from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible, Stateful
from towns.wall import TownOwned, WithinTown, walls


class State(models.TextChoices):
    """Where the recovery of costs stands."""

    WORK_STARTED = "work_started", "The town is at work"
    WORK_COMPLETED = "work_completed", "The work is completed"
    NOTIFIED = "notified", "Notice of the costs given"
    PROTESTED = "protested", "Protested"
    DECIDED = "decided", "Protest decided"
    APPEALED = "appealed", "In court"
    PAID = "paid", "Paid"
    LIEN_RECORDED = "lien_recorded", "Lien recorded"
    CHARGE_CERTIFIED = "charge_certified", "Certified to the assessors"
    COMMITTED = "committed", "Committed to the collector"
    RELEASED = "released", "Lien released"
    RESCINDED = "rescinded", "Rescinded"


#: What a decision on a protest, or a court, can make of the costs.
OUTCOMES = ("upheld", "modified", "rescinded")
#: How a payment is made.
WAYS = (("check", "Check"), ("cash", "Cash"), ("card", "Card"), ("transfer", "Bank transfer"))
_AT_WORK = (State.WORK_STARTED, State.WORK_COMPLETED)
#: Notified, and between the town and those who owe.
BETWEEN_THEM = (State.NOTIFIED, State.PROTESTED, State.DECIDED, State.APPEALED)
#: On the way to, or on, the tax bill.
CHARGED = (State.LIEN_RECORDED, State.CHARGE_CERTIFIED, State.COMMITTED)
_OVER = (State.RELEASED, State.RESCINDED)


class CostRecovery(Stateful, TownOwned):
    """The costs of one piece of the town's work. Facts of its life may come late and in any order, so each transition is
    open from everywhere and says itself whether it moves; the steps name what the law holds against a fact."""

    case = WithinTown("towns.Case", related_name="cost_recoveries")
    state = FSMField(default=State.WORK_STARTED, choices=State.choices, protected=True)

    class Meta:
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case",), name="enforcement_costrecovery_one_a_case"),
            models.CheckConstraint(
                condition=models.Q(state__in=State.values), name="enforcement_costrecovery_state_known"
            ),
        ]

    OUTCOMES: ClassVar[tuple[str, ...]] = (*OUTCOMES, "partial", "full")
    MOVES: ClassVar[dict[str, str]] = {
        "town_work_started": "stay",
        "remediation_notified": "stay",
        "town_work_completed": "complete",
        "cost_recorded": "stay",
        "costs_notified": "notify",
        "costs_received": "stay",
        "costs_paid": "pay",
        "payment_reversed": "stay",
        "protest_filed": "protest",
        "protest_decided": "decide",
        "court_appeal_filed": "go_to_court",
        "court_final": "end_in_court",
        "lien_recorded": "record_lien",
        "charge_certified": "certify",
        "charge_committed": "commit",
        "charge_abated": "stay",
        "lien_released": "release",
        "collector_notified": "stay",
    }

    def __str__(self) -> str:
        return f"costs of {self.case}"

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def stay(self, entry: Entry) -> str:
        """A fact about money or notice that moves nothing by itself."""
        return str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def complete(self, entry: Entry) -> str:
        """The town's work is done. Said after the notice of its costs, it changes nothing."""
        return State.WORK_COMPLETED if self.state == State.WORK_STARTED else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def notify(self, entry: Entry) -> str:
        """Those who owe are told what it cost. A further notice changes nothing."""
        return State.NOTIFIED if self.state in _AT_WORK else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def protest(self, entry: Entry) -> str:
        """Somebody objects to the amount or its basis. It undoes no payment, and no charge already made."""
        open_to_it = (*_AT_WORK, State.NOTIFIED, State.DECIDED)
        return State.PROTESTED if self.state in open_to_it else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def decide(self, entry: Entry) -> str:
        """Upheld, modified or rescinded by the body that the bylaw names. A rescission ends the charge for good."""
        if entry.outcome not in OUTCOMES:
            raise Impossible(
                f"A protest cannot end as {entry.outcome or 'nothing'!r}; it is upheld, modified or rescinded.",
                field="outcome",
            )
        if State.RESCINDED in (self.state, entry.outcome):
            return State.RESCINDED
        before = (*_AT_WORK, State.NOTIFIED, State.PROTESTED)
        return State.DECIDED if self.state in before else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def go_to_court(self, entry: Entry) -> str:
        """An action in court. It undoes no payment, and no charge already made."""
        return State.APPEALED if self.state in (*_AT_WORK, *BETWEEN_THEM) else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def end_in_court(self, entry: Entry) -> str:
        """A court's last word."""
        if State.RESCINDED in (self.state, entry.outcome):
            return State.RESCINDED
        return State.DECIDED if self.state == State.APPEALED else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def pay(self, entry: Entry) -> str:
        """Paid in full, as the door reckoned from the ledger; a part changes nothing."""
        return State.PAID if entry.outcome == "full" and self.state not in _OVER else str(self.state)

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def record_lien(self, entry: Entry) -> str:
        """The list of unpaid charges stands in the registry of deeds. It may come before or after the certification."""
        return str(self.state) if self.state in (State.COMMITTED, *_OVER) else State.LIEN_RECORDED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def certify(self, entry: Entry) -> str:
        """Certified to the assessors as unpaid."""
        return str(self.state) if self.state in (State.COMMITTED, *_OVER) else State.CHARGE_CERTIFIED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def commit(self, entry: Entry) -> str:
        """Added to the tax of a fiscal year and committed to the collector."""
        return str(self.state) if self.state in _OVER else State.COMMITTED

    @transition(field=state, source="*", target=RETURN_VALUE(*State.values))
    def release(self, entry: Entry) -> str:
        """The collector's certificate that nothing is owed any more was recorded."""
        return str(self.state) if self.state == State.RESCINDED else State.RELEASED


class CostParty(TownOwned):
    """Somebody who owes the costs: the owner of the land, the violator, or one who is both. `key` is how the ledger calls
    them, which names nobody."""

    case = WithinTown("towns.Case", related_name="cost_parties")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=300)
    address = models.TextField(blank=True, help_text="The mailing address, one line a line.")

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case"),
            models.UniqueConstraint(fields=("case", "key"), name="enforcement_costparty_key_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Bill(TownOwned):
    """What stands behind one cost of the ledger: who or what, hours or pieces. The document that proves it is filed under
    the same event."""

    case = WithinTown("towns.Case", related_name="bills")
    event_seq = models.PositiveIntegerField()
    words = models.CharField(max_length=300)

    class Meta:
        ordering = ("event_seq",)
        constraints = [*walls("case")]

    def __str__(self) -> str:
        return self.words


class Receipt(TownOwned):
    """The receipt for one payment, numbered in the town's own series without gaps; who paid, and how."""

    case = WithinTown("towns.Case", related_name="receipts")
    event_seq = models.PositiveIntegerField()
    number = models.CharField(max_length=40)
    day = models.DateField()
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    payer = models.CharField(max_length=300, blank=True)
    way = models.CharField(max_length=40, blank=True, help_text="Check, cash, card, transfer.")
    reversed = models.DateField(null=True, blank=True, help_text="The day on which the payment came back.")
    turned_over = WithinTown("enforcement.Turnover", null=True, blank=True, related_name="receipts")

    class Meta:
        ordering = ("id",)
        constraints = [
            *walls("case", "turned_over"),
            models.UniqueConstraint(fields=("town", "number"), name="enforcement_receipt_number_once"),
            models.UniqueConstraint(fields=("case", "event_seq"), name="enforcement_receipt_one_a_payment"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="enforcement_receipt_of_money"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def way_words(self) -> str:
        """How it was paid, in words."""
        return dict(WAYS).get(self.way, self.way)


class Turnover(TownOwned):
    """The list of a day's receipts that went to the treasurer with the money, and who signed for it."""

    day = models.DateField()
    total = models.DecimalField(max_digits=12, decimal_places=2)
    handed_by = models.ForeignKey("towns.Person", models.PROTECT, related_name="+")
    handed = models.DateTimeField()
    signed_by = models.ForeignKey("towns.Person", models.PROTECT, null=True, blank=True, related_name="+")
    signed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-day", "-id")
        constraints = [*walls()]

    def __str__(self) -> str:
        return f"turnover of {self.day}"


class CostSettings(TownOwned):
    """What a town settled about costs: its vote under M.G.L. c. 40 § 58, and how payments and protests count."""

    lien_vote_article = models.CharField(
        max_length=200,
        blank=True,
        help_text="The article under which the town voted liens for these charges.",
    )
    lien_vote_day = models.DateField(null=True, blank=True)
    interest_first = models.BooleanField(
        default=False, help_text="A payment covers interest first, then the costs."
    )
    one_protest_holds_all = models.BooleanField(
        default=False, help_text="A protest by one of those who owe holds the time of all of them."
    )

    class Meta:
        constraints = [
            *walls(),
            models.UniqueConstraint(fields=("town",), name="enforcement_costsettings_one_a_town"),
            models.CheckConstraint(
                condition=models.Q(lien_vote_article="", lien_vote_day=None)
                | (~models.Q(lien_vote_article="") & models.Q(lien_vote_day__isnull=False)),
                name="enforcement_costsettings_vote_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"cost settings of {self.town}"

    @property
    def lien_voted(self) -> bool:
        """Whether the town voted that unpaid costs may become a lien."""
        return bool(self.lien_vote_article and self.lien_vote_day)
