"""What an event may carry beside its day: every fact's key with its meaning, and which of them are days."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Every fact that an event may carry, with what it means. Days are ISO days, moments are town time, money is text
#: such as "212000.00", numbers are text such as "2".
FACTS: Mapping[str, str] = MappingProxyType(
    {
        # which session, clock, body or instance
        "for": "the day or moment that the hearing is set for; on a proof of notice, the session that it announced",
        "clock": "the clock that the agreement moves",
        "until": "the new last day agreed",
        "filed": "the day the agreement was filed with the town clerk",
        "outcome": "what was decided, or what kind of thing it was",
        "comply_by": "the last day the order gives to comply",
        "found_on": "the day the office found the application complete",
        "board": "the board or officer concerned",
        "waiver": "the waiver concerned",
        "party": "the party concerned",
        "article": "the article of the bylaw",
        "voted": "the day of the vote",
        "violated": "the day of the violation",
        "motion": "the motion, in words",
        "filed_with_clerk": "the day filed with the town clerk",
        "filed_with_board": "the day filed with the board",
        "combined_wetlands": "that the filing is combined with one under the Wetlands Protection Act",
        "part": "which part of the mailing it was",
        "late_day": "the day on which a late part was sent",
        # other cases
        "from_case": "the number of the case that this one follows from",
        "to_matter": "the kind of business the case was moved to",
        "to_case": "the number of the other case that this one goes over to or repeats",
        # things in a case
        "permit": "the number of the permit in its case",
        "inspection": "the number of the inspection in its case",
        "stage": "the stage of the work that is inspected",
        "condition": "the condition concerned",
        # money and securities
        "amount": "the sum of money, in dollars and cents",
        "what": "what the money was spent on",
        "form": "the form of the security",
        "expires": "the day on which the security ends",
        "phase": "the phase of the work",
        "payee": "to whom the money went",
        "approver": "who approved it",
        "abated": "the sum by which the costs were lowered, in dollars and cents",
        "fiscal_year": "the fiscal year on whose tax bill the charge stands",
        # recording, service, reports
        "book": "the book at the registry of deeds",
        "page": "the page of that book",
        "way": "the way in which it was served",
        "release_number": "the state's number for the release",
        # tickets
        "offense": "the number of the offense on the ladder of fines",
        "provision": "the provision violated",
    }
)

#: Facts whose value is a day (or a moment).
DAY_FACTS = frozenset(
    {
        "for",
        "until",
        "filed",
        "comply_by",
        "found_on",
        "voted",
        "violated",
        "filed_with_clerk",
        "filed_with_board",
        "late_day",
        "expires",
    }
)
