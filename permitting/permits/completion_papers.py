"""The certificate of completion on paper: what it certifies, on what it rests, and what goes on binding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from permitting.decisions import conditions
from permitting.inspections.models import Stage
from permitting.inspections.stages import inspections_in, passed_on
from permitting.permits.completion import DETERMINED
from permitting.permits.models import NEVER_BEGUN, PARTIAL
from permitting.permits.steps import permit_meant
from towns.law.inspection_rules import inspections_of
from towns.papers import facts, printing
from towns.papers.facts import Said, optional, required
from towns.papers.kinds import Paper
from towns.record.case_file import CaseFile


@dataclass(frozen=True, kw_only=True)
class CertificateFacts:
    """The certificate; `inspected` where a final inspection passed, `determined` where it rests on a determination."""

    case: facts.CaseFacts = required("the case", empty=None)
    permit_number: str = required("the permit's number", mend="The permit gets its number when it is issued.")
    permittee: str = required("the permittee", mend="Enter the holder when the permit is issued.")
    issued: date | None = required("the day of the permit", mend="Issue the permit first.", empty=None)
    certified: date | None = required(
        "the day of the certificate", mend="Record the certificate.", empty=None
    )
    says: str = required("what is certified", mend="Record the certificate.")
    signatures: tuple[facts.Signature, ...] = required("the lines to sign on", empty=())
    inspected: date | None = optional("the day of the final inspection", empty=None)
    determined: str = optional("on what the authority determined it")
    as_built: date | None = optional("the day the as-built plan was filed", empty=None)
    lasting: tuple[facts.Condition, ...] = optional("the conditions that go on binding", empty=())
    law_says: Said | None = optional("the words of the law", empty=None)


_SAYS = {
    PARTIAL: "the work of this part has been completed as the permit and the plans of record call for: ",
    NEVER_BEGUN: "the work that the permit allowed was never begun. The permit has lapsed and allows no work.",
}
_WHOLE = "all work of the permit has been completed as the permit and the plans of record call for."


def _certificate(file: CaseFile, on: date) -> CertificateFacts:
    entry = file.last("certificate_issued")
    permit = permit_meant(file, entry) if entry else None
    if entry is None or permit is None:
        raise printing.Nothing("No certificate of completion is recorded yet.")
    rule = inspections_of(file.matter).certificate
    finals = [passed_on(file, row) for row in inspections_in(file) if row.stage == Stage.FINAL]
    part = str(entry.facts.get("part", "")) if entry.outcome == PARTIAL else ""
    return CertificateFacts(
        case=printing.case_facts(file), permit_number=file.case.number, permittee=permit.permittee,
        issued=permit.issued, certified=entry.on, says=_SAYS.get(entry.outcome, _WHOLE) + part,
        signatures=(printing.chair(file, on),),
        inspected=max((day for day in finals if day and day <= entry.on), default=None),
        determined=str(entry.facts.get("reasons", "")) if entry.facts.get("ground") == DETERMINED else "",
        as_built=printing.day_of_last(file, "as_built_filed"),
        lasting=tuple(
            facts.Condition(text=line.row.text, heading=line.row.heading)
            for line in conditions.lines(file, on)
            if line.state == conditions.LASTING
        ),
        law_says=Said(text=rule.says, cite=rule.cite) if rule else None,
    )  # fmt: skip


class CertificateOfCompletion(Paper):
    """The certificate that the work under a permit is complete, in whole or in part, or was never begun."""

    key = "certificate_of_completion"
    title = "Certificate of completion"
    label = "Certificate of completion"
    needs = CertificateFacts
    audience = "public"
    asserts = ("certificate_issued",)
    public = True

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> CertificateFacts:
        """The last certificate of the record, the final inspection, and the conditions that go on binding."""
        return _certificate(file, on)

    def cite(self, file: CaseFile) -> str:
        """The section on the certificate, where the text has one."""
        rule = inspections_of(file.matter).certificate
        return rule.cite if rule else file.matter.cite
