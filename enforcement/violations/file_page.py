"""One page over everything that is done about one violation: its clocks, its exposure, what is owed, who was told what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Q

from enforcement import checks
from enforcement.orders.models import BINDING
from enforcement.service import way_words
from enforcement.tickets.finding import offense_day
from enforcement.violations.exposure import CAN_BE, TICKETED, TOO_LATE, Exposure, exposure
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.models import Case
from towns.record.case_file import CaseFile, open_case_files
from towns.record.stages import stage_words
from towns.record.urgency import day_of


@dataclass(frozen=True, slots=True)
class Stop:
    """One day that lies ahead, or has passed without the act it asked for."""

    day: date
    words: str
    case: str
    cite: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """One paper: whom it reached and how, and where it stands."""

    number: str
    name: str
    what: str
    served: dict[str, list[str]]
    stands: str


def related(file: CaseFile) -> list[CaseFile]:
    """The cases that stand over this file, or share its project: orders, tickets, costs, permits."""
    which = Q(links__to=file.case)
    if file.case.project_id:
        which |= Q(project=file.case.project_id)
    found = Case.objects.filter(which).exclude(pk=file.case.pk).distinct().order_by("opened", "id")
    return open_case_files(found, file.town)


def tickets_of(files: Iterable[CaseFile]) -> list[CaseFile]:
    """The tickets among them that stand."""
    return [
        one
        for one in files
        if one.case.kind == "ticket" and one.has("ticket_issued") and not one.has("ticket_voided")
    ]


def exposure_of(file: CaseFile, others: Iterable[CaseFile], today: date) -> Exposure:
    """The exposure of the file, its tickets counted."""
    issued = [
        (offense_day(one), str(entry.facts.get("provision", "")))
        for one in tickets_of(others)
        if (entry := one.last("ticket_issued")) is not None
    ]
    return exposure(file, today, issued)


def stops(file: CaseFile, others: Iterable[CaseFile], found: Exposure, today: date) -> list[Stop]:
    """Every deadline of the file and of what belongs to it, soonest first; those that ran out unanswered before them."""
    rows = []
    for one in (file, *others):
        for reading in one.readings(today):
            due = day_of(reading.due)
            if due is None or reading.status not in ("running", "missed"):
                continue
            if reading.status == "missed" and (reading.if_missed != "overdue" or _answered(one, reading)):
                continue
            rows.append(Stop(due, reading.title, one.case.number, reading.cite, reading.status == "missed"))
    if (last := found.next_last_day) is not None:
        sum_ = sum(
            (o.amount or Decimal(0) for o in found.offenses if o.stands == CAN_BE and o.last == last),
            Decimal("0.00"),
        )
        rows.append(
            Stop(
                last,
                f"last day to ticket the earliest offenses that are left, {money(sum_)}",
                "",
                "c.40 § 21D",
            )
        )
    return sorted(rows, key=lambda row: (row.day, row.case))


def _answered(file: CaseFile, reading: Any) -> bool:
    return any(stop.event and file.has(stop.event) for stop in reading.rule.stops)


def told(others: Iterable[CaseFile]) -> list[Told]:
    """Who was told what and how: each order and ticket with its services."""
    rows = []
    for one in others:
        if one.case.kind not in ("order", "ticket"):
            continue
        served: dict[str, list[str]] = {"owner": [], "violator": []}
        for entry in one.story:
            if entry.name in ("order_served", "ticket_delivered"):
                party = str(
                    entry.facts.get("party") or ("violator" if one.case.kind == "ticket" else "owner")
                )
                served.setdefault(party, []).append(_service(entry))
        rows.append(
            Told(
                one.case.number,
                one.matter.name,
                _what(one),
                served,
                stage_words(one.case.kind, one.case.stage),
            )
        )
    return rows


def _service(entry: Entry) -> str:
    words = way_words(str(entry.facts.get("way", "")))
    refused = ", refused" if entry.outcome == "refused" else ""
    return f"{words}{refused}, {entry.day_words}"


def _what(file: CaseFile) -> str:
    if file.case.kind == "ticket":
        issued = file.last("ticket_issued")
        if issued is None:
            return "not issued"
        day = day_words(date.fromisoformat(offense_day(file) or issued.on.isoformat()))
        return f"{money(Decimal(str(issued.facts['amount'])))}, offense of {day}"
    issued = file.last("order_issued")
    return f"issued {issued.day_words}" if issued is not None else "not issued yet"


def owed(others: Iterable[CaseFile], today: date) -> dict[str, Any]:
    """What is due to the town: the tickets' sums less what was paid, and each recovery of costs as its own type counts."""
    others = list(others)
    asked = paid = Decimal("0.00")
    for one in tickets_of(others):
        issued = one.last("ticket_issued")
        if issued is None or one.has("ticket_dismissed"):
            continue
        amount = checks.money(issued) or Decimal("0.00")
        asked += amount
        if one.has("ticket_paid"):
            paid += amount
    costs = [
        (one.case.number, one.type.money(one, today))
        for one in others
        if one.case.kind == "cost_recovery" and one.type.money is not None
    ]
    return {"asked": asked, "paid": paid, "due": asked - paid, "costs": costs}


def stopped_work(others: Iterable[CaseFile]) -> list[CaseFile]:
    """The orders by which work stands still now."""
    from enforcement.orders import contents

    return [
        one
        for one in others
        if one.case.kind == "order"
        and one.case.stage in BINDING
        and (one.case.matter == "stop_work" or contents.stops_work(one))
    ]


def money(amount: Decimal | None) -> str:
    """Dollars as a page writes them."""
    return "no sum in the text" if amount is None else f"${amount:,.2f}"


def by_provision(found: Exposure) -> list[dict[str, Any]]:
    """The offenses by provision, for the table."""
    return [
        {
            "provision": one or "The provision is not named in the finding",
            "days": len({o.day for o in found.offenses if o.provision == one}),
            "exposure": money(found.total(provision=one)),
            "ticketed": money(found.total(TICKETED, one)),
            "can_be": money(found.total(CAN_BE, one)),
            "too_late": money(found.total(TOO_LATE, one)),
        }
        for one in found.provisions
    ]
