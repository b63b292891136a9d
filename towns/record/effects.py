"""What it would mean if nobody acted, in words for the person who would have to explain it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from towns.calendar.words import day_words


@dataclass(frozen=True, slots=True)
class Silence:
    """The consequence in bold, and the rest of the sentence."""

    bold: str = ""
    rest: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.bold, self.rest)))


#: effect → the words while time still runs, and once it has run out. {day} is the first day of the effect.
_WORDS: Final[dict[str, tuple[Silence, Silence]]] = {
    "deemed_approved": (
        Silence("Approval by silence", "on {day}"),
        Silence("Approved by silence.", "The town clerk may certify from {day}."),
    ),
    "no_opposition": (
        Silence("", "Counts as no opposition from {day}"),
        Silence("", "Counts as no opposition since {day}"),
    ),
    "grant_lost": (
        Silence("The constructive grant is lost", "on {day}"),
        Silence("The constructive grant is lost", "since {day}"),
    ),
    "grant_final": (
        Silence("", "The grant is final on {day}"),
        Silence("", "The grant is final since {day}"),
    ),
    "decision_final": (
        Silence("", "The decision is final on {day}"),
        Silence("", "The decision is final since {day}"),
    ),
    "order_final": (
        Silence("", "The order is final on {day}"),
        Silence("", "The order is final since {day}"),
    ),
    "notice_defective": (
        Silence("The notice is defective", "for the day set"),
        Silence("The notice is defective", "for the day set"),
    ),
    "decision_allowed": (
        Silence("", "The board may decide from {day}"),
        Silence("", "The board may decide since {day}"),
    ),
    "lapse_asserted": (
        Silence("The permit may lapse", "on {day}; a person must confirm it"),
        Silence("The permit may have lapsed", "on {day}; a person must confirm it"),
    ),
    "expired": (Silence("The permit expires", "on {day}"), Silence("The permit expired", "on {day}")),
    "renewal_barred": (
        Silence("", "Renewal can no longer be asked for from {day}"),
        Silence("", "Renewal could be asked for until {day}"),
    ),
    "town_may_act": (
        Silence("The town may do the work", "from {day}"),
        Silence("The town may do the work", "since {day}"),
    ),
    "cease_and_desist_due": (
        Silence("A cease and desist order must issue", "from {day}"),
        Silence("A cease and desist order must issue", "since {day}"),
    ),
    "municipal_charge": (
        Silence("The costs become a municipal charge", "on {day}"),
        Silence("The costs are a municipal charge", "since {day}"),
    ),
    "special_assessment": (
        Silence("Lien on the property", "on {day}"),
        Silence("Lien on the property", "since {day}"),
    ),
    "complaint_may_issue": (
        Silence("A criminal complaint may be sought", "from {day}"),
        Silence("A criminal complaint may be sought", "since {day}"),
    ),
    "overdue": (
        Silence("", "Overdue from {day}; nothing is approved by it"),
        Silence("", "Overdue; nothing is approved by it"),
    ),
}


def silence(effect: str, expires: date | None, *, ran_out: bool = False) -> Silence:
    """What silence means for a clock with this `if_missed`, whose last day is `expires`."""
    if not effect or expires is None:
        return Silence()
    running, over = _WORDS.get(
        effect, (Silence("", effect.replace("_", " ").capitalize() + " from {day}"),) * 2
    )
    chosen = over if ran_out else running
    day = day_words(expires + timedelta(days=1))
    return Silence(chosen.bold, chosen.rest.replace("{day}", day))
