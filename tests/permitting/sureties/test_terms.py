"""What the law and the instrument ask: the town's own terms, the last day, the gate, the replacement."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from permitting.sureties import meetings, terms
from permitting.sureties.money import Money
from tests.permitting.sureties.halls import TREASURER, open_surety, take
from tests.town_fixtures import TownHall
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.law import schema
from towns.law.surety_rules import surety_of
from towns.record import door
from towns.roles import Role


@pytest.mark.parametrize(
    ("town", "approvals", "forms", "release", "by_phase", "at_least"),
    [
        ("hopkinton", ("counsel",), 4, (), False, ""),  # § 172-4E
        ("grafton", ("counsel", "treasurer"), 3, (), False, ""),  # § 12
        ("wrentham", (), 0, (), False, ""),  # the bylaw says nothing
        ("norfolk", ("counsel",), 4, ("final_inspection_report", "certificate"), True, ""),  # § 267-21
        (
            "ludlow", ("department",), 3, ("final_inspection", "as_built", "certificate", "agreement_recorded"),
            False, "estimated_cost",
        ),  # V-7.2, Performance bond
    ],
)  # fmt: skip
def test_what_each_towns_text_says(town, approvals, forms, release, by_phase, at_least):
    rule = surety_of(schema.load(town).matters["surety"])
    assert (rule.approvals, len(rule.forms), rule.by_phase, rule.at_least) == (
        approvals,
        forms,
        by_phase,
        at_least,
    )
    assert tuple(item.key for item in rule.release) == release
    assert rule.demand_days == 0, "no town's text gives the board a time to answer a demand"
    assert rule.required == (town == "ludlow"), "only there the text says shall"


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("2nd Tuesday at 7:00 pm", ["2026-12-08", "2027-01-12"]),
        ("First and third Mondays", ["2026-12-07", "2026-12-21", "2027-01-04"]),  # Jan 18 2027 is a legal holiday
        ("last Wednesday", ["2026-12-30", "2027-01-27"]),
        ("Every Thursday, 6 pm", [f"2026-12-{n:02}" for n in (3, 10, 17, 24, 31)]
         + [f"2027-01-{n:02}" for n in (7, 14, 21, 28)]),
        ("as needed", []),
        ("Tuesday", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_boards_own_words_give_its_meetings(words, days):
    calendar = schema.load("norfolk").calendar
    found = meetings.meeting_days(words, date(2026, 11, 30), date(2027, 1, 28), calendar)
    assert [day.isoformat() for day in found] == days


def test_a_term_that_ends_on_the_31st_ends_on_the_months_last_day():
    assert terms.later(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert terms.later(date(2027, 8, 31), 6) == date(2028, 2, 29)
    assert terms.later(date(2026, 12, 15), 12) == date(2027, 12, 15)


@pytest.mark.django_db
def test_a_letter_that_renews_itself_holds_until_notice_is_given(in_norfolk: TownHall) -> None:
    """Twelve months from Apr 1 2025 again and again; with the notice it ends on the day that the notice names."""
    case = open_surety(in_norfolk, [in_norfolk.case("filed")], on=date(2024, 4, 1))
    take(in_norfolk, case, "post_surety", date(2024, 4, 1), amount="1000.00", form="letter_of_credit", expires="2025-04-01",
         keep={"evergreen_months": 12})  # fmt: skip
    assert terms.ends_on(in_norfolk.file(case), date(2026, 11, 30)) == date(2027, 4, 1)
    assert terms.ends_on(in_norfolk.file(case), date(2025, 4, 1)) == date(2025, 4, 1)
    take(in_norfolk, case, "notify_cancellation", date(2026, 11, 1), expires="2027-01-15")
    assert terms.ends_on(in_norfolk.file(case), date(2027, 2, 1)) == date(2027, 1, 15)


@pytest.mark.django_db
def test_it_cannot_expire_before_its_last_day(in_norfolk: TownHall) -> None:
    case = open_surety(in_norfolk, [in_norfolk.case("filed")])
    take(
        in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond", expires="2026-10-01"
    )
    with pytest.raises(door.Impossible, match="holds until Thu Oct 1 2026") as refused:
        take(in_norfolk, case, "expire_surety", date(2026, 9, 30))
    assert refused.value.field == "on"
    take(in_norfolk, case, "expire_surety", date(2026, 10, 1))


@pytest.mark.django_db
def test_a_call_comes_after_the_finding_of_default(in_norfolk: TownHall) -> None:
    """Without the finding it is a soft stop; with a reason it is kept, and the defect is named."""
    case = open_surety(in_norfolk, [in_norfolk.case("filed")])
    take(in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond")
    with pytest.raises(door.SoftStops, match="The board has not found a default yet"):
        take(in_norfolk, case, "call_surety", date(2026, 5, 1), amount="500.00", override="")
    done = take(in_norfolk, case, "call_surety", date(2026, 5, 1), amount="500.00")
    assert done.entry.facts["defects"] == ["default_not_found"]
    take(in_norfolk, case, "find_default", date(2026, 5, 2))
    assert (
        "defects" not in take(in_norfolk, case, "call_surety", date(2026, 5, 3), amount="500.00").entry.facts
    )


@pytest.mark.django_db
def test_a_replacement_leaves_no_gap(in_norfolk: TownHall) -> None:
    permit = in_norfolk.case("filed")
    old, new = open_surety(in_norfolk, [permit]), open_surety(in_norfolk, [permit])
    take(in_norfolk, old, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond")
    stops = [
        stop.key
        for stop in terms.replacement_stops(in_norfolk.file(old), _replaced(date(2026, 6, 1), new.number))
    ]
    assert stops == ["gap"], "the other one is not posted yet"
    take(in_norfolk, new, "post_surety", date(2026, 6, 1), amount="999.99", form="bond")
    less = terms.replacement_stops(in_norfolk.file(old), _replaced(date(2026, 6, 1), new.number))
    assert [stop.key for stop in less] == ["replaced_by_less"]
    take(in_norfolk, new, "post_surety", date(2026, 6, 1), amount="0.01")
    assert not terms.replacement_stops(in_norfolk.file(old), _replaced(date(2026, 6, 1), new.number))
    own = terms.replacement_stops(in_norfolk.file(old), _replaced(date(2026, 6, 1), old.number))
    assert [stop.key for stop in own] == ["no_replacement"]


def _replaced(on: date, number: str):
    from towns.ledger.entries import Entry

    return Entry("surety_replaced", on, facts={"to_case": number})


@pytest.mark.django_db
def test_a_final_inspection_that_failed_afterwards_closes_the_gate(in_norfolk: TownHall) -> None:
    """§ 267-22: an inadequate system is corrected before the guarantee is released."""
    permit = in_norfolk.case("permitted")
    case = open_surety(in_norfolk, [permit])
    for on, outcome, is_in in (
        (date(2026, 11, 30), "awaiting", False), (date(2026, 12, 1), "passed", True), (date(2026, 12, 2), "failed", False)
    ):  # fmt: skip
        in_norfolk.act(
            permit, _step(in_norfolk, permit, "inspection_held"), on, today=on, stage="final", outcome=outcome
        )
        line = next(
            one for one in terms.gate(in_norfolk.file(case)) if one.item.key == "final_inspection_report"
        )
        assert line.is_in == is_in, outcome


def _step(hall: TownHall, case, event: str) -> str:
    file = hall.file(case)
    return file.type.step_for(event, file.matter).key


@pytest.mark.django_db
def test_who_may_do_what(in_norfolk: TownHall) -> None:
    """The treasurer moves the money and does not vote; the inspector does neither."""
    case = open_surety(in_norfolk, [in_norfolk.case("filed")])
    take(in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="cash")
    for role, step, facts in (
        (TREASURER, "release_surety", {}),
        (TREASURER, "reduce_surety", {"amount": "1.00"}),
        (Role.INSPECTOR, "claim_surety", {"amount": "1.00"}),
        (Role.COUNSEL, "spend_surety", {"amount": "1.00"}),
    ):
        with pytest.raises(door.NotAllowed):
            take(in_norfolk, case, step, date(2026, 4, 2), role=role, **facts)
    take(in_norfolk, case, "approve_surety", date(2026, 4, 2), approver="counsel", role=Role.COUNSEL)


@pytest.mark.django_db
def test_a_surety_belongs_to_its_own_permits(in_norfolk: TownHall) -> None:
    mine, other = in_norfolk.case("filed"), in_norfolk.case("filed")
    case = open_surety(in_norfolk, [mine])
    with pytest.raises(door.Impossible, match=f"does not stand over {other.number}") as refused:
        take(
            in_norfolk, case, "post_surety", date(2026, 4, 1), amount="5.00", by_permit={other.number: "5.00"}
        )
    assert refused.value.field == "by_permit"


@pytest.mark.django_db
def test_the_money_of_a_day_is_that_of_the_ledger_up_to_it(in_norfolk: TownHall) -> None:
    case = open_surety(in_norfolk, [in_norfolk.case("filed")])
    take(in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond")
    take(in_norfolk, case, "reduce_surety", date(2026, 5, 1), amount="300.00", phase="1")
    file = in_norfolk.file(case)
    assert terms.money_on(file, date(2026, 4, 30))["balance"] == "1000.00"
    assert terms.money_on(file, date(2026, 5, 1))["balance"] == "700.00"
    assert terms.money_on(file, date(2026, 3, 1)) == Money().answer()


@pytest.mark.django_db
def test_a_demand_for_release_is_off_until_a_towns_law_gives_a_time(norfolk: TownHall) -> None:
    """One town elsewhere has 45 days in its general bylaw; none of the five has."""
    with tenancy.town(norfolk.town):
        case = open_surety(norfolk, [norfolk.case("filed")])
        take(norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond")
        file = norfolk.file(case)
        assert not file.type.by_key["demand_release"].offered(file)
        assert Decimal(terms.money_on(file, date(2026, 5, 1))["balance"]) == 1000
    text = (schema.FOLDER / "norfolk.toml").read_text("utf-8")
    key = "[matter.surety.surety]\n"
    with_days = schema.parse(
        text.replace(key, f'{key}demand_days = 45\ndemand_cite = "Ch. 9"\n'), name="test"
    )
    assert surety_of(with_days.matters["surety"]).demand_days == 45
    with pytest.raises(schema.BylawError, match="demand_cite"):
        schema.parse(text.replace(key, f"{key}demand_days = 45\n"), name="test")
    with pytest.raises(schema.BylawError, match="approvals"):
        schema.parse(text.replace('approvals = ["counsel"]', 'approvals = ["mayor"]'), name="test")


@pytest.mark.django_db
def test_a_surety_in_force_and_approved_ends_what_the_permit_still_needs(in_norfolk: TownHall) -> None:
    """§ 267-21: before the start of land disturbance, in a form approved by Town Counsel."""
    permit = in_norfolk.case("permitted")
    address = f"/norfolk/cases/{permit.number}/review/"
    needed = "Surety, where the Board asked for it."
    office = in_norfolk.client()
    case = open_surety(in_norfolk, [permit])
    take(
        in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond", expires="2026-10-01"
    )
    assert needed in words_of(office.get(address)), "nobody approved its form"
    take(in_norfolk, case, "approve_surety", date(2026, 4, 2), approver="counsel")
    assert needed not in words_of(office.get(address))
    take(in_norfolk, case, "expire_surety", date(2026, 10, 2))
    assert needed in words_of(office.get(address))
