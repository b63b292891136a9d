"""Settling a case as of a day: what ran out is written down, what no longer stands is taken back, states follow."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from towns import roles
from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.ledger.stateful import Thing
from towns.record import effects
from towns.record.case_file import CaseFile


def _key(reading: Reading) -> tuple[str, str]:
    return reading.clock, reading.of or ""


def settle(file: CaseFile, today: date) -> list[Reading]:
    """Bring a case file to `today`: append what ran out, take back what did not, replay. Returns the readings.

    Whatever day it runs, an effect is dated the day after the last day, so a missed week gives the same ledger.
    The ledger's own last day is the least that `today` can be: a request that began before midnight and waited for the
    night's sweep must not take back what that sweep wrote.
    """
    today = max(today, max((entry.on for entry in file.entries), default=today))
    readings = file.readings(today)
    by_key = {_key(reading): reading for reading in readings}
    written: set[tuple[str, str]] = set()
    for entry in file.story:
        if not entry.is_system or "clock" not in entry.facts:
            continue
        key = entry.facts["clock"], entry.facts.get("of", "")
        reading = by_key.get(key)
        stands = reading is not None and reading.status == "missed" and _day_after(reading) == entry.on
        if stands and key not in written:
            written.add(key)
        else:
            _append(
                file,
                Entry("taken_back", today, facts={"seq": entry.seq, "clock": key[0]}, role=roles.SYSTEM),
            )
    ran_out = [r for r in readings if r.status == "missed" and _key(r) not in written]
    for reading in sorted(ran_out, key=lambda r: _day_after(r) or today):
        day = _day_after(reading)
        if day is None or reading.if_missed is None:
            continue
        facts: dict[str, Any] = {"clock": reading.clock, **({"of": reading.of} if reading.of else {})}
        if marks := file.type.marks(file, reading):
            facts["defects"] = list(marks)
        _append(file, Entry(reading.if_missed, day, facts=facts, role=roles.SYSTEM))
    replay(file)
    return readings


def replay(file: CaseFile) -> None:
    """Make the states follow from the story, each through its own transitions. Raises `Impossible`."""
    told = file.story
    thing = type(file.principal).replay(told)
    file.moved = file.moved or thing.state != file.principal.state
    file.principal = thing.stand_in_for(file.principal)
    for model in file.type.things:
        _replay_things(file, model, told)


def _replay_things(file: CaseFile, model: type[Thing], told: list[Entry]) -> None:
    rows = file.things[model.KIND]
    numbers = {model.number_in(entry) for entry in told if entry.name in model.BEGINS}
    setting = model.setting(file)
    for number in sorted(numbers | rows.keys()):
        mine = [entry for entry in told if entry.name in model.MOVES and model.number_in(entry) == number]
        thing = model.replay(mine, **setting)
        if number not in numbers:  # a correction says that it never was
            thing.never_was()
        row = rows.get(number)
        if row is None:
            row = model(**{"town": file.town, "case": file.case, "number": number})
        rows[number] = thing.stand_in_for(row)
        rows[number].tell(mine)


def _day_after(reading: Reading) -> date | None:
    return reading.expires + timedelta(days=1) if reading.expires else None


def _append(file: CaseFile, entry: Entry) -> None:
    numbered = Entry(
        name=entry.name,
        on=entry.on,
        at=entry.at,
        facts=entry.facts,
        role=entry.role,
        seq=len(file.entries) + 1,
    )
    file.entries.append(numbered)
    file.fresh.append(numbered)


def is_held(story: list[Entry]) -> bool:
    """Whether something ran out that the named officer has neither confirmed nor refused.

    A refusal does not end the hold: until the fact is recorded for which it was refused, the public must not read that
    the time ran out.
    """
    held: set[str] = set()
    for entry in story:
        if entry.is_system and (effect := effects.of(entry.name)).held:
            held.add(effect.confirmed_by)
        else:
            held.discard(entry.name)
    return bool(held)
