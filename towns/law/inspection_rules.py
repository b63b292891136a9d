"""Reads from a bylaw file what it says of inspections and of the certificate of completion: the stages, who arranges
them, what must come first, and what a certificate waits for."""

from __future__ import annotations

from dataclasses import dataclass

from towns.law import clock_rules
from towns.law.entries import Entry
from towns.law.rules import Matter, kinds

#: Who sees to it that an inspection is made.
ARRANGES = ("applicant", "town")


@dataclass(frozen=True, slots=True)
class StageRule:
    """One stage at which the site must be inspected, in the law's own words.

    `points`: the points of the work at each of which it is made once (after clearing, after rough grading); without any
    it is made once. `before`: the event that must not come before it. `needs`: events that come before it, such as the
    record plan. `storm`: its outcome waits for an actual storm. `checks`: what the text wants looked at. `faults`: the
    only grounds on which works that were built as called for may be found to fail.
    """

    stage: str
    title: str
    says: str
    cite: str
    points: tuple[str, ...] = ()
    before: str = ""
    needs: tuple[str, ...] = ()
    storm: bool = False
    checks: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def times(self) -> int:
        """How often the text wants it made."""
        return max(1, len(self.points))


@dataclass(frozen=True, slots=True)
class CertificateRule:
    """When the authority certifies completion. `needs`: events that come before it. `second_road`: the words by which
    it may be certified without a final inspection. `fee`: the words by which a request costs a fee."""

    says: str
    cite: str
    needs: tuple[str, ...] = ()
    second_road: str = ""
    fee: str = ""
    plan: str = ""


@dataclass(frozen=True, slots=True)
class ForbidRule:
    """What the text wants before work starts, a building permit issues, or the building is occupied.

    `still_needed` names the clause where it stands already; else `text`, `says` and `cite` give it. It is there once one
    of the events `until` stands in the case, or in a case of the kind `of_kind` that is about it. `if_asked`: the text
    leaves it to the authority, so it forbids only once such a case was opened.
    """

    question: str
    until: tuple[str, ...]
    of_kind: str = ""
    if_asked: bool = False
    still_needed: str = ""
    text: str = ""
    says: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class ConditionHint:
    """Of a standard condition: the phase in which it binds, and the event by which it is met."""

    key: str
    phase: str
    met_by: str = ""


@dataclass(frozen=True, slots=True)
class InspectionRules:
    """All that a matter's law says of inspections. `arranges`: who sees to them; `note`: what a page says beside it."""

    arranges: str
    stages: tuple[StageRule, ...] = ()
    certificate: CertificateRule | None = None
    answer: str = ""
    answer_cite: str = ""
    note: str = ""
    forbids: tuple[ForbidRule, ...] = ()
    conditions: tuple[ConditionHint, ...] = ()

    def stage(self, key: str) -> StageRule | None:
        """The rule of a stage; None where the text asks for no such inspection."""
        return next((rule for rule in self.stages if rule.stage == key), None)


#: The questions that a clause may forbid.
QUESTIONS = ("work", "building_permit", "occupancy")
#: When a condition binds.
PHASES = ("before_work", "during_work", "before_certificate", "for_ever")

#: Where the text names no inspection: the town makes what its conditions say.
NONE = InspectionRules(arranges="town")


def inspections(holder: Entry, key: str) -> InspectionRules:
    """[matter.NAME.inspections] with its [[…stage]] and [….certificate]."""
    entry = holder.entry(key)
    stages = tuple(_stage(item) for item in entry.entries("stage"))
    names = [rule.stage for rule in stages]
    for name in {name for name in names if names.count(name) > 1}:
        entry.problem("stage", f"gives {name!r} twice.", "Give its points in one stage.")
    rules = InspectionRules(
        arranges=entry.choice("arranges", ARRANGES, "town"),
        stages=stages,
        certificate=_certificate(entry.entry("certificate")) if entry.has("certificate") else None,
        answer=entry.text("answer", None),
        answer_cite=entry.text("answer_cite", None),
        note=entry.text("note", None),
        forbids=tuple(_forbid(item) for item in entry.entries("forbids")),
        conditions=tuple(_hint(item) for item in entry.entries("condition")),
    )
    entry.done()
    return rules


def _forbid(item: Entry) -> ForbidRule:
    elsewhere = item.text("still_needed", None)
    own = item.text if not elsewhere else lambda key: item.text(key, None)
    rule = ForbidRule(
        question=item.choice("question", QUESTIONS),
        until=tuple(clock_rules.known_event(item, "until", name) for name in item.words("until")),
        of_kind=item.choice("of_kind", kinds(), None),
        if_asked=item.flag("if_asked", False),
        still_needed=elsewhere,
        text=own("text"),
        says=own("says"),
        cite=own("cite"),
    )
    item.done()
    return rule


def _hint(item: Entry) -> ConditionHint:
    hint = ConditionHint(item.text("key"), item.choice("phase", PHASES), _event(item, "met_by"))
    item.done()
    return hint


def _stage(item: Entry) -> StageRule:
    rule = StageRule(
        stage=item.text("stage"),
        title=item.text("title"),
        says=item.text("says"),
        cite=item.text("cite"),
        points=item.words("points", None),
        before=_event(item, "before"),
        needs=tuple(clock_rules.known_event(item, "needs", name) for name in item.words("needs", None)),
        storm=item.flag("storm", False),
        checks=item.words("checks", None),
        faults=item.words("faults", None),
    )
    item.done()
    return rule


def _certificate(item: Entry) -> CertificateRule:
    rule = CertificateRule(
        says=item.text("says"),
        cite=item.text("cite"),
        needs=tuple(clock_rules.known_event(item, "needs", name) for name in item.words("needs", None)),
        second_road=item.text("second_road", None),
        fee=item.text("fee", None),
        plan=item.text("plan", None),
    )
    item.done()
    return rule


def _event(item: Entry, key: str) -> str:
    named = item.text(key, None)
    return clock_rules.known_event(item, key, named) if named else ""


def inspections_of(matter: Matter) -> InspectionRules:
    """What the matter's law says of inspections; `NONE` where it says nothing."""
    found: InspectionRules = matter.sections.get("inspections", NONE)
    return found
