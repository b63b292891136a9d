"""What happens next in a case: the one thing to do, what else this person may do, and what may still be recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from towns.access import permissions
from towns.calendar.words import day_words
from towns.cases.clock_lines import ClockLine, pressing_line, silence_of
from towns.record.case_file import CaseFile, events_of
from towns.record.door import Actor
from towns.record.steps import Step
from towns.roles import Role, officer_words
from towns.ui.links import case_url

_GROUPS = {
    "silence": "When time has run",
    "case": "The application",
    "hearing": "The hearing",
    "notice": "Its notice",
    "decision": "The decision",
    "permit": "The permit",
    "work": "The work",
    "referral": "Comments",
    "inspection": "Inspections",
    "ending": "Ending the case",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One step that this person may take now."""

    label: str
    url: str
    key: str


@dataclass(slots=True)
class NextSteps:
    """What the card "What happens next" holds."""

    text: str
    primary: Offer | None = None
    effects: tuple[str, ...] = ()
    waits_for: str = ""
    groups: list[tuple[str, list[Offer]]] = field(default_factory=list)
    facts: list[Offer] = field(default_factory=list)

    @property
    def actions(self) -> list[Offer]:
        """The page's one main button."""
        return [self.primary] if self.primary else []


def offered(file: CaseFile, actor: Actor) -> list[Step]:
    """The steps that the case offers now and this person's roles allow. Advice for the page: the door judges."""
    if not file.type.on_pages:
        return []
    plain = [file.type.step_for(name, file.matter) for name in sorted(events_of(file.matter))]
    known = {step.key: step for step in [*file.type.by_key.values(), *(step for step in plain if step)]}
    return [
        step
        for step in known.values()
        if step.key != "correct"
        and step.on_pages
        and step.offered(file)
        and permissions.may(actor.roles, step.permission, file.town.silence_confirmed_by)
    ]


def next_steps(file: CaseFile, actor: Actor, lines: Sequence[ClockLine], today: date) -> NextSteps:
    """The primary step, the others by group, and plain facts apart."""
    open_steps = offered(file, actor)
    shown = NextSteps(text=situation(file, lines))
    first = first_step(file, open_steps, lines, today)
    if first is not None:
        shown.primary, shown.effects = _offer(file, first), first.effects
    else:
        shown.waits_for = _whose_turn(file, actor)
    by_group: dict[str, list[Offer]] = {}
    for step in open_steps:
        if step is first:
            continue
        if step.group == "fact":
            if not file.has(step.event) and step.event in events_of(file.matter):
                shown.facts.append(_offer(file, step))
        else:
            by_group.setdefault(step.group, []).append(_offer(file, step))
    shown.groups = [(label, by_group[group]) for group, label in _GROUPS.items() if group in by_group]
    shown.groups += [(group.capitalize(), found) for group, found in by_group.items() if group not in _GROUPS]
    return shown


def first_step(
    file: CaseFile, open_steps: Sequence[Step], lines: Sequence[ClockLine], today: date
) -> Step | None:
    """The one main step: proof of a notice whose time runs, before a hearing whose day has not come."""
    line = pressing_line(file, lines)
    if line is not None and line.status == "running" and line.reading.if_missed == "notice_defective":
        proofs = {stop.event for stop in line.reading.rule.stops}
        proof = next((step for step in open_steps if step.event in proofs), None)
        if proof is not None:
            return proof
    if (
        line is not None
        and not line.presumed
        and any(s.event == "hearing_opened" for s in line.reading.rule.stops)
    ):
        # Time to hold the hearing runs, whether or not the law also asks for a complete application first.
        planning = next((step for step in open_steps if step.event == "hearing_scheduled"), None)
        if planning is not None and file.live_hearing is None:
            return planning
    hearing = file.live_hearing
    too_early = hearing is not None and hearing.day is not None and hearing.day > today
    main = (step for step in open_steps if step.primary(file))
    return next(
        (step for step in main if not (too_early and step.event in ("hearing_opened", "hearing_closed"))),
        None,
    )


def _offer(file: CaseFile, step: Step) -> Offer:
    return Offer(step.button, case_url(file.town, file.case, "record", step.key), step.key)


def _whose_turn(file: CaseFile, actor: Actor) -> str:
    """Which roles may take the step that comes next, where this person's do not."""
    for step in file.type.by_key.values() if file.type.on_pages else ():
        if step.primary(file) and step.offered(file):
            if permissions.may(actor.roles, step.permission, file.town.silence_confirmed_by):
                return ""
            labels = [
                str(Role(role).label)
                for role in Role
                if role in permissions.allowed(step.permission, file.town.silence_confirmed_by)
            ]
            return f"“{step.button}” comes next. It is for: {', '.join(labels)}."
    return ""


def situation(file: CaseFile, lines: Sequence[ClockLine]) -> str:
    """Where the case stands, in one or two sentences."""
    case = file.case
    line = pressing_line(file, lines)
    if case.held and line is not None and line.status == "missed":
        last = line.reading.expires
        return (
            f"{line.name}: nothing was recorded by {day_words(last) if last else 'the last day'}. "
            f"{str(silence_of(line)).rstrip('.')} ({line.cite}). "
            f"Until {officer_words(file.town.silence_confirmed_by)} has confirmed it, a decision made in time and "
            "recorded now takes it back."
        )
    if line is not None and line.status == "missed":
        last = line.reading.expires
        by = day_words(last) if last else "its last day"
        return f"{line.name} was to be done by {by} and is overdue ({line.cite})."
    if line is not None and line.reading.expires is not None:
        said = str(silence_of(line)).rstrip(".")
        tail = f" If nobody acts: {said[:1].lower()}{said[1:]}." if said else ""
        first = (
            "Presumed from the filing, until someone finds it complete or incomplete: "
            if line.presumed
            else ""
        )
        title = line.reading.title
        what = f"{title[:1].lower()}{title[1:]}" if first else line.name
        return f"{first}{what} by {day_words(line.reading.expires)} ({line.cite}).{tail}"
    if case.closed:
        return "Nothing more is expected of the town in this case."
    undated = next((one for one in lines if one.status == "running"), None)
    if undated is not None:
        return f"{undated.name}: it must be done, and the law names no day ({undated.cite})."
    return "No clock runs in this case now."
