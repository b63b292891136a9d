"""The money of one surety, read from its events: what may still be drawn, what the Town holds, and where it went.

Two pots: `under` is what stands behind the instrument and may still be drawn (of a deposit: what is not yet taken),
`account` what the Town has received from it and neither spent nor returned. Each permit that the surety stands over may
have pots of its own. Sums are dollars as Decimal with two places; events carry them as text such as "212000.00".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Final

from towns.calendar.words import day_words
from towns.ledger.entries import Entry
from towns.ledger.stateful import Impossible

NONE: Final = Decimal("0.00")
#: The fact that says which permits an amount belongs to: the case's number → the sum.
SHARES: Final = "by_permit"
#: Forms in which the Town has the money in hand from the start; a form that nobody named counts with them.
IN_HAND: Final = frozenset({"cash", "deposit", ""})
_SAY_THE_FORM: Final = frozenset({"surety_required", "surety_offered", "surety_posted"})
_WRITTEN: Final = re.compile(r"\d{1,10}(\.\d{1,2})?")


def dollars(amount: Decimal) -> str:
    """A sum as pages write it: $212,000.00."""
    return f"${amount:,.2f}"


def text(amount: Decimal) -> str:
    """A sum as the ledger writes it: 212000.00."""
    return f"{amount:.2f}"


def read(said: object, name: str, label: str = "Amount") -> Decimal:
    """A sum as written in an event. Raises `Impossible` for what is missing, no sum of money, or nothing."""
    if said in (None, ""):
        raise Impossible(
            f"{label}: is missing. Enter the sum in dollars and cents, like 212000.00.", field=name
        )
    written = str(said) if isinstance(said, (str, int)) and not isinstance(said, bool) else repr(said)
    if isinstance(said, float) or not _WRITTEN.fullmatch(written):
        raise Impossible(
            f"{label}: {written} is no sum of money. Write dollars and cents as text, like 212000.00.",
            field=name,
        )
    amount = Decimal(written).quantize(NONE)
    if amount <= 0:
        raise Impossible(f"{label}: {written} is nothing. Enter a sum above zero.", field=name)
    return amount


@dataclass(slots=True)
class Pot:
    """One permit's part of the money, or all of it."""

    posted: Decimal = NONE
    released: Decimal = NONE
    called: Decimal = NONE
    drawn: Decimal = NONE
    spent: Decimal = NONE
    returned: Decimal = NONE
    under: Decimal = NONE
    account: Decimal = NONE
    let_go: Decimal = NONE  # released or replaced, and still to be paid out by the treasurer

    @property
    def balance(self) -> Decimal:
        """What the Town still holds or may still draw."""
        return self.under + self.account


#: event → what it takes the money for, in words.
_VERBS: Final = {
    "surety_reduced": "released",
    "surety_claimed": "received from the surety",
    "surety_spent": "spent",
    "surety_returned": "returned",
}


