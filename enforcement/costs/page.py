"""What the pages of costs show: the ledger line by line, the interest explained, who owes, and what a charge still lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from enforcement.costs import charges, protests, queries
from enforcement.costs.account import ZERO, Account, Span, sum_of
from enforcement.costs.forms import KINDS, PARTIES
from enforcement.costs.models import Bill, CostParty, CostSettings, Receipt, State
from towns.calendar.words import day_words
from towns.law.clocks import Reading
from towns.law.fines_schema import CostRule
from towns.ledger.entries import Entry
from towns.models import Case, Document, Town
from towns.record.case_file import CaseFile, open_readable
from towns.record.stages import stage_words
from towns.ui.links import case_url

_KINDS, _PARTIES = dict(KINDS), dict(PARTIES)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the ledger of costs: what it adds or takes off, and what is owed after it, without interest."""

    day: date
    words: str
    under: str
    change: Decimal
    owed: Decimal
    documents: tuple[tuple[str, str], ...] = ()


def party_words(key: str, names: dict[str, str]) -> str:
    """One who owes, as a page calls them."""
    label = _PARTIES.get(key, key.replace("_", " "))
    return f"{label}, {names[key]}" if names.get(key) else label


def names_of(case: Case) -> dict[str, str]:
    """The names of those who owe, by the key that the ledger uses."""
    return dict(CostParty.objects.filter(case=case).values_list("key", "name"))


def ledger(file: CaseFile) -> list[Line]:
    """Costs, what was taken off, payments and payments that came back, by their days."""
    bills = dict(Bill.objects.filter(case=file.case).values_list("event_seq", "words"))
    receipts = {row.event_seq: row for row in Receipt.objects.filter(case=file.case)}
    papers: dict[int, list[tuple[str, str]]] = {}
    for document in Document.objects.filter(case=file.case, event_seq__isnull=False):
        url = case_url(file.town, file.case, "documents", str(document.pk))
        papers.setdefault(document.event_seq or 0, []).append((document.title, url))
    owed, charged, lines = ZERO, ZERO, []
    for entry in file.story:
        found = _line(entry, charged, bills, receipts)
        if found is None:
            continue
        words, under, change = found
        owed += change
        charged += change if entry.name not in ("costs_paid", "payment_reversed") else ZERO
        lines.append(Line(entry.on, words, under, change, owed, tuple(papers.get(entry.seq, ()))))
    return lines


def _line(
    entry: Entry, charged: Decimal, bills: dict[int, str], receipts: dict[int, Receipt]
) -> tuple[str, str, Decimal] | None:
    """Words, a second line and the change; `charged` is what was charged so far, whatever was paid of it."""
    if entry.name == "cost_recorded":
        kind = str(entry.facts.get("what", ""))
        return _KINDS.get(kind, kind.capitalize() or "Cost"), bills.get(entry.seq, ""), sum_of(entry)
    if entry.name == "costs_paid":
        receipt = receipts.get(entry.seq)
        said = f"Receipt {receipt.number}" if receipt else ""
        way = receipt.way_words if receipt else ""
        return (
            "Payment in full" if entry.outcome == queries.FULL else "Payment",
            ", ".join(filter(None, (said, way))),
            -sum_of(entry),
        )
    if entry.name == "payment_reversed":
        return "Payment came back", "It counts as never made.", sum_of(entry)
    if entry.name == "charge_abated":
        return "Abated by the assessors", "", -sum_of(entry)
    if entry.name in ("protest_decided", "court_final"):
        whose = "a court" if entry.name == "court_final" else "the decision on the protest"
        if entry.outcome == "modified":
            return f"Taken off by {whose}", "", -sum_of(entry, "abated")
        if entry.outcome == "rescinded":
            return f"Rescinded by {whose}", "Nothing is owed any more.", -charged
    return None


@dataclass(frozen=True, slots=True)
class InterestLine:
    """Some days on which the same sum bore interest; `exact` with four decimals, since only the total is rounded."""

    first: date
    last: date
    days: int
    principal: Decimal
    exact: Decimal


def interest_lines(spans: Iterable[Span]) -> list[InterestLine]:
    """The spans as a page shows them."""
    return [
        InterestLine(
            span.first, span.last, span.days, _decimal(span.principal, 2), _decimal(span.interest, 4)
        )
        for span in spans
    ]


