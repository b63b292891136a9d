"""A letter of credit over two permits, brought to where the treasurer's pages show something of everything."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.town_fixtures import TownHall
from towns.access import tenancy
from towns.models import Case, CaseLink
from towns.record import door
from towns.roles import Role

BOARD, TREASURER = Role.BOARD_ADMINISTRATOR, Role.TREASURER


def take(hall: TownHall, case: Case, step: str, on: date, *, role: str = BOARD, **more: Any) -> door.Done:
    """One step on its own day."""
    return hall.act(case, step, on, role=role, today=max(on, date(2026, 11, 30)), **more)


def open_surety(hall: TownHall, over: list[Case], on: date = date(2026, 3, 10), **facts: Any) -> Case:
    """The board asks for a surety over these permits."""
    with tenancy.town(hall.town):
        return door.open_case(
            town=hall.town, matter="surety", by=hall.actor(), on=on, today=on, over=over, **facts
        ).case


def letter(hall: TownHall) -> Case:
    """212,000.00 over two permits; 62,000.00 released, 40,000.00 drawn, 31,450.00 spent; it ends on Jan 29 2027."""
    first = hall.case("permitted", title="Rockwood Meadow, house lots", filed=date(2026, 1, 6))
    second = hall.case("permitted", title="Rockwood Meadow, common drive", filed=date(2026, 1, 6))
    case = open_surety(hall, [first, second], amount="212000.00")
    house, drive = first.number, second.number
    take(hall, case, "approve_surety", date(2026, 3, 12), approver="counsel")
    take(
        hall, case, "post_surety", date(2026, 3, 16), amount="212000.00", form="letter_of_credit", expires="2027-01-29",
        by_permit={house: "140000.00", drive: "72000.00"},
        keep={"issuer": "Example Savings Bank", "instrument": "L-20417", "payee": "Rockwood Sample Homes LLC",
              "account": "Town 8840-117", "present_at": "the bank’s counter", "rule": "paragraph 6 of the letter"},
    )  # fmt: skip
    take(
        hall,
        case,
        "reduce_surety",
        date(2026, 7, 14),
        amount="62000.00",
        phase="1",
        by_permit={house: "62000.00"},
    )
    take(hall, case, "find_default", date(2026, 9, 1))
    take(hall, case, "call_surety", date(2026, 9, 3), amount="40000.00", by_permit={drive: "40000.00"})
    for step, on, amount, says, number in (
        ("claim_surety", date(2026, 9, 10), "40000.00", "", "Deposit slip 3391"),
        ("spend_surety", date(2026, 9, 25), "18240.00", "outlet riprap and level spreader", "Invoice 1107"),
        (
            "spend_surety",
            date(2026, 10, 21),
            "13210.00",
            "blanket and seeding of the basin slope",
            "Invoice 1162",
        ),
    ):
        take(
            hall, case, step, on, role=TREASURER, amount=amount, by_permit={drive: amount},
            keep={"says": says, "reference": number},
        )  # fmt: skip
    take(
        hall,
        case,
        "credit_interest",
        date(2026, 10, 30),
        role=TREASURER,
        amount="21.37",
        by_permit={drive: "21.37"},
    )
    take(hall, case, "notify_cancellation", date(2026, 11, 23), expires="2027-01-29")
    return case


def permits(hall: TownHall, surety: Case) -> list[Case]:
    """The permits that a surety stands over, in the order linked."""
    with tenancy.town(hall.town):
        links = CaseLink.objects.filter(case=surety, role="over").select_related("to").order_by("id")
        return [link.to for link in links]
