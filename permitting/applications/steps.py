"""The steps of an application: filing, completeness, comments, withdrawal, and the certificate of silence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from permitting.applications import checklist
from permitting.applications.models import PENDING, Application
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party, Task
from towns.record import steps
from towns.record.case_file import CaseFile, events_of
from towns.record.settle import HELD
from towns.record.steps import Facts, Step, Stop

UNDECIDED = tuple(str(state) for state in PENDING)

_FIELDS = (
    "description",
    "disturbed_sqft",
    "common_plan_sqft",
    "lot_sqft",
    "plan_title",
    "plan_by",
    "plan_dated",
    "source",
    "received",
)


def _pending(file: CaseFile) -> bool:
    return file.case.stage in UNDECIDED


def _keep_filing(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """The applicant's words, the parties and the tasks that the bylaw attaches to a filing."""
    application = file.principal
    changed = [name for name in _FIELDS if name in kept]
    for name in changed:
        setattr(application, name, kept[name])
    if changed:
        application.save(update_fields=changed)
    for party in kept.get("parties", ()):
        Party.objects.create(town=file.town, case=file.case, **party)
    checklist.lay_out(file)


def _check_complete(file: CaseFile, entry: Entry) -> None:
    filed = file.last("filed")
    if filed is not None and entry.on < filed.on:
        raise Impossible(
            f"The last missing piece cannot have been received on {day_words(entry.on)}, before the filing on "
            f"{day_words(filed.on)}.",
            field="on",
        )


def _found_on(file: CaseFile, entry: Entry) -> Entry:
    return (
        entry
        if "found_on" in entry.facts
        else replace(entry, facts={**entry.facts, "found_on": entry.on.isoformat()})
    )


def _untick(file: CaseFile) -> int:
    return Task.objects.filter(case=file.case, group=checklist.FILING, done__isnull=True).count()


def _complete_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    missing = _untick(file)
    if not missing:
        return ()
    things = "thing" if missing == 1 else "things"
    return (Stop("checklist", f"{missing} {things} on the filing checklist are not ticked as received."),)


def _incomplete_stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """A return does not stop a time that runs from a complete application: the text knows no such stop."""
    found = file.last("complete")
    if found is None or not starts_with(file, "complete"):
        return ()
    says = (
        f"The time counts from {day_words(found.on)}, when it was complete, and a return does not stop it. "
        "If it was not complete then, correct that entry instead."
    )
    return (Stop("found_complete", says, file.matter.cite),)


def deemed(file: CaseFile) -> Entry | None:
    """The standing event by which silence became an approval."""
    return file.last("deemed_approved")


def _unconfirmed(file: CaseFile) -> bool:
    return file.case.held


def _check_silence(file: CaseFile, entry: Entry) -> None:
    lapse = deemed(file) or next((e for e in file.story if e.is_system and e.name in HELD), None)
    if lapse is None:
        raise Impossible(
            "No time has run out here without action, so there is nothing to certify or to refuse."
        )
    if entry.on < lapse.on:
        raise Impossible(f"The time had not run out before {day_words(lapse.on)}.", field="on")


