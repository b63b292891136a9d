"""The pages of a plan and of the town's duties: what is due, who may keep it, the link without an account, the owners' list."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from permitting.om_plans import reporting
from permitting.om_plans.upkeep import Asked, Duty, PlanParty, Repair, Structure, WorkDone
from tests.permitting.om_plans.commons import Commons, fill, plan
from tests.town_fixtures import MARKUP, TownHall
from towns.access import tenancy
from towns.roles import Role


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


# ---------------------------------------------------------------- the plan's page


def test_the_most_overdue_stands_first_with_its_days(commons: Commons) -> None:
    page = text(commons.hall.client().get(commons.url()))
    # Mar 12 + 6 months = Sep 12 2026, 79 days before Nov 30; Oct 31, 30 days before; Sep 3 + 3 months = Dec 3.
    assert "2 overdue, 1 due in 7 days" in page
    order = [page.index(words) for words in ("3. Separator", "2. Forebay", "4. Catch basins", "5. Chambers")]
    assert order == sorted(order)
    assert "79 days overdue" in page
    assert "30 days overdue" in page
    assert "due in 3 days" in page
    assert "Wed Jan 20 2027" in page
    assert "In force, but the agreement is not recorded" in page


def test_before_the_plan_binds_nothing_is_overdue(commons: Commons) -> None:
    early = plan(commons.hall)
    fill(commons.hall, early)
    page = text(commons.hall.client().get(f"/ludlow/cases/{early.number}/plan/"))
    assert "Not in force; nothing is overdue yet" in page
    assert "days overdue" not in page
    assert (
        early.number
        not in text(commons.hall.client().get("/ludlow/om-plans/?due=overdue")).split("The plans")[0]
    )


def test_work_done_moves_the_day_and_a_struck_entry_moves_it_back(commons: Commons) -> None:
    client = commons.hall.client(Role.INSPECTOR)
    duty = commons.duties["Separator"]
    answer = client.post(commons.url("work/"), {"duty": duty.pk, "on": "11/20/2026", "note": "Hauler's slip"})
    assert answer.status_code == 302
    assert "Thu May 20 2027" in text(client.get(commons.url()))
    with tenancy.town(commons.hall.town):
        work = WorkDone.objects.get(duty=duty, on=date(2026, 11, 20))
        assert work.by == commons.hall.people[Role.INSPECTOR]
    client.post(commons.url(f"work/{work.pk}/strike/"))
    assert "79 days overdue" in text(client.get(commons.url()))
    told = text(client.get(commons.url(f"duties/{duty.pk}/")))
    assert "Fri Nov 20 2026" in told
    assert "struck by Ludlow Inspector" in told


def test_work_of_tomorrow_is_refused(commons: Commons) -> None:
    answer = commons.hall.client().post(
        commons.url("work/"), {"duty": commons.duties["Forebay"].pk, "on": "12/1/2026"}
    )
    assert "That day has not come yet" in text(answer)


@pytest.mark.parametrize(
    "path", ["work/", "structures/add/", "people/add/", "easements/add/", "parcels/add/", "asked/add/"]
)
def test_who_may_only_look_keeps_nothing(commons: Commons, path: str) -> None:
    assert commons.hall.client(Role.TREASURER).get(commons.url(path)).status_code == 403
    assert commons.hall.client(Role.TREASURER).get(commons.url()).status_code == 200
    assert commons.hall.client().get(commons.url(path)).status_code == 200


def test_a_stranger_and_another_town_find_nothing(commons: Commons, norfolk: TownHall) -> None:
    assert norfolk.client().get(commons.url()).status_code == 404
    assert norfolk.client().get(f"/norfolk/cases/{commons.case.number}/plan/").status_code == 404
    assert Client().get(commons.url()).status_code == 302


def test_another_cases_rows_are_not_reached(commons: Commons) -> None:
    other = plan(commons.hall)
    with tenancy.town(commons.hall.town):
        structure = Structure.objects.filter(case=commons.case).first()
    client = commons.hall.client()
    assert structure is not None
    for path in (
        f"structures/{structure.pk}/",
        f"structures/{structure.pk}/duties/add/",
        f"duties/{commons.duties['Forebay'].pk}/",
    ):
        assert client.get(f"/ludlow/cases/{other.number}/plan/{path}").status_code == 404


def test_a_structure_and_a_duty_are_entered_and_numbers_stand_once(commons: Commons) -> None:
    client = commons.hall.client()
    assert "is the Forebay" in text(
        client.post(commons.url("structures/add/"), {"number": 2, "name": "Swale"})
    )
    client.post(commons.url("structures/add/"), {"number": 6, "name": MARKUP, "place": "west line"})
    with tenancy.town(commons.hall.town):
        structure = Structure.objects.get(number=6)
    duty = {
        "what": "Mow",
        "months": 1,
        "first": "4/30/2026",
        "fixed": "yes",
        "season_from": 4,
        "season_to": 10,
    }
    bad = client.post(commons.url(f"structures/{structure.pk}/duties/add/"), duty | {"first": "1/15/2026"})
    assert "must lie in the season" in text(bad)
    client.post(commons.url(f"structures/{structure.pk}/duties/add/"), duty)
    with tenancy.town(commons.hall.town):
        mowing = Duty.objects.get(structure=structure)
        assert mowing.fixed
        reporting.record_work(
            mowing, date(2026, 10, 28), by=None, entered=datetime(2026, 11, 2, 15, tzinfo=UTC)
        )
    answer = client.get(commons.url())
    assert MARKUP.encode() not in answer.content
    assert "each month, April to October" in text(answer)
    assert "Fri Apr 30 2027" in text(answer)


def test_the_schedule_is_printed_with_who_answers(commons: Commons) -> None:
    page = text(commons.hall.client().get(commons.url("schedule/")))
    for words in ("every 6 months", "each year by Oct 31", "Grounds Example Services", "Map 9, Lot 31A"):
        assert words in page


# ---------------------------------------------------------------- notices on the generic page


def test_a_notice_is_given_on_the_steps_page_and_one_repair_is_seen(commons: Commons) -> None:
    client = commons.hall.client(Role.INSPECTOR)
    where = f"/ludlow/cases/{commons.case.number}/record/give_maintenance_notice/"
    sent = {"on": "11/5/2026", "items": "3 Vacuum the separator\n\nReset the outlet grate"}
    page = client.get(where).content.decode()
    once = re.search(r'name="once" value="([^"]+)"', page)
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert once is not None
    assert seen is not None
    tokens = {"once": once[1], "seen": seen[1]}
    check = client.post(where, sent | tokens | {"go": "check"})
    assert "Mon Dec 7 2026" in text(check), "what it does is shown before: 30 days end on Sat Dec 5"
    assert client.post(where, sent | tokens | {"go": "act"}).status_code == 302
    with tenancy.town(commons.hall.town):
        first, second = Repair.objects.order_by("pk")
        assert first.structure is not None
        assert first.structure.number == 3
    page = text(client.get(commons.url()))
    assert "Mon Dec 7 2026" in page
    assert "0 of 2 made" in page
    client.post(commons.url(f"repairs/{second.pk}/"), {"made": "yes"})
    assert "1 of 2 made" in text(client.get(commons.url()))


# ---------------------------------------------------------------- the town's list


def test_the_list_of_the_town_filters_and_exports(commons: Commons) -> None:
    client = commons.hall.client()
    every = text(client.get("/ludlow/om-plans/"))
    assert "4 duties, the most overdue first" in every
    assert "2 duties that match, " in text(client.get("/ludlow/om-plans/?due=overdue"))
    soon = text(client.get("/ludlow/om-plans/?due=soon"))
    assert "Catch basins" in soon
    assert "Separator" not in soon.split("The plans")[0]
    # On Nov 30 nothing more falls in November.
    assert "No duty matches" in text(client.get("/ludlow/om-plans/?due=month"))
    assert "1 duty that matches" in text(client.get("/ludlow/om-plans/?q=chambers"))
    assert "4 duties that match" in text(client.get("/ludlow/om-plans/?q=M9+L31A"))
    rows = client.get("/ludlow/om-plans/export.csv?due=overdue").content.decode().splitlines()
    assert len(rows) == 3
    assert "2026-09-12,79,Grounds Example Services" in rows[1]


def test_the_file_holds_no_formula(commons: Commons) -> None:
    with tenancy.town(commons.hall.town):
        Duty.objects.filter(pk=commons.duties["Separator"].pk).update(what="=HYPERLINK(1)")
    rows = commons.hall.client().get("/ludlow/om-plans/export.csv").content.decode()
    assert "'=HYPERLINK(1)" in rows


def test_a_filter_that_is_nonsense_answers_a_page(commons: Commons) -> None:
    assert commons.hall.client().get("/ludlow/om-plans/?due=%00&page=zz&q=%27").status_code == 200


# ---------------------------------------------------------------- reports by link


def ask(commons: Commons, **more: object) -> Asked:
    sent = {"kind": "report", "covers": "2026", "on": "11/2/2026", "wanted_by": "12/31/2026"} | more
    commons.hall.client().post(commons.url("asked/add/"), sent)
    with tenancy.town(commons.hall.town):
        return Asked.objects.latest("pk")


def link(commons: Commons, asked: Asked) -> str:
    page = commons.hall.client().get(commons.url(f"asked/{asked.pk}/")).content.decode()
    found = re.search(r"http://testserver(/ludlow/om-report/[^<\s]+)", page)
    assert found is not None
    return found[1]


def test_one_without_an_account_reports_by_the_link_once(commons: Commons) -> None:
    where = link(commons, ask(commons))
    outside = Client()
    assert "Separator" in text(outside.get(where))
    separator = commons.duties["Separator"].pk
    future = outside.post(where, {f"duty_{separator}": "12/24/2026", "signed_as": "Pat Example"})
    assert "has not come yet" in text(future)
    sent = {
        f"duty_{separator}": "11/10/2026",
        "signed_as": "Pat Example, Grounds Example Services",
        "says": "Pumped.",
    }
    assert "Your report was sent" in text(outside.post(where, sent))
    assert outside.post(where, sent).status_code == 410
    with tenancy.town(commons.hall.town):
        (work,) = WorkDone.objects.filter(reported=True)
        assert (work.duty_id, work.on, work.by) == (separator, date(2026, 11, 10), None)
        assert Asked.objects.get().received == date(2026, 11, 30)
    page = text(commons.hall.client().get(commons.url()))
    assert "as reported" in page
    assert "Pat Example" in page


def test_a_link_that_was_tampered_with_or_is_another_towns_shows_nothing(
    commons: Commons, norfolk: TownHall
) -> None:
    where = link(commons, ask(commons))
    for bad in (where[:-3] + "xx/", where.replace("/ludlow/", "/norfolk/"), "/ludlow/om-report/x/"):
        answer = Client().get(bad)
        assert answer.status_code == 410
        assert "Holyoke" not in text(answer)


def test_records_of_five_years_are_asked_for_and_received(commons: Commons) -> None:
    asked = ask(commons, kind="records", covers="")
    assert "for the last five years" in text(commons.hall.client().get(commons.url(f"asked/{asked.pk}/")))
    early = commons.hall.client().post(commons.url(f"asked/{asked.pk}/"), {"received": "11/1/2026"})
    assert "before it was asked for" in text(early)
    commons.hall.client().post(
        commons.url(f"asked/{asked.pk}/"), {"received": "11/24/2026", "says": "Complete"}
    )
    assert "Complete" in text(commons.hall.client().get(commons.url()))


# ---------------------------------------------------------------- the assessors' list


def upload(commons: Commons, body: str, role: str = Role.BOARD_ADMINISTRATOR):
    sent = {"file": SimpleUploadedFile("owners.csv", body.encode(), "text/csv")}
    return commons.hall.client(role).post("/ludlow/om-plans/owners/", sent)


LIST = """map_lot,owner,address,sale_date
9-31,COMMONS SAMPLE ASSOCIATION,"79 Holyoke Street",
"Map 9, Lot 31A","LLC, Holyoke Example Gym",,
9-32,Placeholder Retail LLC,81 Holyoke Street,9/2/2026
10-1,Somebody Else,,
"""


def test_the_list_names_the_parcels_that_changed_hands_and_a_person_records_them(commons: Commons) -> None:
    answer = upload(commons, LIST)
    page = text(answer)
    assert "2 parcels with the same owner, 1 with another, 0 not on the list" in page
    assert "Placeholder Retail LLC" in page
    token = re.search(r'name="changes" value="([^"]+)"', answer.content.decode())
    assert token is not None
    client = commons.hall.client()
    for _ in range(2):  # the second click changes nothing
        client.post("/ludlow/om-plans/owners/", {"changes": token[1], "pick": ["0"]})
    file = commons.hall.file(commons.case)
    assert [(e.on, e.facts["party"]) for e in file.story if e.name == "owner_changed"] == [
        (date(2026, 9, 2), "9-32")
    ]
    with tenancy.town(commons.hall.town):
        now = PlanParty.objects.get(parcel="9-32", until__isnull=True)
        assert (now.name, now.address, now.since) == (
            "Placeholder Retail LLC",
            "81 Holyoke Street",
            date(2026, 9, 2),
        )
    page = text(client.get(commons.url()))
    assert "sale not notified" in page
    assert "write to them" in page
    assert "1 with another" not in text(upload(commons, LIST))


def test_what_was_not_ticked_is_not_recorded_and_a_made_up_list_is_refused(commons: Commons) -> None:
    token = re.search(r'name="changes" value="([^"]+)"', upload(commons, LIST).content.decode())
    assert token is not None
    client = commons.hall.client()
    client.post("/ludlow/om-plans/owners/", {"changes": token[1]})
    client.post("/ludlow/om-plans/owners/", {"changes": token[1] + "x", "pick": ["0"]})
    assert not commons.hall.file(commons.case).has("owner_changed")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("", "Choose the file first"),
        ("lot,name\n", "no lines below"),
        ("parcel;who\n9-31;A\n", "must name the columns"),
        ("map_lot,owner\nnowhere,A\n", "No line names one map and lot"),
    ],
)
def test_a_list_that_cannot_be_read_says_why(commons: Commons, body: str, says: str) -> None:
    empty = commons.hall.client().post("/ludlow/om-plans/owners/", {})
    answer = upload(commons, body) if body else empty
    assert answer.status_code == 422
    assert says in text(answer)


def test_a_workbook_is_not_taken_for_a_list(commons: Commons) -> None:
    sent = {"file": BytesIO(b"PK\x03\x04\x00\x00binary")}
    answer = commons.hall.client().post("/ludlow/om-plans/owners/", sent)
    assert "not a CSV file" in text(answer)


def test_the_treasurer_does_not_change_owners(commons: Commons) -> None:
    assert upload(commons, LIST, Role.TREASURER).status_code == 403


def test_the_letter_to_the_new_owner_is_acknowledged(commons: Commons) -> None:
    commons.hall.act(
        commons.case,
        "change_om_owner",
        date(2026, 9, 2),
        party="9-32",
        keep={"name": "Placeholder Retail LLC"},
    )
    with tenancy.town(commons.hall.town):
        new = PlanParty.objects.get(name="Placeholder Retail LLC")
    asked = ask(commons, kind="owner_letter", to=new.pk, covers="")
    letter = text(commons.hall.client().get(commons.url(f"asked/{asked.pk}/")))
    assert "you own this land, or a part of it, since Wednesday, September 2, 2026" in letter
    commons.hall.client().post(commons.url(f"asked/{asked.pk}/"), {"received": "11/25/2026"})
    with tenancy.town(commons.hall.town):
        assert Asked.objects.get().received == date(2026, 11, 25)
