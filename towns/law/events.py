"""The legal facts that a case's ledger may hold, each with a clerk's sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from towns.law.facts import DAY_FACTS, FACTS

__all__ = ["DAY_FACTS", "EVENTS", "FACTS", "EventKind"]


@dataclass(frozen=True, slots=True)
class EventKind:
    """One kind of legal fact: its sentence ("The hearing closed"), its noun ("the close of the hearing")
    and the facts it may carry. A payment counts even when it was made before its clock started."""

    name: str
    says: str
    noun: str
    facts: tuple[str, ...] = ()
    payment: bool = False
    by_law: bool = False  # the law itself does it when a clock runs out; the sweep records it
    moves: tuple[str, str, str] | None = (
        None  # (event, its fact, own fact): gives that fact of the event anew
    )
    ends: bool = False  # it ends the case: every clock that waits or runs then is void, as after a withdrawal
    again_after: str = (
        ""  # a second one starts anew a clock that is no duty only after this event between the two
    )

    def __hash__(self) -> int:
        """Short: sentences are remembered by their kind, thousands of times a second."""
        return hash(self.name)


def _kind(name: str, says: str, noun: str, *facts: str, payment: bool = False) -> EventKind:
    return EventKind(name, says, noun, facts, payment=payment)


def effect(name: str, says: str, noun: str = "") -> EventKind:
    """What the law does when a clock runs out; its noun is its sentence, unless another is given."""
    return EventKind(name, says, noun or says[:1].lower() + says[1:], ("clock",), by_law=True)


_FILING = (
    _kind("filed", "The application was filed", "the filing",
        "filed_with_clerk", "filed_with_board", "combined_wetlands", "from_case"),
    _kind("complete", "The application was complete", "the receipt of a complete application", "found_on"),
    _kind("returned_incomplete", "The application was returned as incomplete", "the return as incomplete"),
    _kind("referred", "The application was referred for comment", "the referral", "board"),
    _kind("comment_received", "The comment was received", "the comment", "board"),
    _kind("all_comments_in", "The last of the comments was received", "the last comment"),
    _kind("waiver_requested", "The waiver was requested", "the receipt of the waiver request", "waiver"),
    _kind("waiver_decided", "The waiver was decided", "the decision on the waiver", "waiver", "outcome"),
    _kind("waiver_rescinded", "The waiver was rescinded", "the rescission of the waiver", "board"),
    _kind("permit_case_opened", "The application for the permit was opened", "the application for the permit"),
)  # fmt: skip

_ENDS_OF_A_CASE = (
    _kind("withdrawn", "The matter was withdrawn", "the withdrawal"),
    EventKind("abandoned", "The filing was given up as abandoned", "the end of an abandoned filing", ends=True),
    EventKind("duplicate_of", "The case was found to repeat another", "the finding that the case repeats another",
        ("to_case",), ends=True),
    EventKind("moved_to", "The case was moved to another kind of business", "the move to another case",
        ("to_case", "to_matter"), ends=True),
    _kind("remanded", "A court sent the matter back to the board", "the remand by the court"),
)  # fmt: skip

_HEARING = (
    _kind("hearing_requested", "The hearing was requested", "the request for a hearing"),
    _kind("hearing_scheduled", "The hearing was scheduled", "the hearing", "for"),
    _kind("hearing_cancelled", "The hearing was cancelled", "the cancellation of the hearing"),
    _kind("hearing_waived", "The hearing was waived", "the waiver of the hearing"),
    _kind("meeting_posted", "The meeting notice was posted", "the posting of the meeting", "for"),
    _kind("notice_given", "The written notice of the hearing was given", "the written notice", "for"),
    _kind("notice_published", "The notice of the hearing was published", "the publication", "for"),
    _kind("notice_posted", "The notice of the hearing was posted", "the posting", "for"),
    _kind("notices_mailed", "The notices to abutters were mailed", "the mailing", "for", "part", "late_day"),
    _kind("hearing_opened", "The hearing opened", "the opening of the hearing"),
    _kind("hearing_continued", "The hearing was continued", "the continuance", "for"),
    EventKind(
        "hearing_closed", "The hearing closed", "the close of the hearing", again_after="hearing_reopened"
    ),
    _kind("hearing_reopened", "The hearing was reopened", "the reopening of the hearing"),
)

_DECISION = (
    _kind("extension_agreed", "An extension was agreed", "the agreement to extend",
        "clock", "until", "filed", "board", "waiver", "party"),
    _kind("initial_inspection", "The initial site inspection was made", "the initial inspection"),
    _kind("voted", "The board voted", "the vote", "outcome", "motion"),
    _kind("decided", "The decision was made", "the decision", "outcome", "voted"),
    _kind("decision_filed", "The decision was filed with the town clerk", "the filing of the decision", "outcome"),
    _kind("appeal_filed", "An appeal was filed", "the appeal", "party"),
    _kind("appeal_decided", "The appeal was decided", "the decision on the appeal", "outcome"),
    _kind("court_appeal_filed", "An action in court was filed", "the action in court", "party"),
    _kind("court_final", "The court's decision became final", "the final decision of the court",
        "outcome", "abated"),
    _kind("lapse_certified", "It was certified that the time passed without action",
        "the certificate that the time passed without action"),
    _kind("certification_refused", "The certificate was refused", "the refusal of the certificate"),
    _kind("petitioner_notice_filed", "The petitioner's notice of the constructive grant was filed",
        "the town clerk's receipt of the petitioner's notice"),
)  # fmt: skip

_PERMIT = (
    _kind("granted", "The special permit was granted", "the grant"),
    _kind("permit_issued", "The permit was issued", "the issue of the permit", "permit"),
    _kind("permit_renewed", "The permit was renewed", "the renewal", "permit"),
    _kind("renewal_requested", "Renewal was requested in writing", "the request for renewal", "permit"),
    _kind("permit_suspended", "The permit was suspended", "the suspension of the permit", "permit"),
    _kind("permit_reinstated", "The permit was reinstated", "the reinstatement of the permit", "permit"),
    _kind("permit_revoked", "The permit was revoked", "the revocation of the permit", "permit"),
    _kind("permit_surrendered", "The permit was surrendered", "the surrender of the permit", "permit"),
    _kind(
        "permit_transferred", "The permit was transferred", "the transfer of the permit", "permit", "party"
    ),
    _kind("change_notified", "A change of the work was notified", "the notice of a change"),
    _kind("change_decided", "The change of the work was decided", "the decision on the change", "outcome"),
    _kind(
        "easements_recorded", "The easements were recorded", "the recording of the easements", "book", "page"
    ),
    _kind(
        "om_plan_opened",
        "The file of the operation and maintenance plan was opened",
        "the opening of the plan's file",
    ),
)

_WORK = (
    _kind("work_begun", "The work began", "the start of the work"),
    _kind("use_commenced", "Substantial use began", "the start of substantial use"),
    _kind("construction_begun", "Construction began", "the start of construction"),
    _kind("good_cause_found", "Good cause was found", "the finding of good cause"),
    _kind("work_ceased", "Construction activity ceased on that portion of the site",
        "the day construction activity ceased"),
    _kind("stabilized", "The area was stabilized", "the stabilization"),
    _kind("work_completed", "The work was completed", "the completion of the work"),
    _kind("as_built_filed", "The as-built drawings were filed", "the as-built drawings"),
    _kind("inspection_requested", "An inspection was requested", "the request for an inspection",
        "inspection", "stage"),
    _kind("inspection_scheduled", "An inspection was scheduled", "the inspection", "inspection", "stage", "for"),
    _kind("inspection_held", "The inspection was made", "the inspection", "inspection", "stage", "outcome"),
    _kind("inspection_corrected", "What the inspection found was corrected", "the correction of what was found",
        "inspection", "stage"),
    _kind("inspection_cancelled", "The inspection was cancelled", "the cancellation of the inspection",
        "inspection", "stage"),
    _kind("certificate_requested", "The certificate of completion was requested",
        "the request for the certificate of completion", "permit"),
    _kind("certificate_issued", "The certificate of completion was issued", "the certificate of completion",
        "permit"),
    _kind("certificate_refused", "The certificate of completion was refused",
        "the refusal of the certificate of completion", "permit"),
)  # fmt: skip

_SURETY = (
    _kind("surety_required", "A surety was required", "the requirement of a surety", "amount", "form", "phase"),
    _kind("surety_offered", "A surety was offered", "the offer of a surety", "amount", "form", "expires"),
    _kind("surety_approved", "The form of the surety was approved", "the approval of the surety", "approver"),
    _kind("surety_posted", "The surety was posted", "the posting of the surety", "amount", "form", "expires"),
    _kind("surety_reduced", "The surety was reduced", "the reduction of the surety", "amount", "phase"),
    _kind("default_found", "A default was found", "the finding of default"),
    _kind("surety_called", "The surety was called", "the call of the surety", "amount"),
    _kind("surety_claimed", "Money was received from the surety", "the receipt of the surety's money", "amount"),
    _kind("surety_spent", "Money of the surety was spent on the work", "the spending of the surety", "amount"),
    _kind("surety_returned", "Money of the surety was returned", "the return of the money", "amount", "payee"),
    _kind("surety_interest", "Interest was credited to the surety", "the interest", "amount"),
    _kind("cancellation_notified", "The surety gave notice of cancellation", "the notice of cancellation",
        "expires"),
    _kind("release_demanded", "The release of the surety was demanded", "the demand for the release"),
    _kind("surety_released", "The surety was released", "the release of the surety"),
    _kind("surety_expired", "The surety expired", "the end of the surety"),
    _kind("surety_replaced", "The surety was replaced by another", "the replacement of the surety", "to_case"),
)  # fmt: skip

_OM_PLAN = (
    _kind("plan_proposed", "The operation and maintenance plan was proposed", "the proposal of the plan"),
    _kind("plan_accepted", "The operation and maintenance plan was accepted", "the acceptance of the plan"),
    _kind("agreement_signed", "The maintenance agreement was signed", "the signing of the agreement"),
    _kind("agreement_recorded", "The maintenance agreement was recorded", "the recording of the agreement",
        "book", "page"),
    _kind("plan_in_force", "The operation and maintenance plan took effect", "the start of the plan"),
    _kind("plan_amended", "The operation and maintenance plan was amended", "the amendment of the plan"),
    _kind("owner_changed", "The land changed owners", "the change of owner", "party"),
    _kind("maintenance_notice", "Notice to correct the maintenance was given", "the notice to correct"),
    _kind("maintenance_corrected", "The maintenance was corrected", "the correction"),
    _kind("plan_failed", "The maintenance was not carried out", "the failure of the maintenance"),
    _kind("plan_ended", "The operation and maintenance plan ended", "the end of the plan"),
)  # fmt: skip

_VIOLATION = (
    _kind("violation_reported", "A violation was reported", "the report of a violation"),
    _kind("violation_found", "The violation was found", "the violation", "violated", "from_case"),
    _kind("violation_cured", "The violation was cured", "the cure of the violation"),
    _kind("violation_unfounded", "No violation was found", "the finding of no violation"),
    _kind("violation_closed", "The violation file was closed", "the close of the violation file"),
    _kind("warning_given", "A warning was given", "the warning"),
    _kind("entry_refused", "Entry to the land was refused", "the refusal of entry"),
)

_ORDERS = (
    _kind("order_drafted", "The order was drafted", "the draft of the order"),
    _kind("order_issued", "The order was issued", "the order", "comply_by", "article"),
    _kind("order_served", "The notice was served", "the service of the notice", "way"),
    _kind("order_ratified", "The board ratified the order", "the ratification of the order"),
    _kind("order_amended", "The order was amended", "the amendment of the order"),
    EventKind("deadline_extended", "The time to comply was extended", "the extension of the time to comply",
        ("until",), moves=("order_issued", "comply_by", "until")),
    _kind("complied", "The order was complied with", "the compliance", "outcome"),
    _kind("compliance_confirmed", "The compliance was confirmed", "the confirmation of the compliance"),
    _kind("order_defaulted", "The order was not complied with", "the default on the order"),
    _kind("order_rescinded", "The order was rescinded", "the rescission"),
    _kind("access_suspended", "Access to the storm drains was suspended", "the suspension of access"),
    _kind("access_restored", "Access to the storm drains was restored", "the restoration of access"),
    _kind("termination_proposed", "The end of access to the storm drains was proposed",
        "the notice of proposed termination"),
    _kind("petition_filed", "A petition for reconsideration was filed", "the petition for reconsideration"),
)  # fmt: skip

_COSTS = (
    _kind("town_work_started", "The town's work began", "the start of the town's work"),
    _kind("remediation_notified", "The owner was told of the town's work", "the notice of the town's work"),
    _kind("town_work_completed", "The town's work was completed", "the completion of the town's work"),
    _kind("cost_recorded", "A cost of the town's work was recorded", "the cost", "amount", "what"),
    _kind("costs_notified", "Notice of the costs was given", "the notice of the costs", "party"),
    _kind("costs_received", "The notice of the costs was received", "the receipt of the notice of the costs",
        "party"),
    _kind("costs_paid", "The costs were paid", "the payment", "party", "amount", "outcome", payment=True),
    _kind("payment_reversed", "A payment was reversed", "the reversal of the payment", "party", "amount"),
    _kind("protest_filed", "A protest was filed", "the protest", "party"),
    _kind("protest_decided", "The protest was decided", "the decision on the protest",
        "party", "outcome", "abated"),
    _kind("charge_certified", "The charge was certified", "the certification of the charge", "amount"),
    _kind("lien_recorded", "The lien was recorded", "the recording of the lien", "book", "page"),
    _kind("charge_committed", "The charge was committed to the collector", "the commitment of the charge",
        "fiscal_year"),
    _kind("charge_abated", "The charge was abated", "the abatement of the charge", "amount"),
    _kind("lien_released", "The lien was released", "the release of the lien", "book", "page"),
    _kind("collector_notified", "The collector was notified", "the notice to the collector"),
)  # fmt: skip

_TICKETS = (
    _kind(
        "ticket_issued", "The ticket was issued", "the date of the ticket", "amount", "offense", "provision"
    ),
    _kind("ticket_delivered", "The ticket was handed over or mailed", "the delivery of the ticket", "way"),
    _kind("ticket_paid", "The ticket was paid", "the payment of the ticket", "amount", payment=True),
    _kind("ticket_hearing_requested", "A hearing on the ticket was requested", "the request for a hearing"),
    _kind("ticket_heard", "The ticket was heard in court", "the hearing on the ticket", "outcome"),
    _kind("ticket_dismissed", "The ticket was dismissed", "the dismissal of the ticket"),
    EventKind("ticket_voided", "The ticket was voided", "the voiding of the ticket", ends=True),
    _kind(
        "default_notified", "The clerk of the court gave notice of the default", "the notice of the default"
    ),
    _kind("complaint_applied", "A criminal complaint was applied for", "the application for a complaint"),
)

_SPILLS = (
    _kind(
        "release_known", "The release became known or suspected", "the day the release was known", "outcome"
    ),
    _kind("spill_reported", "The release was reported", "the report", "way"),
    _kind("state_notified", "The state was told of the release", "the notice to the state", "release_number"),
    _kind("spill_confirmed", "The report was confirmed in writing", "the written confirmation"),
    _kind("spill_closed", "The file of the release was closed", "the close of the file"),
    _kind(
        "release_demanded", "The town asked for information about the release", "the request for information"
    ),
)

_RECORD = (
    _kind("corrected", "An entry was corrected", "the correction of an entry"),
    _kind("taken_back", "An effect was taken back", "the taking back"),
)

#: What the law does when a clock runs out.
_EFFECTS = (
    effect("overdue", "The act is overdue"),
    effect("decision_allowed", "The decision may be made"),
    effect("deemed_approved", "The application is deemed approved"),
    effect("no_opposition", "No opposition is deemed"),
    effect("notice_defective", "The notice is defective"),
    effect("decision_final", "The decision is final"),
    effect("order_final", "The order is final"),
    effect("grant_lost", "The constructive grant is lost"),
    effect("grant_final", "The constructive grant is final"),
    effect("lapse_asserted", "The special permit may have lapsed; a person must confirm it"),
    effect("expired", "The permit expired"),
    effect("renewal_barred", "Renewal can no longer be requested"),
    effect("town_may_act", "The town may do the work"),
    effect("cease_and_desist_due", "A cease and desist order must issue"),
    effect("municipal_charge", "The costs are a municipal charge"),
    effect("special_assessment", "The costs are a special assessment and a lien"),
    effect("complaint_may_issue", "A criminal complaint may be sought"),
)

_SHIPPED = (
    *_FILING, *_ENDS_OF_A_CASE, *_HEARING, *_DECISION, *_PERMIT, *_WORK, *_SURETY, *_OM_PLAN, *_VIOLATION,
    *_ORDERS, *_COSTS, *_TICKETS, *_SPILLS, *_RECORD, *_EFFECTS,
)  # fmt: skip

#: The kinds that the product ships, by name; a town's law file may declare more (`Bylaw.events` holds both).
EVENTS: Mapping[str, EventKind] = MappingProxyType({kind.name: kind for kind in _SHIPPED})
