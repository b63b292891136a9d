"""Reads from a bylaw file what a board must do with a filing besides counting days: whom it asks, what it must find,
how it votes and waives, and what its decision tells people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from towns.law import clock_rules, paper_words
from towns.law.entries import Entry
from towns.law.rules import Bylaw, Matter

#: The longest line of a checklist, in letters.
LONGEST_LINE = 500
OUTCOMES = ("approved", "approved_with_conditions", "disapproved")
#: Where the state layer's times of other laws stand in `Bylaw.sections`.
BESIDE = "beside"
VOTES = ("majority_voting", "majority_of_members")


@dataclass(frozen=True, slots=True)
class ReferralRule:
    """A board or officer who must be sent the application; `duty` is the law's verb (shall seek, shall give)."""

    key: str
    to: str
    duty: str
    says: str
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class FindingRule:
    """A test that a decision must find met, or unmet, in the law's own words. Without `outcomes` it goes with any.

    `measure` with `less_than`: a figure of the application that settles the test by itself.
    """

    key: str
    text: str
    outcomes: tuple[str, ...]
    cite: str
    note: str
    measure: str
    less_than: int | None


@dataclass(frozen=True, slots=True)
class VoteRule:
    """How many votes a decision needs."""

    needs: str
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class WaiverRule:
    """What it takes to waive a requirement: the tests, what forces a denial, and when the board may vote."""

    says: str
    tests: tuple[str, ...]
    denied_if: str
    hearing: bool  # a public hearing on every request
    at_close: bool  # voted at the close of the hearing on the project
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a decision tells people: the law's own words (`quoted`), or ours where the text has none."""

    text: str
    quoted: bool
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class StillNeeded:
    """What forbids work although the application is approved, or deemed so. `before` names the act that waits;
    `until` the event, where the ledger has one, that ends it."""

    key: str
    text: str
    before: str
    until: str
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class RescissionRule:
    """When an approval may be taken back, and upon whose recommendation."""

    says: str
    upon: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class ConditionRule:
    """A standard condition from the town's text. Without `matters` it is offered in every kind of business. With
    `authority` it is no condition itself but the clause by which the board may write such conditions."""

    key: str
    text: str
    matters: tuple[str, ...]
    survives_as_built: bool
    authority: bool
    cite: str
    note: str


@dataclass(frozen=True, slots=True)
class SideTime:
    """A time of another law that runs beside this one when two filings are heard together. Shown, never counted."""

    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Beside:
    """Another law with which a filing may be combined: the `fact` of the filing that says so, and how it is asked."""

    key: str
    fact: str
    ask: str
    says: str
    cite: str
    note: str


def referrals(holder: Entry, key: str) -> tuple[ReferralRule, ...]:
    """[[matter.NAME.referral]]: who is sent the application."""
    found = []
    for entry in holder.entries(key):
        rule = ReferralRule(
            key=entry.text("key"),
            to=entry.text("to"),
            duty=entry.text("duty"),
            says=entry.text("says"),
            cite=entry.text("cite"),
            note=entry.text("note", None),
        )
        found.append(rule)
        entry.done()
    _once(holder, key, found)
    return tuple(found)


def findings(holder: Entry, key: str) -> tuple[FindingRule, ...]:
    """[[matter.NAME.finding]]: what a decision must find."""
    found = []
    for entry in holder.entries(key):
        measure, less_than = entry.text("measure", None), entry.whole("less_than", None)
        if bool(measure) != (less_than is not None):
            entry.problem("measure", "and less_than go together.", "Give both or neither.")
        rule = FindingRule(
            key=entry.text("key"),
            text=entry.text("text"),
            outcomes=_outcomes(entry),
            cite=entry.text("cite"),
            note=entry.text("note", None),
            measure=measure,
            less_than=less_than,
        )
        found.append(rule)
        entry.done()
    _once(holder, key, found)
    return tuple(found)


def _outcomes(entry: Entry) -> tuple[str, ...]:
    outcomes = entry.words("outcomes", None)
    for unknown in sorted(set(outcomes) - set(OUTCOMES)):
        entry.problem("outcomes", f"names {unknown!r}.", f"Use: {', '.join(OUTCOMES)}.")
    return outcomes


