"""The steps of a surety: asked for, offered, approved, posted; reduced, called, spent, returned; released or replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from permitting.sureties import money, terms
from permitting.sureties.models import ENDED, HELD, UNPOSTED, Form, State, SuretyPaper
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Document
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD, OFFICE, Role

MONEY = OFFICE | {Role.TREASURER}
#: The columns of the surety that a form may fill in.
TERMS = (
    "purpose",
    "issuer",
    "instrument",
    "basis",
    "account",
    "payee",
    "original_with",
    "present_at",
    "present_by",
    "evergreen_months",
    "notice_days",
    "rule",
    "on_default",
    "on_earnings",
    "on_use",
    "on_return",
)


def _in(*states: State) -> frozenset[str]:
    return frozenset(map(str, states))


class _SuretyStep(Step):
    """What all have in common: sums written alike, and the rows behind a line of the ledger."""

    group = "surety"
    action = "record_surety"
    may = OFFICE
    form = "permitting.sureties.forms.SuretyForm"
    #: The states in which the page offers it.
    when: frozenset[str] = frozenset()
    #: Whether the event carries a sum, and whether one has to be named.
    carries: bool = False
    needs_amount: bool = True

    def offered(self, file: CaseFile) -> bool:
        """In the states in which it makes sense."""
        return file.stage in self.when

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """Sums with two decimals; those by permit that are nothing fall away."""
        facts = dict(entry.facts)
        for name in ("amount", "interest", "estimated_cost"):
            if facts.get(name):
                facts[name] = money.text(money.read(facts[name], name, _label(name)))
        if isinstance(facts.get(money.SHARES), dict):
            facts[money.SHARES] = {
                str(key): money.text(money.read(said, money.SHARES, f"By permit, {key}"))
                for key, said in facts[money.SHARES].items()
                if said
            }
        return replace(entry, facts=facts)

    def check(self, file: CaseFile, entry: Entry) -> None:
        """The sum, the form and the permits that it names."""
        if self.carries and self.needs_amount and not entry.facts.get("amount"):
            raise Impossible(
                f"{entry.title}: the amount is missing. Enter the sum in dollars and cents, like 212000.00.",
                field="amount",
            )
        form = entry.facts.get("form")
        if form and form not in Form.values:
            raise Impossible(
                f"Form: {form} is not known. Choose one of: {', '.join(Form.values)}.", field="form"
            )
        known = {*terms.permit_numbers(file), ""}
        for number in entry.facts.get(money.SHARES) or ():
            if number not in known:
                stands = ", ".join(sorted(known - {""})) or "no permit"
                raise Impossible(
                    f"By permit: this surety does not stand over {number}; it stands over {stands}.",
                    field=money.SHARES,
                )

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The terms as entered, and the paper behind the line."""
        surety = file.principal
        changed = [name for name in TERMS if name in kept]
        for name in changed:
            setattr(surety, name, kept[name])
        if changed:
            surety.save(update_fields=changed)
        paper = {name: kept[name] for name in ("says", "reference", "payee_name") if kept.get(name)}
        document = (
            Document.objects.filter(case=file.case, pk=kept["document"]).first()
            if kept.get("document")
            else None
        )
        if paper or document:
            SuretyPaper.objects.create(
                town=file.town,
                case=file.case,
                event_seq=entry.seq,
                says=paper.get("says", ""),
                reference=paper.get("reference", ""),
                payee=paper.get("payee_name", ""),
                document=document,
            )

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        """The paper goes with the line that never was."""
        if now is None:
            SuretyPaper.objects.filter(case=file.case, event_seq=earlier.seq).delete()


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


class RequireSurety(_SuretyStep):
    """The board asks for a surety."""

    key = "require_surety"
    event = "surety_required"
    button = "Require a surety"
    may = BOARD
    action = "require_surety"
    carries = True
    needs_amount = False
    when = _in(State.REQUIRED)

    def offered(self, file: CaseFile) -> bool:
        """Asked once; a new amount is recorded the same way."""
        return super().offered(file) and not file.has("surety_required")


class OfferSurety(_SuretyStep):
    """The permittee offers one."""

    key = "offer_surety"
    event = "surety_offered"
    button = "Record the surety offered"
    carries = True
    needs_amount = False
    when = _in(State.REQUIRED, State.OFFERED)


