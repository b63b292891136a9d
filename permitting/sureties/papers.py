"""How the papers of a surety are filled: the call on its issuer, and the release."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from permitting.sureties import money, terms
from permitting.sureties.models import Surety
from permitting.sureties.paper_facts import SuretyCall, SuretyRelease
from permitting.sureties.queries import form_words
from towns.calendar.words import hour_words
from towns.ledger.entries import Entry
from towns.models import Notice
from towns.papers import printing
from towns.papers.facts import Said
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile
from towns.roles import Role


def _instrument(surety: Surety, form: str) -> str:
    return form_words(form) + (f" No. {surety.instrument}" if surety.instrument else "")


def _last(file: CaseFile, *names: str) -> Entry:
    found = next((entry for entry in reversed(file.story) if entry.name in names), None)
    if found is None:
        raise printing.Nothing("Nothing of the kind is recorded yet.")
    return found


def _before(file: CaseFile, entry: Entry) -> money.Money:
    return money.of(file.story[: file.story.index(entry)])


class CallOnIssuer(Paper):
    """The demand that goes to the bank or surety company, with the last day and place of presentation."""

    key = "surety_call"
    title = "Demand for payment"
    label = "Call on the issuer"
    needs = SuretyCall
    audience = "parties"
    asserts = ("surety_called",)
    letter = True

    def offered(self, file: CaseFile) -> bool:
        """Once something is posted: before the call is recorded it is a draft."""
        return file.has("surety_posted")

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> SuretyCall:
        """The last call; before one is recorded, all that may still be drawn."""
        surety: Any = file.principal
        called = file.last("surety_called")
        held = _before(file, called) if called is not None else terms.money_of(file)
        found = file.last("default_found")
        amount = Decimal(called.facts["amount"]) if called is not None else held.total.under
        return SuretyCall(
            surety_number=file.case.number, issuer=surety.issuer, instrument=_instrument(surety, held.form),
            permits=", ".join(terms.permit_numbers(file)), called=called.on if called else None,
            amount=money.dollars(amount), secured=money.dollars(held.total.under),
            signer=printing.signer(file, Role.TREASURER, "Town Treasurer"), found=found.on if found else None,
            last_day=terms.ends_on(file, called.on if called else on), present_at=surety.present_at,
            present_by=hour_words(surety.present_by) if surety.present_by else "", account=surety.account,
            original_with=surety.original_with, on_default=surety.on_default,
        )  # fmt: skip

    def stale(self, notice: Notice, file: CaseFile) -> str:
        """A later call, or one for another sum."""
        called, printed = file.last("surety_called"), notice.facts.get("facts", {})
        if called is None:
            return "The call that it asserts is no longer on record."
        if printed.get("amount") != money.dollars(Decimal(called.facts["amount"])):
            return "The call on record is for another amount than the one printed."
        return ""


class ReleaseOfSurety(Paper):
    """What the board let go of, in full or in part; the treasurer's copy says what is paid back, and to whom."""

    key = "surety_release"
    title = "Release of surety"
    label = "Release of the surety"
    needs = SuretyRelease
    audience = "parties"
    asserts = ("surety_released", "surety_reduced")

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> SuretyRelease:
        """The last vote that let go of something."""
        surety: Any = file.principal
        voted = _last(file, *self.asserts)
        before = _before(file, voted)
        in_full = voted.name == "surety_released"
        gone = before.total.balance if in_full else Decimal(voted.facts["amount"])
        hand = (
            sum((before.in_hand(part) for part in before.parts.values()), money.NONE)
            if in_full
            else money.NONE
        )
        interest = before.interest - before.interest_paid if in_full else money.NONE
        rule = terms.rules_of(file)
        says = rule.release_says if in_full else rule.phase_says
        return SuretyRelease(
            surety_number=file.case.number, instrument=_instrument(surety, before.form),
            permits=", ".join(terms.permit_numbers(file)), extent="in full" if in_full else "in part", voted=voted.on,
            posted=money.dollars(before.total.posted), let_go=money.dollars(gone),
            remaining=money.dollars(before.total.balance - gone), signer=printing.chair(file, on), issuer=surety.issuer,
            phase=str(voted.facts.get("phase", "")), pay_back=money.dollars(hand) if hand else "",
            payee=surety.payee if hand else "", interest=money.dollars(interest) if interest else "",
            account=surety.account if hand else "", law_says=(Said(text=says, cite=rule.cite),) if says else (),
        )  # fmt: skip


PAPERS: tuple[type[Paper], ...] = (CallOnIssuer, ReleaseOfSurety)