def vote(holder: Entry, key: str) -> VoteRule:
    """[matter.NAME.vote]: how many votes it takes."""
    entry = holder.entry(key)
    rule = VoteRule(entry.choice("needs", VOTES), entry.text("says"), entry.text("cite"))
    entry.done()
    return rule


def waiver(holder: Entry, key: str) -> WaiverRule:
    """[matter.NAME.waiver]: when a requirement may be waived."""
    entry = holder.entry(key)
    rule = WaiverRule(
        says=entry.text("says"),
        tests=entry.words("tests"),
        denied_if=entry.text("denied_if", None),
        hearing=entry.flag("hearing", False),
        at_close=entry.flag("at_close", False),
        cite=entry.text("cite"),
        note=entry.text("note", None),
    )
    entry.done()
    return rule


def sense(holder: Entry, key: str) -> Mapping[str, Words]:
    """[matter.NAME.sense.appeal] and [….silence]: what we say where the text has no words of its own, and why."""
    found = {}
    for name, entry in holder.named(key):
        if name not in paper_words.KNOWN:
            entry.problem("", "is asked for by no paper.", f"Use one of: {', '.join(paper_words.KNOWN)}.")
        found[name] = Words(entry.text("text"), False, entry.text("cite"), entry.text("note", None))
        entry.done()
    return MappingProxyType(found)


def still_needed(holder: Entry, key: str) -> tuple[StillNeeded, ...]:
    """[[matter.NAME.still_needed]]: what forbids work in spite of an approval."""
    found = []
    for entry in holder.entries(key):
        rule = StillNeeded(
            key=entry.text("key"),
            text=entry.text("text"),
            before=entry.text("before"),
            until=clock_rules.known_event(entry, "until", entry.text("until", None)),
            says=entry.text("says"),
            cite=entry.text("cite"),
        )
        found.append(rule)
        entry.done()
    _once(holder, key, found)
    return tuple(found)


def on_denial(holder: Entry, key: str) -> str:
    """`on_denial` inside [matter.NAME]: the kind of business that a denial leads to."""
    return holder.text(key)


def rescission(holder: Entry, key: str) -> RescissionRule:
    """[matter.NAME.rescission]: when an approval may be taken back."""
    entry = holder.entry(key)
    rule = RescissionRule(entry.text("says"), entry.words("upon", None), entry.text("cite"))
    entry.done()
    return rule


def beside(holder: Entry, key: str) -> tuple[Beside, ...]:
    """[matter.NAME.beside.LAW]: another law whose times are shown when the two filings are combined; the times
    themselves stand in the state layer."""
    found = []
    for name, entry in holder.named(key):
        rule = Beside(
            key=name,
            fact=entry.text("fact"),
            ask=entry.text("ask"),
            says=entry.text("says"),
            cite=entry.text("cite"),
            note=entry.text("note", None),
        )
        found.append(rule)
        entry.done()
    return tuple(found)


def state_times(layer: Entry) -> dict[str, tuple[SideTime, ...]]:
    """[[beside.LAW]] of the state layer: the times of the laws with which a filing may be combined."""
    group = layer.entry("beside")
    times: dict[str, tuple[SideTime, ...]] = {}
    for name in group.table:
        lines = []
        for entry in group.entries(name):
            lines.append(SideTime(entry.text("text"), entry.text("cite")))
            entry.done()
        times[name] = tuple(lines)
    return times


def conditions(holder: Entry, key: str) -> tuple[ConditionRule, ...]:
    """[[condition]] at the top of a file: the town's library of standard conditions."""
    found = []
    for entry in holder.entries(key):
        rule = ConditionRule(
            key=entry.text("key"),
            text=entry.text("text"),
            matters=entry.words("matters", None),
            survives_as_built=entry.flag("survives_as_built", False),
            authority=entry.flag("authority", False),
            cite=entry.text("cite"),
            note=entry.text("note", None),
        )
        found.append(rule)
        entry.done()
    _once(holder, key, found)
    return tuple(found)


def _once(holder: Entry, key: str, found: list[Any]) -> None:
    """A key names one thing only."""
    seen: set[str] = set()
    for rule in found:
        if rule.key and rule.key in seen:
            holder.problem(key, f"has the key {rule.key!r} twice.", "Give each its own key.")
        seen.add(rule.key)


