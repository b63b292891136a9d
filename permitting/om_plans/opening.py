"""The step of an approved application that opens the file of its operation and maintenance plan."""

from __future__ import annotations

from permitting.om_plans.keeping import owners_of_application
from permitting.permits.steps import READY
from towns.law.board_rules import denial_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Person
from towns.record import door
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Step
from towns.roles import OFFICE

#: The kind of matter that such a plan is, whatever key a town's law gives it.
KIND = "om_plan"


def matter_of_plans(file: CaseFile) -> str:
    """The key under which the town's law has operation and maintenance plans; empty where it has none."""
    return next((key for key, matter in file.law.matters.items() if matter.kind == KIND), "")


def stands(file: CaseFile) -> bool:
    """Whether an approval stands on which a plan can follow, and nobody has still to confirm it."""
    approved = file.stage in (*READY, "permitted") and not denial_of(file.matter)
    return approved and not file.case.held and bool(matter_of_plans(file))


class OpenOmPlan(Step):
    """Open the operation and maintenance plan."""

    key = "open_om_plan"
    event = "om_plan_opened"
    button = "Open the operation and maintenance plan"
    effects = (
        "The plan gets a case of its own, on the same land, with the owners named here. It outlives the permit.",
    )
    group = "work"
    action = "propose_om_plan"
    may = OFFICE
    form = "permitting.om_plans.forms.PlanOfApplication"

    def offered(self, file: CaseFile) -> bool:
        return stands(file) and not file.has("om_plan_opened")

    def check(self, file: CaseFile, entry: Entry) -> None:
        if file.case.held:
            raise Impossible(
                "Nobody has confirmed yet what became of the application. The plan waits for that."
            )
        if not stands(file):
            raise Impossible("A plan follows an approval, and none stands here.")
        if file.has("om_plan_opened"):
            raise Impossible("The plan of this application has been opened already.")

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        person = Person.objects.filter(pk=entry.by_id).first() if entry.by_id else None
        door.open_case(
            town=file.town,
            matter=matter_of_plans(file),
            by=door.Actor(person, frozenset({entry.role})),
            on=entry.on,
            today=entry.on,
            over=[file.case],
            keep=kept if "parties" in kept else {**kept, "parties": owners_of_application(file)},
            from_case=file.case.number,
        )
