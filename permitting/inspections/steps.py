"""The steps of an inspection: asked for, scheduled, made, corrected, cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime

from permitting.applications.steps import needs_filed
from permitting.inspections.models import PASSES, Inspection, InspectionState, Stage, found
from permitting.inspections.reports import InspectionReport
from permitting.inspections.stages import inspections_in
from towns.calendar.words import day_words
from towns.law.inspection_rules import inspections_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile
from towns.record.corrections import BY
from towns.record.steps import Facts, Presupposed, Regarding, Step, Stop
from towns.roles import APPLICANT, OFFICE, Role

_S = InspectionState
#: Said in place of a number: a new inspection, whatever else is under way.
NEW = "new"
INSPECTORS = OFFICE | {Role.INSPECTOR}


def _filed(file: CaseFile) -> bool:
    return file.case.stage not in ("draft", "withdrawn", "disapproved", "rescinded")


def _has(file: CaseFile, *states: str) -> bool:
    return any(row.state in states for row in inspections_in(file))


def meant(file: CaseFile, entry: Entry) -> Inspection | None:
    """The inspection that an event speaks of: by its number, else the last live one of its stage."""
    rows = file.things.get(Inspection.KIND, {})
    number = entry.facts.get(Inspection.KIND)
    if number == NEW:
        return None
    if number is None:
        live = [n for n, row in rows.items() if Inspection.means(entry, row)]
        number = max(live, default=0)
    row = rows.get(int(number))
    return row if isinstance(row, Inspection) else None


class _OfInspection(Step):
    """A step of one inspection: its stage stands in the event, so that a reader of the ledger need not look it up."""

    group = "inspection"
    action = "record_inspection"
    may = INSPECTORS

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        """The stage of the inspection meant; a visit of no stage is a routine one."""
        row = meant(file, entry)
        facts = dict(entry.facts)
        if facts.get(Inspection.KIND) == NEW:
            facts[Inspection.KIND] = max(file.things.get(Inspection.KIND, {}), default=0) + 1
        facts.setdefault("stage", row.stage if row else str(Stage.ROUTINE))
        if row is not None and row.point:
            facts.setdefault("point", row.point)
        return replace(entry, facts=facts)


class _Begins(_OfInspection):
    """A step that may bring an inspection into being."""

    def offered(self, file: CaseFile) -> bool:
        """While the application stands."""
        return _filed(file)


class _Needs(_OfInspection):
    """A step about an inspection that there must already be."""

    def check(self, file: CaseFile, entry: Entry) -> None:
        """An inspection that never was can be neither corrected nor cancelled."""
        number = int(entry.facts[Inspection.KIND])
        if number not in file.things.get(Inspection.KIND, {}):
            raise Impossible(
                "There is no inspection of this stage that it could be about. Enter the inspection first.",
                field=Inspection.KIND,
            )


class RequestInspection(_Begins):
    """Ask for an inspection."""

    key = "request_inspection"
    event = "inspection_requested"
    button = "Ask for an inspection"
    effects = ("It stands on the inspector’s list until a day is set.",)
    action = "request_inspection"
    may = INSPECTORS | {APPLICANT}
    form = "permitting.inspections.forms.Request"


class ScheduleInspection(_Begins):
    """Set the day of an inspection."""

    key = "schedule_inspection"
    event = "inspection_scheduled"
    button = "Set the day of an inspection"
    effects = ("It stands on the inspector’s list for that day.",)
    form = "permitting.inspections.forms.Schedule"

    def check(self, file: CaseFile, entry: Entry) -> None:
        said = entry.facts.get("for")
        if not said:
            raise Impossible("Enter the day for which the inspection is set.", field="for")
        day = datetime.fromisoformat(str(said)).date()
        if day < entry.on:
            raise Impossible(
                f"The inspection cannot be set for {day_words(day)}: that is before {day_words(entry.on)}.",
                field="for",
            )

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        return _not_ready(file, entry)


class RecordVisit(_Begins):
    """Record an inspection that was made."""

    key = "record_visit"
    event = "inspection_held"
    button = "Record an inspection"
    effects = (
        "What was found stands in the record.",
        "What failed is inspected again under the same number.",
    )
    form = "permitting.inspections.forms.Visit"

    def check(self, file: CaseFile, entry: Entry) -> None:
        found(entry.outcome)
        said = entry.facts.get("mend_by")
        if said:
            try:
                mend_by = date.fromisoformat(str(said))
            except ValueError:
                raise Impossible(f"{said!r} is not a day. Write it as 2026-11-05.", field="mend_by") from None
            if mend_by < entry.on:
                raise Impossible("What was found cannot be due before the inspection.", field="mend_by")

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """What the text wanted before this inspection, or asks of its outcome."""
        rule = inspections_of(file.matter).stage(str(entry.facts.get("stage", "")))
        if rule is None:
            return ()
        known = {earlier.name for earlier in file.story if earlier.on <= entry.on}
        missing = tuple(f"inspected_before:{name}" for name in rule.needs if name not in known)
        unseen = rule.storm and entry.outcome in PASSES and not entry.facts.get("storm_seen")
        return (*missing, *(("passed_without_storm",) if unseen else ()))

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        """Passing the initial inspection is the fact for which the law's gate waits."""
        if entry.facts.get("stage") != Stage.INITIAL or entry.outcome not in PASSES:
            return ()
        if any(told.name == "initial_inspection" and told.on <= entry.on for told in file.story):
            return ()
        facts = {Inspection.KIND: _number(entry), BY: entry.seq}
        return (Entry("initial_inspection", entry.on, at=entry.at, facts=facts),)

    def still(self, file: CaseFile, now: Entry, follower: Entry) -> bool:
        """A visit that did not pass opens no gate."""
        return now.facts.get("stage") == Stage.INITIAL and now.outcome in PASSES

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        """The report of the visit: who went, the weather, what was looked at."""
        InspectionReport.objects.create(
            town=file.town,
            case=file.case,
            event_seq=entry.seq,
            inspection=_number(entry),
            **{name: kept[name] for name in InspectionReport.KEPT if name in kept},
        )

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        """The report of a visit that was never made says so; the visit's day is the ledger's."""
        InspectionReport.objects.filter(case=file.case, event_seq=earlier.seq).update(never_was=now is None)


