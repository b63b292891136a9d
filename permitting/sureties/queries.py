"""What the pages show of a surety: its money line by line and by permit, the way to its last day, and the lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from permitting.sureties import meetings, money, terms
from permitting.sureties.models import ENDED, HELD, Form, Surety, SuretyPaper
from permitting.sureties.money import IN_HAND, Money, Pot, dollars
from towns.calendar.words import hour_words
from towns.ledger.entries import Entry
from towns.models import Board, Case, CaseLink, Document, Town
from towns.record.case_file import CaseFile, open_case_files
from towns.record.stages import stage_words
from towns.ui.links import case_url

#: Days before the end from which the lists say so.
SOON = 90
#: Days without any act after which the lists say so: a bond can be forgotten for a decade.
QUIET = 365


@dataclass(slots=True)
class MoneyLine:
    """One movement: the day, what it was, its papers, and the two pots after it."""

    day: date
    words: str
    under: Decimal
    account: Decimal
    under_change: Decimal
    account_change: Decimal
    papers: list[dict[str, str]] = field(default_factory=list)


def form_words(form: str) -> str:
    """The kind of instrument in words."""
    return str(dict(Form.choices).get(form, "Surety"))


def _words(entry: Entry, note: SuretyPaper | None) -> str:
    facts = entry.facts
    amount = f" {dollars(Decimal(facts['amount']))}" if facts.get("amount") else ""
    said = f": {note.says}" if note is not None and note.says else ""
    phase = f" for {facts['phase']}" if facts.get("phase") else ""
    if phase and str(facts["phase"]).isdigit():
        phase = f" for phase {facts['phase']}"
    lines = {
        "surety_posted": f"{form_words(str(facts.get('form', '')))} posted",
        "surety_reduced": f"Released{phase}",
        "surety_called": f"Called for{amount}",
        "surety_claimed": "Received from the surety",
        "surety_spent": "Spent on the work",
        "surety_returned": f"Returned to {note.payee if note is not None and note.payee else facts.get('payee', 'the payee')}",
        "surety_released": "Released in full",
        "surety_expired": "Expired",
        "surety_replaced": f"Replaced{' by ' + str(facts['to_case']) if facts.get('to_case') else ''}",
    }
    return f"{lines[entry.name]}{said}"


_SHOWN = (
    "surety_posted",
    "surety_reduced",
    "surety_called",
    "surety_claimed",
    "surety_spent",
    "surety_returned",
    "surety_released",
    "surety_expired",
    "surety_replaced",
)


def money_lines(file: CaseFile) -> list[MoneyLine]:
    """Every movement, oldest first, with what is left in each pot."""
    papers: dict[int, list[dict[str, str]]] = {}
    for document in Document.objects.filter(case=file.case, event_seq__isnull=False):
        url = case_url(file.town, file.case, "documents", str(document.pk))
        papers.setdefault(document.event_seq or 0, []).append({"label": document.title, "url": url})
    notes: dict[int, SuretyPaper] = {}
    for row in SuretyPaper.objects.filter(case=file.case).select_related("document"):
        notes[row.event_seq] = row
        shown = papers.setdefault(row.event_seq, [])
        if row.document is not None:
            url = case_url(file.town, file.case, "documents", str(row.document.pk))
            shown.append({"label": row.reference or row.document.title, "url": url})
        elif row.reference:
            shown.append({"label": row.reference, "url": ""})
    held, lines = Money(), []
    for entry in file.story:
        before = held.total
        held.take(entry)
        now = held.total
        if entry.name in _SHOWN:
            lines.append(
                MoneyLine(
                    day=entry.on,
                    words=_words(entry, notes.get(entry.seq)),
                    under=now.under,
                    account=now.account,
                    under_change=now.under - before.under,
                    account_change=now.account - before.account,
                    papers=papers.get(entry.seq, []),
                )
            )
    return lines


@dataclass(frozen=True, slots=True)
class PermitLine:
    """One permit's part of the money."""

    label: str
    url: str
    title: str
    pot: Pot


def by_permit(file: CaseFile, held: Money) -> list[PermitLine]:
    """The money by permit; one line for what is not allotted to one of several."""
    permits = terms.permits_of(file)
    parts = dict(held.parts)
    if len(permits) == 1 and set(parts) == {""}:
        parts = {permits[0].number: parts[""]}
    lines = [
        PermitLine(case.number, case_url(file.town, case), case.title, parts.get(case.number, Pot()))
        for case in permits
    ]
    rest = parts.get("")
    if rest is not None:
        lines.append(PermitLine("Not allotted", "", "to one permit alone", rest))
    return lines


# ------------------------------------------------------------ the way to its last day


@dataclass(frozen=True, slots=True)
class Stopover:
    """One day on the way to the last one."""

    day: date
    words: str
    kind: str


def way_to_the_end(file: CaseFile, today: date) -> list[Stopover]:
    """Today, the board's meetings, the last of them before it runs out, and the last day with its hour and place."""
    ends = terms.ends_on(file, today)
    if ends is None or file.stage not in map(str, HELD):
        return []
    surety = file.principal
    board = Board.objects.filter(key=file.matter.board).first()
    words = board.meets if board is not None else ""
    sitting = (
        meetings.meeting_days(words, today, ends - timedelta(days=1), file.calendar) if ends > today else []
    )
    name = board.name if board is not None else "The board"
    found = [Stopover(today, "today", "today")]
    if len(sitting) > 1:
        found.append(Stopover(sitting[0], name, "meet"))
    if sitting:
        found.append(Stopover(sitting[-1], f"{name}, the last meeting before it runs out", "key"))
    at = ""
    if isinstance(surety, Surety):
        at += f", {hour_words(surety.present_by)}" if surety.present_by else ""
        at += f" at {surety.present_at}" if surety.present_at else ""
    found.append(Stopover(ends, f"it ends{at}", "last"))
    return found