@dataclass(slots=True)
class Money:
    """All movements so far. `parts` are the pots by permit; "" is money not allotted to one permit."""

    parts: dict[str, Pot] = field(default_factory=dict)
    form: str = ""
    interest: Decimal = NONE
    interest_paid: Decimal = NONE
    ended: str = ""

    @property
    def total(self) -> Pot:
        """All parts together."""
        whole = Pot()
        for part in self.parts.values():
            for name in (one.name for one in fields(Pot)):
                setattr(whole, name, getattr(whole, name) + getattr(part, name))
        return whole

    def answer(self) -> dict[str, str]:
        """The sums as `replay` answers them: text with two decimals."""
        whole = self.total
        names = ("posted", "released", "drawn", "spent", "returned", "balance")
        return {name: text(getattr(whole, name)) for name in names}

    def take(self, entry: Entry) -> None:
        """Move the money as an event says. Raises `Impossible` where more is taken than is there."""
        if entry.name in _SAY_THE_FORM and entry.facts.get("form"):
            self.form = str(entry.facts["form"])
        move = self._moves().get(entry.name)
        if move is not None:
            move(entry)

    def _moves(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            "surety_posted": self._post,
            "surety_reduced": self._reduce,
            "surety_called": self._call,
            "surety_claimed": self._claim,
            "surety_spent": self._spend,
            "surety_returned": self._give_back,
            "surety_interest": self._credit,
            "surety_released": self._release,
            "surety_expired": self._expire,
            "surety_replaced": self._replace,
        }

    # ------------------------------------------------------------ movements

    def _post(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            part = self.parts.setdefault(key, Pot())
            part.posted += amount
            part.under += amount

    def _reduce(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            part = self._enough(
                entry, key, amount, lambda pot: pot.under, "may still be drawn under the surety"
            )
            part.under -= amount
            part.released += amount

    def _call(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            self.parts.setdefault(key, Pot()).called += amount

    def _claim(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            part = self._enough(
                entry, key, amount, lambda pot: pot.under, "may still be drawn under the surety"
            )
            part.under -= amount
            part.account += amount
            part.drawn += amount

    def _spend(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            held = "the Town has received from the surety and neither spent nor returned"
            part = self._enough(entry, key, amount, lambda pot: pot.account, held)
            part.account -= amount
            part.spent += amount

    def _give_back(self, entry: Entry) -> None:
        for key, amount in self._shares(entry).items():
            part = self._enough(entry, key, amount, self.in_hand, "the Town has in hand")
            part.returned += amount
            if self.ended:  # paid out of what the board let go before
                part.let_go -= amount
                part.released -= amount if self.ended == "released" else NONE
                continue
            deposit = min(amount, part.under) if self.form in IN_HAND else NONE
            part.under -= deposit
            part.account -= amount - deposit
        if "interest" in entry.facts:
            paid = read(entry.facts["interest"], "interest", "Interest")
            there = self.interest - self.interest_paid
            if paid > there:
                raise Impossible(
                    f"Interest: {dollars(paid)} is more than the {dollars(there)} credited and not paid yet. "
                    f"Enter {dollars(there)} or less, or record the interest first.",
                    field="interest",
                )
            self.interest_paid += paid

    def _credit(self, entry: Entry) -> None:
        self.interest += read(entry.facts.get("amount"), "amount")

    def _release(self, entry: Entry) -> None:
        for part in self.parts.values():
            part.released += part.balance
        self._let_go("released")

    def _replace(self, entry: Entry) -> None:
        self._let_go("replaced")

    def _expire(self, entry: Entry) -> None:
        """What was called in time may still be drawn; the money already drawn stays; the rest lapses."""
        for part in self.parts.values():
            part.under = min(part.under, max(part.called - part.drawn, NONE))

    def _let_go(self, how: str) -> None:
        for part in self.parts.values():
            part.let_go += self.in_hand(part)
            part.under = part.account = NONE
        self.ended = how

    def in_hand(self, part: Pot) -> Decimal:
        """What the Town has in hand of a part and may return."""
        if self.ended:
            return part.let_go
        return part.account + (part.under if self.form in IN_HAND else NONE)

    # ------------------------------------------------------------ checks

    def _shares(self, entry: Entry) -> dict[str, Decimal]:
        """The sum by permit. Without a word it belongs to the only part there is."""
        amount = read(entry.facts.get("amount"), "amount")
        said = entry.facts.get(SHARES)
        if not said:
            keys = list(self.parts) or [""]
            if len(keys) > 1 or (entry.name == "surety_posted" and keys != [""]):
                raise Impossible(
                    f"By permit: {dollars(amount)} is not divided, but this surety is held by permit. "
                    f"Say how much belongs to each of: {', '.join(key or 'not allotted' for key in keys)}.",
                    field=SHARES,
                )
            return {keys[0]: amount}
        if not isinstance(said, Mapping):
            raise Impossible(f"By permit: {said!r} cannot be read. Give a sum for each permit.", field=SHARES)
        shares = {str(key): read(value, SHARES, f"By permit, {key}") for key, value in said.items()}
        if sum(shares.values(), NONE) != amount:
            raise Impossible(
                f"By permit: the parts make {dollars(sum(shares.values(), NONE))}, the amount is {dollars(amount)}. "
                "Make them agree.",
                field=SHARES,
            )
        return shares

    def _enough(
        self, entry: Entry, key: str, amount: Decimal, there: Callable[[Pot], Decimal], held: str
    ) -> Pot:
        part = self.parts.get(key, Pot())
        left = there(part)
        if amount <= left:
            return part
        where = f" for {key}" if key else ""
        mend = (
            f"Enter {dollars(left)} or less."
            if left
            else "Record first the money that came in, or correct what was recorded before."
        )
        raise Impossible(
            f"Amount: {dollars(amount)} cannot be {_VERBS[entry.name]}{where} on {day_words(entry.on)}, since "
            f"{dollars(left)} is what {held}{where}. {mend}",
            field="amount",
        )


def of(entries: Iterable[Entry]) -> Money:
    """The money as the events make it. Raises `Impossible` where it does not add up."""
    money = Money()
    for entry in entries:
        money.take(entry)
    return money
