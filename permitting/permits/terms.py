"""The term of a permit, and what ends or suspends it: renewal, suspension, revocation, transfer, surrender."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from permitting.permits.models import Permit, PermitState
from permitting.permits.steps import AfterPermit, needs_permit, permit_meant, permit_of
from towns.law.clocks import MISSED, Reading
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step
from towns.roles import APPLICANT, BOARD, OFFICE


def term_of(file: CaseFile, on: date) -> Reading | None:
    """The clock of the permit's term on a day; None where the matter's law sets no term."""
    return next((one for one in file.readings(on) if one.if_missed == "expired"), None)


def request_of(file: CaseFile, on: date) -> Reading | None:
    """The clock by whose last day a renewal has to be asked for; None where the law sets none."""
    return next((one for one in file.readings(on) if one.if_missed == "renewal_barred"), None)


class RequestRenewal(AfterPermit):
    """Record a request to renew."""

    key = "request_renewal"
    event = "renewal_requested"
    button = "Record a request to renew"
    group = "permit"

    def offered(self, file: CaseFile) -> bool:
        permit = permit_of(file)
        return super().offered(file) and permit is not None and permit.state != PermitState.COMPLETED

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """A late request is recorded; whether it can still be granted is the authority's to decide."""
        reading = request_of(file, entry.on)
        late = reading is not None and reading.status == MISSED
        return (f"late_request:{reading.clock}",) if late and reading is not None else ()


class Renew(AfterPermit):
    """Renew the permit."""

    key = "renew"
    event = "permit_renewed"
    button = "Renew the permit"
    effects = ("The term is lengthened, if the permit had not expired by then.",)
    group = "permit"
    action = "renew_permit"
    may = BOARD

    def offered(self, file: CaseFile) -> bool:
        """While a renewal was asked for and is not answered."""
        asked, renewed = file.last("renewal_requested"), file.last("permit_renewed")
        return asked is not None and (renewed is None or (renewed.on, renewed.seq) < (asked.on, asked.seq))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """A renewal of what had expired revives nothing; one that nobody asked for in time lacks its ground."""
        found = []
        term = term_of(file, entry.on)
        if term is not None and term.status == MISSED:
            found.append(f"renewed_after_expiry:{term.clock}")
        asking = request_of(file, entry.on)
        asked = file.last("renewal_requested")
        if asking is not None and (asked is None or asked.on > entry.on):
            found.append(f"renewed_without_request:{asking.clock}")
        elif (
            asking is not None and asked is not None and "late_request" in str(asked.facts.get("defects", ""))
        ):
            found.append(f"renewed_on_late_request:{asking.clock}")
        return tuple(found)


class Measure(Step):
    """A measure against or about a permit, for which most texts give no procedure: it asks for the authority relied on,
    the notice given to the holder and the hearing held; what is missing is named."""

    group = "permit"
    may = BOARD
    form = "permitting.permits.forms.MeasureForm"

    def offered(self, file: CaseFile) -> bool:
        permit = permit_of(file)
        return permit is not None and str(permit.state) not in Permit.ENDED

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_days(entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        wanted = {"authority": "authority", "noticed": "notice", "heard": "hearing"}
        return tuple(f"measure_without_{name}" for fact, name in wanted.items() if not entry.facts.get(fact))


def _check_days(entry: Entry) -> None:
    for name, called in (("noticed", "notice"), ("heard", "hearing")):
        said = entry.facts.get(name)
        if not said:
            continue
        try:
            day = date.fromisoformat(str(said))
        except ValueError:
            raise Impossible(f"{said!r} is not a day. Write it as 2026-11-05.", field=name) from None
        if day > entry.on:
            raise Impossible(f"The {called} cannot come after the measure itself.", field=name)


class SuspendPermit(Measure):
    """Suspend the permit."""

    key = "suspend_permit"
    event = "permit_suspended"
    button = "Suspend the permit"
    effects = ("Work under the permit has to rest.",)

    def offered(self, file: CaseFile) -> bool:
        permit = permit_of(file)
        return permit is not None and permit.stands


class ReinstatePermit(Step):
    """Reinstate the permit."""

    key = "reinstate_permit"
    event = "permit_reinstated"
    button = "Reinstate the permit"
    effects = ("Work may go on.",)
    group = "permit"
    action = "suspend_permit"
    may = BOARD
    form = "permitting.applications.forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        permit = permit_of(file)
        return permit is not None and permit.state in (PermitState.SUSPENDED, PermitState.REVOKED)


class RevokePermit(Measure):
    """Revoke the permit."""

    key = "revoke_permit"
    event = "permit_revoked"
    button = "Revoke the permit"
    effects = ("Nothing more may be done under the permit.", "Duties that outlast it stay.")


class TransferPermit(Measure):
    """Record the transfer of the permit to another holder."""

    key = "transfer_permit"
    event = "permit_transferred"
    button = "Transfer the permit to another holder"
    effects = ("The new holder stands on the permit.",)
    form = "permitting.permits.forms.Transfer"

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The holder's name stands in the permit's own row, not in the ledger."""
        permit = permit_meant(file, entry)
        if permit is not None and kept.get("permittee"):
            Permit.objects.filter(pk=permit.pk).update(permittee=kept["permittee"])


class SurrenderPermit(Step):
    """Record that the holder gave up the permit."""

    key = "surrender_permit"
    event = "permit_surrendered"
    button = "Record that the holder gave up the permit"
    effects = ("Nothing more may be done under the permit.",)
    group = "permit"
    may = OFFICE | {APPLICANT}
    form = "permitting.permits.forms.Surrender"

    def offered(self, file: CaseFile) -> bool:
        permit = permit_of(file)
        return permit is not None and str(permit.state) not in Permit.ENDED

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """Ground that was opened stays open whoever gives up the permit."""
        begun = file.has("work_begun") and not file.has("work_completed") and not file.has("stabilized")
        return ("surrendered_with_open_work",) if begun else ()


PRESUPPOSES: Mapping[str, Presupposed] = {
    **dict.fromkeys(
        (
            "renewal_requested",
            "permit_renewed",
            "permit_suspended",
            "permit_revoked",
            "permit_transferred",
            "permit_surrendered",
        ),
        needs_permit,
    ),
    "permit_reinstated": lambda file: (
        None if file.has("permit_suspended") or file.has("permit_revoked") else "permit_suspended"
    ),
}