class ApproveSurety(_SuretyStep):
    """Counsel, the treasurer or the department approves its form."""

    key = "approve_surety"
    event = "surety_approved"
    button = "Record an approval of its form"
    action = "approve_surety"
    may = OFFICE | {Role.COUNSEL, Role.TREASURER}
    form = "permitting.sureties.forms.Approval"

    def offered(self, file: CaseFile) -> bool:
        """While an approval that the law asks for is missing, or the surety is not posted yet."""
        return file.stage not in _in(*ENDED) and (
            bool(terms.approvals_missing(file)) or file.stage in _in(*UNPOSTED)
        )


class PostSurety(_SuretyStep):
    """It is handed in; what the Town may draw counts from here."""

    key = "post_surety"
    event = "surety_posted"
    button = "Record that the surety was posted"
    effects = ("The Town holds, or may draw, the amount from this day.",)
    action = "post_surety"
    may = MONEY
    form = "permitting.sureties.forms.Posting"
    carries = True
    when = _in(*UNPOSTED)

    def primary(self, file: CaseFile) -> bool:
        """Once its form is approved."""
        return file.stage == State.APPROVED

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """Approvals that the law asks for first."""
        return terms.approval_stops(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Too little, or not approved."""
        return terms.posting_defects(file, entry)


class ReduceSurety(_SuretyStep):
    """The board releases part."""

    key = "reduce_surety"
    event = "surety_reduced"
    button = "Record a reduction"
    effects = ("The amount may no longer be drawn.",)
    action = "reduce_surety"
    may = BOARD
    form = "permitting.sureties.forms.Reduction"
    carries = True
    when = _in(*HELD)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """Where the law lets parts go by phase only."""
        return terms.reduction_stops(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Without a phase where the law asks for one; all of it before its gate."""
        return terms.reduction_defects(file, entry)


class FindDefault(_SuretyStep):
    """The board finds that the permittee did not do what the permit asks."""

    key = "find_default"
    event = "default_found"
    button = "Record that the board found a default"
    action = "find_default"
    may = BOARD
    form = "permitting.sureties.forms.Finding"
    when = _in(*HELD)


class CallSurety(_SuretyStep):
    """The Town demands the money from the issuer."""

    key = "call_surety"
    event = "surety_called"
    button = "Record a call"
    effects = ("A call that reaches the issuer in time keeps the claim alive after the surety expires.",)
    action = "call_surety"
    may = BOARD | {Role.TREASURER}
    form = "permitting.sureties.forms.Movement"
    carries = True
    when = _in(*HELD)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """No default found yet."""
        return terms.call_stops(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Without a finding, too late, or for more than there is."""
        return terms.call_defects(file, entry)


class ClaimSurety(_SuretyStep):
    """Money came in."""

    key = "claim_surety"
    event = "surety_claimed"
    button = "Record money received from the surety"
    effects = ("The balance stays as it is: the money moves from the surety to the Town’s account.",)
    action = "move_surety_money"
    may = MONEY
    form = "permitting.sureties.forms.Movement"
    carries = True
    when = _in(*HELD)


class SpendSurety(_SuretyStep):
    """Money went into the work."""

    key = "spend_surety"
    event = "surety_spent"
    button = "Record money spent on the work"
    action = "move_surety_money"
    may = MONEY
    form = "permitting.sureties.forms.Movement"
    carries = True

    def offered(self, file: CaseFile) -> bool:
        """While the Town's account holds any of it."""
        return file.stage in _in(*HELD) and terms.money_of(file).total.account > 0

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """Nothing says that the board may spend it without an appropriation."""
        return terms.spending_stops(file)


class ReturnMoney(_SuretyStep):
    """Money went back."""

    key = "return_surety"
    event = "surety_returned"
    button = "Record money returned"
    action = "move_surety_money"
    may = MONEY
    form = "permitting.sureties.forms.Return"
    carries = True

    def offered(self, file: CaseFile) -> bool:
        """While the Town has any of it in hand."""
        return terms.in_hand(file) > 0


class CreditInterest(_SuretyStep):
    """The account earned interest."""

    key = "credit_interest"
    event = "surety_interest"
    button = "Record interest"
    effects = ("Interest is kept apart and goes to the payee of record.",)
    action = "move_surety_money"
    may = MONEY
    form = "permitting.sureties.forms.Movement"
    carries = True

    def offered(self, file: CaseFile) -> bool:
        """While the Town has any of the money in hand."""
        return terms.in_hand(file) > 0


class NotifyCancellation(_SuretyStep):
    """The issuer says that it ends."""

    key = "notify_cancellation"
    event = "cancellation_notified"
    button = "Record a notice of cancellation"
    effects = ("The surety ends on the day that the notice names.",)
    form = "permitting.sureties.forms.Cancellation"
    when = _in(*HELD)

    def check(self, file: CaseFile, entry: Entry) -> None:
        """The day on which it ends."""
        ends = entry.facts.get("expires")
        if ends and date.fromisoformat(ends) < entry.on:
            raise Impossible(
                f"Ends on: {day_words(date.fromisoformat(ends))} lies before the notice of {day_words(entry.on)}. "
                "Enter the last day on which the surety still holds.",
                field="expires",
            )


class DemandRelease(_SuretyStep):
    """The permittee demands it back."""

    key = "demand_release"
    event = "release_demanded"
    button = "Record a demand for release"
    form = "permitting.sureties.forms.Finding"

    def offered(self, file: CaseFile) -> bool:
        """Where the town has a rule that gives the board a time to answer."""
        return file.stage in _in(*HELD) and terms.rules_of(file).demand_days > 0


class ReleaseSurety(_SuretyStep):
    """The board lets go of the rest."""

    key = "release_surety"
    event = "surety_released"
    button = "Release the surety in full"
    effects = ("Nothing may be drawn any more.", "What the Town has in hand is to be returned.")
    action = "release_surety"
    may = BOARD
    form = "permitting.sureties.forms.Release"

    def offered(self, file: CaseFile) -> bool:
        """Only once everything that the law asks for is in."""
        return file.stage in _in(*HELD, State.EXHAUSTED) and terms.gate_is_open(file)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """What the law asks for and is not in."""
        return terms.release_stops(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """One for each thing that was not in."""
        return terms.release_defects(file, entry)


class ExpireSurety(_SuretyStep):
    """Its time ran out."""

    key = "expire_surety"
    event = "surety_expired"
    button = "Record that it expired"
    effects = ("Nothing more may be drawn, unless it was called in time.",)
    form = "permitting.sureties.forms.Finding"

    def offered(self, file: CaseFile) -> bool:
        """While it can still be drawn on; the day is the person's to know."""
        return file.stage in _in(*HELD)

    def check(self, file: CaseFile, entry: Entry) -> None:
        """Not before its own last day."""
        super().check(file, entry)
        ends = terms.ends_on(file, entry.on)
        if ends is not None and entry.on < ends:
            raise Impossible(
                f"Day: it cannot have expired on {day_words(entry.on)}, since it holds until {day_words(ends)}. "
                "Enter that day or a later one, or record first the notice by which it ended earlier.",
                field="on",
            )


class ReplaceSurety(_SuretyStep):
    """Another takes its place."""

    key = "replace_surety"
    event = "surety_replaced"
    button = "Record a replacement"
    effects = ("This surety ends; the other one stands in its place.",)
    action = "release_surety"
    may = BOARD
    form = "permitting.sureties.forms.Replacement"
    when = _in(*HELD, State.EXPIRED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """A gap between the two, or a smaller one."""
        return terms.replacement_stops(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """The same, by name."""
        return tuple(stop.key for stop in terms.replacement_stops(file, entry))


def _required(file: CaseFile) -> str | None:
    return None if file.has("surety_required") else "surety_required"


def _posted(file: CaseFile) -> str | None:
    return None if file.has("surety_posted") else "surety_posted"


def _claimed(file: CaseFile) -> str | None:
    return None if file.has("surety_claimed") else "surety_claimed"


#: What must come first, where a story leaves it out. An amount is never supplied, so that what needs one is refused.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "surety_posted": _required,
    "surety_reduced": _posted,
    "surety_called": _posted,
    "surety_released": _posted,
    "surety_spent": _claimed,
}
