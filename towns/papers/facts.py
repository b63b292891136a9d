"""The facts each paper needs, as typed records: what must be there, what may be there, what each is called when blank.

A case fills these; the paper prints them and adds no fact of its own. A required fact may be handed in blank: the paper
is then refused with a sentence that names it (`towns.papers.problems`), better than a form that cannot be begun.
Days are `date`. Moments are aware `datetime`. Every sentence of law arrives with its citation, from the town's data.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from towns.papers import plain

as_plain, build = plain.as_plain, plain.build  # facts and how they are stored go together


def required(label: str, *, mend: str = "", empty: Any = "") -> Any:
    """A fact without which the paper is not printed; `label` names it in a sentence, `mend` says where to enter it."""
    return field(default=empty, metadata={"label": label, "required": True, "mend": mend})


def optional(label: str, *, empty: Any = "") -> Any:
    """A fact that is printed when it is there."""
    return field(default=empty, metadata={"label": label, "required": False, "mend": ""})


# ---------------------------------------------------------------- who prints, under which law


@dataclass(frozen=True, kw_only=True)
class TownPaper:
    """The letterhead: the town, and the board or office in whose name the paper goes out."""

    town: str = required("the town's name on paper", mend="Enter it in the town's settings (“Town of …”).")
    body: str = required(
        "the board or office that issues the paper", mend="Name the authority in the town's bylaw data."
    )
    address: tuple[str, ...] = required(
        "the office's address", mend="Enter it in the town's settings.", empty=()
    )
    phone: str = optional("the office's telephone")
    email: str = optional("the office's e-mail")
    web: str = optional("the office's web address")
    seal: bytes | None = optional(
        "the town seal", empty=None
    )  # PNG, JPEG, GIF, WebP or SVG; the bytes themselves
    zone: str = optional("the town's time zone", empty="America/New_York")
    ink: str = optional("the town's ink colour", empty="#162e51")  # #rrggbb, dark enough to read on white


@dataclass(frozen=True, kw_only=True)
class LawWords:
    """The law the paper rests on, in the town's own words."""

    cite: str = required(
        "the section of law", mend="Give the rule its citation in the bylaw data."
    )  # “§ 267-18”
    text: str = required(
        "the name of the text of law", mend="Name the text in the bylaw data."
    )  # “General Bylaws”
    line: str = required("the line that names chapter and article", mend="Name them in the bylaw data.")


@dataclass(frozen=True, kw_only=True)
class Said:
    """One sentence of law or of its consequence, with its citation."""

    text: str = required("the words of the law", mend="Enter them in the bylaw data.")
    cite: str = optional("the citation")


# ---------------------------------------------------------------- the case


@dataclass(frozen=True, kw_only=True)
class Land:
    """Where the work is."""

    address: str = required("the street address of the land", mend="Enter it on the case, under Land.")
    parcels: str = required("the assessors' map and lot", mend="Enter it on the case, under Land.")
    area: str = optional("the area of the land")  # “6.2 acres”
    deed: str = optional("the registry reference")  # “Norfolk Registry of Deeds, Book 1, Page 2”
    more: str = optional("the rest of the land's description")  # zoning district, side of the street


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan or report that the paper refers to."""

    title: str = required("the plan's title", mend="Enter it on the case, under Documents.")
    prepared_by: str = optional("who prepared the plan")
    dated: date | None = optional("the plan's date", empty=None)
    revised: date | None = optional("the plan's last revision", empty=None)
    sheets: str = optional("the plan's sheets")


@dataclass(frozen=True, kw_only=True)
class CaseFacts:
    """What every paper of a case says about it."""

    number: str = required("the case number", mend="The case gets its number when it is filed.")
    matter: str = required("the kind of permit", mend="Name the matter in the bylaw data.")
    applicant: str = required("the applicant", mend="Enter the applicant on the case, under Parties.")
    owner: str = required("the owner", mend="Enter the owner on the case, under Parties.")
    land: Land = required("the land", mend="Enter it on the case, under Land.", empty=None)
    work: str = required("the description of the work", mend="Describe it on the case, under Work.")
    plans: tuple[Plan, ...] = optional("the plans", empty=())


@dataclass(frozen=True, kw_only=True)
class Recipient:
    """Whom a letter goes to, as the address stands in a #10 window: at most six short lines in all."""

    lines: tuple[str, ...] = required("the recipient's name and address", mend="Enter the address.", empty=())
    parcel: str = optional("the recipient's parcel")  # “Map 14, Lot 53”
    key: str = optional("the recipient's key")  # handed back unprinted, so that an outcome finds its row


