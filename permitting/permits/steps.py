"""The steps of a permit: its issue, the work under it, and its completion."""

from __future__ import annotations

from collections.abc import Mapping

from permitting.permits.models import Permit
from towns.law.board_rules import denial_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD, OFFICE, Role

READY = ("approved", "approved_with_conditions", "deemed_approved")


def _check_issue(file: CaseFile, entry: Entry) -> None:
    if file.stage == "disapproved":
        raise Impossible(
            "The board disapproved the application, so there is no permit to issue. Correct the decision first, if it "
            "was recorded wrong."
        )


def _issue_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    if file.case.stage != "deemed_approved" or file.has("lapse_certified"):
        return ()
    if "lapse_certified" in events_of(file.matter):  # the text wants the clerk's certificate
        cite = next((rule.cite for rule in file.matter.clocks if rule.if_missed == "deemed_approved"), "")
        says = "The town clerk has not certified that the time passed without action."
        return (Stop("not_certified", says, cite),)
    return (Stop("not_confirmed", "Nobody has confirmed yet that the time passed without action."),)


def _keep_permit(file: CaseFile, entry: Entry, kept: Facts) -> None:
    owner = Party.objects.filter(case=file.case, kind=Party.Kind.OWNER).first()
    applicant = Party.objects.filter(case=file.case, kind=Party.Kind.APPLICANT).first()
    holder = kept.get("permittee") or getattr(owner or applicant, "name", "") or file.case.title
    Permit.objects.create(
        town=file.town,
        case=file.case,
        event_seq=entry.seq,
        issued=entry.on,
        permittee=holder,
        forced=not file.has("decided") and file.has("deemed_approved"),
    )


def _follow_permit(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    permits = Permit.objects.filter(case=file.case, event_seq=earlier.seq)
    if now is None:
        permits.delete()
    else:
        permits.update(issued=now.on)


def _permitted(file: CaseFile) -> bool:
    return file.case.stage == "permitted"


def _ready(file: CaseFile) -> bool:
    # A waiver of the permit is endorsed on its application; no permit follows it.
    return file.case.stage in READY and not denial_of(file.matter)


def _needs_approval(file: CaseFile) -> str | None:
    return None if file.stage in (*READY, "permitted") else "decided"


def _needs_permit(file: CaseFile) -> str | None:
    return None if file.stage == "permitted" else "permit_issued"


def _needs_work(file: CaseFile) -> str | None:
    return _needs_permit(file) or (None if file.has("work_completed") else "work_completed")


class IssuePermit(Step):
    """Issue the permit."""

    key = "issue_permit"
    event = "permit_issued"
    button = "Issue the permit"
    effects = ("The permit can be printed.", "Clocks that run from the permit start.")
    group = "permit"
    may = BOARD
    form = "permitting.permits.forms.IssuePermit"

    def offered(self, file: CaseFile) -> bool:
        return _ready(file)

    def primary(self, file: CaseFile) -> bool:
        return _ready(file) and (not file.case.held)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_issue(file, entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return _issue_stops(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_permit(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        _follow_permit(file, earlier, now)


class _AfterPermit(Step):
    """A fact of the work under a permit, where a clock of the matter speaks of it."""

    form = "permitting.applications.forms.Fact"
    group = "work"
    action = "record_work"
    may = OFFICE | {Role.INSPECTOR}

    def offered(self, file: CaseFile) -> bool:
        """Once the permit was issued, until the fact is known."""
        return _permitted(file) and self.event in events_of(file.matter) and not file.has(self.event)


class RecordWork(_AfterPermit):
    """Record that the work was completed."""

    key = "record_work"
    event = "work_completed"
    button = "Record that the work was completed"


class RecordAsBuilt(_AfterPermit):
    """Record that the as-built drawings were filed."""

    key = "record_as_built"
    event = "as_built_filed"
    button = "Record that the as-built drawings were filed"


class IssueCertificate(_AfterPermit):
    """Record the certificate of completion."""

    key = "issue_certificate"
    event = "certificate_issued"
    button = "Record the certificate of completion"


class RequestRenewal(_AfterPermit):
    """Record a request to renew."""

    key = "request_renewal"
    event = "renewal_requested"
    button = "Record a request to renew"


class Renew(_AfterPermit):
    """Renew the permit."""

    key = "renew"
    event = "permit_renewed"
    button = "Renew the permit"


PRESUPPOSES: Mapping[str, Presupposed] = {
    "permit_issued": _needs_approval,
    "granted": _needs_approval,
    **dict.fromkeys(
        ("use_commenced", "construction_begun", "good_cause_found"),
        lambda file: None if file.has("granted") else "granted",
    ),
    "stabilized": lambda file: None if file.has("work_ceased") else "work_ceased",
    **dict.fromkeys(
        ("work_completed", "work_ceased", "certificate_issued", "renewal_requested", "permit_renewed"),
        _needs_permit,
    ),
    "as_built_filed": _needs_work,
}
