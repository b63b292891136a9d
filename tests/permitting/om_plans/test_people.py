"""The people and the land of a plan: opened from an approval, signed, sold, repaired; and every correction of that."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.om_plans.keeping import open_repairs, present
from permitting.om_plans.upkeep import PlanParcel, PlanParty, Repair, Structure
from tests.permitting.om_plans.commons import hall, plan
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case, CaseLink
from towns.record import door
from towns.roles import Role


@pytest.fixture
def ludlow(db: None, today: date) -> TownHall:
    return hall("ludlow")


def owners(where: TownHall, case: Case) -> list[tuple[str, str]]:
    with tenancy.town(where.town):
        rows = present(where.file(case), PlanParty.Kind.OWNER)
        return [(row.parcel, row.name) for row in rows]


def signed_up(where: TownHall) -> Case:
    """A plan over three parcels with two owners, an operator and a payer."""
    case = plan(where, ("accept_om_plan", date(2024, 3, 19)))
    with tenancy.town(where.town):
        for kind, name, parcel in (
            ("owner", "Commons Sample Association", "9-31"),
            ("owner", "Example Gym LLC", "9-32"),
            ("operator", "Grounds Example Services", ""),
            ("payer", "Commons Sample Association", ""),
        ):
            PlanParty.objects.create(town=where.town, case=case, kind=kind, name=name, parcel=parcel)
    return case


# ---------------------------------------------------------------- opened from an approval


def test_an_approval_offers_the_plan_and_a_person_opens_it(norfolk: TownHall) -> None:
    case = norfolk.case("approved", map_lot="Map 14 Lots 52 and 53")
    norfolk.act(case, "open_om_plan", TODAY, keep={"plan_title": "O&M plan, sheet 7"})

    with tenancy.town(norfolk.town):
        link = CaseLink.objects.select_related("case").get(to=case, role="over")
        opened = norfolk.file(link.case)
        assert (opened.case.kind, opened.stage, opened.case.title) == ("om_plan", "proposed", case.title)
        assert opened.case.number.startswith("OM-")
        assert opened.last("plan_proposed").facts["from_case"] == case.number  # type: ignore[union-attr]
        assert opened.principal.plan_title == "O&M plan, sheet 7"  # type: ignore[attr-defined]
        assert [row.key for row in PlanParcel.objects.filter(case=link.case)] == ["14-52", "14-53"]
        assert owners(norfolk, link.case) == [("", "Stony Brook Realty Trust")]
    with pytest.raises(door.Impossible, match="opened already"):
        norfolk.act(case, "open_om_plan", TODAY)


@pytest.mark.parametrize("stage", ["deliberation", "filed", "withdrawn"])
def test_no_plan_without_an_approval(norfolk: TownHall, stage: str) -> None:
    case = norfolk.case(stage)
    file = norfolk.file(case)
    assert not file.type.by_key["open_om_plan"].offered(file)
    with pytest.raises(door.Impossible, match="follows an approval"):
        norfolk.act(case, "open_om_plan", TODAY)


def test_never_while_what_ran_out_is_held(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")
    file = norfolk.file(case)
    assert file.case.held
    assert not file.type.by_key["open_om_plan"].offered(file)
    with pytest.raises(door.Impossible, match="Nobody has confirmed"):
        norfolk.act(case, "open_om_plan", TODAY)
    with tenancy.town(norfolk.town):
        assert not CaseLink.objects.exists()
    certified = norfolk.case("certified")
    norfolk.act(certified, "open_om_plan", TODAY)


def test_a_plan_is_not_opened_by_an_inspector(norfolk: TownHall) -> None:
    with pytest.raises(door.NotAllowed):
        norfolk.act(norfolk.case("approved"), "open_om_plan", TODAY, role=Role.INSPECTOR)


# ---------------------------------------------------------------- signatures and amendments


def test_the_agreement_needs_every_owner_and_the_ledger_names_nobody(ludlow: TownHall) -> None:
    case = signed_up(ludlow)
    with tenancy.town(ludlow.town):
        first, second = present(ludlow.file(case), PlanParty.Kind.OWNER)
    with pytest.raises(door.SoftStops, match="1 owner has not signed"):
        ludlow.act(
            case,
            "sign_om_agreement",
            date(2024, 4, 30),
            override="",
            keep={"signed": [first.pk], "must_sign": 2},
        )
    done = ludlow.act(
        case,
        "sign_om_agreement",
        date(2024, 4, 30),
        override="",
        keep={"signed": [first.pk, second.pk], "must_sign": 2},
    )
    assert "Gym" not in str(done.entry.facts)
    with tenancy.town(ludlow.town):
        assert {row.signed for row in PlanParty.objects.filter(kind="owner")} == {date(2024, 4, 30)}
        assert not PlanParty.objects.exclude(kind="owner").filter(signed__isnull=False).exists()


def test_an_amendment_that_not_all_responsible_parties_signed_carries_the_defect(ludlow: TownHall) -> None:
    case = signed_up(ludlow)
    done = ludlow.act(
        case, "amend_om_plan", date(2026, 6, 1), what="Forebay twice a year", board="planning_board",
        keep={"signed": ["1", "2", "3"], "must_sign": 4},
    )  # fmt: skip
    assert done.entry.facts["defects"] == ["not_signed_by_all"]
    whole = ludlow.act(
        case, "amend_om_plan", date(2026, 6, 2), what="As signed by all", board="planning_board",
        keep={"signed": ["1", "2", "3", "4"], "must_sign": 4},
    )  # fmt: skip
    assert "defects" not in whole.entry.facts


# ---------------------------------------------------------------- land that is sold


def test_a_sold_parcel_has_its_new_owner_and_the_others_keep_theirs(ludlow: TownHall) -> None:
    case = signed_up(ludlow)
    done = ludlow.act(
        case,
        "change_om_owner",
        date(2026, 9, 2),
        party="Map 9, Lot 32",
        keep={"name": "Placeholder Retail LLC"},
    )
    assert done.entry.facts["party"] == "9-32"
    assert owners(ludlow, case) == [
        ("9-31", "Commons Sample Association"),
        ("9-32", "Placeholder Retail LLC"),
    ]
    with tenancy.town(ludlow.town):
        left = PlanParty.objects.get(name="Example Gym LLC")
        assert left.until == date(2026, 9, 2)

    ludlow.act(case, "correct", TODAY, seq=done.entry.seq, day="2026-09-04", why="the deed")
    with tenancy.town(ludlow.town):
        assert PlanParty.objects.get(name="Placeholder Retail LLC").since == date(2026, 9, 4)
    ludlow.act(case, "correct", TODAY, seq=done.entry.seq, remove=True, why="another lot")
    assert owners(ludlow, case) == [("9-31", "Commons Sample Association"), ("9-32", "Example Gym LLC")]


# ---------------------------------------------------------------- repairs


def test_a_notice_asks_line_by_line_and_the_repairs_answer(ludlow: TownHall) -> None:
    case = signed_up(ludlow)
    ludlow.act(case, "put_om_plan_in_force", date(2024, 5, 20))
    with tenancy.town(ludlow.town):
        Structure.objects.create(town=ludlow.town, case=case, number=3, name="Separator")
    done = ludlow.act(
        case, "give_maintenance_notice", date(2026, 11, 5), role=Role.INSPECTOR,
        keep={"items": ["3 Vacuum the separator", "Reset the grate"]},
    )  # fmt: skip
    with tenancy.town(ludlow.town):
        first, second = open_repairs(ludlow.file(case))
    assert (str(first.structure), second.structure) == ("3. Separator", None)

    with pytest.raises(door.SoftStops, match="1 thing that the notice asks for is not repaired"):
        ludlow.act(case, "record_repairs", TODAY, override="", keep={"made": [first.pk], "open": 1})
    made = ludlow.act(
        case, "record_repairs", TODAY, override="", keep={"made": [first.pk, second.pk], "open": 0}
    )
    with tenancy.town(ludlow.town):
        assert not open_repairs(ludlow.file(case))
    ludlow.act(case, "correct", TODAY, seq=made.entry.seq, remove=True, why="only one was")
    with tenancy.town(ludlow.town):
        assert len(open_repairs(ludlow.file(case))) == 2
    ludlow.act(case, "correct", TODAY, seq=done.entry.seq, remove=True, why="never mailed")
    with tenancy.town(ludlow.town):
        assert not Repair.objects.exists()


def test_another_town_sees_none_of_it(ludlow: TownHall, norfolk: TownHall) -> None:
    signed_up(ludlow)
    with tenancy.town(norfolk.town):
        assert not PlanParty.objects.exists()
        assert not PlanParcel.objects.exists()
