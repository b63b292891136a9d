"""How a permit is filled: from its row and the decision's conditions, or the certificate where silence forced it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from permitting.decisions.models import Condition, Decision
from permitting.permits.models import Permit, PermitState
from permitting.sureties import standing
from towns.law.board_rules import still_needed_of
from towns.papers import facts, printing
from towns.papers.facts import Said
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile


def _permit(file: CaseFile, on: date) -> facts.Permit:
    row = Permit.objects.filter(case=file.case).exclude(state=PermitState.VOID).first()
    if row is None:
        raise printing.Nothing("The permit has not been issued yet.")
    board = printing.board_name(file, on)
    decided = file.last("decided")
    decision = Decision.objects.filter(case=file.case, event_seq=decided.seq).first() if decided else None
    conditions = Condition.objects.filter(decision=decision) if decision and not row.forced else ()
    expiry = next((r for r in file.readings(on) if r.if_missed == "expired"), None)
    return facts.Permit(
        case=printing.case_facts(file), permit_number=file.case.number, permittee=row.permittee, issued=row.issued,
        signatures=(printing.chair(file, on),),
        no_conditions=f"The {board} set no conditions. The bylaw and the plans of record govern the work.",
        decided=decided.on if decided and not row.forced else None,
        forced=_forced(file, board) if row.forced else None,
        conditions=tuple(facts.Condition(text=c.printed) for c in conditions),
        before_work=tuple(
            Said(text=f"{one.text} Before {one.before}: “{one.says}”", cite=one.cite)
            for one in still_needed_of(file.matter)
            if not (one.until and (file.has(one.until) or standing.shows(file, one.until)))
        ),
        after_work=tuple(
            Said(text=rule.says or rule.sense, cite=rule.cite)
            for rule in file.matter.clocks
            if any(p.event == "work_completed" for p in rule.from_)
        ),
        expires=printing.day_of(expiry.due) if expiry else None, expiry=printing.rule_said(expiry) if expiry else None,
    )  # fmt: skip


def _forced(file: CaseFile, board: str) -> facts.ForcedIssue:
    must = [rule for rule in file.matter.clocks if any(p.event == "lapse_certified" for p in rule.from_)]
    said = [Said(text=rule.says or rule.sense, cite=rule.cite) for rule in must] or list(
        printing.quoted(file, "silence")
    )
    return facts.ForcedIssue(
        certified=printing.day_of_last(file, "lapse_certified"), certified_by="the Town Clerk", board=board,
        law_says=said[0] if said else Said(text="", cite=file.matter.cite),
    )  # fmt: skip


class PermitPaper(Paper):
    """The permit that its holder keeps on the site."""

    key = "permit"
    title = "Permit"
    label = "Permit"
    needs = facts.Permit
    audience = "public"
    asserts = ("permit_issued",)
    public = True

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.Permit:
        """The permit's row, the decision's conditions, and what the law still asks."""
        return _permit(file, on)
