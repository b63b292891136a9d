"""Reads from a bylaw file what it says of sureties: when one is asked for, in which form and amount, who approves it, and
what must be in before it is let go."""

from __future__ import annotations

from dataclasses import dataclass

from towns.law import clock_rules
from towns.law.entries import Entry
from towns.law.rules import Matter, kinds

FORMS = ("bond", "letter_of_credit", "cash", "deposit", "tripartite", "covenant", "other")
APPROVERS = ("counsel", "treasurer", "department")
BASES = ("estimated_cost",)


@dataclass(frozen=True, slots=True)
class ReleaseItem:
    """One thing that must be in before the full release. `events` show it, each by itself: in the ledger of the permit,
    or of a case of the kind `kept_in` that belongs to it. `stage` and `outcomes` narrow an inspection."""

    key: str
    text: str
    events: tuple[str, ...]
    kept_in: str
    stage: str
    outcomes: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class SuretyRule:
    """What a town's text says of sureties. `required`: the text says shall. `at_least`: the figure below which the amount
    must not be. `terms`: what the instrument must provide. `issuer`: who may issue it, in the text's words.
    `by_phase`: part may be released as each phase is completed, and not otherwise. Without `release` the board decides.
    `demand_days`: calendar days in which the board must answer a demand for release; 0 where the law has none."""

    says: str = ""
    required: bool = False
    before: str = ""
    forms: tuple[str, ...] = ()
    approvals: tuple[str, ...] = ()
    approvals_say: str = ""
    amount_says: str = ""
    at_least: str = ""
    terms: tuple[str, ...] = ()
    issuer: str = ""
    by_phase: bool = False
    phase_says: str = ""
    release: tuple[ReleaseItem, ...] = ()
    release_says: str = ""
    demand_days: int = 0
    demand_cite: str = ""
    cite: str = ""
    note: str = ""


def surety(holder: Entry, key: str) -> SuretyRule:
    """[matter.surety.surety]: the rules of a town's sureties."""
    entry = holder.entry(key)
    forms = _known(entry, "forms", FORMS)
    approvals = _known(entry, "approvals", APPROVERS)
    days = entry.whole("demand_days", 0) or 0
    rule = SuretyRule(
        says=entry.text("says"),
        required=entry.flag("required", False),
        before=entry.text("before"),
        forms=forms,
        approvals=approvals,
        approvals_say=entry.text("approvals_say", None),
        amount_says=entry.text("amount_says", None),
        at_least=entry.choice("at_least", BASES, None),
        terms=entry.words("terms", None),
        issuer=entry.text("issuer", None),
        by_phase=entry.flag("by_phase", False),
        phase_says=entry.text("phase_says", None),
        release=tuple(_item(item) for item in entry.entries("release")),
        release_says=entry.text("release_says", None),
        demand_days=days,
        demand_cite=entry.text("demand_cite", None),
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    if rule.by_phase and not rule.phase_says:
        entry.problem("phase_says", "is missing.", "Give the law's words for a release by phase.")
    if rule.release and not rule.release_says:
        entry.problem("release_says", "is missing.", "Give the law's words for the full release.")
    if rule.demand_days and not rule.demand_cite:
        entry.problem("demand_cite", "is missing.", "Cite the rule that gives the board so many days.")
    keys = [item.key for item in rule.release]
    if len(set(keys)) < len(keys):
        entry.problem("release", "has a key twice.", "Give each its own key.")
    entry.done()
    return rule


def _known(entry: Entry, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    found = entry.words(key, None)
    for unknown in sorted(set(found) - set(allowed)):
        entry.problem(key, f"names {unknown!r}.", f"Use: {', '.join(allowed)}.")
    return found


def _item(entry: Entry) -> ReleaseItem:
    kept_in = entry.text("kept_in", None)
    if kept_in and kept_in not in kinds():
        entry.problem("kept_in", f"is {kept_in!r}.", f"Use one of: {', '.join(kinds())}.")
    item = ReleaseItem(
        key=entry.text("key"),
        text=entry.text("text"),
        events=tuple(clock_rules.known_event(entry, "events", name) for name in entry.words("events")),
        kept_in=kept_in,
        stage=entry.text("stage", None),
        outcomes=entry.words("outcomes", None),
        cite=entry.text("cite"),
    )
    entry.done()
    return item


def surety_of(matter: Matter) -> SuretyRule:
    """The rules of a matter; where the text says nothing, one that asks for nothing."""
    rule = matter.sections.get("surety")
    return rule if isinstance(rule, SuretyRule) else SuretyRule()