def _decimal(value: Fraction, places: int) -> Decimal:
    """A fraction with some decimals, half up."""
    scale = 10**places
    return Decimal(int(value * scale * 2 + 1) // 2).scaleb(-places)


def why_no_interest(rule: CostRule | None, found: Account) -> str:
    """Why nothing bears interest; empty where something does."""
    if rule is None or not rule.bears_interest:
        return "The text gives no interest on these costs."
    if rule.first_day is None:
        return "The text does not say from which day interest runs; until the town settles that, none is counted."
    if found.rescinded:
        return "The costs were rescinded."
    if not found.starts:
        return "Nobody has received a notice of the costs yet."
    if not found.spans:
        return f"Interest runs from {day_words(found.starts[0])}."
    return ""


@dataclass(frozen=True, slots=True)
class Owing:
    """One who received the notice: when, until when to pay or protest, and what became of it."""

    who: str
    received: date | None
    due: Any
    status: str
    did: str


_STATUS = {
    "running": "Time runs",
    "met": "Paid or protested in time",
    "missed": "Time ran out",
    "waiting": "Not received yet",
    "void": "No longer runs",
}


def owing(file: CaseFile, readings: Iterable[Reading]) -> list[Owing]:
    """Each with a clock of their own."""
    names = names_of(file.case)
    rows = []
    for reading in readings:
        if not any(pattern.event == "costs_received" for pattern in reading.rule.from_):
            continue
        key = reading.of or ""
        mine = [e for e in file.story if e.name == "costs_received" and e.facts.get("party", "") == key]
        acts = [e for e in file.story if _by(e, key) and e.name in ("protest_filed", "costs_paid")]
        rows.append(
            Owing(
                who=party_words(key, names) if key else "Everybody who owes",
                received=mine[-1].on if mine else None,
                due=reading.due,
                status=_STATUS.get(reading.status, reading.status),
                did="; ".join(
                    f"{'Protest' if e.name == 'protest_filed' else 'Payment'} {day_words(e.on)}" for e in acts
                ),
            )
        )
    return rows


def _by(entry: Entry, key: str) -> bool:
    return key in (entry.facts.get("party"), entry.facts.get("paid_by"), entry.facts.get("protested_by"))


def charge_notes(file: CaseFile, settings: CostSettings) -> list[tuple[str, str]]:
    """What a charge on the land still lacks or leaves in doubt: sentence and citation."""
    found = []
    if not settings.lien_voted:
        found.append(
            (
                "No vote of town meeting is entered by which unpaid costs of this kind become a lien. "
                "Until it is, this product stops before a lien.",
                charges.LIENS,
            )
        )
    if queries.special_assessment(file):
        found.append(
            (
                "The bylaw makes unpaid costs a special assessment and a lien and names no statute for it. "
                "Ask counsel; the steps here are those of the statute on municipal charges.",
                file.matter.cite,
            )
        )
    for entry in charges.untold(file):
        said = f"{entry.title} on {entry.day_words}: the collector must be told."
        found.append((said, charges.TELL_COLLECTOR))
    if protests.in_court(file):
        found.append(("An action in court holds the certification of the charge.", file.matter.cite))
    return found


# ------------------------------------------------------------ lists


@dataclass(frozen=True, slots=True)
class Row:
    """One recovery of costs in the list of the town."""

    case: Case
    url: str
    stage: str
    sums: Account
    next_due: date | None
    next_words: str


#: What the list can show: words, and whether a stage belongs to it.
SHOWN: dict[str, tuple[str, frozenset[str]]] = {
    "": ("Not settled", frozenset(State.values) - {State.PAID, State.RELEASED, State.RESCINDED}),
    "protest": ("Protested or in court", frozenset({State.PROTESTED, State.APPEALED})),
    "charge": (
        "On the land or the tax bill",
        frozenset({State.LIEN_RECORDED, State.CHARGE_CERTIFIED, State.COMMITTED}),
    ),
    "settled": ("Paid, released or rescinded", frozenset({State.PAID, State.RELEASED, State.RESCINDED})),
    "all": ("All", frozenset(State.values)),
}


def rows(town: Town, cases: Iterable[Case], today: date) -> Iterator[Row]:
    """The list's rows, with what is owed today; a case that cannot be read is left out, and the desk names it."""
    settings = queries.settings_of(town)
    for file in open_readable(cases, town, {}):
        yield Row(
            case=file.case,
            url=case_url(town, file.case, "costs"),
            stage=stage_words(file.case.kind, file.case.stage),
            sums=queries.owed_on(file, today, settings),
            next_due=file.case.next_due,
            next_words=next((r.title for r in file.matter.clocks if r.name == file.case.next_clock), ""),
        )
