"""Mending the record: a later event names the earlier one, and the story is told anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any, Final

from towns import roles
from towns.ledger.entries import Entry, correctable, corrections, entry_meant
from towns.ledger.stateful import Impossible
from towns.models import Case, Person
from towns.record import twins
from towns.record.case_file import CaseFile, open_case_file
from towns.record.steps import Facts, Step, check_days
from towns.roles import OFFICE, Role

#: The fact by which an entry names the one that brought it along.
BY: Final = "by_entry"


def _check(file: CaseFile, entry: Entry) -> None:
    try:
        named = int(entry.facts.get("seq", 0))
        day = date.fromisoformat(str(entry.facts.get("day") or entry.on))
        time.fromisoformat(str(entry.facts.get("hour") or "00:00"))
    except ValueError as wrong:
        raise Impossible(f"The correction cannot be read: {wrong}.", field="day") from None
    earlier = correctable(file.entries).get(named) or corrections(file.entries).get(named)
    if earlier is None:
        raise Impossible(f"There is no event {named} that stands in {file.case.number}.", field="seq")
    if earlier.is_system:
        raise Impossible(
            f"“{earlier.title}” was written because a clock ran out; mend the fact it was counted from instead.",
            field="seq",
        )
    if not entry.facts.get("why"):
        raise Impossible("Say why the event is corrected; the reason stays in the ledger.", field="why")
    if not entry.facts.get("remove"):
        if not {"day", "hour", "facts"} & set(entry.facts):
            raise Impossible("Enter the right day, or say that it did not happen.", field="day")
        if not isinstance(entry.facts.get("facts", {}), dict):
            raise Impossible("The corrected facts cannot be read.", field="facts")
        if day > entry.on:
            raise Impossible("The right day cannot lie after the day of the correction.", field="day")
    _check_as_corrected(file, entry)


def _check_as_corrected(file: CaseFile, entry: Entry) -> None:
    """What could not have been entered in the first place cannot be the correction either."""
    entries = [*file.entries, replace(entry, seq=len(file.entries) + 1)]
    now = correctable(entries).get(entry_meant(entries, entries[-1].seq))
    if now is None:
        return
    check_days(now)
    declared = file.type.step_for(now.name, file.matter)
    if declared is not None:
        declared.check(file, now)


def _follow(file: CaseFile, entry: Entry, _kept: Facts) -> None:
    """Let the rows that were written with the corrected entry say what it says now."""
    seq = entry_meant(file.entries, entry.seq)
    earlier = file.entries[seq - 1]
    declared = file.type.step_for(earlier.name, file.matter)
    if declared is not None:
        declared.follow(file, earlier, correctable(file.entries).get(seq))
    _correct_twins(file, entry, earlier)


def _correct_twins(file: CaseFile, entry: Entry, earlier: Entry) -> None:
    """A correction of an act that was written in several cases corrects it in each; they are locked already."""
    from towns.record import door  # the door takes this step

    if entry.facts.get("with_case"):
        return  # this is the twin's own correction
    said = {
        key: value
        for key, value in entry.facts.items()
        if key not in ("seq", "overridden", "reason", "defects")
    }
    person = Person.objects.filter(pk=entry.by_id).first() if entry.by_id else None
    for number in twins.named_in(earlier):
        other = Case.objects.filter(number=number).first()
        if other is None:
            continue
        found = next(twins.in_case(open_case_file(other, file.town).entries, earlier, file.case.number), None)
        if found is None:
            continue
        door.act(
            "correct",
            case=other,
            by=door.Actor(person, frozenset({entry.role, roles.SYSTEM})),
            on=entry.on,
            today=entry.on,
            override=str(
                entry.facts.get("reason") or entry.facts.get("why") or "Corrected in the other case."
            ),
            seq=found.seq,
            with_case=file.case.number,
            **said,
        )


def _followers_corrected(file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
    """What a fact brought along is corrected with it: it happened on the same day, or not at all."""
    seq = entry_meant(file.entries, entry.seq)
    earlier = file.entries[seq - 1]
    standing = correctable(file.entries)
    now = standing.get(seq)
    declared = file.type.step_for(earlier.name, file.matter)
    found = []
    for follower in standing.values():
        if follower.facts.get(BY) != seq:
            continue
        facts: dict[str, Any] = {"seq": follower.seq, "why": entry.facts["why"]}
        if now is None or (declared is not None and not declared.still(file, now, follower)):
            facts["remove"] = True
        elif follower.on == earlier.on and "day" in entry.facts:
            facts["day"] = entry.facts["day"]
        else:
            continue
        found.append(replace(entry, facts=facts))
    return tuple(found)


class Correct(Step):
    """Correct the record."""

    key = "correct"
    event = "corrected"
    button = "Correct the record"
    effects = ("The earlier event stays readable; the case is read anew with the right fact.",)
    group = "correction"
    may = OFFICE | {Role.TOWN_CLERK}
    form = "towns.cases.forms.Correction"

    def offered(self, file: CaseFile) -> bool:
        return len(file.entries) > 0

    def check(self, file: CaseFile, entry: Entry) -> None:
        _check(file, entry)

    def then(self, file: CaseFile, entry: Entry) -> tuple[Entry, ...]:
        return _followers_corrected(file, entry)

    def keep(self, file: CaseFile, entry: Entry, kept: Facts) -> None:
        _follow(file, entry, kept)
