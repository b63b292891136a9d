"""Believable facts for every kind of paper; the people are plainly invented."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from enforcement.costs.papers import CostCase, CostLine, CostNoticeFacts, CostTime
from towns.papers.facts import (
    AbutterLetter,
    AnswerGiven,
    CaseFacts,
    CertificateOfNoAction,
    ClockLine,
    Condition,
    Decision,
    DeterminationSheet,
    ExtensionAgreement,
    Finding,
    ForcedIssue,
    HearingNotice,
    IncompletenessLetter,
    Land,
    LawWords,
    Missing,
    Permit,
    Plan,
    Recipient,
    Said,
    SheetOutcome,
    Signature,
    TownPaper,
    Vote,
    WaiverRuling,
)

SEAL = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><circle cx="22" cy="22" r="21" fill="#fff" '
    b'stroke="#162e51" stroke-width="1.4"/><circle cx="22" cy="22" r="16.5" fill="none" stroke="#162e51" '
    b'stroke-width=".8"/><path d="M13 27c3-2 6-2 9 0s6 2 9 0M13 31c3-2 6-2 9 0s6 2 9 0" fill="none" '
    b'stroke="#162e51" stroke-width="1.4"/><path d="M22 10l6 8h-3l4 6H15l4-6h-3z" fill="#162e51"/></svg>'
)
TOWN = TownPaper(
    town="Town of Norfolk",
    body="Planning Board",
    address=("Town Hall, Example Lane", "Norfolk, Massachusetts"),
    phone="508-555-0100",
    email="planning@norfolk.example",
    seal=SEAL,
)
CLERK_TOWN = TownPaper(
    town="Town of Norfolk",
    body="Office of the Town Clerk",
    address=("Town Hall, Example Lane", "Norfolk, Massachusetts"),
    phone="508-555-0101",
    seal=SEAL,
)
LAW = LawWords(cite="§ 267-18", text="General Bylaws", line="General Bylaws, chapter 267, article II")
CASE = CaseFacts(
    number="SMP-2026-0014",
    matter="Stormwater Management Permit",
    applicant="Stony Brook Realty Trust",
    owner="Stony Brook Realty Trust",
    land=Land(address="0 Main Street", parcels="Assessors’ Map 14, Lot 52", area="6.2 acres"),
    work="Four house lots and a common drive; 41,200 square feet of land disturbed, part of a larger plan that "
    "will disturb more than one acre",
    plans=(
        Plan(
            title="Stony Brook Estates, Stormwater Management Plan",
            prepared_by="Brook Civil Group",
            dated=date(2026, 8, 28),
            sheets="12 sheets",
        ),
    ),
)
CHAIR = Signature(title="Chair, Planning Board", name="Rosalind Example")
CLERK = Signature(title="Town Clerk", name="Margaret Sample")

NOTICE = HearingNotice(
    case=CASE,
    opens=datetime(2026, 10, 13, 19, 0, tzinfo=ZoneInfo("America/New_York")),
    place=("Norfolk Town Hall", "Room 124"),
    see_plans="Planning office, Town Hall, during office hours, and on the Town’s permit register under SMP-2026-0014",
    comment="In person at the hearing, or in writing to the planning office. What is received before the "
    "hearing closes becomes part of the record.",
    accommodation="If you need an accommodation or an interpreter to take part, call the planning office at "
    "508-555-0100 as early as you can.",
    chair=CHAIR,
    newspaper="The Norfolk Example",
    runs=(date(2026, 9, 29), date(2026, 10, 6)),
)
POSTING = HearingNotice(
    **{**vars(NOTICE), "posting": True, "remote": "Also by video: meeting 555 010 0100, or 508-555-0102"}
)
RECIPIENT = Recipient(
    lines=("Ana Maria Conceição", "12 Main Street", "Norfolk, MA 02056"), parcel="Map 14, Lot 53", key="1"
)
LETTER = AbutterLetter(
    notice=NOTICE,
    written=date(2026, 9, 30),
    why_you="You receive this notice because the list of abutters certified by the Assessors on September 21, "
    "2026 names you as an owner of land nearby.",
    recipient=RECIPIENT,
)
CONDITIONS = (
    Condition(
        heading="Plans",
        text="The work is done as the plan of record shows it. Written notice of any change in the work is "
        "given to the Planning Board before the change is made.",
        cite="§ 267-18",
    ),
    Condition(
        heading="Erosion controls",
        text="Erosion and sediment controls are in place and inspected before any land is disturbed, and stay "
        "until the land is stabilized.",
        cite="§ 267-22",
    ),
    Condition(
        heading="Operation and maintenance",
        text="The operation and maintenance plan is recorded at the registry of deeds before a certificate of "
        "completion is asked for.",
        cite="§ 267-20",
    ),
)
DECISION = Decision(
    case=CASE,
    outcome="approved_with_conditions",
    voted=date(2026, 11, 19),
    written=date(2026, 11, 20),
    votes=(
        Vote(member="Rosalind Example", vote="yes", role="Chair"),
        Vote(member="Peter Placeholder", vote="yes", role="Clerk"),
        Vote(member="Ngozi Invented", vote="yes"),
        Vote(member="Tomás Muestra", vote="no"),
        Vote(member="Ellen Madeup", vote="recused"),
    ),
    motion="On a motion by Mr. Placeholder, seconded by Ms. Invented, the Board voted to approve the "
    "application with the conditions set out here.",
    filed=date(2026, 9, 1),
    hearing_opened=date(2026, 10, 13),
    hearing_continued=(date(2026, 10, 27),),
    hearing_closed=date(2026, 11, 5),
    findings=(
        Finding(
            test="New development keeps on site what the standards ask for",
            found="The two infiltration basins hold the required volume; the peer reviewer’s letter of October "
            "22, 2026 agrees.",
            cite="§ 267-19B",
            met=True,
        ),
        Finding(
            test="Operation and maintenance plan",
            found="Complete, with the owner’s signature.",
            cite="§ 267-20",
            met=True,
        ),
    ),
    waivers=(
        WaiverRuling(
            requested="A common drive without curbing",
            ruling="granted; it is in the public interest",
            cite="§ 267-23",
        ),
    ),
    conditions=CONDITIONS,
    appeal=(
        Said(
            text="The decisions of the Planning Board are final. Further relief is by an action in a court of "
            "competent jurisdiction.",
            cite="§ 267-25",
        ),
    ),
    signatures=(CHAIR, Signature(title="Clerk, Planning Board", name="Peter Placeholder")),
    copies_to=(
        "Town Clerk",
        "Conservation Commission",
        "Department of Public Works",
        "Building Commissioner",
    ),
)
CERTIFICATE = CertificateOfNoAction(
    case=CASE,
    clerk=CLERK,
    board="Planning Board",
    act="take final action",
    law_says=Said(
        text="The Board shall hold a public hearing within 45 days of the receipt of a complete application "
        "and shall take final action within 21 days of the close of the hearing unless such time is extended "
        "by agreement between the applicant and the Planning Board.",
        cite="§ 267-18",
    ),
    count=(
        ClockLine(label="Application filed with the Town Clerk", day=date(2026, 9, 1)),
        ClockLine(label="Public hearing closed", day=date(2026, 11, 5)),
        ClockLine(
            label="Last day for the Planning Board to take final action",
            day=date(2026, 11, 27),
            why=(
                "21 days from the close of the hearing on Thu Nov 5 2026 is Thu Nov 26 (§ 267-18).",
                "Nov 26 is Thanksgiving Day, so Fri Nov 27.",
            ),
        ),
    ),
    effect=(
        Said(
            text="Failure of the Board to take final action upon an application within the time specified "
            "above shall be deemed to be approval of said application.",
            cite="§ 267-18",
        ),
        Said(
            text="Upon certification by the Town Clerk that the allowed time has passed without Board action, "
            "the Board must issue a stormwater management permit.",
            cite="§ 267-18",
        ),
    ),
    certified=date(2026, 11, 30),
    examined="I have examined the records of this office through this day. They hold no decision of the "
    "Planning Board on this application.",
    extension="No agreement to extend the time has been filed or recorded.",
)
PERMIT = Permit(
    case=CASE,
    permit_number="SMP-2026-0014-P",
    permittee="Stony Brook Realty Trust",
    permittee_address="100 Example Road, Norfolk, Massachusetts",
    issued=date(2026, 12, 2),
    decided=date(2026, 11, 20),
    conditions=CONDITIONS,
    no_conditions="The Planning Board set no conditions. The bylaw and the plans of record govern the work.",
    before_work=(
        Said(
            text="Surety in the form approved by Town Counsel is posted where the Board required it.",
            cite="§ 267-21",
        ),
        Said(text="The erosion controls are inspected.", cite="§ 267-22"),
    ),
    after_work=(
        Said(
            text="As-built plans certified by a professional engineer are filed within the time the bylaw sets.",
            cite="§ 267-18",
        ),
    ),
    signatures=(CHAIR,),
)
FORCED = Permit(
    **{
        **vars(PERMIT),
        "decided": None,
        "conditions": (),
        "forced": ForcedIssue(
            certified=date(2026, 11, 30),
            certified_by="the Town Clerk",
            board="Planning Board",
            law_says=CERTIFICATE.effect[1],
        ),
    }
)
EXTENSION = ExtensionAgreement(
    case=CASE,
    board="Planning Board",
    act="take final action",
    stood=date(2026, 11, 27),
    until=date(2026, 12, 15),
    agreed=date(2026, 11, 20),
    law_says=Said(
        text="… shall take final action within 21 days of the close of the hearing unless such time is "
        "extended by agreement between the applicant and the Planning Board.",
        cite="§ 267-18",
    ),
    reason="The applicant will answer the peer reviewer’s second letter.",
    stamp=True,
    must_file=Said(
        text="This agreement counts only if it is filed with the Town Clerk by the last day as it stood."
    ),
    signatures=(
        Signature(title="For the applicant", name="Stony Brook Realty Trust"),
        CHAIR,
    ),
)
INCOMPLETE = IncompletenessLetter(
    case=CASE,
    recipient=Recipient(lines=("Stony Brook Realty Trust", "100 Example Road", "Norfolk, MA 02056")),
    written=date(2026, 9, 8),
    received=date(2026, 9, 1),
    found=date(2026, 9, 8),
    missing=(
        Missing(what="The original signatures of all owners on the application form", cite="§ 267-18"),
        Missing(
            what="The list of abutters certified by the Assessors’ office",
            cite="§ 267-18",
            note="The list filed is not certified.",
        ),
        Missing(what="Payment of the technical review fee", cite="§ 267-18"),
    ),
    effect=(
        Said(
            text="The time for the public hearing is counted from the receipt of a complete application: the "
            "day on which the last piece listed here is received.",
            cite="§ 267-18",
        ),
    ),
    reply="The planning office, Town Hall, by hand, by mail, or on the Town’s permit register under SMP-2026-0014.",
    signer=Signature(title="Town Planner", name="Walter Exemplar"),
)

DETERMINATION = DeterminationSheet(
    made=date(2026, 11, 30),
    warning="This is no permit and no decision of the board.",
    explains="It tells what the town’s text says to the answers listed here, and nothing else.",
    outcomes=(
        SheetOutcome(
            permit="Stormwater Management Permit",
            says="It cannot be told yet: figures are missing",
            because=(
                Said(
                    text="Not yet certain: whether the land disturbed is 43,560 square feet or more.",
                    cite="§ 267-16",
                ),
            ),
            missing=("The land disturbed",),
            then="Find out the figures named, and answer again.",
        ),
    ),
    answers=(AnswerGiven(question="How much ground will be disturbed?", answer="I don’t know"),),
    edition="Chapter 267 as amended through May 10 2022",
    ask="Planning office, 508-555-0100",
    where="docket.example/norfolk/does-it-need-a-permit/",
)

COST_NOTICE = CostNoticeFacts(
    case=CostCase(number=CASE.number, matter="Recovery of the town’s costs", land=CASE.land),
    to=("Brook Sample Trust", "A. Example"),
    written=date(2026, 9, 28),
    completed=date(2026, 9, 3),
    lines=(
        CostLine(day=date(2026, 9, 2), what="Labor: crew of three, two days", amount="$2,880.00"),
        CostLine(day=date(2026, 9, 3), what="Administrative: notices and inspection", amount="$212.50"),
    ),
    total="$3,092.50",
    rights=(
        CostTime(
            heading="Pay the costs or protest: 30 days",
            text="may file a written protest objecting to the amount or basis of costs with the Department within 30 days "
            "of receipt of the notification of the costs incurred",
            cite="§ 267-10",
            note="The protest goes to the Department of Public Works.",
        ),
    ),
    unpaid=(
        CostTime(
            heading="Pay after the decision on the protest: 30 days",
            text="the costs shall become a special assessment against the property owner and shall constitute a lien",
            cite="§ 267-10",
        ),
    ),
    interest=(
        Said(
            text="Interest shall begin to accrue on any unpaid costs after the 31st day.",
            cite="M.G.L. c. 59 § 57",
        ),
    ),
    remark="The Department of Public Works enforces Article I.",
    signer=CHAIR,
)

EVERY: dict[str, tuple[str, Any, TownPaper]] = {
    "cost_notice": ("cost_notice", COST_NOTICE, TOWN),
    "hearing_notice": ("hearing_notice", NOTICE, TOWN),
    "posting": ("hearing_notice", POSTING, TOWN),
    "abutter_letter": ("abutter_letter", LETTER, TOWN),
    "decision": ("decision", DECISION, TOWN),
    "certificate": ("certificate_of_no_action", CERTIFICATE, CLERK_TOWN),
    "permit": ("permit", PERMIT, TOWN),
    "forced_permit": ("permit", FORCED, TOWN),
    "extension": ("extension_agreement", EXTENSION, TOWN),
    "incompleteness": ("incompleteness_letter", INCOMPLETE, TOWN),
    "determination": ("determination_sheet", DETERMINATION, TOWN),
}
