"""How the desk shows an application: its figures at the head of the case, and its life in steps."""

from __future__ import annotations

from datetime import date

from permitting.applications.models import Application, State
from permitting.applications.steps import starts_with
from towns.desk import panels
from towns.desk.panels import LifeStep
from towns.folder import Folder, events_of
from towns.law.board_rules import denial_of
from towns.law.events import EVENTS

_SQFT_AN_ACRE = 43_560


def figures(folder: Folder) -> list[str]:
    """The area of the work, as said in the application."""
    application = folder.principal
    assert isinstance(application, Application)
    told = []
    if application.disturbed_sqft is not None:
        of = f" of {application.lot_sqft / _SQFT_AN_ACRE:.1f} acres" if application.lot_sqft else ""
        plan = ", part of a larger plan" if application.common_plan_sqft else ""
        told.append(f"{application.disturbed_sqft:,} sq ft disturbed{of}{plan}")
    return told


def _day(day: date) -> str:
    return f"{day:%b} {day.day} {day.year}"


def life(folder: Folder) -> list[LifeStep]:
    """Filed, complete, hearing, decision, permit, work, certificate: what is done, where it stands, what is to come."""
    state = str(folder.principal.state)  # type: ignore[attr-defined]
    steps = [_filed(folder), _complete(folder), _hearing(folder), _decision(folder, state)]
    if state == State.WITHDRAWN:
        withdrawn = folder.last("withdrawn")
        done = [step for step in steps if step.state == "done"]
        return [*done, LifeStep("Withdrawn", "now", _day(withdrawn.on) if withdrawn else "")]
    if state == State.RESCINDED:
        rescinded = folder.last("waiver_rescinded")
        done = [step for step in steps if step.state == "done" and step.label]
        return [*done, LifeStep("Rescinded", "now", _day(rescinded.on) if rescinded else "")]
    if state == State.DISAPPROVED or denial_of(
        folder.matter
    ):  # a waiver of the permit ends with its decision
        return [step for step in steps if step.label]
    steps += [_event(folder, "permit_issued", "Permit"), _event(folder, "work_completed", "Work")]
    if "certificate_issued" in events_of(folder.matter):
        steps.append(_event(folder, "certificate_issued", "Certificate"))
    elif "as_built_filed" in events_of(folder.matter):
        steps.append(_event(folder, "as_built_filed", "As-built"))
    steps = [step for step in steps if step.label]
    return _mark_now(steps)


def _mark_now(steps: list[LifeStep]) -> list[LifeStep]:
    """The present stage is the first that is not done, unless a stage says so itself."""
    if any(step.state == "now" for step in steps):
        return steps
    for place, step in enumerate(steps):
        if step.state == "todo":
            return [*steps[:place], LifeStep(step.label, "now", step.note), *steps[place + 1 :]]
    return steps


def _event(folder: Folder, name: str, label: str) -> LifeStep:
    entry = folder.last(name)
    return LifeStep(label, "done", _day(entry.on)) if entry else LifeStep(label, "todo")


def _filed(folder: Folder) -> LifeStep:
    return _event(folder, "filed", "Filed")


def _complete(folder: Folder) -> LifeStep:
    returned, complete = folder.last("returned_incomplete"), folder.last("complete")
    if returned and (complete is None or complete.on < returned.on):
        return LifeStep("Incomplete", "now", f"returned {_day(returned.on)}")
    if (
        complete is None
        and not starts_with(folder, "complete")
        and "complete" not in events_of(folder.matter)
    ):
        return LifeStep("", "done")
    return _event(folder, "complete", "Complete")


def _hearing(folder: Folder) -> LifeStep:
    wanted = any(stop.event == "hearing_opened" for rule in folder.matter.clocks for stop in rule.stops)
    opened, closed = folder.last("hearing_opened"), folder.last("hearing_closed")
    if opened is None:
        planned = folder.live_hearing
        if not wanted and planned is None:
            return LifeStep("", "done")
        return LifeStep("Hearing", "todo", f"set for {_day(planned.day)}" if planned and planned.day else "")
    if closed is None or closed.on < opened.on:
        return LifeStep("Hearing", "now", f"open since {_day(opened.on)}")
    return LifeStep("Hearing", "done", f"{_day(opened.on)} to {_day(closed.on)}")


def _decision(folder: Folder, state: str) -> LifeStep:
    if state == State.DEEMED_APPROVED or (state == State.PERMITTED and folder.has("deemed_approved")):
        entry = folder.last("deemed_approved")
        note = _day(entry.on) if entry else ""
        if folder.case.held:
            return LifeStep("Deemed approved", "now", f"{note}, not certified")
        return LifeStep("Deemed approved", "done", note)
    decided = folder.last("decided")
    if decided is None:
        return LifeStep("Decision", "todo")
    label = dict(State.choices).get(decided.outcome, EVENTS["decided"].says)
    return LifeStep(label, "now" if state == State.DISAPPROVED else "done", _day(decided.on))


def register() -> None:
    """Tell the desk."""
    panels.register(
        Application,
        facts=figures,
        life=life,
        pages=(panels.CasePage("Decision", "decision"), panels.CasePage("Land", "land")),
        waiting_on_applicant=(State.DRAFT, State.INCOMPLETE),
        to_check=(State.FILED,),
    )