def register() -> None:
    """Declare the steps of this room."""
    steps.register(
        Step(
            key="file",
            event="filed",
            button="Enter a filing",
            form="permitting.applications.forms.FiledAgain",
            effects=("The case gets its number.", "The filing checklist of the bylaw is laid out."),
            offered=lambda f: f.case.stage in ("draft", "incomplete"),
            keep=_keep_filing,
        ),
        Step(
            key="find_complete",
            event="complete",
            button="Find the application complete",
            effects=(
                "The time to hold the hearing, or to decide, counts from the day the last piece was received.",
            ),
            form="permitting.applications.forms.FindComplete",
            offered=lambda f: f.case.stage in ("filed", "incomplete"),
            primary=lambda f: f.case.stage in ("filed", "incomplete"),
            prepare=_found_on,
            check=_check_complete,
            stops=_complete_stops,
        ),
        Step(
            key="find_incomplete",
            event="returned_incomplete",
            button="Return it as incomplete",
            effects=("The applicant is told what is missing.",),
            form="permitting.applications.forms.FindIncomplete",
            stops=_incomplete_stops,
            offered=lambda f: f.case.stage in ("filed", "complete"),
        ),
        Step(
            key="record_inspection",
            event="initial_inspection",
            button="Record the initial site inspection",
            form="permitting.applications.forms.Fact",
            group="inspection",
            offered=lambda f: (
                _pending(f)
                and "initial_inspection" in events_of(f.matter)
                and not f.has("initial_inspection")
            ),
        ),
        Step(
            key="withdraw",
            event="withdrawn",
            button="Withdraw the application",
            effects=("Every clock that is waiting or running stops for good.",),
            form="permitting.applications.forms.Withdrawal",
            group="ending",
            offered=_pending,
        ),
        Step(
            key="certify_lapse",
            event="lapse_certified",
            button="Certify that the time passed without action",
            effects=(
                "The certificate is printed for signature.",
                "The public may now see that the application is deemed approved.",
                "The board must issue the permit where the bylaw says so.",
            ),
            form="permitting.applications.forms.Certification",
            group="silence",
            offered=_unconfirmed,
            primary=lambda f: _unconfirmed(f) and not f.has("certification_refused"),
            check=_check_silence,
        ),
        Step(
            key="refuse_certification",
            event="certification_refused",
            button="Refuse to certify",
            effects=(
                "The reason stays in the ledger.",
                "Staff are asked to record what the board did in time.",
            ),
            form="permitting.applications.forms.Refusal",
            group="silence",
            offered=lambda f: _unconfirmed(f) and not f.has("certification_refused"),
            check=_check_silence,
        ),
    )
    steps.presupposes.add("complete", needs_filed)
    for event in (
        "returned_incomplete",
        "withdrawn",
        "extension_agreed",
        "initial_inspection",
        "hearing_scheduled",
        "referred",
        "all_comments_in",
        "hearing_waived",
        "meeting_posted",
        "notice_given",
        "notice_published",
        "notice_posted",
        "notices_mailed",
        "waiver_requested",
    ):
        steps.presupposes.add(event, needs_filed)
    steps.presupposes.add("comment_received", lambda f: None if f.has("referred") else "referred")
    steps.presupposes.add(
        "waiver_decided", lambda f: None if f.has("waiver_requested") else "waiver_requested"
    )
    steps.presupposes.add("hearing_opened", _needs_complete)
    steps.presupposes.add("hearing_continued", _needs_open)
    steps.presupposes.add("hearing_closed", _needs_open)
    steps.presupposes.add("hearing_reopened", _needs_closed)


def _stage(file: CaseFile) -> str:
    return str(file.principal.state)  # type: ignore[attr-defined]


def needs_filed(file: CaseFile) -> str | None:
    """What everything about an application presupposes."""
    return "filed" if _stage(file) == "draft" else None


def starts_with(file: CaseFile, event: str) -> bool:
    """Whether a clock of the matter starts from this event."""
    return any(pattern.event == event for rule in file.matter.clocks for pattern in rule.from_)


def _needs_complete(file: CaseFile) -> str | None:
    if starts_with(file, "complete") and _stage(file) in ("draft", "filed", "incomplete"):
        return "complete"
    return needs_filed(file)


def _needs_open(file: CaseFile) -> str | None:
    return "hearing_opened" if _stage(file) in ("draft", "filed", "incomplete", "complete") else None


def _needs_closed(file: CaseFile) -> str | None:
    return (
        "hearing_closed" if _stage(file) in ("draft", "filed", "incomplete", "complete", "hearing") else None
    )


def needs_deliberation(file: CaseFile) -> str | None:
    """What a decision presupposes: a closed hearing where the law counts from it, else a complete application."""
    if starts_with(file, "hearing_closed"):
        return _needs_closed(file)
    return _needs_complete(file)


def is_application(thing: Any) -> bool:
    """Whether a case's principal is an application."""
    return isinstance(thing, Application)