@dataclass(frozen=True, kw_only=True)
class Signature:
    """A line to sign on."""

    title: str = required("the signer's office")  # “Chair, Planning Board”
    name: str = optional("the signer's name")


# ---------------------------------------------------------------- papers


@dataclass(frozen=True, kw_only=True)
class HearingNotice:
    """Notice of a public hearing: to publish, to post with the clerk's stamp (`posting`), and to mail."""

    case: CaseFacts = required("the case", empty=None)
    opens: datetime | None = required(
        "the day and hour of the hearing", mend="Schedule the hearing first.", empty=None
    )
    place: tuple[str, ...] = required(
        "the place of the hearing", mend="Enter it where the hearing is scheduled.", empty=()
    )
    see_plans: str = required("where the plans can be seen", mend="Enter it in the town's settings.")
    comment: str = required("how to comment", mend="Enter it in the town's settings.")
    accommodation: str = required(
        "whom to ask for an accommodation or an interpreter", mend="Enter it in the town's settings."
    )
    chair: Signature = required("the chair's line", empty=None)
    remote: str = optional("how to take part from afar")  # link, meeting number, telephone
    continued_from: date | None = optional("the day the hearing was opened", empty=None)
    also_under: tuple[Said, ...] = optional("other law the same hearing is held under", empty=())
    newspaper: str = optional("the newspaper")
    runs: tuple[date, ...] = optional("the days of publication", empty=())
    posting: bool = optional("whether this is the copy to post", empty=False)


@dataclass(frozen=True, kw_only=True)
class AbutterLetter:
    """The hearing notice as a letter to one owner nearby; `towns.papers.letters` prints it for many."""

    notice: HearingNotice = required("the hearing notice", empty=None)
    written: date | None = required("the day of the letter", mend="Give the day of mailing.", empty=None)
    why_you: str = required(
        "the sentence that says why this owner is written to", mend="It comes with the certified list."
    )
    recipient: Recipient | None = required("the recipient", mend="Choose the recipient.", empty=None)


Choice = Literal["approved", "approved_with_conditions", "disapproved"]
Ballot = Literal["yes", "no", "abstained", "recused", "absent"]


@dataclass(frozen=True, kw_only=True)
class Vote:
    """How one member voted."""

    member: str = required("the member's name", mend="Enter it where the vote is recorded.")
    vote: Ballot | Literal[""] = required("the member's vote", mend="Enter it where the vote is recorded.")
    role: str = optional("the member's role")  # “Chair”, “Clerk”, “Associate member”


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What the board found on one test of the bylaw."""

    test: str = required("the test of the bylaw", mend="The tests stand in the bylaw data.")
    found: str = required("the board's finding", mend="Write the finding in the decision.")
    cite: str = optional("the citation of the test")
    met: bool | None = optional("whether the test is met", empty=None)


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One condition; the paper numbers them in the order given."""

    text: str = required("the condition's words", mend="Write it in the decision.")
    heading: str = optional("the condition's heading")
    cite: str = optional("the condition's citation")


