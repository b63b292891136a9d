"""The steps of a permit: its issue, the work under it, and changes of that work."""

from __future__ import annotations

from collections.abc import Mapping

from permitting.permits.models import Permit
from towns.law.board_rules import denial_of, still_needed_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import APPLICANT, BOARD, OFFICE, Role

READY = ("approved", "approved_with_conditions", "deemed_approved")
#: How a change of the work that was notified is judged.
CHANGES = {
    "minor": "Minor: the work may go on as changed",
    "significant": "Significant: an amended application and a hearing are required",
    "refused": "Refused: the work stays as permitted",
}


def permits_of(file: CaseFile) -> list[Permit]:
    """The permits of a case that were really issued, the first one first."""
    rows = [permit for _, permit in sorted(file.things.get(Permit.KIND, {}).items())]
    return [permit for permit in rows if isinstance(permit, Permit) and permit.state != "void"]


def permit_of(file: CaseFile) -> Permit | None:
    """The last permit of a case; None before any was issued."""
    rows = permits_of(file)
    return rows[-1] if rows else None


def permit_meant(file: CaseFile, entry: Entry) -> Permit | None:
    """The permit that an event names by its number, else the last."""
    named = file.things.get(Permit.KIND, {}).get(int(entry.facts.get(Permit.KIND, 0)))
    return named if isinstance(named, Permit) else permit_of(file)


def stands(file: CaseFile) -> bool:
    """Whether a permit of the case stands, so that work may go on under it."""
    permit = permit_of(file)
    return permit is not None and permit.stands


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
    Permit.objects.filter(case=file.case, number=Permit.number_in(entry)).update(
        permittee=holder, forced=not file.has("decided") and file.has("deemed_approved")
    )


def permitted(file: CaseFile) -> bool:
    """Whether the application led to a permit."""
    return file.case.stage == "permitted"


def _ready(file: CaseFile) -> bool:
    # A waiver of the permit is endorsed on its application; no permit follows it.
    return file.case.stage in READY and not denial_of(file.matter)


def _needs_approval(file: CaseFile) -> str | None:
    return None if file.stage in (*READY, "permitted") else "decided"


def needs_permit(file: CaseFile) -> str | None:
    """What everything done under a permit presupposes."""
    return None if file.stage == "permitted" else "permit_issued"


def _needs_work(file: CaseFile) -> str | None:
    return needs_permit(file) or (None if file.has("work_completed") else "work_completed")


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


class AfterPermit(Step):
    """A fact of the work under a permit, where a clock of the matter speaks of it."""

    form = "permitting.applications.forms.Fact"
    group = "work"
    action = "record_work"
    may = OFFICE | {Role.INSPECTOR}

    def offered(self, file: CaseFile) -> bool:
        """Once the permit was issued, until the fact is known."""
        return permitted(file) and self.event in events_of(file.matter) and not file.has(self.event)


class RecordWorkBegun(AfterPermit):
    """Record that the work began."""

    key = "record_work_begun"
    event = "work_begun"
    button = "Record that the work began"
    effects = ("The permit shows the work as under way.",)

    def offered(self, file: CaseFile) -> bool:
        return permitted(file) and not file.has("work_begun") and not file.has("work_completed")

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """What the text still forbids: recording a fact is no leave to work."""
        permit = permit_meant(file, entry)
        if permit is not None and not permit.stands:
            says = f"The permit does not stand: it is {permit.get_state_display().lower()}."
            return (Stop("permit_does_not_stand", says, file.matter.cite),)
        return ()

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        permit = permit_meant(file, entry)
        if permit is None or (permit.issued is not None and entry.on < permit.issued):
            rule = next((one for one in still_needed_of(file.matter) if one.until == "permit_issued"), None)
            return (f"work_before_permit:{rule.key}" if rule else "work_before_permit",)
        return () if permit.stands else (f"work_without_standing_permit:{permit.state}",)


class RecordWork(AfterPermit):
    """Record that the work was completed."""

    key = "record_work"
    event = "work_completed"
    button = "Record that the work was completed"


class NotifyChange(Step):
    """Record the written notice of a change of the work."""

    key = "notify_change"
    event = "change_notified"
    button = "Record a notice that the work will change"
    effects = ("The board decides whether the change is significant.",)
    group = "work"
    may = OFFICE | {Role.INSPECTOR, APPLICANT}
    form = "permitting.permits.forms.ChangeNotice"

    def offered(self, file: CaseFile) -> bool:
        return permitted(file) and stands(file)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """The text wants the notice before the change occurs."""
        return ("change_before_notice",) if entry.facts.get("already_made") else ()


class DecideChange(Step):
    """Record what was decided on a change of the work."""

    key = "decide_change"
    event = "change_decided"
    button = "Record the decision on a change of the work"
    effects = ("A significant change needs an amended application and a hearing.",)
    group = "work"
    may = BOARD
    form = "permitting.permits.forms.ChangeDecision"

    def offered(self, file: CaseFile) -> bool:
        return open_changes(file) > 0

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome not in CHANGES:
            raise Impossible(
                f"Choose what was decided on the change: minor, significant or refused. "
                f"{entry.outcome or 'Nothing'} was entered.",
                field="outcome",
            )


def open_changes(file: CaseFile) -> int:
    """How many changes of the work were notified and not decided yet."""
    told = [entry.name for entry in file.story]
    return max(0, told.count("change_notified") - told.count("change_decided"))


PRESUPPOSES: Mapping[str, Presupposed] = {
    "permit_issued": _needs_approval,
    "granted": _needs_approval,
    **dict.fromkeys(
        ("use_commenced", "construction_begun", "good_cause_found"),
        lambda file: None if file.has("granted") else "granted",
    ),
    "stabilized": lambda file: None if file.has("work_ceased") else "work_ceased",
    **dict.fromkeys(("work_completed", "work_ceased"), needs_permit),
    "as_built_filed": _needs_work,
}
