"""What the law and the instrument ask of a surety: approvals, amount, last day, spending, and the gate of its release."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from permitting.sureties import money
from permitting.sureties.models import HELD, ReleaseProof, Surety
from permitting.sureties.money import Money, dollars
from towns.calendar.words import day_words
from towns.law.rules import Bylaw
from towns.law.surety_rules import ReleaseItem, SuretyRule, surety_of
from towns.ledger.entries import Entry
from towns.models import Case, CaseLink, Document
from towns.record.case_file import CaseFile, open_case_file, open_case_files
from towns.record.steps import Stop

APPROVERS = {"counsel": "Town Counsel", "treasurer": "the Town Treasurer", "department": "the department"}


# ------------------------------------------------------------ what it stands over, and its money


def permits_of(file: CaseFile) -> list[Case]:
    """The cases that the surety stands over, in the order linked."""
    if file.case.pk is None:
        return []
    links = CaseLink.objects.filter(case=file.case, role="over").select_related("to").order_by("id")
    return [link.to for link in links]


def permit_numbers(file: CaseFile) -> list[str]:
    """Their numbers."""
    return [case.number for case in permits_of(file)]


def rules_of(file: CaseFile) -> SuretyRule:
    """What the town's text says of sureties."""
    return surety_of(file.matter)


def rules_of_town(law: Bylaw) -> SuretyRule:
    """The same, asked of the law alone."""
    return next(
        (surety_of(matter) for matter in law.matters.values() if matter.kind == "surety"), SuretyRule()
    )


def told_by(file: CaseFile, on: date) -> list[Entry]:
    """What stands in the ledger up to a day."""
    return [entry for entry in file.story if entry.on <= on]


def money_of(file: CaseFile) -> Money:
    """The money as the whole ledger makes it."""
    return money.of(file.story)


def money_on(file: CaseFile, on: date) -> dict[str, str]:
    """The sums on a day, as `replay` answers them."""
    return money.of(told_by(file, on)).answer()


def in_hand(file: CaseFile) -> Decimal:
    """What the Town has in hand and may have to return."""
    held = money_of(file)
    return sum((held.in_hand(part) for part in held.parts.values()), money.NONE)


# ------------------------------------------------------------ approvals and amount


def approvals_missing(file: CaseFile, on: date | None = None) -> list[str]:
    """Whose approval the law asks for and the ledger does not show, on a day."""
    given = " ".join(
        str(entry.facts.get("approver", "")).lower()
        for entry in file.story
        if entry.name == "surety_approved" and (on is None or entry.on <= on)
    )
    if "public_works" in given or "public works" in given:
        given += " department"
    return [who for who in rules_of(file).approvals if who not in given]


def approval_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """One for each approval that is missing when the surety is posted."""
    rule = rules_of(file)
    return tuple(
        Stop(
            f"not_approved:{who}",
            f"No approval by {APPROVERS[who]} is recorded. The bylaw says: “{rule.approvals_say}”.",
            rule.cite,
        )
        for who in approvals_missing(file, entry.on)
    )


def required_amount(file: CaseFile) -> Decimal | None:
    """The amount that the board asked for last."""
    for entry in reversed(file.story):
        if entry.name == "surety_required" and entry.facts.get("amount"):
            return Decimal(entry.facts["amount"])
    return None


def estimated_cost(file: CaseFile, entry: Entry | None = None) -> Decimal | None:
    """The total estimated construction cost, where it was entered."""
    for one in (*([entry] if entry else ()), *reversed(file.story)):
        if one.facts.get("estimated_cost"):
            return Decimal(one.facts["estimated_cost"])
    return None


def posting_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """Not approved, less than the board asked for, less than the text's own floor."""
    found = [stop.key for stop in approval_stops(file, entry)]
    posted = money_of(file).total.posted + Decimal(entry.facts["amount"])
    asked = required_amount(file)
    if asked is not None and posted < asked:
        found.append("less_than_required")
    cost = estimated_cost(file, entry)
    if rules_of(file).at_least == "estimated_cost" and cost is not None and posted < cost:
        found.append("less_than_estimated_cost")
    return tuple(found)


# ------------------------------------------------------------ how long it holds


