"""The steps of an application: filing, completeness, comments, withdrawal, and the certificate of silence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from permitting.applications import checklist
from permitting.applications.models import DECIDED, PENDING
from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party, Task
from towns.record import effects
from towns.record.case_file import CaseFile, events_of
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import APPLICANT, OFFICE, Role

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
    lapse = deemed(file) or next((e for e in file.story if e.is_system and effects.of(e.name).held), None)
    if lapse is None:
        raise Impossible(
            "No time has run out here without action, so there is nothing to certify or to refuse."
        )
    if entry.on < lapse.on:
        raise Impossible(f"The time had not run out before {day_words(lapse.on)}.", field="on")


class File(Step):
    """Enter a filing."""

    key = "file"
    event = "filed"
    button = "Enter a filing"
    effects = ("The case gets its number.", "The filing checklist of the bylaw is laid out.")
    may = OFFICE | {Role.TOWN_CLERK, APPLICANT}
    form = "permitting.applications.forms.FiledAgain"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in ("draft", "incomplete")

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_filing(file, entry, kept)


class FindComplete(Step):
    """Find the application complete."""

    key = "find_complete"
    event = "complete"
    button = "Find the application complete"
    effects = (
        "The time to hold the hearing, or to decide, counts from the day the last piece was received.",
    )
    may = OFFICE
    form = "permitting.applications.forms.FindComplete"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in ("filed", "incomplete")

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage in ("filed", "incomplete")

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _found_on(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_complete(file, entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return _complete_stops(file, entry)


class FindIncomplete(Step):
    """Return it as incomplete."""

    key = "find_incomplete"
    event = "returned_incomplete"
    button = "Return it as incomplete"
    effects = ("The applicant is told what is missing.",)
    may = OFFICE
    form = "permitting.applications.forms.FindIncomplete"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in ("filed", "complete")

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return _incomplete_stops(file, entry)


class RecordInspection(Step):
    """Record the initial site inspection."""

    key = "record_inspection"
    event = "initial_inspection"
    button = "Record the initial site inspection"
    group = "inspection"
    may = OFFICE | {Role.INSPECTOR}
    form = "permitting.applications.forms.Fact"

    def offered(self, file: CaseFile) -> bool:
        return (
            _pending(file)
            and "initial_inspection" in events_of(file.matter)
            and (not file.has("initial_inspection"))
        )


class Withdraw(Step):
    """Withdraw the application."""

    key = "withdraw"
    event = "withdrawn"
    button = "Withdraw the application"
    effects = ("Every clock that is waiting or running stops for good.",)
    group = "ending"
    may = OFFICE | {APPLICANT}
    form = "permitting.applications.forms.Withdrawal"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file) or file.case.stage in DECIDED

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        """A withdrawal after the decision undoes nothing that was decided."""
        if not file.has("decided") and not file.has("deemed_approved"):
            return ()
        return (
            Stop(
                "after_decision",
                "The board has decided, or its time has run out. The decision stays on record.",
            ),
        )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return ("after_decision",) if file.has("decided") or file.has("deemed_approved") else ()


class CertifyLapse(Step):
    """Certify that the time passed without action."""

    key = "certify_lapse"
    event = "lapse_certified"
    button = "Certify that the time passed without action"
    effects = (
        "The certificate is printed for signature.",
        "The public may now see that the application is deemed approved.",
        "The board must issue the permit where the bylaw says so.",
    )
    group = "silence"
    may = frozenset({Role.TOWN_CLERK})
    of_the_confirming_officer = True
    form = "permitting.applications.forms.Certification"

    def offered(self, file: CaseFile) -> bool:
        return _unconfirmed(file)

    def primary(self, file: CaseFile) -> bool:
        return _unconfirmed(file) and (not file.has("certification_refused"))

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_silence(file, entry)


class RefuseCertification(Step):
    """Refuse to certify."""

    key = "refuse_certification"
    event = "certification_refused"
    button = "Refuse to certify"
    effects = ("The reason stays in the ledger.", "Staff are asked to record what the board did in time.")
    group = "silence"
    may = frozenset({Role.TOWN_CLERK})
    of_the_confirming_officer = True
    form = "permitting.applications.forms.Refusal"

    def offered(self, file: CaseFile) -> bool:
        return _unconfirmed(file) and (not file.has("certification_refused"))

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_silence(file, entry)


def _stage(file: CaseFile) -> str:
    return file.stage


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


#: What must come first, where a story leaves it out.
PRESUPPOSES: Mapping[str, Presupposed] = {
    "complete": needs_filed,
    **dict.fromkeys(
        (
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
        ),
        needs_filed,
    ),
    "comment_received": lambda file: None if file.has("referred") else "referred",
    "hearing_opened": _needs_complete,
    "hearing_continued": _needs_open,
    "hearing_closed": _needs_open,
    "hearing_reopened": _needs_closed,
}
