"""Settling a case as of a day: what ran out is written down, what no longer stands is taken back, states follow."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from towns import roles
from towns.law.clocks import Reading
from towns.ledger.entries import Entry
from towns.models import Hearing
from towns.record.case_file import CaseFile, hearing_of, notice_events

#: What the law says when a clock ran out, and the public hears only after the named officer confirmed it.
HELD: Final = frozenset(
    {
        "deemed_approved",
        "no_opposition",
        "grant_lost",
        "grant_final",
        "lapse_asserted",
        "municipal_charge",
        "special_assessment",
        "expired",
        "town_may_act",
        "cease_and_desist_due",
        "complaint_may_issue",
        "order_final",
    }
)

#: What ends the hold. A refusal does not: until the fact is recorded for which it was refused, the public must not
#: read that the time ran out.
CONFIRMS: Final = frozenset({"lapse_certified"})


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
        facts = {"clock": reading.clock, **({"of": reading.of} if reading.of else {})}
        _append(file, Entry(reading.if_missed, day, facts=facts, role=roles.SYSTEM))
    replay(file)
    return readings


def replay(file: CaseFile) -> None:
    """Make the states follow from the story, each through its own transitions. Raises `Impossible`."""
    told = file.story
    thing = type(file.principal).replay(told)
    file.moved = file.moved or thing.state != file.principal.state  # type: ignore[attr-defined]
    file.principal = thing.stand_in_for(file.principal)
    numbers = {hearing_of(e) for e in told if e.name in ("hearing_scheduled", "hearing_opened")}
    needed = notice_events(file.matter)
    for number in sorted(numbers | file.hearings.keys()):
        mine = [e for e in told if e.name in Hearing.MOVES and hearing_of(e) == number]
        hearing = Hearing.replay(mine, ways_needed=needed)
        if number not in numbers:  # a correction says that it was never set
            hearing.cancel(None)
        row = file.hearings.get(number)
        if row is None:
            row = Hearing(town=file.town, case=file.case, number=number)
        file.hearings[number] = hearing.stand_in_for(row)
        if row.pk is None:
            file.hearings[number]._state.adding = True


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
    """Whether something ran out that the named officer has neither confirmed nor refused."""
    held = False
    for entry in story:
        if entry.is_system and entry.name in HELD:
            held = True
        elif entry.name in CONFIRMS:
            held = False
    return held