def ends_on(file: CaseFile, on: date) -> date | None:
    """The last day on which it holds, as known on a day; None where it names none. One that renews itself holds for
    another term each time, unless notice was given."""
    last: date | None = None
    notified = False
    for entry in told_by(file, on):
        if entry.name in ("surety_posted", "cancellation_notified"):
            if entry.facts.get("expires"):
                last = date.fromisoformat(entry.facts["expires"])
            notified = entry.name == "cancellation_notified"
    surety = file.principal
    months = surety.evergreen_months if isinstance(surety, Surety) else 0
    while last is not None and months and not notified and last < on:
        last = later(last, months)
    return last


def later(day: date, months: int) -> date:
    """The same day so many months on; the month's last day where it has fewer."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


# ------------------------------------------------------------ reduction, call, spending


def _reduces_all(file: CaseFile, entry: Entry) -> bool:
    whole = money.of(told_by(file, entry.on)).total
    return whole.under > 0 and Decimal(entry.facts["amount"]) >= whole.under and not whole.account


def reduction_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """Where the text lets part go as a phase is completed, and for nothing else; and what is the full release by another name."""
    rule = rules_of(file)
    found: list[Stop] = []
    if rule.by_phase and not entry.facts.get("phase"):
        found.append(
            Stop(
                "not_by_phase",
                f"No completed phase is named. The bylaw says: “{rule.phase_says}”.",
                rule.cite,
            )
        )
    if _reduces_all(file, entry):
        found += release_stops(file, entry)
    return tuple(found)


def reduction_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """The same, by name."""
    return tuple(stop.key for stop in reduction_stops(file, entry))


def call_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """A call before the board found a default, after the surety ended, or for more than it secures."""
    told = told_by(file, entry.on)
    found: list[Stop] = []
    if not any(one.name == "default_found" for one in told):
        found.append(
            Stop(
                "default_not_found",
                "The board has not found a default yet; the finding comes before the call.",
            )
        )
    ends = ends_on(file, entry.on)
    if (ends is not None and entry.on > ends) or any(one.name == "surety_expired" for one in told):
        when = f" on {day_words(ends)}" if ends else ""
        found.append(Stop("after_expiry", f"The surety ended{when}; a call after that comes too late."))
    there = money.of(told).total.under
    if there and Decimal(entry.facts["amount"]) > there:
        found.append(
            Stop("more_than_held", f"The call is for more than the {dollars(there)} that may still be drawn.")
        )
    return tuple(found)


def call_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """The same, by name."""
    return tuple(stop.key for stop in call_stops(file, entry))


def spending_rule(file: CaseFile) -> str:
    """The rule or contract by which the board may spend the money without an appropriation; "" where none is named."""
    surety = file.principal
    return surety.rule if isinstance(surety, Surety) else ""


def spending_stops(file: CaseFile) -> tuple[Stop, ...]:
    """Nothing says that the money may be spent without an appropriation."""
    if spending_rule(file):
        return ()
    return (
        Stop(
            "ask_counsel_appropriation",
            "Ask counsel: appropriation. No rule or contract is named by which the board may spend this money without one.",
            "M.G.L. c. 44 § 53G½",
        ),
    )


# ------------------------------------------------------------ the gate of the full release


@dataclass(frozen=True, slots=True)
class GateLine:
    """One thing that the law asks for, for one permit: whether it is in, since when, and its paper."""

    item: ReleaseItem
    permit: Case
    on: date | None = None
    document: Document | None = None
    says: str = ""

    @property
    def is_in(self) -> bool:
        """Whether it came in."""
        return self.on is not None


def gate(file: CaseFile, on: date | None = None) -> list[GateLine]:
    """Everything that the law asks for before the full release, for each permit, as it stands on a day."""
    rule = rules_of(file)
    if not rule.release or file.case.pk is None:
        return []
    proofs = {
        (proof.permit_id, proof.item): proof
        for proof in ReleaseProof.objects.filter(case=file.case).select_related("document")
    }
    lines = []
    for permit in permits_of(file):
        files = [open_case_file(permit, file.town)]
        if any(item.kept_in for item in rule.release):
            files += open_case_files(_belonging(permit), file.town)
        for item in rule.release:
            proof = proofs.get((permit.pk, item.key))
            shown = _shown(item, files, on)
            if shown is not None:
                lines.append(shown)
            elif proof is not None and (on is None or proof.on <= on):
                lines.append(GateLine(item, permit, proof.on, proof.document, proof.says))
            else:
                lines.append(GateLine(item, permit))
    return lines


def _belonging(permit: Case) -> list[Case]:
    """Cases that are about the permit, or about the same site."""
    found = {link.case_id: link.case for link in permit.linked_from.select_related("case")}
    found |= {link.to_id: link.to for link in permit.links.select_related("to")}
    if permit.project_id:
        found |= {case.pk: case for case in Case.objects.filter(project_id=permit.project_id)}
    found.pop(permit.pk, None)
    return sorted(found.values(), key=lambda case: case.pk)


def _shown(item: ReleaseItem, files: Iterable[CaseFile], on: date | None) -> GateLine | None:
    """The line as a ledger shows it: that of the permit, or of a case of the kind in which the item is kept."""
    permit: Case | None = None
    for file in files:
        permit = permit or file.case
        if file.case.pk != permit.pk and file.case.kind != item.kept_in:
            continue
        told = [entry for entry in file.story if entry.name in item.events and (on is None or entry.on <= on)]
        if item.stage:
            told = [entry for entry in told if entry.facts.get("stage") == item.stage]
        # The last word governs: a final inspection that failed afterwards takes the report back.
        if told and (not item.outcomes or told[-1].outcome in item.outcomes):
            document = Document.objects.filter(case=file.case, event_seq=told[-1].seq).first()
            return GateLine(item, permit, told[-1].on, document, told[-1].title)
    return None


def missing(file: CaseFile, on: date | None = None) -> list[GateLine]:
    """What the law asks for and is not in."""
    return [line for line in gate(file, on) if not line.is_in]


def gate_is_open(file: CaseFile) -> bool:
    """Whether the full release may be offered: all is in, or the law names nothing and the board decides."""
    rule = rules_of(file)
    if not rule.release:
        return True
    lines = gate(file)
    return bool(lines) and all(line.is_in for line in lines)


def release_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """One for each thing that is not in on the day of the vote."""
    rule = rules_of(file)
    absent: dict[str, list[GateLine]] = {}
    for line in missing(file, entry.on):
        absent.setdefault(line.item.key, []).append(line)
    if rule.release and not permits_of(file):
        absent = {item.key: [] for item in rule.release}
    texts = {item.key: item for item in rule.release}
    return tuple(
        Stop(f"before_gate:{key}", _absent(texts[key], lines), texts[key].cite)
        for key, lines in absent.items()
    )


def _absent(item: ReleaseItem, lines: list[GateLine]) -> str:
    numbers = ", ".join(line.permit.number for line in lines)
    return f"{item.text}: not in yet{f' for {numbers}' if numbers else ''}."


def release_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """The same, by name."""
    return tuple(stop.key for stop in release_stops(file, entry))


def open_points(file: CaseFile, on: date) -> list[tuple[Case, str]]:
    """Where the law names no gate: what the permits' own clocks still wait for, for the board to weigh."""
    found = []
    for permit in open_case_files(permits_of(file), file.town):
        for reading in permit.readings(on):
            if reading.status in ("running", "missed", "waiting") and reading.rule.stops:
                waits = {"running": "running", "missed": "overdue", "waiting": "not begun"}[reading.status]
                found.append((permit.case, f"{reading.title}: {waits}"))
    return found


# ------------------------------------------------------------ replacement


def replacement_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """Nothing in its place on that day, or less than what ends."""
    number = str(entry.facts.get("to_case", ""))
    other = Case.objects.filter(number=number, kind=file.case.kind).first() if number else None
    balance = money.of(told_by(file, entry.on)).total.balance
    if other is None or other.pk == file.case.pk:
        return (
            Stop(
                "no_replacement",
                "No other surety is named that takes its place; the Town would hold nothing.",
            ),
        )
    theirs = open_case_file(other, file.town)
    told = told_by(theirs, entry.on)
    found: list[Stop] = []
    if str(Surety.replay(told).state) not in HELD:
        found.append(
            Stop("gap", f"{number} is not in force on {day_words(entry.on)}; between the two there is a gap.")
        )
    elif money.of(told).total.balance < balance:
        found.append(
            Stop(
                "replaced_by_less",
                f"{number} holds {dollars(money.of(told).total.balance)}, less than the {dollars(balance)} that ends.",
            )
        )
    ends = ends_on(file, entry.on)
    if ends is not None and ends < entry.on:
        found.append(Stop("gap", f"This surety ended on {day_words(ends)}, before it was replaced."))
    return tuple({stop.key: stop for stop in found}.values())
