"""An operation and maintenance plan through the one door: who may do what, what is flagged, what nobody may say."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.om_plans.life import figures, life
from permitting.om_plans.models import OmPlan, State
from tests.permitting.om_plans.commons import hall, plan
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Case
from towns.record import disclosure, door
from towns.roles import Role


@pytest.fixture
def ludlow(db: None, today: date) -> TownHall:
    return hall("ludlow")


def stage(where: TownHall, case: Case) -> str:
    with tenancy.town(where.town):
        row = OmPlan.objects.get(case=case)
        assert row.state == Case.objects.get(pk=case.pk).stage
        return str(row.state)


def test_a_plan_lives_from_proposal_to_repairs(ludlow: TownHall) -> None:
    case = plan(ludlow)
    told = [stage(ludlow, case)]
    for step, day in (
        ("accept_om_plan", date(2024, 3, 19)),
        ("sign_om_agreement", date(2024, 4, 30)),
        ("record_om_agreement", date(2024, 5, 14)),
        ("put_om_plan_in_force", date(2024, 5, 20)),
        ("give_maintenance_notice", date(2026, 11, 5)),
        ("record_repairs", date(2026, 11, 24)),
        ("end_om_plan", date(2026, 11, 27)),
    ):
        ludlow.act(case, step, day)
        told.append(stage(ludlow, case))
    assert told == [
        "proposed", "accepted", "signed", "recorded", "in_force", "cure_due", "in_force", "ended"
    ]  # fmt: skip
    assert ludlow.file(case).case.closed


def test_the_thirty_days_and_what_the_department_may_do_then(ludlow: TownHall) -> None:
    case = plan(ludlow, ("put_om_plan_in_force", date(2024, 5, 20)))
    ludlow.act(case, "give_maintenance_notice", date(2026, 11, 5))

    (cure,) = [r for r in ludlow.file(case).readings(TODAY) if r.clock == "cure"]
    # V-7.2 [e.]: Thu Nov 5 + 30 = Sat Dec 5, so Mon Dec 7 2026.
    assert (cure.status, cure.strict, cure.due) == ("running", date(2026, 12, 5), date(2026, 12, 7))

    with tenancy.town(ludlow.town):
        door.settle_case(case, today=date(2026, 12, 8))
    file = ludlow.file(case)
    assert (file.stage, file.case.held) == ("cure_due", False)
    assert [(e.on, e.name) for e in file.story if e.is_system] == [(date(2026, 12, 8), "town_may_act")]
    assert "town_may_act" not in [e.name for e in disclosure.public_entries(file)]


def test_a_failure_found_before_the_last_day_is_a_soft_stop(ludlow: TownHall) -> None:
    case = plan(ludlow, ("put_om_plan_in_force", date(2024, 5, 20)))
    ludlow.act(case, "give_maintenance_notice", date(2026, 11, 5))
    with pytest.raises(door.SoftStops, match="until Mon Dec 7 2026"):
        ludlow.act(case, "fail_om_plan", TODAY, override="")
    done = ludlow.act(case, "fail_om_plan", TODAY, override="The pipe has collapsed.")
    assert done.entry.facts["overridden"] == ["time_runs"]


def test_in_force_and_unrecorded_is_flagged_with_the_section_that_wants_it(ludlow: TownHall) -> None:
    case = plan(ludlow, ("put_om_plan_in_force", date(2024, 5, 20)))
    assert figures(ludlow.file(case)) == ["In force, agreement not recorded (V-7.2, Maintenance)"]
    ludlow.act(case, "record_om_agreement", date(2024, 6, 3), book="25114", page="88")
    assert stage(ludlow, case) == State.IN_FORCE
    assert figures(ludlow.file(case)) == ["Recorded Mon Jun 3 2024, book 25114, page 88"]


def test_the_life_shows_the_last_day_for_repairs(ludlow: TownHall) -> None:
    case = plan(ludlow, ("put_om_plan_in_force", date(2024, 5, 20)))
    ludlow.act(case, "give_maintenance_notice", date(2026, 11, 5))
    last = life(ludlow.file(case))[-1]
    assert (last.label, last.state, last.note) == ("Repairs due", "now", "by Dec 7 2026")


def test_an_inspector_gives_notice_but_does_not_accept(ludlow: TownHall) -> None:
    case = plan(ludlow)
    with pytest.raises(door.NotAllowed):
        ludlow.act(case, "accept_om_plan", TODAY, role=Role.INSPECTOR)
    ludlow.act(case, "give_maintenance_notice", TODAY, role=Role.INSPECTOR)
    assert stage(ludlow, case) == State.CURE_DUE


def test_the_public_reads_of_a_plan_what_is_declared(ludlow: TownHall) -> None:
    case = plan(ludlow)
    assert not disclosure.is_public(ludlow.file(case).case)
    ludlow.act(case, "put_om_plan_in_force", date(2024, 5, 20))
    ludlow.act(case, "change_om_owner", date(2026, 9, 2), party="9-32")
    ludlow.act(case, "give_maintenance_notice", date(2026, 11, 5))
    file = ludlow.file(case)
    names = [entry.name for entry in disclosure.public_entries(file)]
    assert names == ["plan_in_force", "maintenance_notice"]
    assert disclosure.public_stage(file) == "In force; repairs asked for"
