"""How a plan stands at the head of its case: its flags, and its life in steps."""

from __future__ import annotations

from datetime import date

from permitting.om_plans.models import State
from permitting.om_plans.steps import recording_wanted, unrecorded
from towns.calendar.words import day_words
from towns.record.case_file import CaseFile
from towns.record.panels import LifeStep

_STAGES = (
    ("plan_proposed", "Proposed"),
    ("plan_accepted", "Accepted"),
    ("agreement_signed", "Signed"),
    ("agreement_recorded", "Recorded"),
    ("plan_in_force", "In force"),
)


def figures(file: CaseFile) -> list[str]:
    """Book and page, or that the agreement is not recorded."""
    recorded = file.last("agreement_recorded")
    if recorded is not None:
        where = [f"{name} {recorded.facts[name]}" for name in ("book", "page") if recorded.facts.get(name)]
        return [f"Recorded {day_words(recorded.on)}" + (f", {', '.join(where)}" if where else "")]
    if not unrecorded(file):
        return []
    wanted = recording_wanted(file)
    return [
        f"In force, agreement not recorded ({wanted[1]})" if wanted else "In force, agreement not recorded"
    ]


def _day(day: date) -> str:
    return f"{day:%b} {day.day} {day.year}"


def life(file: CaseFile) -> list[LifeStep]:
    """Proposed, accepted, signed, recorded, in force; then repairs due, not maintained, or the end."""
    steps = []
    for event, label in _STAGES:
        entry = file.last(event)
        steps.append(LifeStep(label, "done", _day(entry.on)) if entry else LifeStep(label, "todo"))
    stage = file.stage
    if stage == State.CURE_DUE:
        due = next((r.due for r in file.readings(_latest(file)) if r.clock == "cure" and r.due), None)
        return [*steps, LifeStep("Repairs due", "now", f"by {_day(due)}" if due else "")]
    if stage == State.FAILED:
        return [*steps, LifeStep("Not maintained", "now", _of(file, "plan_failed"))]
    if stage == State.ENDED:
        return [
            *[step for step in steps if step.state == "done"],
            LifeStep("Ended", "now", _of(file, "plan_ended")),
        ]
    for place, step in enumerate(steps):
        if step.state == "todo":
            return [*steps[:place], LifeStep(step.label, "now"), *steps[place + 1 :]]
    return steps


def _of(file: CaseFile, event: str) -> str:
    entry = file.last(event)
    return _day(entry.on) if entry else ""


def _latest(file: CaseFile) -> date:
    return max((entry.on for entry in file.story), default=file.case.opened)
