"""The clerk's queue: what waits, why, and what one may do about it."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.clerk import queries
from towns.roles import Role


def test_a_silence_waits_with_its_reason_and_one_thing_to_do(norfolk: TownHall):
    case = norfolk.case("deemed")

    clerk = norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").content.decode()
    office = norfolk.client().get("/norfolk/clerk/").content.decode()

    assert "Nov 26 is Thanksgiving Day, so Fri Nov 27 2026" in clerk
    assert f"/norfolk/cases/{case.number}/record/certify_lapse/" in clerk
    assert f"/norfolk/cases/{case.number}/print/certificate_of_no_action/" in clerk
    assert "record/certify_lapse" not in office
    assert "Town clerk confirms this" in office


def test_the_town_may_name_another_officer(norfolk: TownHall):
    norfolk.case("deemed")
    norfolk.town.silence_confirmed_by = Role.COUNSEL
    norfolk.town.save()

    assert (
        "record/certify_lapse" not in norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").content.decode()
    )


def test_a_refused_silence_waits_for_the_office(in_norfolk: TownHall):
    case = in_norfolk.case("deemed")
    in_norfolk.act(case, "refuse_certification", TODAY, role=Role.TOWN_CLERK, why="Filed in time.")

    (item,) = queries.silences(in_norfolk.town, TODAY)

    assert item.refused is not None
    assert "Refused on" in in_norfolk.client(Role.TOWN_CLERK).get("/norfolk/clerk/").content.decode()


def test_a_decision_waits_for_the_stamp_with_its_last_day(db: None, today: date):
    from tests.town_fixtures import load_town

    ludlow = TownHall(load_town("ludlow")).staff_up()
    case = ludlow.case("deliberation", matter="special_permit", closed=date(2026, 11, 12))
    ludlow.act(case, "decide", date(2026, 11, 24), outcome="approved", voted="2026-11-24")
    with tenancy.town(ludlow.town):
        (item,) = queries.decisions_to_stamp(ludlow.town, TODAY)
        assert item.reading is not None
        assert item.reading.due == date(2027, 2, 10)

        ludlow.act(case, "file_decision", date(2026, 11, 30))
        assert queries.decisions_to_stamp(ludlow.town, TODAY) == []


def test_the_stamp_is_added_to_the_filing_and_moves_nothing(norfolk: TownHall):
    case = norfolk.case("filed")
    client = norfolk.client(Role.TOWN_CLERK)
    path = f"/norfolk/clerk/{case.number}/stamp/"

    assert client.post(path, {"once": uuid4(), "seen": 1, "stamped": "2026-12-24"}).status_code == 422
    sent = {"once": uuid4(), "seen": 1, "stamped": "2026-09-09", "stamped_at": "9:05 am"}
    assert client.post(path, sent).status_code == 302
    assert client.post(path, sent).status_code == 302
    assert client.post(path, {**sent, "once": uuid4()}).status_code == 409

    filed = norfolk.file(case).last("filed")
    assert filed is not None
    assert (filed.on, filed.facts["filed_with_clerk"], filed.facts["stamped_at"]) == (
        date(2026, 9, 8),
        "2026-09-09",
        "09:05",
    )
    with tenancy.town(norfolk.town):
        assert queries.filings_to_stamp(norfolk.town) == []
