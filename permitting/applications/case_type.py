"""The cases that are about an application: permits, zoning matters, and waivers of a permit."""

from __future__ import annotations

from dataclasses import replace

from permitting.applications import endings, life, steps
from permitting.applications.incomplete_letter import IncompletenessLetter
from permitting.applications.models import PENDING, Application, State
from permitting.applications.papers import CertificateOfNoAction
from permitting.decisions import steps as decisions
from permitting.decisions.papers import DecisionPaper, ExtensionAgreement
from permitting.decisions.steps import writing_marks
from permitting.inspections import steps as inspections
from permitting.inspections.models import Inspection
from permitting.om_plans import opening
from permitting.permits import completion, terms
from permitting.permits import steps as permits
from permitting.permits.completion_papers import CertificateOfCompletion
from permitting.permits.models import Permit
from permitting.permits.panel import forbids
from permitting.permits.papers import PermitPaper
from permitting.permits.views import PAGE as SITE
from permitting.referrals import steps as referrals
from permitting.referrals.views import PAGE as REVIEW
from permitting.waivers import steps as waivers
from towns.hearings import steps as hearings
from towns.hearings.papers import HearingNotice
from towns.mailing.paper import AbutterLetter
from towns.models import Hearing
from towns.record.case_types import CaseType
from towns.record.panels import CasePage
from towns.record.steps import steps_in

#: Where an application stands, in words for anyone.
PUBLIC_STAGES = {
    State.FILED: "Filed; the office checks whether it is complete",
    State.INCOMPLETE: "Waiting for the applicant",
    State.COMPLETE: "Complete; the hearing comes next",
    State.HEARING: "In public hearing",
    State.DELIBERATION: "Hearing closed; the board deliberates",
    State.APPROVED: "Approved",
    State.APPROVED_WITH_CONDITIONS: "Approved with conditions",
    State.DISAPPROVED: "Disapproved",
    State.DEEMED_APPROVED: "Deemed approved by passage of time",
    State.PERMITTED: "Permit issued",
    State.WITHDRAWN: "Withdrawn",
    State.RESCINDED: "Rescinded",
    State.ABANDONED: "Closed; the filing never became complete",
    State.DUPLICATE: "Closed; it repeats another case",
    State.MOVED: "Moved to another case",
}

PERMIT = CaseType(
    kind="permit",
    name="application",
    papers=(
        HearingNotice,
        AbutterLetter,
        DecisionPaper,
        CertificateOfNoAction,
        PermitPaper,
        CertificateOfCompletion,
        ExtensionAgreement,
        IncompletenessLetter,
    ),
    defects={
        "writing_late": "The vote came in time; its writing came after the last day, or is not on record ({clock}). "
        "Whether a vote alone stops the time is doubtful: ask counsel before anything is certified.",
        "after_decision": "It was withdrawn after the decision; the decision stays on record.",
        "was_complete": "The filing had been found complete; the board owed a decision.",
        "short_notice": "The applicant had no notice, or less than 30 days of it.",
        "not_moved": "It came a second time and moves nothing: the time counts from the first ({clock}).",
    },
    answers_as="application",
    model=Application,
    steps=tuple(
        step
        for room in (
            steps,
            inspections,
            hearings,
            referrals,
            waivers,
            decisions,
            permits,
            terms,
            completion,
            opening,
            endings,
        )
        for step in steps_in(room)
    ),
    opens="file",
    things=(Hearing, Inspection, Permit),
    plain=frozenset(
        {"appeal_filed", "appeal_decided", "court_appeal_filed", "court_final", "work_ceased", "stabilized"}
    ),
    presupposes={
        **steps.PRESUPPOSES,
        **endings.PRESUPPOSES,
        **waivers.PRESUPPOSES,
        **decisions.PRESUPPOSES,
        **permits.PRESUPPOSES,
        **terms.PRESUPPOSES,
        **completion.PRESUPPOSES,
        **inspections.PRESUPPOSES,
    },
    pending=frozenset(PENDING),
    ended=frozenset(
        {State.WITHDRAWN, State.DISAPPROVED, State.RESCINDED, State.ABANDONED, State.DUPLICATE, State.MOVED}
    ),
    marks=writing_marks,
    may_be_heard=frozenset({State.FILED, State.INCOMPLETE, State.COMPLETE}),
    waits_for_applicant=frozenset({State.DRAFT, State.INCOMPLETE}),
    to_check=frozenset({State.FILED}),
    public_stages={str(state): words for state, words in PUBLIC_STAGES.items()},
    filed_by_applicants=True,
    facts=life.figures,
    life=life.life,
    panels=(forbids,),
    pages=(
        CasePage("Decision", "decision"),
        SITE,
        CasePage("Land", "land"),
        REVIEW,
        CasePage("Sureties", "sureties"),
    ),
)

#: A waiver of the permit is applied for like the permit itself.
WAIVER = replace(PERMIT, kind="waiver")

#: Special permits and site plans: kept and replayed; their forms and steps come with their own room.
ZONING = replace(PERMIT, kind="zoning", on_pages=False, filed_by_applicants=False)

TYPES = (PERMIT, WAIVER, ZONING)