# ------------------------------------------------------------ lists


@dataclass(slots=True)
class SuretyRow:
    """One surety on the lists."""

    case: Case
    url: str
    permits: list[str]
    state: str
    form: str
    issuer: str
    instrument: str
    account: str
    payee: str
    held: Pot
    in_hand: Decimal
    interest: Decimal
    came_in: Decimal
    went_out: Decimal
    ends: date | None
    last_act: date
    last_words: str
    flags: list[tuple[str, str]]


def fiscal_year(day: date) -> tuple[date, date]:
    """The fiscal year of a Massachusetts town around a day: July 1 to June 30 (M.G.L. c. 44 § 56)."""
    first = date(day.year if day.month >= 7 else day.year - 1, 7, 1)
    return first, date(first.year + 1, 6, 30)


def rows(town: Town, today: date, cases: Iterable[Case]) -> list[SuretyRow]:
    """The sureties of a town for its lists, with a fixed number of queries."""
    cases = list(cases)
    numbers: dict[int, list[str]] = {}
    for link in CaseLink.objects.filter(case__in=cases, role="over").select_related("to").order_by("id"):
        numbers.setdefault(link.case_id, []).append(link.to.number)
    return [_row(file, town, today, numbers.get(file.case.pk, [])) for file in open_case_files(cases, town)]


def _row(file: CaseFile, town: Town, today: date, permits: list[str]) -> SuretyRow:
    surety: Any = file.principal
    held = terms.money_of(file)
    first, last = fiscal_year(today)
    came_in = went_out = money.NONE
    for entry in file.story:
        if not first <= entry.on <= last or not entry.facts.get("amount"):
            continue
        amount = Decimal(entry.facts["amount"])
        if entry.name in ("surety_claimed", "surety_interest") or (
            entry.name == "surety_posted" and held.form in IN_HAND and held.form
        ):
            came_in += amount
        if entry.name in ("surety_spent", "surety_returned"):
            went_out += amount + Decimal(entry.facts.get("interest", "0"))
    if held.form in IN_HAND and held.form:  # money taken from a deposit was in the account before
        came_in -= sum(
            (
                Decimal(e.facts["amount"])
                for e in file.story
                if e.name == "surety_claimed" and first <= e.on <= last
            ),
            money.NONE,
        )
    newest = max(file.story, key=lambda entry: (entry.on, entry.seq))
    ends = terms.ends_on(file, today) if file.stage not in map(str, ENDED) else None
    in_hand = sum((held.in_hand(part) for part in held.parts.values()), money.NONE)
    row = SuretyRow(
        case=file.case,
        url=case_url(town, file.case),
        permits=permits,
        state=stage_words(file.case.kind, file.stage),
        form=form_words(held.form) if held.form else "",
        issuer=surety.issuer,
        instrument=surety.instrument,
        account=surety.account,
        payee=surety.payee,
        held=held.total,
        in_hand=in_hand,
        interest=held.interest - held.interest_paid,
        came_in=came_in,
        went_out=went_out,
        ends=ends,
        last_act=newest.on,
        last_words=newest.title,
        flags=[],
    )
    row.flags = _flags(file, row, today)
    return row


def _flags(file: CaseFile, row: SuretyRow, today: date) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if row.ends is not None and file.stage in map(str, HELD):
        days = (row.ends - today).days
        if days < 0:
            found.append(("late", "its last day has passed"))
        elif days <= SOON:
            found.append(
                ("soon", "ends today" if not days else f"ends in {days} day{'' if days == 1 else 's'}")
            )
    if file.has("cancellation_notified") and file.stage in map(str, HELD):
        found.append(("soon", "notice of cancellation"))
    if row.held.let_go and row.in_hand:
        found.append(("soon", f"{dollars(row.in_hand)} to be paid back"))
    if file.stage not in map(str, ENDED) and (today - row.last_act).days >= QUIET:
        years = (today - row.last_act).days // 365
        found.append(("wait", f"nothing recorded for {years} year{'' if years == 1 else 's'}"))
    if file.stage == "called" and row.held.called > row.held.drawn:
        found.append(("wait", "call not paid yet"))
    return found


_LAST = date.max
ORDERS = {
    "ends": lambda row: (row.ends or _LAST, row.case.number),
    "last": lambda row: (row.last_act, row.case.number),
    "number": lambda row: row.case.number,
    "balance": lambda row: (-row.held.balance, row.case.number),
}


def totals(listed: Iterable[SuretyRow]) -> dict[str, Decimal]:
    """What the columns of money come to."""
    listed = list(listed)
    return {
        "balance": sum((row.held.balance for row in listed), money.NONE),
        "in_hand": sum((row.in_hand for row in listed), money.NONE),
        "interest": sum((row.interest for row in listed), money.NONE),
        "came_in": sum((row.came_in for row in listed), money.NONE),
        "went_out": sum((row.went_out for row in listed), money.NONE),
    }
