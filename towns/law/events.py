"""The legal facts that a case's ledger may hold, each with a clerk's sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

#: Every fact that an event may carry, with what it means. Days are ISO days, moments are town time.
FACTS: Mapping[str, str] = MappingProxyType(
    {
        "for": "the day or moment that the hearing is set for",
        "clock": "the clock that the agreement moves",
        "until": "the new last day agreed",
        "filed": "the day the agreement was filed with the town clerk",
        "outcome": "what was decided, or what kind of thing it was",
        "comply_by": "the last day the order gives to comply",
        "found_on": "the day the office found the application complete",
        "board": "the board or officer concerned",
        "waiver": "the waiver concerned",
        "article": "the article of the bylaw",
        "voted": "the day of the vote, where the writing came later",
        "filed_with_clerk": "the day filed with the town clerk",
        "filed_with_board": "the day filed with the board",
        "combined_wetlands": "that the filing is combined with one under the Wetlands Protection Act",
        "from_case": "the number of the case that this one follows from",
    }
)

#: Facts whose value is a day (or a moment).
DAY_FACTS = frozenset(
    {"for", "until", "filed", "comply_by", "found_on", "voted", "filed_with_clerk", "filed_with_board"}
)


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
    again_after: str = ""  # a second one starts its clocks anew only after this event between the two


def _kind(name: str, says: str, noun: str, *facts: str, payment: bool = False) -> EventKind:
    return EventKind(name, says, noun, facts, payment=payment)


def _law(name: str, says: str) -> EventKind:
    return EventKind(name, says, says[:1].lower() + says[1:], ("clock",), by_law=True)


_KINDS = (
    # filing
    _kind(
        "filed",
        "The application was filed",
        "the filing",
        "filed_with_clerk",
        "filed_with_board",
        "combined_wetlands",
        "from_case",
    ),
    _kind("complete", "The application was complete", "the receipt of a complete application", "found_on"),
    _kind("returned_incomplete", "The application was returned as incomplete", "the return as incomplete"),
    _kind("referred", "The application was referred for comment", "the referral", "board"),
    _kind("comment_received", "The comment was received", "the comment", "board"),
    _kind("all_comments_in", "The last of the comments was received", "the last comment"),
    _kind("waiver_requested", "The waiver was requested", "the receipt of the waiver request", "waiver"),
    _kind("waiver_decided", "The waiver was decided", "the decision on the waiver", "waiver", "outcome"),
    _kind("waiver_rescinded", "The waiver was rescinded", "the rescission of the waiver", "board"),
    _kind(
        "permit_case_opened", "The application for the permit was opened", "the application for the permit"
    ),
    _kind("withdrawn", "The matter was withdrawn", "the withdrawal"),
    # hearing
    _kind("hearing_requested", "The hearing was requested", "the request for a hearing"),
    _kind("hearing_scheduled", "The hearing was scheduled", "the hearing", "for"),
    _kind("hearing_waived", "The hearing was waived", "the waiver of the hearing"),
    _kind("meeting_posted", "The meeting notice was posted", "the posting of the meeting"),
    _kind("notice_given", "The written notice of the hearing was given", "the written notice"),
    _kind("notice_published", "The notice of the hearing was published", "the publication"),
    _kind("notice_posted", "The notice of the hearing was posted", "the posting"),
    _kind("notices_mailed", "The notices to abutters were mailed", "the mailing"),
    _kind("hearing_opened", "The hearing opened", "the opening of the hearing"),
    _kind("hearing_continued", "The hearing was continued", "the continuance", "for"),
    EventKind(
        "hearing_closed", "The hearing closed", "the close of the hearing", again_after="hearing_reopened"
    ),
    _kind("hearing_reopened", "The hearing was reopened", "the reopening of the hearing"),
    # decision
    _kind(
        "extension_agreed",
        "An extension was agreed",
        "the agreement to extend",
        "clock",
        "until",
        "filed",
        "board",
        "waiver",
    ),
    _kind("initial_inspection", "The initial site inspection was made", "the initial inspection"),
    _kind("decided", "The decision was made", "the decision", "outcome", "voted"),
    _kind(
        "decision_filed",
        "The decision was filed with the town clerk",
        "the filing of the decision",
        "outcome",
    ),
    _kind("appeal_filed", "An appeal was filed", "the appeal"),
    _kind("appeal_decided", "The appeal was decided", "the decision on the appeal", "outcome"),
    _kind("court_appeal_filed", "An action in court was filed", "the action in court"),
    _kind("court_final", "The court's decision became final", "the final decision of the court", "outcome"),
    _kind(
        "lapse_certified",
        "The town clerk certified that the time passed without action",
        "the town clerk's certificate",
    ),
    _kind(
        "certification_refused", "The town clerk refused the certificate", "the refusal of the certificate"
    ),
    _kind(
        "petitioner_notice_filed",
        "The petitioner's notice of the constructive grant was filed",
        "the town clerk's receipt of the petitioner's notice",
    ),
    # permit and work
    _kind("granted", "The special permit was granted", "the grant"),
    _kind("permit_issued", "The permit was issued", "the issue of the permit"),
    _kind("permit_renewed", "The permit was renewed", "the renewal"),
    _kind("renewal_requested", "Renewal was requested in writing", "the request for renewal"),
    _kind("use_commenced", "Substantial use began", "the start of substantial use"),
    _kind("construction_begun", "Construction began", "the start of construction"),
    _kind("good_cause_found", "Good cause was found", "the finding of good cause"),
    _kind(
        "work_ceased",
        "Construction activity ceased on that portion of the site",
        "the day construction activity ceased",
    ),
    _kind("stabilized", "The area was stabilized", "the stabilization"),
    _kind("work_completed", "The work was completed", "the completion of the work"),
    _kind("as_built_filed", "The as-built drawings were filed", "the as-built drawings"),
    _kind("certificate_issued", "The certificate of completion was issued", "the certificate of completion"),
    _kind("maintenance_notice", "Notice to correct the maintenance was given", "the notice to correct"),
    _kind("maintenance_corrected", "The maintenance was corrected", "the correction"),
    # enforcement
    _kind("order_issued", "The order was issued", "the order", "comply_by", "article"),
    _kind("order_served", "The notice was served", "the service of the notice"),
    _kind("order_rescinded", "The order was rescinded", "the rescission"),
    _kind("complied", "The order was complied with", "the compliance"),
    _kind("town_work_started", "The town's work began", "the start of the town's work"),
    _kind("remediation_notified", "The owner was told of the town's work", "the notice of the town's work"),
    _kind("town_work_completed", "The town's work was completed", "the completion of the town's work"),
    _kind("costs_notified", "Notice of the costs was given", "the notice of the costs"),
    _kind("costs_received", "The notice of the costs was received", "the receipt of the notice of the costs"),
    _kind("costs_paid", "The costs were paid", "the payment", payment=True),
    _kind("protest_filed", "A protest was filed", "the protest"),
    _kind("protest_decided", "The protest was decided", "the decision on the protest", "outcome"),
    _kind(
        "release_known", "The release became known or suspected", "the day the release was known", "outcome"
    ),
    _kind("spill_reported", "The release was reported", "the report"),
    _kind("spill_confirmed", "The report was confirmed in writing", "the written confirmation"),
    _kind("violation_found", "The violation was found", "the violation"),
    _kind("ticket_issued", "The ticket was issued", "the date of the ticket"),
    _kind("ticket_delivered", "The ticket was handed over or mailed", "the delivery of the ticket"),
    _kind("ticket_paid", "The ticket was paid", "the payment of the ticket", payment=True),
    _kind("ticket_hearing_requested", "A hearing on the ticket was requested", "the request for a hearing"),
    # the record
    _kind("corrected", "An entry was corrected", "the correction of an entry"),
    _kind("taken_back", "An effect was taken back", "the taking back"),
    # what the law does when a clock runs out
    _law("overdue", "The act is overdue"),
    _law("decision_allowed", "The decision may be made"),
    _law("deemed_approved", "The application is deemed approved"),
    _law("no_opposition", "No opposition is deemed"),
    _law("notice_defective", "The notice is defective"),
    _law("decision_final", "The decision is final"),
    _law("order_final", "The order is final"),
    _law("grant_lost", "The constructive grant is lost"),
    _law("grant_final", "The constructive grant is final"),
    _law("lapse_asserted", "The special permit may have lapsed; a person must confirm it"),
    _law("expired", "The permit expired"),
    _law("renewal_barred", "Renewal can no longer be requested"),
    _law("town_may_act", "The town may do the work"),
    _law("cease_and_desist_due", "A cease and desist order must issue"),
    _law("municipal_charge", "The costs are a municipal charge"),
    _law("special_assessment", "The costs are a special assessment and a lien"),
    _law("complaint_may_issue", "A criminal complaint may be sought"),
)

EVENTS: Mapping[str, EventKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