@dataclass(frozen=True, kw_only=True)
class WaiverRuling:
    """What the board did with one request for a waiver."""

    requested: str = required("the waiver requested", mend="Enter it on the case, under Waivers.")
    ruling: str = required("the ruling on the waiver", mend="Record the vote on the waiver.")
    cite: str = optional("the section waived")


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The board's decision, for the clerk's stamp. `appeal` is the town's law on appeals, numbers of days and all."""

    case: CaseFacts = required("the case", empty=None)
    outcome: Choice | Literal[""] = required("the outcome", mend="Record what the board decided.")
    voted: date | None = required("the day of the vote", mend="Record the day of the vote.", empty=None)
    #: Empty where a department decides and nobody votes.
    votes: tuple[Vote, ...] = optional("the vote of each member", empty=())
    appeal: tuple[Said, ...] = required("the appeal sentence", mend="Enter it in the bylaw data.", empty=())
    filed: date | None = required("the day the application was filed", mend="Record the filing.", empty=None)
    signatures: tuple[Signature, ...] = required("the lines to sign on", empty=())
    written: date | None = optional("the day of the written decision", empty=None)
    motion: str = optional("the motion")
    majority: str = optional("the majority that the law asks for")
    hearing_opened: date | None = optional("the day the hearing opened", empty=None)
    hearing_continued: tuple[date, ...] = optional("the days the hearing was continued to", empty=())
    hearing_closed: date | None = optional("the day the hearing closed", empty=None)
    findings: tuple[Finding, ...] = optional("the findings", empty=())
    waivers: tuple[WaiverRuling, ...] = optional("the waivers", empty=())
    conditions: tuple[Condition, ...] = optional("the conditions", empty=())
    clerk_certificate: tuple[Said, ...] = optional("the clerk's certificate of no appeal", empty=())
    copies_to: tuple[str, ...] = optional("who gets a copy", empty=())


@dataclass(frozen=True, kw_only=True)
class ClockLine:
    """One day of a count, the last line being the last day: what it is, the day, the reasons (`because`)."""

    label: str = required("what the day is")  # “The hearing closed”, “Last day for the Board to act”
    day: date | None = required("the day", empty=None)
    why: tuple[str, ...] = optional("the reasons", empty=())


@dataclass(frozen=True, kw_only=True)
class CertificateOfNoAction:
    """The town clerk's certificate that the allowed time passed without action of the board."""

    case: CaseFacts = required("the case", empty=None)
    clerk: Signature = required("the town clerk's line", empty=None)
    board: str = required("the board that did not act", mend="Name the authority in the bylaw data.")
    act: str = required(
        "the act that the law asked for", mend="It comes with the clock."
    )  # “take final action”
    law_says: Said = required("the words of the law that set the time", empty=None)
    count: tuple[ClockLine, ...] = required(
        "the count of the days", mend="It comes with the clock.", empty=()
    )
    effect: tuple[Said, ...] = required("what the law says follows", mend="It comes with the rule.", empty=())
    certified: date | None = required(
        "the day of the certificate", mend="Give the day on which you certify.", empty=None
    )
    examined: str = required(
        "the sentence that says which records were examined", mend="It comes with the town's settings."
    )
    extension: str = optional("the sentence about agreements to extend the time")


@dataclass(frozen=True, kw_only=True)
class ForcedIssue:
    """Why the permit issues although the board did not act: the clerk's certificate and the words of the law."""

    certified: date | None = required("the day of the clerk's certificate", empty=None)
    certified_by: str = required("who certified")
    board: str = required("the board that did not act")
    law_says: Said = required("the words of the law", empty=None)


@dataclass(frozen=True, kw_only=True)
class Permit:
    """The permit. The permittee is the owner where the bylaw says so; `no_conditions` is printed where none are set."""

    case: CaseFacts = required("the case", empty=None)
    permit_number: str = required("the permit's number", mend="The permit gets its number when it is issued.")
    permittee: str = required("the permittee", mend="Enter the owner on the case, under Parties.")
    issued: date | None = required("the day of issue", mend="Give the day of issue.", empty=None)
    signatures: tuple[Signature, ...] = required("the lines to sign on", empty=())
    no_conditions: str = required(
        "the sentence printed when there are no conditions", mend="It comes with the town's settings."
    )
    permittee_address: str = optional("the permittee's address")
    decided: date | None = optional("the day of the decision", empty=None)
    forced: ForcedIssue | None = optional("the forced issue", empty=None)
    conditions: tuple[Condition, ...] = optional("the conditions", empty=())
    before_work: tuple[Said, ...] = optional("what must happen before work begins", empty=())
    after_work: tuple[Said, ...] = optional("what must happen when the work is done", empty=())
    expires: date | None = optional("the day the permit expires", empty=None)
    expiry: Said | None = optional("the words of the law on expiry", empty=None)
    notes: tuple[Said, ...] = optional("other sentences of law", empty=())


