"""Objections to the costs: the protest, what the town's body makes of it, and the courts."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from enforcement import checks
from enforcement.costs import queries
from enforcement.costs.account import ZERO, sum_of
from enforcement.costs.models import BETWEEN_THEM, OUTCOMES, State
from enforcement.costs.steps import in_line, positive
from enforcement.roles import COUNTER, COURT
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.steps import Step, Stop
from towns.roles import BOARD, Role


class FileProtest(Step):
    """Record a written protest."""

    key = "file_cost_protest"
    event = "protest_filed"
    button = "Record a protest"
    effects = ("That one’s time to pay stops until the protest is decided.",)
    group = "protest"
    may = COUNTER
    form = "enforcement.costs.forms.ByParty"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (State.NOTIFIED, State.PROTESTED, State.DECIDED, State.PAID)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """Where the town settled that one protest holds the time of all, it speaks to no clock alone."""
        party = entry.facts.get("party")
        if not party or not queries.settings_of(file.town).one_protest_holds_all:
            return entry
        facts = {name: value for name, value in entry.facts.items() if name != "party"}
        return replace(entry, facts={**facts, "protested_by": party})

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        early = not any(e.name == "costs_received" and e.on <= entry.on for e in file.story)
        return (*checks.late(file, entry), *(("before_the_notice_was_received",) if early else ()))


def taken_off(file: CaseFile, entry: Entry) -> None:
    """A sum taken off must be one, and no more than what is left of the costs. Raises `Impossible`."""
    fact = "abated" if entry.name != "charge_abated" else "amount"
    amount = positive(entry, fact)
    left = _left_of_costs(file, entry)
    if amount > left:
        raise Impossible(
            f"{fact}: ${amount} is more than the ${left} of costs that are left; take off at most that.",
            field=fact,
        )


def _left_of_costs(file: CaseFile, entry: Entry) -> Decimal:
    """The costs without what others than this entry took off."""
    left = ZERO
    for one in file.story:
        if one.seq == entry.seq:
            continue
        if one.name == "cost_recorded":
            left += sum_of(one)
        elif one.name == "charge_abated":
            left -= sum_of(one)
        elif one.name in ("protest_decided", "court_final") and one.outcome == "modified":
            left -= sum_of(one, "abated")
    return left


class DecideProtest(Step):
    """Record the decision on the protest."""

    key = "decide_cost_protest"
    event = "protest_decided"
    button = "Record the decision on the protest"
    effects = ("Upheld or modified: the time to pay begins. Rescinded: nothing is owed.",)
    group = "protest"
    may = BOARD | {Role.TOWN_ADMINISTRATOR}
    form = "enforcement.costs.forms.ProtestDecided"

    def offered(self, file: CaseFile) -> bool:
        return file.has("protest_filed") and file.case.stage in (State.PROTESTED, State.PAID)

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == State.PROTESTED

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome not in OUTCOMES:
            raise Impossible(
                f"A protest cannot end as {entry.outcome or 'nothing'!r}; it is upheld, modified or rescinded.",
                field="outcome",
            )
        if entry.outcome == "modified":
            taken_off(file, entry)
        elif entry.facts.get("abated"):
            raise Impossible(
                f"abated: costs that are {entry.outcome} have no sum taken off; say modified, or leave it out.",
                field="abated",
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        protested = any(e.name == "protest_filed" and e.on <= entry.on for e in file.story)
        return () if protested else ("no_protest_before",)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)


class AppealCosts(Step):
    """Record an action in court."""

    key = "take_costs_to_court"
    event = "court_appeal_filed"
    button = "Record an action in court"
    effects = ("The charge is not certified while the court has it.",)
    group = "protest"
    may = COURT
    form = "enforcement.costs.forms.ByParty"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in BETWEEN_THEM and not in_court(file)


class EndCostsInCourt(Step):
    """Record the final decision of the court."""

    key = "end_costs_in_court"
    event = "court_final"
    button = "Record the court’s final decision"
    group = "protest"
    may = COURT
    form = "enforcement.costs.forms.ProtestDecided"

    def offered(self, file: CaseFile) -> bool:
        return in_court(file)

    def primary(self, file: CaseFile) -> bool:
        return in_court(file)

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome == "modified":
            taken_off(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return () if in_court(file) else ("no_action_in_court_before",)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return in_line(file, entry)


def in_court(file: CaseFile) -> bool:
    """Whether an action in court waits for its end."""
    filed, final = file.last("court_appeal_filed"), file.last("court_final")
    return filed is not None and (final is None or (final.on, final.seq) < (filed.on, filed.seq))


def protest_open(file: CaseFile) -> bool:
    """Whether a protest waits for its decision."""
    filed, decided = file.last("protest_filed"), file.last("protest_decided")
    return filed is not None and (decided is None or (decided.on, decided.seq) < (filed.on, filed.seq))


def unsettled(file: CaseFile, entry: Entry) -> list[Stop]:
    """What speaks against a charge on the land: it is not owed for certain, or not yet, or not any more."""
    found = []
    if in_court(file):
        says = "An action in court is pending; the charge waits for its end."
        found.append(Stop("action_in_court_pending", says, file.matter.cite))
    if protest_open(file):
        says = "A protest is not decided yet."
        found.append(Stop("protest_not_decided", says, file.matter.cite))
    if not any(e.on <= entry.on and _ran_out(e) for e in file.story):
        says = "No time to pay has run out yet."
        found.append(Stop("time_to_pay_not_over", says, file.matter.cite))
    if queries.owed_on(file, entry.on).balance <= 0:
        found.append(Stop("nothing_is_owed", "Nothing is owed on that day.", file.matter.cite))
    return found


def _ran_out(entry: Entry) -> bool:
    return entry.name in ("municipal_charge", "special_assessment")
