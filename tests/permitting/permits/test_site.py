"""What still forbids, and the page of the permit and the site: computed, in words, with its section."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.decisions import conditions
from permitting.decisions.models import Condition
from permitting.permits.forbids import questions
from permitting.permits.tolling import acts_reaching
from tests.town_fixtures import TownHall, load_town
from tests.towns import docket
from towns.access import tenancy
from towns.law import schema
from towns.models import Case
from towns.record import door
from towns.record.case_file import CaseFile, open_case_file
from towns.roles import Role

DAY = date(2026, 11, 24)


def file_of(case: Case) -> CaseFile:
    return open_case_file(docket.fresh(case), case.town)


def answers(case: Case, day: date = DAY) -> dict[str, list[str]]:
    with tenancy.town(case.town_id):
        return {q.key: [f"{r.says} {r.cite}" for r in q.missing] for q in questions(file_of(case), day)}


@pytest.fixture
def ludlow(db) -> Case:
    docket.load()
    where = docket.town("ludlow")
    case = docket.file(where, date(2026, 11, 2))
    docket.act(case, "find_complete", date(2026, 11, 3))
    docket.act(case, "record_visit", date(2026, 11, 5), stage="initial", outcome="passed")
    docket.act(case, "decide", date(2026, 11, 10), outcome="approved")
    return case


def over(case: Case, matter: str, step: str, on: date, **facts: object) -> Case:
    with tenancy.town(case.town_id):
        return door.open_case(
            town=case.town, matter=matter, by=docket.ANYBODY, on=on, today=on, step=step, over=[docket.fresh(case)],
            override="A test.", **facts,
        ).case  # fmt: skip


def test_a_building_permit_waits_for_bond_and_agreement_and_occupancy_for_the_recording(ludlow):
    """V-7.2: bond and agreement before any building permit (1011, 951); agreement recorded before occupancy (995)."""
    assert answers(ludlow) == {
        "work": ["The permit is not issued. V-7.2, Stormwater management permit procedures and requirements"],
        "building_permit": [
            "A surety or cash bond of at least the estimated cost of the stormwater facility. V-7.2, Performance bond",
            "The operation, maintenance and inspection agreement, executed and binding on later owners. "
            "V-7.2, Maintenance",
        ],
        "occupancy": ["The agreement, recorded in the land records. V-7.2, Maintenance"],
    }
    docket.act(ludlow, "issue_permit", date(2026, 11, 11))
    bond = over(ludlow, "surety", "require_surety", date(2026, 11, 12), amount="120000.00", form="bond")
    plan = over(ludlow, "om_plan", "propose_om_plan", date(2026, 11, 12))
    assert len(answers(ludlow)["building_permit"]) == 2
    with tenancy.town(ludlow.town_id):
        steps = {file.type.step_for(e, file.matter).key: e for file, e in (
            (file_of(bond), "surety_posted"), (file_of(plan), "plan_accepted"), (file_of(plan), "agreement_signed"),
            (file_of(plan), "agreement_recorded"),
        )}  # fmt: skip
    posted, accepted, signed, recorded = steps
    docket.act(bond, posted, date(2026, 11, 13), amount="120000.00", form="bond")
    docket.act(plan, accepted, date(2026, 11, 13))
    docket.act(plan, signed, date(2026, 11, 16))
    assert answers(ludlow) == {
        "work": [], "building_permit": [], "occupancy": ["The agreement, recorded in the land records. V-7.2, Maintenance"],
    }  # fmt: skip
    docket.act(plan, recorded, date(2026, 11, 17), book="1", page="2")
    assert answers(ludlow)["occupancy"] == []
    with tenancy.town(ludlow.town_id):
        released = file_of(bond).type.step_for("surety_released", file_of(bond).matter).key
    docket.act(bond, released, date(2026, 11, 18))
    assert [words[:22] for words in answers(ludlow)["building_permit"]] == ["A surety or cash bond "]


def test_a_suspended_permit_and_a_condition_before_work_forbid_work(db):
    docket.load()
    case = docket.at_deliberation(docket.town())
    kept = {"conditions": [("Hold a meeting on the site.", False, ""), ("Keep the plan on file.", True, "om_plan"),
                           ("Record the easements.", False, "easements_recorded")]}  # fmt: skip
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved_with_conditions", keep=kept)
    docket.act(case, "issue_permit", date(2026, 11, 23))
    with tenancy.town(case.town_id):
        meeting = Condition.objects.get(position=1)
        meeting.phase, meeting.due_event, meeting.due_days = "before_work", "permit_issued", 10
        meeting.save()
        found = {line.row.position: line for line in conditions.lines(file_of(case), date(2026, 12, 4))}
    assert answers(case)["work"] == ["Condition 1: Hold a meeting on the site. "]
    assert (found[1].state, found[1].due) == ("overdue", date(2026, 12, 3))
    assert [found[2].state, found[3].state] == ["lasting", "open"]
    docket.act(case, "record_easements", date(2026, 12, 1))
    docket.act(case, "suspend_permit", date(2026, 12, 1), authority="Condition 1")
    with tenancy.town(case.town_id):
        Condition.objects.filter(position=1).update(met=date(2026, 12, 1), proof="Minutes")
        found = {line.row.position: line for line in conditions.lines(file_of(case), date(2026, 12, 4))}
    assert [found[1].state, found[3].state] == ["met", "met"]
    assert answers(case)["work"] == ["The permit does not stand: suspended. § 267-18"]


def test_an_act_that_tolls_is_shown_with_its_own_last_day_and_counted_nowhere():
    """St. 2024 c. 238 § 280: in effect on any day from Jan 1 2023 to Jan 1 2025, two years more."""
    law = schema.load("grafton")
    (act,) = acts_reaching(law, date(2022, 2, 28), date(2025, 2, 28))
    assert (act.until, act.cite) == (date(2027, 2, 28), "St. 2024 c. 238 § 280")
    assert acts_reaching(law, date(2025, 1, 2), date(2028, 1, 2)) == []
    covid = acts_reaching(law, date(2019, 3, 10), date(2022, 3, 10))
    assert [one.until for one in covid] == [date(2023, 6, 15)]


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_the_page_opens_in_every_town(db, today, slug):
    hall = TownHall(load_town(slug)).staff_up()
    case = hall.case(filed=date(2026, 11, 9))
    page = f"/{slug}/cases/{case.number}/site/"
    assert hall.client().get(page).status_code == 200
    assert hall.client(Role.INSPECTOR).get(page).status_code == 200


def test_the_panel_stands_on_the_case_page_and_the_condition_is_kept(norfolk):
    case = norfolk.case("deliberation")
    kept = {"conditions": [("Hold a meeting on the site.", False, "")]}
    norfolk.act(case, "decide", date(2026, 11, 24), outcome="approved_with_conditions", keep=kept)
    norfolk.act(case, "issue_permit", date(2026, 11, 24))
    client = norfolk.client()
    text = client.get(f"/norfolk/cases/{case.number}/").content.decode()
    assert "What still forbids" in text
    assert "Nothing forbids it" in text
    with tenancy.town(norfolk.town):
        row = Condition.objects.get(decision__case=case)
    address = f"/norfolk/cases/{case.number}/conditions/{row.pk}/"
    assert client.get(address).status_code == 200
    sent = {"phase": "before_work", "due_day": "2026-12-01", "due_event": "work_begun"}
    assert client.post(address, sent).status_code == 422
    assert client.post(address, {**sent, "due_event": ""}).status_code == 302
    assert client.post(address, {"met_on": "12/01/2026"}).status_code == 422
    assert client.post(address, {"met_on": "11/20/2026", "proof": "Seen on the site."}).status_code == 302
    assert norfolk.client(Role.INSPECTOR).get(address).status_code == 403
