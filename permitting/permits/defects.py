"""The words for what the law holds against facts about permits, inspections and certificates."""

from __future__ import annotations

from permitting.inspections.models import stage_words
from permitting.inspections.stages import missing_before
from towns.cases.defects import Defect, Words
from towns.law.board_rules import still_needed_of
from towns.law.inspection_rules import inspections_of
from towns.ledger.entries import Entry
from towns.record.case_file import CaseFile


def _of_clock(sentence: str, file: CaseFile, of: str) -> Defect:
    rule = next((rule for rule in file.matter.clocks if rule.name == of), None)
    return Defect(sentence, rule.cite if rule else file.matter.cite)


def _stage(file: CaseFile, of: str) -> tuple[str, str]:
    rule = inspections_of(file.matter).stage(of)
    return (rule.title, rule.cite) if rule else (stage_words(of), file.matter.cite)


def _no_inspection(file: CaseFile, of: str) -> Defect:
    title, cite = _stage(file, of)
    return Defect(
        f"Certified although the record shows none that passed: {title[:1].lower()}{title[1:]}.", cite
    )


def _certificate_before(file: CaseFile, of: str) -> Defect:
    rule = inspections_of(file.matter).certificate
    return Defect(f"Certified before {_noun(file, of)}.", (rule or file.matter).cite)


def _inspected_before(file: CaseFile, of: str) -> Defect:
    cite = next(
        (rule.cite for rule in inspections_of(file.matter).stages if of in rule.needs), file.matter.cite
    )
    return Defect(f"Inspected before {_noun(file, of)}.", cite)


def _without_storm(file: CaseFile, _of: str) -> Defect:
    rule = next((rule for rule in inspections_of(file.matter).stages if rule.storm), None)
    return Defect("Passed although the system was not seen in an actual storm.", (rule or file.matter).cite)


def _noun(file: CaseFile, event: str) -> str:
    kind = file.law.events.get(event)
    return kind.noun if kind else event.replace("_", " ")


def _work_before_permit(file: CaseFile, of: str) -> Defect:
    rule = next((one for one in still_needed_of(file.matter) if one.key == of), None)
    if rule is None:
        return Defect("The work began before the permit was issued.", file.matter.cite)
    return Defect(f"The work began before the permit was issued. The bylaw: “{rule.says}”", rule.cite)


WORDS: dict[str, str | Words] = {
    "work_before_permit": _work_before_permit,
    "work_without_standing_permit": "The work began while the permit was {of}.",
    "change_before_notice": "The work was changed before the notice of the change came in.",
    "late_request": lambda file, of: _of_clock(
        "The renewal was asked for after the last day for it; the authority decides whether it still can grant it.",
        file, of,
    ),
    "renewed_after_expiry": lambda file, of: _of_clock(
        "Renewed after the permit had expired. The renewal does not lengthen the term; ask counsel whether the permit "
        "stands.",
        file, of,
    ),
    "renewed_without_request": lambda file, of: _of_clock(
        "Renewed although no written request is in the record.", file, of
    ),
    "renewed_on_late_request": lambda file, of: _of_clock(
        "Renewed on a request that came after the last day for it.", file, of
    ),
    "measure_without_authority": "No section or condition is named that allows the measure.",
    "measure_without_notice": "The record shows no notice to the holder of the permit before the measure.",
    "measure_without_hearing": "The record shows no hearing of the holder of the permit before the measure.",
    "surrendered_with_open_work": "The permit was given up while work had begun that was neither completed nor "
    "stabilized.",
    "certificate_without_inspection": _no_inspection,
    "certificate_before": _certificate_before,
    "inspected_before": _inspected_before,
    "passed_without_storm": _without_storm,
    "refused_without_reasons": "The refusal of the certificate gives no reasons.",
}  # fmt: skip


def _known_by(file: CaseFile, entry: Entry, of: str) -> bool:
    """Whether an event is in the record by now, dated in time."""
    return any(told.name == of and told.on <= entry.on for told in file.story)


def _inspected_by(file: CaseFile, entry: Entry, of: str) -> bool:
    """Whether every inspection of a stage is in the record by now as passed in time."""
    return all(line.rule.stage != of for line in missing_before(file, entry.name, entry.on))


#: What an entry made late, with its true day, clears.
CLEARED = {
    "certificate_before": _known_by,
    "inspected_before": _known_by,
    "certificate_without_inspection": _inspected_by,
}
