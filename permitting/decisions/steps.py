"""The steps of a decision: vote and writing, the clerk's stamp, and agreements to extend the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from permitting.applications.models import DECIDED
from permitting.applications.steps import UNDECIDED, needs_deliberation, starts_with
from permitting.decisions import findings
from permitting.decisions.models import Condition, Decision, Phase
from towns.calendar.words import day_words
from towns.law.clocks import Reading
from towns.law.defects import WITHOUT_END, agreement_defects
from towns.law.inspection_rules import inspections_of
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible
from towns.record.case_file import CaseFile, law_story
from towns.record.steps import Facts, Presupposed, Step, Stop
from towns.roles import BOARD, OFFICE, Role

OUTCOMES = {
    "approved": "Approved",
    "approved_with_conditions": "Approved with conditions",
    "disapproved": "Disapproved",
}


def _voted(entry: Entry) -> date:
    said = entry.facts.get("voted")
    return date.fromisoformat(said) if said else entry.on


def _check_decision(file: CaseFile, entry: Entry) -> None:
    if entry.outcome not in OUTCOMES:
        raise Impossible(
            f"Choose what the board decided: {', '.join(OUTCOMES.values())}. {entry.outcome or 'Nothing'} was entered.",
            field="outcome",
        )
    if _voted(entry) > entry.on:
        raise Impossible(
            f"The vote on {day_words(_voted(entry))} cannot come after the writing on {day_words(entry.on)}.",
            field="voted",
        )


def late_writings(file: CaseFile, entry: Entry) -> list[Reading]:
    """The clocks that the vote was in time for and its writing is not: whether the vote alone stops them is a doubt."""
    voted = _voted(entry)
    return [
        reading
        for reading in file.readings(entry.on)
        if reading.status == "missed"
        and reading.expires is not None
        and voted <= reading.expires < entry.on
        and any(stop.event == "decided" for stop in reading.rule.stops)
    ]


def writing_marks(file: CaseFile, reading: Reading) -> tuple[str, ...]:
    """What is marked on a time that ran out although the board voted in time: only the writing was late or lacking."""
    if reading.expires is None or not any(stop.event == "decided" for stop in reading.rule.stops):
        return ()
    voted = [e for e in file.story if e.name == "voted" and e.on <= reading.expires]
    written = [e for e in file.story if e.name == "decided" and _voted(e) <= reading.expires]
    return ("writing_late",) if voted or written else ()


def decision_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """What a court might say against a decision made on this day; each is named and none refuses the record."""
    done = {earlier.name for earlier in file.story if earlier.on <= entry.on}
    defects = []
    for reading in file.readings(entry.on):
        rule = reading.rule
        if (
            any(stop.event in ("decided", "decision_filed") for stop in rule.stops)
            and reading.status == "missed"
        ):
            defects.append(f"after_lapse:{reading.clock}")
        if rule.if_missed == "decision_allowed" and reading.status in ("waiting", "running"):
            defects.append(f"before_gate:{reading.clock}")
    defects += [f"writing_late:{reading.clock}" for reading in late_writings(file, entry)]
    if starts_with(file, "hearing_closed") and "hearing_closed" not in done:
        defects.append("without_hearing")
    if "notice_defective" in done:
        defects.append("notice_defective")
    if entry.outcome == "disapproved" and file.has("permit_issued"):
        defects.append("permit_stands")
    for gate in file.matter.gates:
        # A gate opens by any one of the events that it names.
        if (
            gate.act == entry.name
            and (not gate.outcomes or entry.outcome in gate.outcomes)
            and done.isdisjoint(gate.needs)
        ):
            defects.append(f"before_gate:{gate.key}")
    return tuple(dict.fromkeys([*defects, *findings.defects(file, entry)]))


def _keep_decision(file: CaseFile, entry: Entry, kept: Facts) -> None:
    decision = Decision.objects.create(
        town=file.town,
        case=file.case,
        event_seq=entry.seq,
        outcome=entry.outcome,
        voted=_voted(entry),
        written=entry.on,
        votes=kept.get("votes", []),
        findings=findings.listed(kept.get("findings")),
    )
    Condition.objects.bulk_create(
        Condition(
            town=file.town,
            decision=decision,
            position=place,
            text=text,
            survives_as_built=survives,
            **_binds(file, survives, *more),
        )
        for place, (text, survives, *more) in enumerate(kept.get("conditions", ()), start=1)
    )


def _binds(file: CaseFile, survives: bool, key: str = "") -> dict[str, str]:
    """When a condition binds and what shows that it is met, as the law has it for a standard condition."""
    hint = next((one for one in inspections_of(file.matter).conditions if key and one.key == key), None)
    phase = hint.phase if hint else str(Phase.FOR_EVER if survives else Phase.DURING_WORK)
    return {"key": key, "phase": phase, "met_by_event": hint.met_by if hint else ""}


def _follow_decision(file: CaseFile, earlier: Entry, now: Entry | None) -> None:
    decisions = Decision.objects.filter(case=file.case, event_seq=earlier.seq)
    if now is None:
        decisions.delete()
    else:
        decisions.update(outcome=now.outcome, voted=_voted(now), written=now.on)


def extendable(file: CaseFile) -> list[str]:
    """The clocks of this matter that an agreement may lengthen."""
    return [rule.name for rule in file.matter.clocks if rule.extend]


def _check_extension(file: CaseFile, entry: Entry) -> None:
    clocks = extendable(file)
    if entry.facts.get("clock") not in clocks:
        raise Impossible(
            f"No agreement can extend {entry.facts.get('clock') or 'an unnamed clock'} here; choose one of: "
            f"{', '.join(clocks) or 'none'}.",
            field="clock",
        )
    until = entry.facts.get("until")
    if until and date.fromisoformat(until) <= entry.on:
        raise Impossible(
            f"An extension until {day_words(date.fromisoformat(until))} ends before it was agreed, "
            f"{day_words(entry.on)}.",
            field="until",
        )


def extension_defects(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    """What the agreement lacks, and whether it came after the strict day or after the last day."""
    (agreement,) = law_story([entry])
    late = _too_late(file, entry) if entry.facts.get("until") else ()
    return (*agreement_defects(law_story(file.story), agreement), *late)


def _too_late(file: CaseFile, entry: Entry) -> tuple[str, ...]:
    for reading in file.readings(entry.on):
        if reading.clock != entry.facts.get("clock"):
            continue
        if reading.status == "missed":
            return (f"too_late:{reading.clock}",)
        strict = reading.strict
        if isinstance(strict, date) and entry.on > strict:
            return (f"between_strict_and_due:{reading.clock}",)
    return ()


def _default_clock(file: CaseFile, entry: Entry) -> Entry:
    clocks = extendable(file)
    if "clock" in entry.facts or not clocks:
        return entry
    return replace(entry, facts={**entry.facts, "clock": "decide" if "decide" in clocks else clocks[0]})


def _needs_decision(file: CaseFile) -> str | None:
    return "decided" if file.stage in ("draft", *UNDECIDED) else None


def _needs_appealable(file: CaseFile) -> str | None:
    """An appeal is from a decision: from the one filed with the town clerk, where the law counts from the filing."""
    if starts_with(file, "decision_filed") and not file.has("decision_filed"):
        return None if file.has("petitioner_notice_filed") else "decision_filed"
    return _needs_decision(file)


class Decide(Step):
    """Record the decision."""

    key = "decide"
    event = "decided"
    button = "Record the decision"
    effects = ("The board’s time to act is met, if the writing is in time.", "The decision can be printed.")
    group = "decision"
    may = BOARD
    form = "permitting.decisions.forms.DecisionForm"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in (*UNDECIDED, "deemed_approved") and (not file.has("permit_issued"))

    def primary(self, file: CaseFile) -> bool:
        return file.case.stage == "deliberation"

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_decision(file, entry)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return decision_defects(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _keep_decision(file, entry, kept)

    def follow(self, file: CaseFile, earlier: Entry, now: Entry | None) -> None:
        _follow_decision(file, earlier, now)

    def told(self, kept: Facts) -> Facts:
        return findings.told(kept)


class RecordVote(Step):
    """Record the vote of the night."""

    key = "record_vote"
    event = "voted"
    button = "Record the vote; its writing comes later"
    effects = (
        "The vote is on record with its day. It stops no clock: the writing does.",
        "A second vote before the writing is filed reconsiders the first; both stay on record.",
    )
    group = "decision"
    may = BOARD
    form = "permitting.decisions.forms.Vote"

    def offered(self, file: CaseFile) -> bool:
        """While the board may still act."""
        return file.case.stage in UNDECIDED and not file.has("decided")

    def check(self, file: CaseFile, entry: Entry) -> None:
        """A vote has an outcome that a board can reach."""
        if entry.outcome and entry.outcome not in OUTCOMES:
            raise Impossible(
                f"Choose what the board voted: {', '.join(OUTCOMES.values())}. {entry.outcome} was entered.",
                field="outcome",
            )

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        """A vote after the last day."""
        return tuple(
            f"after_lapse:{reading.clock}"
            for reading in file.readings(entry.on)
            if reading.status == "missed"
            and any(stop.event in ("decided", "decision_filed") for stop in reading.rule.stops)
        )


class FileDecision(Step):
    """Record the clerk’s stamp on the decision."""

    key = "file_decision"
    event = "decision_filed"
    button = "Record the clerk’s stamp on the decision"
    effects = ("The day on which the decision was filed with the town clerk is proved.",)
    group = "decision"
    may = OFFICE | {Role.TOWN_CLERK}
    form = "permitting.decisions.forms.DecisionFiled"

    def offered(self, file: CaseFile) -> bool:
        return (
            file.case.stage in (*map(str, DECIDED), "permitted")
            and file.has("decided")
            and (not file.has("decision_filed"))
        )


class Extend(Step):
    """Record an agreement to extend the time."""

    key = "extend"
    event = "extension_agreed"
    button = "Record an agreement to extend the time"
    effects = ("The last day moves to the day agreed, if the agreement was made in time.",)
    group = "decision"
    may = BOARD
    form = "permitting.decisions.forms.Extension"

    def offered(self, file: CaseFile) -> bool:
        return file.case.stage in UNDECIDED and bool(extendable(file))

    def prepare(self, file: CaseFile, entry: Entry) -> Entry:
        return _default_clock(file, entry)

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check_extension(file, entry)

    def stops(self, file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
        if entry.facts.get("until"):
            return ()
        words = "The agreement names no last day. It is kept in the record, but it moves nothing."
        return (Stop(WITHOUT_END, words, file.matter.cite),)

    def defects(self, file: CaseFile, entry: Entry) -> tuple[str, ...]:
        return extension_defects(file, entry)


PRESUPPOSES: Mapping[str, Presupposed] = {
    "decided": needs_deliberation,
    "decision_filed": _needs_decision,
    "appeal_filed": _needs_appealable,
}