class CorrectInspection(_Needs):
    """Record that what an inspection found was corrected."""

    key = "correct_inspection"
    event = "inspection_corrected"
    button = "Record that what was found is corrected"
    form = "permitting.inspections.forms.Corrected"

    def offered(self, file: CaseFile) -> bool:
        return _has(file, _S.HELD, _S.FAILED, _S.PASSED_WITH_ITEMS)


class CancelInspection(_Needs):
    """Cancel an inspection."""

    key = "cancel_inspection"
    event = "inspection_cancelled"
    button = "Cancel an inspection"
    form = "permitting.inspections.forms.Cancelled"

    def offered(self, file: CaseFile) -> bool:
        return _has(file, _S.REQUESTED, _S.SCHEDULED)


def _number(entry: Entry) -> int:
    return Inspection.number_in(entry)


def _not_ready(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """What the text wants before an inspection of this stage and what is not known yet."""
    rule = inspections_of(file.matter).stage(str(entry.facts.get("stage", "")))
    missing = [name for name in rule.needs if not file.has(name)] if rule else []
    if rule is None or not missing:
        return ()
    return tuple(
        Stop(
            f"inspection_needs:{name}",
            f"{rule.title}: {_wanted(file, name)} is not in the record.",
            rule.cite,
        )
        for name in missing
    )


def _wanted(file: CaseFile, event: str) -> str:
    return file.law.events[event].noun


def _needs_request(file: CaseFile, told: Facts) -> str | None:
    """A visit presupposes that somebody asked for it, unless one of its stage is under way."""
    entry = Entry("inspection_held", file.case.opened, facts=told)
    return needs_filed(file) if meant(file, entry) else "inspection_requested"


PRESUPPOSES: Mapping[str, Presupposed] = {
    "inspection_requested": needs_filed,
    "inspection_scheduled": needs_filed,
    "inspection_held": Regarding(_needs_request),
}
