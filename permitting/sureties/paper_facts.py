"""The facts of the papers of a surety: the call on its issuer, and the release."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from towns.papers.facts import Said, Signature, optional, required

_POSTING = "Enter it where the posting is recorded."


@dataclass(frozen=True, kw_only=True)
class SuretyCall:
    """A demand on the issuer to pay."""

    surety_number: str = required("the number of the surety's case")
    issuer: str = required("the bank or surety company", mend=_POSTING)
    instrument: str = required("the bond or letter, with its number", mend=_POSTING)
    permits: str = required("the permits that it stands over", mend="Link the permits to the surety.")
    called: date | None = required("the day of the call", mend="Record the call.", empty=None)
    amount: str = required("the amount called", mend="Enter it where the call is recorded.")
    secured: str = required("the amount that may still be drawn", mend="Record what was posted.")
    signer: Signature = required("the line to sign on", empty=None)
    found: date | None = optional("the day on which the board found the default", empty=None)
    last_day: date | None = optional("the last day of the surety", empty=None)
    present_at: str = optional("where the call must be presented")
    present_by: str = optional("by which hour it must be presented")
    account: str = optional("the Town's account")
    original_with: str = optional("who keeps the original")
    on_default: str = optional("what the instrument says of default")


@dataclass(frozen=True, kw_only=True)
class SuretyRelease:
    """What the board let go of, for the permittee, the issuer and the treasurer."""

    surety_number: str = required("the number of the surety's case")
    instrument: str = required("the bond or letter, with its number", mend=_POSTING)
    permits: str = required("the permits that it stands over", mend="Link the permits to the surety.")
    extent: str = required("whether all of it or part is released")
    voted: date | None = required("the day of the vote", mend="Record the release.", empty=None)
    posted: str = required("the amount posted", mend="Record what was posted.")
    let_go: str = required("the amount released by this vote", mend="Record the release.")
    remaining: str = required("the amount that remains", mend="Record what was posted.")
    signer: Signature = required("the chair's line", empty=None)
    issuer: str = optional("the bank or surety company")
    phase: str = optional("the phase that is complete")
    pay_back: str = optional("the amount that the treasurer pays back")
    payee: str = optional("the payee of record")
    interest: str = optional("the interest paid with it")
    account: str = optional("the Town's account")
    law_says: tuple[Said, ...] = optional("what the bylaw says of the release", empty=())