@dataclass(frozen=True, kw_only=True)
class ExtensionAgreement:
    """An agreement to move one date; `stamp` and `must_file` where it counts only when filed with the clerk."""

    case: CaseFacts = required("the case", empty=None)
    board: str = required("the board")
    act: str = required("the act whose time is extended", mend="It comes with the clock.")
    stood: date | None = required("the last day as it stood", mend="It comes with the clock.", empty=None)
    until: date | None = required("the new last day", mend="Give the day agreed.", empty=None)
    agreed: date | None = required("the day of the agreement", mend="Give the day agreed on.", empty=None)
    law_says: Said = required("the words of the law that allow it", empty=None)
    signatures: tuple[Signature, ...] = required("the lines to sign on", empty=())
    reason: str = optional("the reason")
    must_file: Said | None = optional("the words of the law on filing it", empty=None)
    stamp: bool = optional("whether the clerk stamps it", empty=False)
    more: tuple[Said, ...] = optional("other sentences", empty=())


@dataclass(frozen=True, kw_only=True)
class Missing:
    """One piece that the application lacks."""

    what: str = required("the missing piece", mend="It comes with the checklist.")
    cite: str = optional("the citation")
    note: str = optional("the note")


@dataclass(frozen=True, kw_only=True)
class IncompletenessLetter:
    """The letter that says what an application lacks and what that does to the time."""

    case: CaseFacts = required("the case", empty=None)
    recipient: Recipient = required("the recipient", mend="Choose the recipient.", empty=None)
    written: date | None = required("the day of the letter", mend="Give the day of mailing.", empty=None)
    received: date | None = required(
        "the day the application was received", mend="Record the filing.", empty=None
    )
    found: date | None = required(
        "the day it was found incomplete", mend="Record the day of the finding.", empty=None
    )
    missing: tuple[Missing, ...] = required(
        "the list of missing pieces", mend="Tick them on the checklist.", empty=()
    )
    effect: tuple[Said, ...] = required(
        "what this does to the time", mend="It comes with the rule.", empty=()
    )
    reply: str = required("where to send the pieces", mend="Enter it in the town's settings.")
    signer: Signature = required("the signer's line", empty=None)
    copies_to: tuple[str, ...] = optional("who gets a copy", empty=())


@dataclass(frozen=True, kw_only=True)
class AnswerGiven:
    """One answer that a person gave about a project."""

    question: str = required("the question")
    answer: str = required("the answer")


@dataclass(frozen=True, kw_only=True)
class SheetOutcome:
    """Whether one permit is needed, why, and what to do next."""

    permit: str = required("the permit", mend="Name the matter in the bylaw data.")
    says: str = required("whether it is needed")
    because: tuple[Said, ...] = required("the reasons", mend="They stand in the bylaw data.", empty=())
    missing: tuple[str, ...] = optional("the figures missing", empty=())
    then: str = optional("what to do next")


@dataclass(frozen=True, kw_only=True)
class DeterminationSheet:
    """What the text says to answers about a project. It belongs to no case and decides nothing, as `warning` says."""

    made: date | None = required("the day of the sheet", empty=None)
    warning: str = required("the sentence that says what the sheet is not")
    explains: str = required("the sentence that says what the sheet is")
    outcomes: tuple[SheetOutcome, ...] = required("the permits", empty=())
    answers: tuple[AnswerGiven, ...] = optional("the answers given", empty=())
    edition: str = optional("the edition of the text")
    ask: str = optional("whom to ask")
    where: str = optional("the address of the page")
