"""The steps of a waiver: the request, the board's word on it, and the waiver of a permit taken back or followed up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from permitting.applications.models import APPROVED, State
from permitting.applications.steps import UNDECIDED, needs_filed
from permitting.waivers.models import WaiverRequest
from permitting.waivers.queries import open_keys, waivers
from towns.hearings.steps import speaks_of
from towns.law.board_rules import denial_of, rescission_of, waiver_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.models import Party, Person
from towns.record import door
from towns.record.case_file import CaseFile
from towns.record.steps import Facts, Presupposed, Step
from towns.roles import APPLICANT, BOARD, OFFICE, Role

OUTCOMES = {"granted": "Granted", "granted_in_part": "Granted in part", "denied": "Denied"}

#: What the applicant did that, by some texts, forces a denial.
FORCED = {
    "refused_continuance": "The applicant refused, or objected to, a continuance",
    "no_information": "The applicant failed to provide requested information",
}


def _pending(file: CaseFile) -> bool:
    return file.case.stage in UNDECIDED


def may_waive(file: CaseFile) -> bool:
    """Whether the text of this matter knows waivers of a requirement."""
    return waiver_of(file.matter) is not None or speaks_of(file, "waiver_requested")


def _named(file: CaseFile, entry: Entry) -> Entry:
    """A request without a key gets the next one."""
    if entry.facts.get("waiver"):
        return entry
    taken = {waiver.key for waiver in waivers(file)}
    number = next(n for n in range(1, len(taken) + 2) if f"waiver-{n}" not in taken)
    return replace(entry, facts={**entry.facts, "waiver": f"waiver-{number}"})


def _meant(file: CaseFile, entry: Entry) -> Entry:
    """A decision without a key means the one request that waits."""
    waiting = open_keys(file)
    if entry.facts.get("waiver") or len(waiting) != 1:
        return entry
    return replace(entry, facts={**entry.facts, "waiver": waiting[0]})


def _check_decision(file: CaseFile, entry: Entry) -> None:
    if entry.outcome and entry.outcome not in OUTCOMES:
        raise Impossible(
            f"Choose what the board did: {', '.join(OUTCOMES.values())}. {entry.outcome} was entered.",
            field="outcome",
        )


def _decision_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """What the text says against this decision: a denial it commands, a hearing it wants, the time it gives."""
    rule, key = waiver_of(file.matter), str(entry.facts.get("waiver", ""))
    done = {earlier.name for earlier in file.story if earlier.on <= entry.on}
    found = []
    if rule and rule.denied_if and entry.facts.get("applicant") in FORCED and entry.outcome != "denied":
        found.append(f"must_be_denied:{key}")
    if rule and rule.hearing and "hearing_opened" not in done:
        found.append(f"waiver_without_hearing:{key}")
    if rule and rule.at_close and "hearing_closed" not in done:
        found.append(f"waiver_before_close:{key}")
    for reading in file.readings(entry.on):
        stopped_by_it = any(stop.event == "waiver_decided" for stop in reading.rule.stops)
        if stopped_by_it and reading.status == "missed" and (reading.of or "") in ("", key):
            found.append(f"late:{reading.clock}")
    return tuple(found)


def _keep_request(file: CaseFile, entry: Entry, kept: Facts) -> None:
    if kept.get("requirement"):
        WaiverRequest.objects.create(
            town=file.town,
            case=file.case,
            event_seq=entry.seq,
            key=entry.facts["waiver"],
            requirement=kept["requirement"],
            section=kept.get("section", ""),
            reason=kept.get("reason", ""),
        )


def _keep_ruling(file: CaseFile, entry: Entry, kept: Facts) -> None:
    if kept.get("ruling"):
        WaiverRequest.objects.filter(case=file.case, key=entry.facts.get("waiver", "")).update(
            ruling=kept["ruling"]
        )


def _needs_request(file: CaseFile) -> str | None:
    return needs_filed(file) or (None if file.has("waiver_requested") else "waiver_requested")


# ---------------------------------------------------------------- the waiver of a permit


def _granted(file: CaseFile) -> bool:
    return rescission_of(file.matter) is not None and file.case.stage in (
        *map(str, APPROVED),
        "permitted",
    )


def _denied(file: CaseFile) -> bool:
    return (
        bool(denial_of(file.matter))
        and file.case.stage in (State.DISAPPROVED, State.RESCINDED)
        and not file.has("permit_case_opened")
    )


def _rescission_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    rule = rescission_of(file.matter)
    upon = str(entry.facts.get("board", "")).replace("_", " ").casefold()
    wanted = rule is not None and rule.upon
    return ("without_recommendation",) if wanted and upon not in {u.casefold() for u in rule.upon} else ()  # type: ignore[union-attr]


def _check_denied(file: CaseFile, entry: Entry) -> None:
    if not denial_of(file.matter):
        raise Impossible("A denial here leads to no other kind of business.")
    if file.has("permit_case_opened"):
        raise Impossible("The application for the permit has been opened already.")


def _open_permit_case(file: CaseFile, entry: Entry, kept: Facts) -> None:
    """The permit's own case, with the same land and people, which names the waiver's case."""
    case = file.case
    person = Person.objects.filter(pk=entry.by_id).first() if entry.by_id else None
    parties = Party.objects.filter(case=case).values("kind", "name", "address", "email", "phone", "person_id")
    application = file.principal
    same = {
        name: getattr(application, name)
        for name in ("description", "disturbed_sqft", "common_plan_sqft", "lot_sqft")
        if getattr(application, name, None) not in (None, "")
    }
    door.open_case(
        town=file.town,
        matter=denial_of(file.matter),
        by=door.Actor(person, frozenset({entry.role})),
        on=entry.on,
        today=entry.on,
        at=entry.at,
        keep={**same, "parties": list(parties)},
        title=case.title,
        address=case.address,
        map_lot=case.map_lot,
        from_case=case.number,
    )


def _needs_denial(file: CaseFile) -> str | None:
    return None if file.stage in ("disapproved", "rescinded") else "decided"


def _needs_grant(file: CaseFile) -> str | None:
    return None if file.stage in (*map(str, APPROVED), "permitted") else "decided"


class RequestWaiver(Step):
    """Enter a request for a waiver."""

    key = "request_waiver"
    event = "waiver_requested"
    button = "Enter a request for a waiver"
    effects = ("The board’s time to decide the waiver, where the bylaw gives one, counts from this day.",)
    group = "waiver"
    may = OFFICE | {APPLICANT}
    form = "permitting.waivers.forms.Request"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file) and may_waive(file)

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _named(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_request(file, entry, kept)


class DecideWaiver(Step):
    """Record the decision on a waiver."""

    key = "decide_waiver"
    event = "waiver_decided"
    button = "Record the decision on a waiver"
    effects = ("The time to decide this waiver is met.",)
    group = "waiver"
    may = BOARD
    form = "permitting.waivers.forms.Ruling"

    def offered(self, file: CaseFile) -> bool:
        return _pending(file) and bool(open_keys(file))

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _meant(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_decision(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _decision_defects(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_ruling(file, entry, kept)


class RescindWaiver(Step):
    """Rescind the waiver."""

    key = "rescind_waiver"
    event = "waiver_rescinded"
    button = "Rescind the waiver"
    effects = ("The waiver no longer allows the work.", "The permit must be applied for.")
    group = "waiver"
    action = "decide"
    may = BOARD
    form = "permitting.waivers.forms.Rescission"

    def offered(self, file: CaseFile) -> bool:
        return _granted(file)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return _rescission_defects(file, entry)


class OpenPermitCase(Step):
    """Open the application for the permit."""

    key = "open_permit_case"
    event = "permit_case_opened"
    button = "Open the application for the permit"
    effects = (
        "A case of its own is opened for the permit, with the same land and people; it names this one.",
    )
    group = "waiver"
    action = "file"
    may = OFFICE | {Role.TOWN_CLERK, APPLICANT}
    form = "permitting.waivers.forms.PermitCase"

    def offered(self, file: CaseFile) -> bool:
        return _denied(file)

    def primary(self, file: CaseFile) -> bool:
        return _denied(file)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_denied(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _open_permit_case(file, entry, kept)


PRESUPPOSES: Mapping[str, Presupposed] = {
    "waiver_requested": needs_filed,
    "waiver_decided": _needs_request,
    "waiver_rescinded": _needs_grant,
    "permit_case_opened": _needs_denial,
}
