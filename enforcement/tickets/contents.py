"""What M.G.L. c. 40 § 21D wants on a ticket, and what of it this ticket has.

The text of the statute is not on file here; `SAYS` gives its sense, and counsel compares it before a town relies on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, cast

from enforcement.tickets import finding
from enforcement.tickets.models import Ticket
from towns.calendar.words import day_words, hour_words
from towns.record.case_file import CaseFile

SAYS: Final = (
    "A ticket names the offender and the address, if known; the specific offense charged; the time and place of the "
    "violation and of the required appearance; the sum, and the right to pay it; and is signed by the enforcing person. "
    "It is made in three copies: for the offender, the court and the enforcing person."
)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing on a ticket: what it is, what the ticket says, and whether the statute wants it there."""

    label: str
    said: str
    wanted: bool = True

    @property
    def missing(self) -> bool:
        """Whether the statute wants it and it is not there."""
        return self.wanted and not self.said.strip()


def lines(file: CaseFile) -> list[Line]:
    """What stands on the ticket, in the statute's order."""
    ticket, issued = cast(Ticket, file.principal), file.last("ticket_issued")
    facts = issued.facts if issued is not None else {}
    day = finding.offense_day(file)
    when = day_words(date.fromisoformat(day)) if day else ""
    if when and ticket.hour is not None:
        when += f", {hour_words(ticket.hour)}"
    read = file.readings(issued.on) if issued is not None else []
    due = next((one.due for one in read if any(stop.event == "ticket_paid" for stop in one.rule.stops)), None)
    answer = day_words(due) if due is not None else ""
    return [
        Line("Number", file.case.number),
        Line("Offender", ticket.offender),
        Line("Address of the offender, if known", ticket.offender_address, wanted=False),
        Line("Specific offense", ticket.offense),
        Line("Provision", str(facts.get("provision", ""))),
        Line("Day and time of the violation", when),
        Line("Place of the violation", ticket.place),
        Line("Which offense it is", str(facts.get("offense", "")), wanted=False),
        Line("Sum", f"${facts['amount']}" if facts.get("amount") else ""),
        Line("Last day to pay or to ask the court for a hearing", answer),
        Line("Signed by", ticket.signer),
    ]
