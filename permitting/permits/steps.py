"""The steps of a permit: its issue, the work under it, and its completion."""

from __future__ import annotations

from permitting.permits.models import Permit
from towns import steps
from towns.folder import Folder, events_of
from towns.law.board_rules import denial_of
from towns.ledger import Entry
from towns.living import Impossible
from towns.models import Party
from towns.steps import Facts, Step, Stop

READY = ("approved", "approved_with_conditions", "deemed_approved")


def _check_issue(folder: Folder, entry: Entry) -> None:
    if str(folder.principal.state) == "disapproved":  # type: ignore[attr-defined]
        raise Impossible(
            "The board disapproved the application, so there is no permit to issue. Correct the decision first, if it "
            "was recorded wrong."
        )


def _issue_stops(folder: Folder, entry: Entry) -> tuple[Stop, ...]:
    if folder.case.stage != "deemed_approved" or folder.has("lapse_certified"):
        return ()
    if "lapse_certified" in events_of(folder.matter):  # the text wants the clerk's certificate
        cite = next((rule.cite for rule in folder.matter.clocks if rule.if_missed == "deemed_approved"), "")
        says = "The town clerk has not certified that the time passed without action."
        return (Stop("not_certified", says, cite),)
    return (Stop("not_confirmed", "Nobody has confirmed yet that the time passed without action."),)


def _keep_permit(folder: Folder, entry: Entry, kept: Facts) -> None:
    owner = Party.objects.filter(case=folder.case, kind=Party.Kind.OWNER).first()
    applicant = Party.objects.filter(case=folder.case, kind=Party.Kind.APPLICANT).first()
    holder = kept.get("permittee") or getattr(owner or applicant, "name", "") or folder.case.title
    Permit.objects.create(
        town=folder.town,
        case=folder.case,
        event_seq=entry.seq,
        issued=entry.on,
        permittee=holder,
        forced=not folder.has("decided") and folder.has("deemed_approved"),
    )


def _follow_permit(folder: Folder, earlier: Entry, now: Entry | None) -> None:
    permits = Permit.objects.filter(case=folder.case, event_seq=earlier.seq)
    if now is None:
        permits.delete()
    else:
        permits.update(issued=now.on)


def _permitted(folder: Folder) -> bool:
    return folder.case.stage == "permitted"


def _ready(folder: Folder) -> bool:
    # A waiver of the permit is endorsed on its application; no permit follows it.
    return folder.case.stage in READY and not denial_of(folder.matter)


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


def _needs_approval(folder: Folder) -> str | None:
    return None if str(folder.principal.state) in (*READY, "permitted") else "decided"  # type: ignore[attr-defined]


def _needs_permit(folder: Folder) -> str | None:
    return None if str(folder.principal.state) == "permitted" else "permit_issued"  # type: ignore[attr-defined]


def _needs_work(folder: Folder) -> str | None:
    return _needs_permit(folder) or (None if folder.has("work_completed") else "work_completed")


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
