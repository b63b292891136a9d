"""How the town clerk's certificate of no action is filled, from the clock that ran out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from permitting.applications.steps import deemed
from towns.law.clocks import Reading
from towns.law.events import EVENTS
from towns.models import Notice
from towns.papers import facts, printing
from towns.papers.facts import ClockLine, Said
from towns.papers.kinds import Paper
from towns.record import disclosure
from towns.record.case_file import CaseFile


def ran_out(file: CaseFile, on: date) -> Reading | None:
    """The reading of the clock that ran out and deemed the application approved."""
    entry = deemed(file)
    clock = entry.facts.get("clock") if entry else None
    return next((r for r in file.readings(on) if r.clock == clock), None)


def _certificate(file: CaseFile, on: date) -> facts.CertificateOfNoAction:
    reading = ran_out(file, on)
    if reading is None:
        raise printing.Nothing("No time ran out in this case.")
    board = printing.board_name(file, on)
    act = printing.act_of(reading)
    certified = printing.day_of_last(file, "lapse_certified") or on
    start = next((p.event for p in reading.rule.from_ if p.event), "")
    lines = [ClockLine(label="The application was filed", day=printing.day_of_last(file, "filed"))]
    if start and start != "filed":
        lines.append(ClockLine(label=EVENTS[start].says, day=printing.day_of(reading.started)))
    because = tuple(
        line for line in reading.because if not line.startswith(("Time ran out", EVENTS[start].says))
    )
    lines.append(
        ClockLine(label=f"Last day for the {board} to {act}", day=printing.day_of(reading.due), why=because)
    )
    return facts.CertificateOfNoAction(
        case=printing.case_facts(file), clerk=printing.clerk(file), board=board, act=act,
        law_says=printing.rule_said(reading), count=tuple(lines), effect=_effect(file, reading), certified=certified,
        examined=f"I have examined the records of this office through this day. They hold no record that the {board} "
        f"did {act} within that time.".replace("did take", "took").replace("did hold", "held"),
        extension=_extensions(file, reading),
    )  # fmt: skip


def _effect(file: CaseFile, reading: Reading) -> tuple[Said, ...]:
    """What the law says follows: the bylaw's own sentence, else the plain meaning of the effect."""
    kind = EVENTS[reading.if_missed or "overdue"]
    return printing.quoted(file, "silence") or (Said(text=f"{kind.says}.", cite=reading.cite),)


def _extensions(file: CaseFile, reading: Reading) -> str:
    made = [e for e in file.story if e.name == "extension_agreed" and e.facts.get("clock") == reading.clock]
    if not made:
        return "No agreement to extend the time has been filed or recorded."
    return f"The agreement of {printing.said_on(made[-1])} to extend the time is counted in."


def _clock_cite(file: CaseFile) -> str:
    entry = deemed(file)
    return file.matter.clock(entry.facts["clock"]).cite if entry else file.matter.cite


class CertificateOfNoAction(Paper):
    """The town clerk's certificate that the time passed without action; void once the certificate is refused."""

    key = "certificate_of_no_action"
    title = "Certificate of No Action"
    label = "Certificate of no action"
    needs = facts.CertificateOfNoAction
    audience = "public"
    asserts = ("lapse_certified",)
    public = True
    office = "Office of the Town Clerk"
    of_the_confirming_officer = True

    def offered(self, file: CaseFile) -> bool:
        """Once time ran out and silence approved."""
        return file.has("deemed_approved")

    def stands(self, file: CaseFile) -> bool:
        """The officer's latest word is a certificate."""
        return disclosure.certified(file.story)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> facts.CertificateOfNoAction:
        """How the days were counted, from the clock that ran out."""
        return _certificate(file, on)

    def cite(self, file: CaseFile) -> str:
        """The section of the clock that ran out."""
        return _clock_cite(file)

    def stale(self, notice: Notice, file: CaseFile) -> str:
        """A certificate that was printed and then refused, or whose lapse was taken back, is void."""
        if self.stands(file) and file.has("deemed_approved"):
            return ""
        return "This certificate is void: the record no longer holds that the time passed without action."