def check_links(bylaw: Bylaw, top: Entry) -> None:
    """Note what names something that the file, or the state layer, does not have."""
    for matter in bylaw.matters.values():
        leads_to = matter.sections.get("on_denial")
        if leads_to and leads_to not in bylaw.matters:
            fault, mend = f"names {leads_to!r}.", f"Name one of: {', '.join(bylaw.matters)}."
            top.problem(f"matter.{matter.key}.on_denial", fault, mend)
        for other in besides_of(matter):
            if not side_times(bylaw, other.key):
                mend = f"Add [[beside.{other.key}]] to the state layer, with text and cite."
                top.problem(f"matter.{matter.key}.beside.{other.key}", "has no times there.", mend)
    for condition in bylaw.sections.get("condition", ()):
        for name in condition.matters:
            if name not in bylaw.matters:
                fault, mend = f"{condition.key}: names {name!r}.", f"Name one of: {', '.join(bylaw.matters)}."
                top.problem("condition", fault, mend)


# -------------------------------------------------------------------- what pages and papers ask for


def referrals_of(matter: Matter) -> tuple[ReferralRule, ...]:
    """Who must be sent the application, in the order of the text."""
    return tuple(matter.sections.get("referral", ()))


def findings_of(matter: Matter, outcome: str = "") -> tuple[FindingRule, ...]:
    """The tests of a matter; with an outcome those that go with it."""
    rules: tuple[FindingRule, ...] = tuple(matter.sections.get("finding", ()))
    return tuple(rule for rule in rules if not outcome or not rule.outcomes or outcome in rule.outcomes)


def vote_of(matter: Matter) -> VoteRule | None:
    """How many votes the text asks for; None where it names no number and a majority of those voting decides."""
    rule = matter.sections.get("vote")
    return rule if isinstance(rule, VoteRule) else None


def waiver_of(matter: Matter) -> WaiverRule | None:
    """When a requirement may be waived in this matter; None where the text gives no waiver."""
    rule = matter.sections.get("waiver")
    return rule if isinstance(rule, WaiverRule) else None


def words_of(matter: Matter, key: str) -> Words | None:
    """What a decision says of `appeal` or `silence`: the text's words if it has any, else ours, else None."""
    quoted = matter.sections.get("quote", {}).get(key)
    if quoted is not None:
        return Words(quoted.says, True, quoted.cite, "")
    own = matter.sections.get("sense", {}).get(key)
    return own if isinstance(own, Words) else None


def still_needed_of(matter: Matter) -> tuple[StillNeeded, ...]:
    """What forbids work in spite of an approval, in the order of the text."""
    return tuple(matter.sections.get("still_needed", ()))


def denial_of(matter: Matter) -> str:
    """The kind of business that a denial leads to, or ""."""
    return str(matter.sections.get("on_denial", ""))


def rescission_of(matter: Matter) -> RescissionRule | None:
    """When an approval in this matter may be taken back; None where the text does not say."""
    rule = matter.sections.get("rescission")
    return rule if isinstance(rule, RescissionRule) else None


def besides_of(matter: Matter) -> tuple[Beside, ...]:
    """The other laws with which a filing in this matter may be combined."""
    return tuple(matter.sections.get("beside", ()))


def side_times(bylaw: Bylaw, law: str) -> tuple[SideTime, ...]:
    """The times of another law that run beside a combined filing: to be shown, never counted here."""
    return tuple(bylaw.sections.get(BESIDE, {}).get(law, ()))


def conditions_for(bylaw: Bylaw, matter: str) -> tuple[ConditionRule, ...]:
    """The town's standard conditions for a kind of business."""
    return tuple(rule for rule in _conditions(bylaw, matter) if not rule.authority)


def lasting_authority(bylaw: Bylaw, matter: str) -> ConditionRule | None:
    """The clause by which conditions may go on binding after the as-built plan; None where the text has none."""
    rules = _conditions(bylaw, matter)
    return next((rule for rule in rules if rule.authority and rule.survives_as_built), None)


def _conditions(bylaw: Bylaw, matter: str) -> tuple[ConditionRule, ...]:
    rules: tuple[ConditionRule, ...] = tuple(bylaw.sections.get("condition", ()))
    return tuple(rule for rule in rules if not rule.matters or matter in rule.matters)
