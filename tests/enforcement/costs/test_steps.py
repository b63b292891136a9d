"""The steps of a recovery of costs through the one door: outcomes, receipts, settings, who may, and what is refused."""

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from enforcement.costs import queries
from enforcement.costs.models import Bill, CostParty, CostSettings, Receipt
from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, Town
from towns.record import disclosure, door, scenarios
from towns.record.case_file import open_case_file
from towns.roles import Role

pytestmark = pytest.mark.django_db

RECEIVED = date(2027, 1, 4)


@pytest.fixture
def norfolk() -> Town:
    docket.load()
    return docket.town("norfolk")


def noticed(town: Town, *parties: str, amount: str = "10000.00") -> Case:
    """Costs of which everybody named has the notice since Jan 4 2027."""
    case = docket.file(town, date(2026, 11, 16), "cost_recovery")
    docket.act(
        case, "record_cost", date(2026, 11, 20), amount=amount, what="labor", keep={"words": "Two days"}
    )
    docket.act(case, "complete_town_work", date(2026, 12, 7))
    docket.act(case, "notify_costs", date(2026, 12, 28))
    for party in parties or ("owner",):
        docket.act(case, "receive_cost_notice", RECEIVED, party=party)
    return case


def sums(case: Case, on: date) -> dict[str, str]:
    with tenancy.town(case.town_id):
        file = open_case_file(Case.objects.select_related("town").get(pk=case.pk), case.town)
        return queries.money(file, on)


def statuses(case: Case) -> dict[str, str]:
    with tenancy.town(case.town_id):
        return {f"{c.name}/{c.of}": c.status for c in docket.fresh(case).clocks.all()}


def outcomes(case: Case) -> list[str]:
    with tenancy.town(case.town_id):
        file = open_case_file(docket.fresh(case), case.town)
        return [e.outcome for e in file.story if e.name == "costs_paid"]


def pay(case: Case, on: date, amount: str, **more: Any) -> door.Done:
    return docket.act(case, "pay_costs", on, amount=amount, **more)


def test_a_payment_in_full_ends_the_time_of_everybody_who_owes(norfolk):
    case = noticed(norfolk, "owner", "violator")
    pay(case, date(2027, 1, 20), "4000.00", party="violator")
    assert statuses(case)["pay_or_protest/owner"] == "running"

    pay(case, date(2027, 1, 25), "6000.00", party="owner")

    assert outcomes(case) == ["partial", "full"]
    assert docket.fresh(case).stage == "paid"
    found = statuses(case)
    assert (found["pay_or_protest/owner"], found["pay_or_protest/violator"]) == ("met", "met")


def test_the_outcome_is_reckoned_and_never_told(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 20), "4000.00", outcome="full")
    assert outcomes(case) == ["partial"]


def test_each_receipt_is_its_own_clock_and_a_protest_holds_its_own(norfolk):
    case = noticed(norfolk, "owner")
    docket.act(case, "receive_cost_notice", date(2027, 1, 11), party="violator")
    docket.act(case, "file_cost_protest", date(2027, 1, 20), party="violator")
    found = statuses(case)
    assert (found["pay_or_protest/owner"], found["pay_or_protest/violator"]) == ("running", "met")


def test_one_protest_holds_all_where_the_town_settled_so(norfolk):
    with tenancy.town(norfolk):
        CostSettings.objects.create(town=norfolk, one_protest_holds_all=True)
    case = noticed(norfolk, "owner", "violator")
    docket.act(case, "file_cost_protest", date(2027, 1, 20), party="violator")
    found = statuses(case)
    assert (found["pay_or_protest/owner"], found["pay_or_protest/violator"]) == ("met", "met")


def test_interest_first_is_a_setting(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 2, 20), "4000.00")
    assert sums(case, date(2027, 3, 6))["interest"] == "92.05"
    with tenancy.town(norfolk):
        CostSettings.objects.create(town=norfolk, interest_first=True)
    assert sums(case, date(2027, 3, 6))["interest"] == "92.39"


def test_the_first_day_of_interest_is_the_towns_interpretation(norfolk):
    norfolk.readings = {"interest_start": "thirty_days"}
    norfolk.save()
    case = noticed(norfolk)
    assert sums(case, date(2027, 3, 6))["interest"] == "0.00"
    assert sums(case, date(2027, 3, 7))["interest"] == "3.84"  # day 62


def test_what_a_decision_takes_off_makes_an_earlier_payment_one_in_full(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 20), "8000.00", party="owner")
    docket.act(case, "file_cost_protest", date(2027, 1, 21), party="owner")
    docket.act(case, "decide_cost_protest", date(2027, 2, 1), outcome="modified", abated="2000.00")
    assert outcomes(case) == ["full"]
    assert sums(case, date(2027, 12, 1))["balance"] == "0.00"
    assert statuses(case)["pay_after_decision/"] == "met"


