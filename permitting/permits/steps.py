"""The steps of a permit: its issue, the work under it, and its completion."""

from __future__ import annotations

from permitting.permits.models import Permit
from towns.law.board_rules import denial_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party
from towns.record import steps
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Facts, Step, Stop

READY = ("approved", "approved_with_conditions", "deemed_approved")


def _check_issue(file: CaseFile, entry: Entry) -> None:
    if str(file.principal.state) == "disapproved":  # type: ignore[attr-defined]
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


def _after_permit(key: str, event: str, button: str) -> Step:
    return Step(
        key=key,
        event=event,
        button=button,
        form="permitting.applications.forms.Fact",
        group="work",
        action="record_work",
        offered=lambda f: _permitted(f) and event in events_of(f.matter) and not f.has(event),
    )


def _needs_approval(file: CaseFile) -> str | None:
    return None if str(file.principal.state) in (*READY, "permitted") else "decided"  # type: ignore[attr-defined]


def _needs_permit(file: CaseFile) -> str | None:
    return None if str(file.principal.state) == "permitted" else "permit_issued"  # type: ignore[attr-defined]


def _needs_work(file: CaseFile) -> str | None:
    return _needs_permit(file) or (None if file.has("work_completed") else "work_completed")


def register() -> None:
    """Declare the steps of this room."""
    steps.register(
        Step(
            key="issue_permit",
            event="permit_issued",
            button="Issue the permit",
            effects=("The permit can be printed.", "Clocks that run from the permit start."),
            form="permitting.permits.forms.IssuePermit",
            group="permit",
            offered=_ready,
            primary=lambda f: _ready(f) and not f.case.held,
            check=_check_issue,
            stops=_issue_stops,
            keep=_keep_permit,
            follow=_follow_permit,
        ),
        _after_permit("record_work", "work_completed", "Record that the work was completed"),
        _after_permit("record_as_built", "as_built_filed", "Record that the as-built drawings were filed"),
        _after_permit("issue_certificate", "certificate_issued", "Record the certificate of completion"),
        _after_permit("request_renewal", "renewal_requested", "Record a request to renew"),
        _after_permit("renew", "permit_renewed", "Renew the permit"),
    )
    steps.presupposes.add("permit_issued", _needs_approval)
    steps.presupposes.add("granted", _needs_approval)
    for event in ("use_commenced", "construction_begun", "good_cause_found"):
        steps.presupposes.add(event, lambda f: None if f.has("granted") else "granted")
    steps.presupposes.add("stabilized", lambda f: None if f.has("work_ceased") else "work_ceased")
    for event in (
        "work_completed",
        "work_ceased",
        "certificate_issued",
        "renewal_requested",
        "permit_renewed",
    ):
        steps.presupposes.add(event, _needs_permit)
    steps.presupposes.add("as_built_filed", _needs_work)
