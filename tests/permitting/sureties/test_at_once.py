"""Two clerks at the same moment, on real connections: together they cannot take more than is there."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case, Event
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import Role

pytestmark = pytest.mark.django_db(transaction=True)


def both(*presses: Callable[[], Any]) -> list[Any]:
    """All at the same moment, each on a connection of its own."""
    start = Barrier(len(presses))

    def press(one: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=30)
            return one()
        except door.Impossible as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(press, presses))


@pytest.fixture
def surety(norfolk: TownHall) -> Case:
    """A letter of 100,000.00 of which 60,000.00 was received."""
    with tenancy.town(norfolk.town):
        permit = norfolk.case("permitted")
        case = door.open_case(
            town=norfolk.town, matter="surety", by=norfolk.actor(), on=TODAY, today=TODAY, over=[permit],
            amount="100000.00", form="letter_of_credit",
        ).case  # fmt: skip
    for step, amount in (
        ("post_surety", "100000.00"),
        ("call_surety", "60000.00"),
        ("claim_surety", "60000.00"),
    ):
        norfolk.act(case, step, TODAY, role=Role.BOARD_ADMINISTRATOR, amount=amount)
    return case


@pytest.mark.parametrize(
    ("step", "event", "there"),
    [
        ("reduce_surety", "surety_reduced", "40000.00"),
        ("claim_surety", "surety_claimed", "40000.00"),
        ("spend_surety", "surety_spent", "60000.00"),
        ("return_surety", "surety_returned", "60000.00"),
    ],
)
def test_two_clerks_cannot_take_the_same_money(
    norfolk: TownHall, surety: Case, step: str, event: str, there: str
) -> None:
    more = {"phase": "1"} if event == "surety_reduced" else {}

    def take() -> Any:
        return norfolk.act(surety, step, TODAY, amount=there, **more)

    answers = both(take, take)

    refused = [answer for answer in answers if isinstance(answer, door.Impossible)]
    assert len(refused) == 1
    assert refused[0].field == "amount"
    assert "$0.00 is what" in refused[0].because
    with tenancy.town(norfolk.town):
        assert Event.objects.filter(case=surety, name=event).count() == (
            2 if event == "surety_claimed" else 1
        )
        file = open_case_file(Case.objects.get(pk=surety.pk), norfolk.town)
        money = file.type.money
        assert money is not None
        balance = {"surety_claimed": "100000.00", "surety_reduced": "60000.00"}.get(event, "40000.00")
        assert money(file, date(2026, 12, 1))["balance"] == balance
