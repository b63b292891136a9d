"""The end of the work: the as-built plan, the easements, and the certificate of completion."""

from __future__ import annotations

from collections.abc import Mapping

from permitting.inspections.models import Stage
from permitting.inspections.stages import missing_before
from permitting.permits.models import EXTENTS, NEVER_BEGUN, PARTIAL, WHOLE, PermitState
from permitting.permits.steps import AfterPermit, needs_permit, permit_of, permitted
from towns.law.inspection_rules import inspections_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Presupposed, Step, Stop
from towns.roles import APPLICANT, BOARD, OFFICE, Role

#: The grounds on which a certificate may rest.
INSPECTED, DETERMINED = "inspection", "determination"


def speaks_of_completion(file: CaseFile) -> bool:
    """Whether this matter's law, or the conditions under it, know an end of the work that is certified."""
    return "inspections" in file.matter.sections or "certificate_issued" in events_of(file.matter)


def wants(file: CaseFile, event: str) -> bool:
    """Whether a clock or the rule on the certificate of this matter's law speaks of the event."""
    rule = inspections_of(file.matter).certificate
    stages = inspections_of(file.matter).stages
    needs = {*(rule.needs if rule else ()), *(name for stage in stages for name in stage.needs)}
    return event in needs or event in events_of(file.matter)


def _open(file: CaseFile) -> bool:
    permit = permit_of(file)
    return permitted(file) and permit is not None and permit.state != PermitState.COMPLETED


class RecordAsBuilt(AfterPermit):
    """Record that the as-built drawings were filed."""

    key = "record_as_built"
    event = "as_built_filed"
    button = "Record that the as-built drawings were filed"
    form = "permitting.permits.completion_forms.AsBuilt"

    def offered(self, file: CaseFile) -> bool:
        return permitted(file) and wants(file, self.event) and not file.has(self.event)


class RecordEasements(Step):
    """Record that the easements were recorded at the registry of deeds."""

    key = "record_easements"
    event = "easements_recorded"
    button = "Record that the easements stand at the registry of deeds"
    group = "work"
    action = "record_easements"
    may = OFFICE | {Role.TOWN_CLERK}
    form = "permitting.applications.forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return permitted(file) and wants(file, self.event) and not file.has(self.event)


class RequestCertificate(Step):
    """Ask for the certificate of completion."""

    key = "request_certificate"
    event = "certificate_requested"
    button = "Ask for the certificate of completion"
    effects = ("The final inspection can be set.",)
    group = "certificate"
    may = OFFICE | {APPLICANT}
    form = "permitting.permits.completion_forms.CertificateRequest"

    def offered(self, file: CaseFile) -> bool:
        asked, refused = file.last("certificate_requested"), file.last("certificate_refused")
        again = asked is None or (refused is not None and (asked.on, asked.seq) < (refused.on, refused.seq))
        return speaks_of_completion(file) and _open(file) and again


class IssueCertificate(Step):
    """Issue the certificate of completion."""

    key = "issue_certificate"
    event = "certificate_issued"
    button = "Issue the certificate of completion"
    effects = ("The certificate can be printed.", "Conditions that outlast the work remain in force.")
    group = "certificate"
    may = BOARD
    form = "permitting.permits.completion_forms.Certificate"

    def offered(self, file: CaseFile) -> bool:
        return speaks_of_completion(file) and _open(file)

    def primary(self, file: CaseFile) -> bool:
        """Once nothing that the text asks for is missing."""
        asked = file.has("certificate_requested") or file.has("work_completed")
        entry = Entry(self.event, file.story[-1].on if file.story else file.case.opened)
        return asked and self.offered(file) and not self.defects(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        if entry.outcome and entry.outcome not in EXTENTS:
            raise Impossible(
                f"A certificate speaks of the whole of the work, of a part, or says that it was never begun; "
                f"{entry.outcome!r} is none of these.",
                field="outcome",
            )
        if entry.outcome == NEVER_BEGUN and (file.has("work_begun") or file.has("work_completed")):
            raise Impossible(
                "The record says that the work began. Correct that entry first.", field="outcome"
            )
        if entry.facts.get("ground") == DETERMINED and not entry.facts.get("reasons"):
            raise Impossible(
                "Say on what the authority determined that the work is complete.", field="reasons"
            )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """What the text wants before a certificate; a person with authority goes on with a reason."""
        return tuple(Stop(key, says, cite) for key, says, cite in lacking(file, entry))

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return tuple(key for key, _, _ in lacking(file, entry))


def lacking(file: CaseFile, entry: Entry) -> list[tuple[str, str, str]]:
    """What the text wants before a certificate and the record lacks on its day: (key, sentence, citation).

    Nothing is asked of a certificate that the work was never begun. Where the text opens a second road, a determination
    with reasons stands in place of the inspections. Evidence may stand in place of an inspection that can no longer be
    made, and what the site does not have (easements) is said not to be needed.
    """
    rule = inspections_of(file.matter).certificate
    if rule is None or entry.outcome == NEVER_BEGUN:
        return []
    known = {told.name for told in file.story if told.on <= entry.on}
    spared = set(_listed(entry, "not_needed"))
    found = [
        (
            f"certificate_before:{name}",
            f"{_capital(file.law.events[name].noun)} is not in the record.",
            rule.cite,
        )
        for name in rule.needs
        if name not in known and name not in spared
    ]
    if rule.second_road and entry.facts.get("ground") == DETERMINED:
        return found
    evidence = set(_listed(entry, "evidence"))
    partial = entry.outcome == PARTIAL
    for line in missing_before(file, "certificate_issued", entry.on):
        if line.rule.stage in evidence or (partial and line.rule.stage == Stage.FINAL):
            continue
        key = f"certificate_without_inspection:{line.rule.stage}"
        if key not in {one for one, _, _ in found}:
            found.append((key, f"{line.title}: the record shows none that passed by then.", line.rule.cite))
    return found


def _listed(entry: Entry, name: str) -> list[str]:
    said = entry.facts.get(name) or []
    return [said] if isinstance(said, str) else [str(one) for one in said]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


class RefuseCertificate(Step):
    """Refuse the certificate of completion, with reasons."""

    key = "refuse_certificate"
    event = "certificate_refused"
    button = "Refuse the certificate of completion"
    effects = ("The applicant is told what is missing.",)
    group = "certificate"
    action = "issue_certificate"
    may = BOARD
    form = "permitting.permits.completion_forms.CertificateRefusal"

    def offered(self, file: CaseFile) -> bool:
        return file.has("certificate_requested") and _open(file)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """A refusal that gives no reasons cannot be answered."""
        return () if entry.facts.get("reasons") else ("refused_without_reasons",)


def whole_certificate(file: CaseFile) -> Entry | None:
    """The certificate for the whole of the work, or that it was never begun; None while none stands."""
    told = [e for e in file.story if e.name == "certificate_issued" and (e.outcome or WHOLE) != PARTIAL]
    return told[-1] if told else None


PRESUPPOSES: Mapping[str, Presupposed] = {
    **dict.fromkeys(("certificate_issued", "certificate_requested"), needs_permit),
    "certificate_refused": lambda file: (
        needs_permit(file) if file.has("certificate_requested") else "certificate_requested"
    ),
}
