"""How a permit is filled: from its row and the decision's conditions, or the certificate where silence forced it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from permitting.decisions.models import Condition, Decision
from permitting.permits.models import Permit
from towns.folder import Folder
from towns.law.board_rules import still_needed_of
from towns.notices import facts, printing
from towns.notices.facts import Said
from towns.notices.printing import Press


def _permit(folder: Folder, on: date, answers: Mapping[str, Any]) -> facts.Permit:
    row = Permit.objects.filter(case=folder.case).first()
    if row is None:
        raise printing.Nothing("The permit has not been issued yet.")
    board = printing.board_name(folder, on)
    decided = folder.last("decided")
    decision = Decision.objects.filter(case=folder.case, event_seq=decided.seq).first() if decided else None
    conditions = Condition.objects.filter(decision=decision) if decision and not row.forced else ()
    expiry = next((r for r in folder.readings(on) if r.if_missed == "expired"), None)
    return facts.Permit(
        case=printing.case_facts(folder), permit_number=folder.case.number, permittee=row.permittee, issued=row.issued,
        signatures=(printing.chair(folder, on),),
        no_conditions=f"The {board} set no conditions. The bylaw and the plans of record govern the work.",
        decided=decided.on if decided and not row.forced else None,
        forced=_forced(folder, board) if row.forced else None,
        conditions=tuple(facts.Condition(text=c.printed) for c in conditions),
        before_work=tuple(
            Said(text=f"{one.text} Before {one.before}: “{one.says}”", cite=one.cite)
            for one in still_needed_of(folder.matter)
            if not (one.until and folder.has(one.until))
        ),
        after_work=tuple(
            Said(text=rule.says or rule.sense, cite=rule.cite)
            for rule in folder.matter.clocks
            if any(p.event == "work_completed" for p in rule.from_)
        ),
        expires=printing.day_of(expiry.due) if expiry else None, expiry=printing.rule_said(expiry) if expiry else None,
    )  # fmt: skip


def _forced(folder: Folder, board: str) -> facts.ForcedIssue:
    must = [rule for rule in folder.matter.clocks if any(p.event == "lapse_certified" for p in rule.from_)]
    said = [Said(text=rule.says or rule.sense, cite=rule.cite) for rule in must] or list(
        printing.quoted(folder, "silence")
    )
    return facts.ForcedIssue(
        certified=printing.day_of_last(folder, "lapse_certified"), certified_by="the Town Clerk", board=board,
        law_says=said[0] if said else Said(text="", cite=folder.matter.cite),
    )  # fmt: skip


def register() -> None:
    """Tell the printing room."""
    printing.register(Press("permit", _permit, lambda f: f.has("permit_issued"), label="Permit"))
