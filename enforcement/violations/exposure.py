"""What the days of a violation could cost in noncriminal fines, and which of them may still be ticketed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from enforcement import checks
from towns.law.determination_reasons import Reason
from towns.law.fines import BadFine, Line, charge
from towns.record.case_file import CaseFile

ZERO = Decimal("0.00")
#: Days within which a ticket is delivered, from the violation (M.G.L. c. 40 § 21D).
TO_DELIVER = 15
TICKETED, CAN_BE, TOO_LATE = "ticketed", "can_be", "too_late"


@dataclass(frozen=True, slots=True)
class Offense:
    """One offense with what became of it: ticketed, can still be ticketed until `last`, or too late for a ticket."""

    day: date
    provision: str
    amount: Decimal | None
    stands: str
    last: date


@dataclass(frozen=True, slots=True)
class Exposure:
    """Every offense of a violation up to a day, in dollars; `why_not` says why nothing could be counted."""

    offenses: tuple[Offense, ...] = ()
    because: tuple[Reason, ...] = ()
    first: date | None = None
    last: date | None = None
    ended: bool = False
    why_not: str = ""

    def count(self, stands: str = "") -> int:
        """How many offenses stand so."""
        return sum(1 for one in self.offenses if stands in ("", one.stands))

    def total(self, stands: str = "", provision: str | None = None) -> Decimal:
        """What they come to, those without a sum left out."""
        return sum(
            (
                one.amount or ZERO
                for one in self.offenses
                if stands in ("", one.stands) and provision in (None, one.provision)
            ),
            ZERO,
        )

    @property
    def unpriced(self) -> int:
        """Offenses for which the text gives no sum."""
        return sum(1 for one in self.offenses if one.amount is None)

    @property
    def provisions(self) -> tuple[str, ...]:
        """The provisions that are counted, each once."""
        return tuple(dict.fromkeys(one.provision for one in self.offenses))

    @property
    def next_last_day(self) -> date | None:
        """The first last day on which some offense can still be ticketed."""
        return min((one.last for one in self.offenses if one.stands == CAN_BE), default=None)


def days_of(file: CaseFile, today: date) -> tuple[date, date, bool] | None:
    """The first and the last day of the violation, and whether it ended; None where none was found."""
    found = file.last("violation_found")
    if found is None:
        return None
    first = checks.day_of(found, "violated") or found.on
    cured = file.last("violation_cured")
    if cured is not None and cured.on >= first:
        return first, cured.on, True
    return first, max(first, today), False


def provisions_of(file: CaseFile) -> list[str]:
    """The provisions that the finding names."""
    found = file.last("violation_found")
    return [str(one) for one in found.facts.get("provisions", ())] if found is not None else []


def exposure(
    file: CaseFile, today: date, tickets: Iterable[tuple[str, str]] = (), *, prior: int = 0
) -> Exposure:
    """The offenses of a violation file up to `today`. `tickets` are those that stand, as (ISO day, provision)."""
    span = days_of(file, today)
    if span is None:
        return Exposure(why_not="No violation is found yet, so there is nothing to count.")
    first, last, ended = span
    named = provisions_of(file) or [""]
    found = file.last("violation_found")
    article = str(found.facts.get("article", "")) if found is not None else ""
    try:
        bill = charge(
            file.law, first=first, last=last, provisions=len(named), prior=prior, under=article or None
        )
    except BadFine as wrong:
        return Exposure(first=first, last=last, ended=ended, why_not=str(wrong))
    left = list(tickets)
    return Exposure(
        tuple(_offense(file, line, named, left, today) for line in bill.lines),
        bill.because,
        first,
        last,
        ended,
    )


def _offense(
    file: CaseFile, line: Line, named: list[str], left: list[tuple[str, str]], today: date
) -> Offense:
    provision = named[line.provision - 1] if line.provision <= len(named) else named[0]
    last = file.calendar.roll_forward(line.day + timedelta(days=TO_DELIVER))
    day = line.day.isoformat()
    ticket = next((one for one in left if one[0] == day and one[1] in ("", provision)), None)
    # A ticket for another wording of the provision still is that day's ticket where only one provision is counted.
    if ticket is None and len(named) == 1:
        ticket = next((one for one in left if one[0] == day), None)
    if ticket is not None:
        left.remove(ticket)
        stands = TICKETED
    else:
        stands = TOO_LATE if today > last else CAN_BE
    return Offense(line.day, provision, line.amount, stands, last)
