"""What an act alone makes of the law: said before it is done, so that one wrong date does not make an approval."""

from __future__ import annotations

from typing import Final

from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.record import effects
from towns.record.case_file import CaseFile
from towns.record.steps import Stop

#: The key of the stop, and of the defect that stays, where what an officer confirmed is taken back.
CONFIRMED_TAKEN_BACK: Final = "confirmed_taken_back"


def stops(file: CaseFile, entry: Entry) -> tuple[Stop, ...]:
    """Soft stops for what settling wrote after the entry: an approval, a lapse or a loss by silence, or the taking back
    of one that the named officer had confirmed. What settling alone would have written is not counted: it was written
    before the entry."""
    found = []
    for written in file.entries[entry.seq :]:
        if not written.is_system:
            continue
        if written.name == "taken_back":
            undone = file.entries[int(written.facts["seq"]) - 1]
            effect = effects.of(undone.name)
            if effect.held and _confirmed(file, undone, effect.confirmed_by):
                found.append(
                    Stop(
                        CONFIRMED_TAKEN_BACK,
                        f"{undone.title} was confirmed. This entry takes it back, and what was issued on it is void. "
                        "Only the officer who confirms such things may go on.",
                    )
                )
        elif effects.of(written.name).held:
            rule = next((r for r in file.matter.clocks if r.name == written.facts.get("clock")), None)
            found.append(
                Stop(
                    f"writes:{written.name}",
                    f"With this day the record says at once: {written.title}, {day_words(written.on)}. "
                    "Check the day before you go on.",
                    rule.cite if rule else "",
                )
            )
    return tuple(found)


def _confirmed(file: CaseFile, undone: Entry, by_event: str) -> bool:
    return any(e.name == by_event and e.seq > undone.seq for e in file.story)
