"""How the desk shows an application: its figures at the head of the case, and its life in steps."""

from __future__ import annotations

from datetime import date

from permitting.applications.models import Application, State
from permitting.applications.steps import starts_with
from towns.law.board_rules import denial_of
from towns.law.events import EVENTS
from towns.record.case_file import CaseFile, events_of
from towns.record.panels import LifeStep

_SQFT_AN_ACRE = 43_560


def figures(file: CaseFile) -> list[str]:
    """The area of the work, as said in the application."""
    application = file.principal
    assert isinstance(application, Application)
    told = []
    if application.disturbed_sqft is not None:
        of = f" of {application.lot_sqft / _SQFT_AN_ACRE:.1f} acres" if application.lot_sqft else ""
        plan = ", part of a larger plan" if application.common_plan_sqft else ""
        told.append(f"{application.disturbed_sqft:,} sq ft disturbed{of}{plan}")
    return told


def _day(day: date) -> str:
    return f"{day:%b} {day.day} {day.year}"


def life(file: CaseFile) -> list[LifeStep]:
    """Filed, complete, hearing, decision, permit, work, certificate: what is done, where it stands, what is to come."""
    state = str(file.principal.state)
    steps = [_filed(file), _complete(file), _hearing(file), _decision(file, state)]
    if state == State.WITHDRAWN:
        withdrawn = file.last("withdrawn")
        done = [step for step in steps if step.state == "done"]
        return [*done, LifeStep("Withdrawn", "now", _day(withdrawn.on) if withdrawn else "")]
    if state == State.RESCINDED:
        rescinded = file.last("waiver_rescinded")
        done = [step for step in steps if step.state == "done" and step.label]
        return [*done, LifeStep("Rescinded", "now", _day(rescinded.on) if rescinded else "")]
    if state == State.DISAPPROVED or denial_of(file.matter):  # a waiver of the permit ends with its decision
        return [step for step in steps if step.label]
    steps += [_event(file, "permit_issued", "Permit"), _event(file, "work_completed", "Work")]
    if "certificate_issued" in events_of(file.matter):
        steps.append(_event(file, "certificate_issued", "Certificate"))
    elif "as_built_filed" in events_of(file.matter):
        steps.append(_event(file, "as_built_filed", "As-built"))
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


def _event(file: CaseFile, name: str, label: str) -> LifeStep:
    entry = file.last(name)
    return LifeStep(label, "done", _day(entry.on)) if entry else LifeStep(label, "todo")


def _filed(file: CaseFile) -> LifeStep:
    return _event(file, "filed", "Filed")


def _complete(file: CaseFile) -> LifeStep:
    returned, complete = file.last("returned_incomplete"), file.last("complete")
    if returned and (complete is None or complete.on < returned.on):
        return LifeStep("Incomplete", "now", f"returned {_day(returned.on)}")
    if complete is None and not starts_with(file, "complete") and "complete" not in events_of(file.matter):
        return LifeStep("", "done")
    return _event(file, "complete", "Complete")


def _hearing(file: CaseFile) -> LifeStep:
    wanted = any(stop.event == "hearing_opened" for rule in file.matter.clocks for stop in rule.stops)
    opened, closed = file.last("hearing_opened"), file.last("hearing_closed")
    if opened is None:
        planned = file.live_hearing
        if not wanted and planned is None:
            return LifeStep("", "done")
        return LifeStep("Hearing", "todo", f"set for {_day(planned.day)}" if planned and planned.day else "")
    if closed is None or closed.on < opened.on:
        return LifeStep("Hearing", "now", f"open since {_day(opened.on)}")
    return LifeStep("Hearing", "done", f"{_day(opened.on)} to {_day(closed.on)}")


def _decision(file: CaseFile, state: str) -> LifeStep:
    if state == State.DEEMED_APPROVED or (state == State.PERMITTED and file.has("deemed_approved")):
        entry = file.last("deemed_approved")
        note = _day(entry.on) if entry else ""
        if file.case.held:
            return LifeStep("Deemed approved", "now", f"{note}, not certified")
        return LifeStep("Deemed approved", "done", note)
    decided = file.last("decided")
    if decided is None:
        return LifeStep("Decision", "todo")
    label = dict(State.choices).get(decided.outcome, EVENTS["decided"].says)
    return LifeStep(label, "now" if state == State.DISAPPROVED else "done", _day(decided.on))
