"""The notice to repair, as it goes to the owners: what must be repaired, by when, by which words, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from permitting.om_plans.keeping import present
from permitting.om_plans.upkeep import PlanParcel, PlanParty, Repair
from towns.models import Notice
from towns.papers import printing
from towns.papers.facts import Said, Signature, optional, required
from towns.papers.kinds import Paper
from towns.parcels.map_lot import words
from towns.record import effects
from towns.record.case_file import CaseFile
from towns.record.urgency import day_of
from towns.roles import Role


@dataclass(frozen=True, kw_only=True)
class MaintenanceNoticeFacts:
    """The notice to repair."""

    number: str = required("the number of the plan", mend="The plan gets its number when it is entered.")
    land: str = required("the place", mend="Enter the street address of the plan's case.")
    parcels: tuple[str, ...] = required("the assessors' map and lot", mend="Add the parcels.", empty=())
    owners: tuple[str, ...] = required("the owners", mend="Add the owners of the land.", empty=())
    given: date | None = required("the day of the notice", mend="Record the notice.", empty=None)
    items: tuple[str, ...] = required(
        "what must be repaired", mend="Name it when the notice is recorded.", empty=()
    )
    recorded: str = optional("where the agreement is recorded")
    last_day: date | None = optional("the last day for the repairs", empty=None)
    law_says: tuple[Said, ...] = optional("the words of the law", empty=())
    silence: str = optional("what follows when nothing is repaired")
    reply: str = required("where to tell of the repairs", mend="Enter it in the town's settings.")
    signer: Signature = required("the signer's line", empty=None)


class MaintenanceNotice(Paper):
    """The notice to the owners to repair what is not kept up."""

    key = "maintenance_notice"
    title = "Notice to Repair"
    label = "Notice to repair"
    needs = MaintenanceNoticeFacts
    audience = "parties"
    asserts = ("maintenance_notice",)

    def fill(self, file: CaseFile, on: date, answers: Mapping[str, Any]) -> MaintenanceNoticeFacts:
        """The last notice: its lines, and the clock that it started where the law gives one."""
        notice, recorded = file.last("maintenance_notice"), file.last("agreement_recorded")
        reading = next(
            (r for r in file.readings(on) if any(p.event == "maintenance_notice" for p in r.rule.from_) and r.due), None
        )  # fmt: skip
        due = day_of(reading.due) if reading else None
        town, board = file.town, printing.board_name(file, on)
        reply = ", ".join(filter(None, [board, " ".join(town.office.split()), town.email or town.phone]))
        return MaintenanceNoticeFacts(
            number=file.case.number,
            land=", ".join(filter(None, [file.case.title, file.case.address])),
            parcels=tuple(words(row.key) for row in PlanParcel.objects.filter(case=file.case)),
            owners=tuple(dict.fromkeys(row.name for row in present(file, PlanParty.Kind.OWNER))),
            given=notice.on if notice else None,
            items=tuple(row.text for row in Repair.objects.filter(case=file.case, event_seq=notice.seq))
            if notice
            else (),
            recorded=f"book {recorded.facts['book']}, page {recorded.facts.get('page', '')}"
            if recorded and recorded.facts.get("book")
            else "",
            last_day=due,
            law_says=(printing.rule_said(reading),) if reading else (),
            silence=str(effects.silence(reading.if_missed or "", due)) if reading else "",
            reply=f"{reply}, under {file.case.number}." if town.office else "",
            signer=printing.signer(file, Role.INSPECTOR, f"For the {board}"),
        )

    def stale(self, notice: Notice, file: CaseFile) -> str:
        """A notice whose fact was corrected says another day than the record, or none that stands."""
        last = file.last("maintenance_notice")
        said = dict(notice.facts.get("facts", {})).get("given")
        if last is None or (said and said != last.on.isoformat()):
            return "The record no longer holds a notice of this day. Print it anew."
        return ""
