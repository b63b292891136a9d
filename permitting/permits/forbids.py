"""What still forbids: may work start, may a building permit issue, may the building be occupied; each with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from permitting.decisions.conditions import unmet
from permitting.decisions.models import Phase
from permitting.permits.steps import permit_of
from towns.law.board_rules import denial_of, still_needed_of
from towns.law.inspection_rules import ForbidRule, inspections_of
from towns.models import Case
from towns.record.case_file import CaseFile, open_case_files

TITLES = {
    "work": "May work start?",
    "building_permit": "May a building permit issue?",
    "occupancy": "May it be occupied?",
}
_NOTHING = {
    "work": "Nothing in the record forbids it.",
    "building_permit": "The stormwater bylaw names nothing that a building permit waits for.",
    "occupancy": "The stormwater bylaw names nothing that occupancy waits for.",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a question waits for: `there` once the record shows it."""

    says: str
    cite: str
    there: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One of the three questions with what it waits for."""

    key: str
    title: str
    reasons: tuple[Reason, ...]

    @property
    def missing(self) -> tuple[Reason, ...]:
        """What is not there yet."""
        return tuple(reason for reason in self.reasons if not reason.there)

    @property
    def answer(self) -> str:
        """The answer in a word. That nothing forbids is not that everything else allows."""
        return "No" if self.missing else "Nothing forbids it"

    @property
    def note(self) -> str:
        """What is said where there is nothing to wait for."""
        return "" if self.reasons else _NOTHING[self.key]


def questions(file: CaseFile, today: date) -> list[Question]:
    """The three questions as of a day; none for a waiver of the permit, which no permit follows."""
    if denial_of(file.matter):
        return []
    about = _about(file)
    found = []
    for key, title in TITLES.items():
        reasons = list(_permit(file)) if key == "work" else []
        reasons += _clauses(file, key, about)
        if key == "work":
            reasons += [
                Reason(f"Condition {line.row.position}: {line.name}", "")
                for line in unmet(file, Phase.BEFORE_WORK, today)
            ]
        under_way = key == "work" and file.has("work_begun")
        found.append(Question(key, "May work go on?" if under_way else title, tuple(reasons)))
    return found


def _permit(file: CaseFile) -> tuple[Reason, ...]:
    rule = next((one for one in still_needed_of(file.matter) if one.until == "permit_issued"), None)
    cite = rule.cite if rule else file.matter.cite
    permit = permit_of(file)
    if permit is None:
        return (Reason("The permit is not issued.", cite),)
    if not permit.stands:
        return (Reason(f"The permit does not stand: {permit.get_state_display().lower()}.", cite),)
    return (Reason("The permit is issued.", cite, there=True),)


def _about(file: CaseFile) -> list[CaseFile]:
    """The cases that stand over this one, or beside it in the same project, read whole."""
    ids = set(file.case.linked_from.values_list("case_id", flat=True))
    rows = Case.objects.filter(pk__in=ids).select_related("edition")
    return open_case_files(rows, file.town) if ids else []


def _clauses(file: CaseFile, question: str, about: list[CaseFile]) -> list[Reason]:
    found = []
    for rule in inspections_of(file.matter).forbids:
        if rule.question != question:
            continue
        mine = [file] if not rule.of_kind else [one for one in about if one.case.kind == rule.of_kind]
        if rule.if_asked and not mine:
            continue
        says, cite = _words(file, rule)
        found.append(Reason(says, cite, there=any(_there(one, rule) for one in mine)))
    return found


def _there(file: CaseFile, rule: ForbidRule) -> bool:
    ended = bool(rule.of_kind) and file.stage in file.type.ended
    return not ended and any(file.has(event) for event in rule.until)


def _words(file: CaseFile, rule: ForbidRule) -> tuple[str, str]:
    if not rule.still_needed:
        return rule.text, rule.cite
    clause = next((one for one in still_needed_of(file.matter) if one.key == rule.still_needed), None)
    return (clause.text, clause.cite) if clause else (rule.still_needed.replace("_", " "), file.matter.cite)
