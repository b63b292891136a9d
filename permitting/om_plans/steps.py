"""The steps of an operation and maintenance plan: agreed, signed, recorded, in force, repaired, ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from permitting.om_plans import keeping
from permitting.om_plans.models import BEFORE, BINDING, LIVE, State
from towns.calendar.words import day_words
from towns.law.board_rules import conditions_for
from towns.ledger.entries import Entry
from towns.parcels.map_lot import key_of
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD, OFFICE, Role

VISITORS = OFFICE | {Role.INSPECTOR}


def _live(file: CaseFile) -> bool:
    return file.case.stage in LIVE


def _before(file: CaseFile) -> bool:
    return file.case.stage in BEFORE


def open_repairs(file: CaseFile) -> bool:
    """Whether a notice to repair stands that was not answered by repairs yet."""
    return file.case.stage in (State.CURE_DUE, State.FAILED)


def _counts(kept: Facts) -> Facts:
    """How many of those who must sign did; the ledger names nobody."""
    if "must_sign" not in kept:
        return {}
    return {"signed": str(len(kept.get("signed", ()))), "must_sign": str(kept["must_sign"])}


def _unsigned(entry: Entry) -> int:
    return max(int(entry.facts.get("must_sign", 0)) - int(entry.facts.get("signed", 0)), 0)


class ProposePlan(Step):
    """Open the plan as it was proposed."""

    key = "propose_om_plan"
    event = "plan_proposed"
    button = "Enter the operation and maintenance plan"
    effects = ("The plan gets a case of its own, which outlives the permit.",)
    group = "agreement"
    may = OFFICE
    form = "permitting.om_plans.forms.Proposal"

    def offered(self, file: CaseFile) -> bool:
        return _before(file) and not file.has("plan_proposed")

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keeping.keep_proposal(file, kept)


class AcceptPlan(Step):
    """The authority decides that this way of maintenance is the right one."""

    key = "accept_om_plan"
    event = "plan_accepted"
    button = "Record that the plan was accepted"
    effects = ("The owners may sign the agreement.",)
    group = "agreement"
    may = BOARD
    form = "permitting.om_plans.forms.Acceptance"

    def offered(self, file: CaseFile) -> bool:
        return _before(file) and not file.has("plan_accepted")

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.PROPOSED


class SignAgreement(Step):
    """The owners signed."""

    key = "sign_om_agreement"
    event = "agreement_signed"
    button = "Record the signed agreement"
    group = "agreement"
    may = OFFICE
    form = "permitting.om_plans.forms.Signing"

    def offered(self, file: CaseFile) -> bool:
        return _live(file)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.ACCEPTED

    def told(self, kept: Facts) -> Facts:
        return _counts(kept)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        missing = _unsigned(entry)
        if not missing:
            return ()
        who = "1 owner has" if missing == 1 else f"{missing} owners have"
        return (
            Stop("not_all_owners", f"{who} not signed. The agreement needs the signatures of the owners."),
        )

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keeping.keep_signatures(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        keeping.follow_signatures(file, earlier, now)


class RecordAgreement(Step):
    """The agreement was recorded at the registry of deeds."""

    key = "record_om_agreement"
    event = "agreement_recorded"
    button = "Record book and page"
    group = "agreement"
    may = OFFICE | {Role.TOWN_CLERK}
    form = "permitting.om_plans.forms.Recording"

    def offered(self, file: CaseFile) -> bool:
        return _live(file) and not file.has("agreement_recorded")

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.SIGNED


class PutInForce(Step):
    """The plan takes effect."""

    key = "put_om_plan_in_force"
    event = "plan_in_force"
    button = "Put the plan in force"
    effects = ("The schedule binds the owners from this day.",)
    group = "agreement"
    may = OFFICE
    form = "permitting.om_plans.forms.InForce"

    def offered(self, file: CaseFile) -> bool:
        return _before(file)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.RECORDED


class AmendPlan(Step):
    """The schedule or the agreement was changed."""

    key = "amend_om_plan"
    event = "plan_amended"
    button = "Record an amendment"
    group = "agreement"
    may = BOARD
    form = "permitting.om_plans.forms.Amendment"

    def offered(self, file: CaseFile) -> bool:
        return _live(file)

    def told(self, kept: Facts) -> Facts:
        return _counts(kept)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        missing = _unsigned(entry)
        if not missing:
            return ()
        who = "1 responsible party has" if missing == 1 else f"{missing} responsible parties have"
        says = f"{who} not signed. An amendment is written and signed by all of them: owners, payers and those who do the work."
        return (Stop("not_signed_by_all", says),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("not_signed_by_all",) if _unsigned(entry) else ()


class ChangeOwner(Step):
    """The land, or part of it, has another owner."""

    key = "change_om_owner"
    event = "owner_changed"
    button = "Record a change of owner"
    effects = ("The new owner is bound by the agreement; the letter to them is drafted.",)
    group = "land"
    may = OFFICE | {Role.ASSESSOR}
    form = "permitting.om_plans.forms.OwnerChange"

    def offered(self, file: CaseFile) -> bool:
        return _live(file)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        key = key_of(str(entry.facts.get("party", "")))
        return replace(entry, facts={**entry.facts, "party": key}) if key else entry

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keeping.keep_owner(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        keeping.follow_owner(file, earlier, now)


class GiveMaintenanceNotice(Step):
    """Tell the owners what to repair."""

    key = "give_maintenance_notice"
    event = "maintenance_notice"
    button = "Give notice to repair"
    group = "repairs"
    may = VISITORS
    form = "permitting.om_plans.forms.Notice"

    def offered(self, file: CaseFile) -> bool:
        return _live(file)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keeping.keep_repairs_asked(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        keeping.follow_repairs_asked(file, earlier, now)


class RecordRepairs(Step):
    """The repairs were made."""

    key = "record_repairs"
    event = "maintenance_corrected"
    button = "Record that the repairs were made"
    group = "repairs"
    may = VISITORS
    form = "permitting.om_plans.forms.Repairs"

    def offered(self, file: CaseFile) -> bool:
        return open_repairs(file)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.CURE_DUE

    def told(self, kept: Facts) -> Facts:
        return {"open": str(kept["open"])} if kept.get("open") else {}

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        still = int(entry.facts.get("open", 0))
        if not still:
            return ()
        what = (
            "1 thing that the notice asks for is"
            if still == 1
            else f"{still} things that the notice asks for are"
        )
        return (Stop("repairs_open", f"{what} not repaired yet."),)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        keeping.keep_repairs_made(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        keeping.follow_repairs_made(file, earlier, now)


class FailPlan(Step):
    """The town finds that the maintenance was not carried out."""

    key = "fail_om_plan"
    event = "plan_failed"
    button = "Find that the repairs were not made"
    effects = ("The plan stands as not maintained. What the town does next is a matter of enforcement.",)
    group = "repairs"
    may = OFFICE
    form = "permitting.om_plans.forms.Failure"

    def offered(self, file: CaseFile) -> bool:
        return _live(file) and file.case.stage not in (*BEFORE, State.FAILED)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        running = next((r for r in file.readings(entry.on) if r.status == "running" and r.due), None)
        if running is None or running.due is None:
            return ()
        says = f"The owners have until {day_words(running.due)} to make the repairs."
        return (Stop("time_runs", says, running.cite),)


class EndPlan(Step):
    """The plan ended."""

    key = "end_om_plan"
    event = "plan_ended"
    button = "End the plan"
    effects = ("Nothing more falls due under it.",)
    group = "ending"
    may = BOARD
    form = "permitting.om_plans.forms.Ending"

    def offered(self, file: CaseFile) -> bool:
        return _live(file)


#: The clause of a town's text by which the agreement must be recorded, among its standard conditions.
RECORD_AGREEMENT = "record_agreement"


def recording_wanted(file: CaseFile) -> tuple[str, str] | None:
    """The words and the section by which a town's law wants the agreement recorded; None where its text is silent."""
    for matter in file.law.matters:
        for rule in conditions_for(file.law, matter):
            if rule.key == RECORD_AGREEMENT:
                return rule.text, rule.cite
    return None


def unrecorded(file: CaseFile) -> bool:
    """Whether the plan binds although its agreement stands in no land records."""
    return file.stage in BINDING and not file.has("agreement_recorded")


def _needs(event: str) -> Presupposed:
    return lambda file: None if file.has(event) else event


#: What must come first, where a story leaves it out.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "plan_accepted": _needs("plan_proposed"),
    "agreement_signed": _needs("plan_accepted"),
    "plan_in_force": _needs("agreement_signed"),
}
