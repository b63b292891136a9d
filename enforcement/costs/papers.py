"""The notice of the costs: what the town's work cost, and what those who owe may do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from enforcement.costs import page, queries
from enforcement.costs.account import ZERO, sum_of
from enforcement.costs.forms import KINDS
from enforcement.costs.models import Bill, State
from towns.papers import printing
from towns.papers.facts import Land, Said, Signature, optional, required
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile

_KINDS = dict(KINDS)


@dataclass(frozen=True, kw_only=True)
class CostCase:
    """What the paper says about the case: nobody applied for it, so it names no applicant."""

    number: str = required("the case number", mend="The case gets its number when it is opened.")
    matter: str = required("the kind of business", mend="Name the matter in the bylaw data.")
    land: Land = required("the land", mend="Enter it on the case.", empty=None)


@dataclass(frozen=True, kw_only=True)
class CostLine:
    """One cost, in dollars."""

    day: date | None = required("the day of a cost", mend="Enter it with the cost.", empty=None)
    what: str = required("what a cost was for", mend="Enter it with the cost.")
    amount: str = required("the amount of a cost", mend="Enter it with the cost.")


@dataclass(frozen=True, kw_only=True)
class CostTime:
    """One of the bylaw's times: what it is for, how long it is, its words, and what has to be said beside them."""

    heading: str = required("what the time is for", mend="It stands in the bylaw data.")
    text: str = required("the words of the bylaw", mend="They stand in the bylaw data.")
    cite: str = optional("the citation")
    note: str = optional("what has to be said beside the words")


@dataclass(frozen=True, kw_only=True)
class CostNoticeFacts:
    """The facts of the notice of the costs. The sentences are the bylaw's own."""

    case: CostCase = required("the case", empty=None)
    to: tuple[str, ...] = required(
        "the names of those who owe",
        mend="Enter them on the case, under People, or with the receipt of the notice.",
        empty=(),
    )
    written: date | None = required("the day of the notice", mend="Give the day of mailing.", empty=None)
    completed: date | None = required(
        "the day the work was completed", mend="Record that the town’s work is completed.", empty=None
    )
    lines: tuple[CostLine, ...] = required("the costs", mend="Enter them on the case.", empty=())
    total: str = required("the sum of the costs", mend="Enter the costs on the case.")
    rights: tuple[CostTime, ...] = required(
        "how to pay or protest", mend="The words stand in the bylaw data.", empty=()
    )
    unpaid: tuple[CostTime, ...] = required(
        "what becomes of costs that are not paid", mend="The words stand in the bylaw data.", empty=()
    )
    interest: tuple[Said, ...] = optional("the sentence on interest", empty=())
    remark: str = optional("what else the town says of its costs")
    signer: Signature = required("the signer’s line", empty=None)


class CostNotice(Paper):
    """To those who owe, once the work is completed and its costs are entered; each one's receipt starts their time."""

    key = "cost_notice"
    title = "Notice of Costs"
    label = "Notice of the costs"
    needs = CostNoticeFacts
    audience = "parties"
    asserts = ("town_work_completed",)

    def offered(self, file: CaseFile) -> bool:
        """Until the costs are settled."""
        return file.has("cost_recorded") and file.case.stage not in (State.PAID, State.RESCINDED)

    def cite(self, file: CaseFile) -> str:
        """The section on the notice of the costs."""
        return next((r.cite for r in file.matter.clocks if _stops(r, "costs_notified")), file.matter.cite)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> CostNoticeFacts:
        """The costs entered by that day, and the bylaw's own words on payment, protest, silence and interest."""
        costs = [e for e in file.story if e.name == "cost_recorded" and e.on <= on]
        bills = dict(Bill.objects.filter(case=file.case).values_list("event_seq", "words"))
        rule = queries.rule_of(file)
        return CostNoticeFacts(
            case=CostCase(
                number=file.case.number,
                matter=file.matter.name,
                land=Land(address=file.case.address, parcels=file.case.map_lot),
            ),
            to=_names(file),
            written=on,
            completed=printing.day_of_last(file, "town_work_completed"),
            lines=tuple(
                CostLine(
                    day=entry.on,
                    what=": ".join(
                        filter(None, (_kind(str(entry.facts.get("what", ""))), bills.get(entry.seq, "")))
                    ),
                    amount=_dollars(sum_of(entry)),
                )
                for entry in costs
            ),
            total=_dollars(sum((sum_of(entry) for entry in costs), ZERO)),
            rights=_times(file, "costs_received"),
            unpaid=_times(file, "protest_decided"),
            interest=(Said(text=rule.says, cite=rule.cite),) if rule and rule.bears_interest else (),
            remark=file.matter.note,
            signer=printing.chair(file, on),
        )


def _stops(rule: Any, event: str) -> bool:
    return any(pattern.event == event for pattern in rule.stops)


def _times(file: CaseFile, event: str) -> tuple[CostTime, ...]:
    """The clocks that start with an event. Where articles speak for themselves, the case's own article has the word."""
    article = queries.article(file)
    found = []
    for rule in file.matter.clocks:
        if not any(pattern.event == event for pattern in rule.from_):
            continue
        own = article if article is not None and article.costs and event == "costs_received" else None
        found.append(
            CostTime(
                heading=f"{rule.title}: {rule.length} days",
                text=own.costs if own else rule.says or rule.sense,
                cite=own.cite if own else rule.cite,
                note="" if own else rule.note,
            )
        )
    return tuple(found)


def _kind(what: str) -> str:
    return _KINDS.get(what, what.capitalize())


def _dollars(amount: Any) -> str:
    return f"${amount:,.2f}"


def _names(file: CaseFile) -> tuple[str, ...]:
    """Those who owe: entered with their receipts, else the case's parties."""
    own = tuple(page.names_of(file.case).values())
    return own or tuple(file.case.parties.order_by("id").values_list("name", flat=True))