def test_a_check_that_came_back_lets_the_time_run_out(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 20), "10000.00")
    assert docket.fresh(case).stage == "paid"

    docket.act(case, "reverse_payment", date(2027, 2, 10), amount="10000.00")

    assert outcomes(case) == ["partial"]
    assert docket.fresh(case).stage == "notified"
    assert ("special_assessment", "2027-02-04") in docket.ledger(case)
    with pytest.raises(door.Impossible, match="No payment"):
        docket.act(case, "reverse_payment", date(2027, 2, 11), amount="10000.00")


def test_a_bill_entered_late_makes_an_earlier_payment_a_part(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 20), "10000.00")
    docket.act(
        case, "record_cost", date(2026, 11, 21), today=date(2027, 1, 25), amount="0.01", what="material"
    )
    assert outcomes(case) == ["partial"]
    assert docket.fresh(case).stage == "notified"


@pytest.mark.parametrize("amount", ["", "12", "12.5", "-1.00", "0.00", "1e3", "NaN", "12.345", 12.5])
def test_what_is_no_sum_is_refused_and_named(norfolk, amount):
    case = noticed(norfolk)
    with pytest.raises(door.Impossible) as refusal:
        pay(case, date(2027, 1, 20), amount)
    assert refusal.value.field == "amount"
    assert sums(case, date(2027, 1, 20))["paid"] == "0.00"


def test_a_payment_entered_late_must_fit_the_later_ones(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 25), "10000.00")
    with pytest.raises(door.Impossible, match="would be more than"):
        pay(case, date(2027, 1, 20), "0.01", today=date(2027, 1, 26))


def test_no_more_is_taken_off_than_the_costs(norfolk):
    case = noticed(norfolk)
    with pytest.raises(door.Impossible) as refusal:
        docket.act(case, "decide_cost_protest", date(2027, 2, 1), outcome="modified", abated="10000.01")
    assert refusal.value.field == "abated"
    with pytest.raises(door.Impossible) as refusal:
        docket.act(case, "decide_cost_protest", date(2027, 2, 1), outcome="modified")
    assert refusal.value.field == "abated"
    docket.act(case, "decide_cost_protest", date(2027, 2, 1), outcome="modified", abated="9000.00")
    with pytest.raises(door.Impossible):
        docket.act(case, "abate_charge", date(2027, 3, 1), amount="1000.01")


def test_a_lien_wants_the_towns_vote_and_a_time_that_ran_out(norfolk):
    case = noticed(norfolk)
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "record_cost_lien", date(2027, 1, 20), override="", book="1", page="2")
    assert {stop.key for stop in stopped.value.stops} == {"lien_not_voted", "time_to_pay_not_over"}
    with tenancy.town(norfolk):
        CostSettings.objects.create(
            town=norfolk, lien_vote_article="Article 21", lien_vote_day=date(2025, 5, 5)
        )
    done = docket.act(case, "record_cost_lien", date(2027, 2, 10), override="", book="1", page="2")
    assert "defects" not in done.entry.facts


def test_an_action_in_court_holds_the_certification(norfolk):
    case = noticed(norfolk)
    docket.act(case, "take_costs_to_court", date(2027, 2, 10), party="owner")
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "certify_charge", date(2027, 3, 1), override="")
    assert [stop.key for stop in stopped.value.stops] == ["action_in_court_pending"]


def test_hopkinton_wants_the_lien_before_the_certificate():
    docket.load()
    case = noticed(docket.town("hopkinton"))
    done = docket.act(case, "certify_charge", date(2027, 3, 1))
    assert "no_lien_recorded" in done.entry.facts["defects"]


def test_a_release_of_what_is_still_owed_is_a_soft_stop_and_a_defect(norfolk):
    case = noticed(norfolk)
    docket.act(case, "record_cost_lien", date(2027, 2, 10), book="1", page="2")
    done = docket.act(case, "release_cost_lien", date(2027, 3, 1), book="1", page="3")
    assert done.entry.facts["defects"] == ["still_owed"]
    assert docket.fresh(case).stage == "released"


def test_receipts_are_numbered_without_gaps_and_marked_when_the_payment_comes_back(norfolk):
    case = noticed(norfolk)
    pay(case, date(2027, 1, 20), "100.00", keep={"payer": "A. Example", "way": "check"})
    with pytest.raises(door.Impossible):
        pay(case, date(2027, 1, 20), "999999.00")
    pay(case, date(2027, 1, 21), "200.00")
    docket.act(case, "reverse_payment", date(2027, 1, 25), amount="100.00")
    with tenancy.town(norfolk):
        rows = list(Receipt.objects.order_by("id").values_list("number", "amount", "payer", "reversed"))
    assert rows == [
        ("RC-2027-0001", Decimal("100.00"), "A. Example", date(2027, 1, 25)),
        ("RC-2027-0002", Decimal("200.00"), "", None),
    ]


