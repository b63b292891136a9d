"""What the defects of a surety's steps are called, and where the law says so."""

from __future__ import annotations

from permitting.sureties import terms
from towns.record.case_file import CaseFile

_PLAIN = {
    "less_than_required": "What was posted is less than what the board asked for.",
    "default_not_found": "The surety was called before the board had found a default.",
    "after_expiry": "The call came after the surety had ended.",
    "more_than_held": "The call was for more than could still be drawn.",
    "no_replacement": "The surety was given up without another in its place.",
    "gap": "Between this surety and the one in its place there was a gap.",
    "replaced_by_less": "The surety in its place holds less.",
}


def words(file: CaseFile, key: str) -> tuple[str, str] | None:
    """The words and the citation of a defect; None for one that no step of a surety gives."""
    rule = terms.rules_of(file)
    kind, _, of = key.partition(":")
    if kind in _PLAIN and not of:
        return _PLAIN[kind], rule.cite
    if kind == "not_approved" and of in terms.APPROVERS:
        return (
            f"Posted without the approval of {terms.APPROVERS[of]}. The bylaw: “{rule.approvals_say}”",
            rule.cite,
        )
    if kind == "less_than_estimated_cost":
        return (
            f"Posted for less than the total estimated construction cost. The bylaw: “{rule.amount_says}”",
            rule.cite,
        )
    if kind == "not_by_phase":
        return f"Part was released without a completed phase. The bylaw: “{rule.phase_says}”", rule.cite
    item = next((item for item in rule.release if item.key == of), None)
    if kind == "before_gate" and item is not None:
        return f"Released before this was in: {item.text}. The bylaw: “{rule.release_says}”", item.cite
    return None