def test_a_corrected_payment_mends_its_receipt(norfolk):
    case = noticed(norfolk)
    done = pay(case, date(2027, 1, 20), "100.00")
    docket.act(
        case, "correct", date(2027, 1, 22), seq=done.entry.seq, facts={"amount": "110.00"}, why="Misread."
    )
    assert sums(case, date(2027, 1, 22))["paid"] == "110.00"
    with tenancy.town(norfolk):
        assert Receipt.objects.get().amount == Decimal("110.00")
    with pytest.raises(door.Impossible):
        docket.act(
            case, "correct", date(2027, 1, 22), seq=done.entry.seq, facts={"amount": "10000.01"}, why="No."
        )


def test_names_stay_out_of_the_ledger(norfolk):
    case = noticed(norfolk)
    docket.act(
        case,
        "receive_cost_notice",
        date(2027, 1, 6),
        party="violator",
        keep={"party": "violator", "name": "A. Example", "address": "1 Any Road"},
    )
    with tenancy.town(norfolk):
        assert CostParty.objects.get().name == "A. Example"
        assert Bill.objects.get().words == "Two days"
        file = open_case_file(docket.fresh(case), norfolk)
    assert "Example" not in str([dict(entry.facts) for entry in file.entries])


def test_only_a_recorded_lien_is_public(norfolk):
    case = noticed(norfolk)
    with tenancy.town(norfolk):
        assert not Case.objects.filter(disclosure.public_cases()).exists()
    docket.act(case, "record_cost_lien", date(2027, 2, 10), book="1", page="2")
    with tenancy.town(norfolk):
        assert Case.objects.filter(disclosure.public_cases()).get() == case
        shown = disclosure.public_entries(open_case_file(docket.fresh(case), norfolk))
    assert [entry.name for entry in shown] == ["lien_recorded"]


@pytest.mark.parametrize(
    ("step", "role"),
    [
        ("pay_costs", Role.INSPECTOR),
        ("record_cost_lien", Role.INSPECTOR),
        ("decide_cost_protest", Role.TREASURER),
        ("certify_charge", Role.MEMBER),
    ],
)
def test_money_and_charges_are_not_everybodys(norfolk, step, role):
    case = noticed(norfolk)
    with pytest.raises(door.NotAllowed):
        docket.act(case, step, date(2027, 2, 10), by=door.Actor(None, frozenset({role})))


@pytest.mark.django_db(transaction=True)
def test_two_clerks_enter_the_same_payment_at_once():
    docket.load()
    case = noticed(docket.town("norfolk"))
    seen = docket.fresh(case).seq

    answers = docket.at_once(
        *(lambda: pay(case, date(2027, 1, 20), "10000.00", seen=seen, once=uuid4()) for _ in range(2))
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Done"]
    assert sums(case, date(2027, 1, 20))["paid"] == "10000.00"


@pytest.mark.django_db(transaction=True)
def test_two_clerks_enter_two_payments_at_once():
    """Neither saw the other's page: both are taken as far as something is owed, with a receipt each, and no cent more."""
    docket.load()
    case = noticed(docket.town("norfolk"))

    answers = docket.at_once(
        *(lambda: pay(case, date(2027, 1, 20), "4000.00", once=uuid4()) for _ in range(3))
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Done", "Impossible"]
    found = sums(case, date(2027, 1, 20))
    assert (found["paid"], found["balance"]) == ("8000.00", "2000.00")
    with tenancy.town(case.town_id):
        assert sorted(Receipt.objects.values_list("number", flat=True)) == ["RC-2027-0001", "RC-2027-0002"]


def test_what_a_story_leaves_out_is_supplied_but_never_a_sum(norfolk):
    story = scenarios.read_story(
        {
            "town": "norfolk",
            "matter": "cost_recovery",
            "until": date(2027, 3, 1),
            "step": [
                {"on": date(2027, 2, 1), "event": "costs_paid"},
                {"on": date(2027, 2, 1), "event": "protest_decided", "outcome": "upheld"},
            ],
        }
    )
    (told,) = scenarios.tell(story, norfolk)
    assert [event for _on, event, _why in told.refused] == ["costs_paid"]
    assert [e.name for e in told.ledger if e.facts.get("supplied")] == [
        "town_work_started",
        "town_work_completed",
        "costs_notified",
        "costs_received",
        "protest_filed",
    ]
