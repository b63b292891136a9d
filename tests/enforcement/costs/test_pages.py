"""The pages of costs: what is owed and why, the list and its file, opening, settings, and the money of a day."""

import csv
import io
from datetime import date

import pytest

from enforcement.costs.models import CostSettings, Receipt, Turnover
from tests.town_fixtures import MARKUP, TODAY, TownHall, load_town
from tests.towns.cases.reading import hidden_fields, words_of
from towns.access import tenancy
from towns.models import Case, CaseLink, SetupChange
from towns.record import door
from towns.roles import Role

RECEIVED = date(2026, 10, 1)  # day 0; day 32 is Mon Nov 2, so that by Mon Nov 30 interest has run for 29 days


def noticed(hall: TownHall, title: str = "Bank of the brook") -> Case:
    with tenancy.town(hall.town):
        case = door.open_case(
            town=hall.town,
            matter="cost_recovery",
            by=hall.actor(),
            on=date(2026, 9, 1),
            today=TODAY,
            title=title,
            address="0 Any Road",
        ).case
    hall.act(
        case,
        "record_cost",
        date(2026, 9, 2),
        amount="10000.00",
        what="labor",
        keep={"words": "Crew of three"},
    )
    hall.act(case, "complete_town_work", date(2026, 9, 3))
    hall.act(case, "notify_costs", date(2026, 9, 28))
    hall.act(
        case,
        "receive_cost_notice",
        RECEIVED,
        party="owner",
        keep={"party": "owner", "name": "A. Example", "address": "1 Any Road"},
    )
    return case


def costs_of(case: Case) -> str:
    return f"/norfolk/cases/{case.number}/costs/"


def test_the_page_says_what_is_owed_and_why(norfolk: TownHall) -> None:
    case = noticed(norfolk)
    norfolk.act(case, "pay_costs", date(2026, 11, 12), amount="4000.00", keep={"way": "check"})
    said = words_of(norfolk.client().get(costs_of(case)))
    # 10 days on 10,000.00 are 38.3562, 19 on 6,000.00 are 43.7260: 82.08 together.
    assert "Owed today: $6,082.08" in said
    assert "38.3562" in said
    assert "43.7260" in said
    assert "Crew of three" in said
    assert "Receipt RC-2026-0001, Check" in said
    assert "Owner of the land, A. Example" in said
    assert "No vote of town meeting is entered" in said
    assert "names no statute" in said


def test_a_page_of_costs_is_for_cases_of_costs_in_this_town(norfolk: TownHall) -> None:
    case, permit = noticed(norfolk), norfolk.case()
    client = norfolk.client()
    assert client.get(f"/norfolk/cases/{permit.number}/costs/").status_code == 404
    load_town("wrentham")
    assert client.get(f"/wrentham/cases/{case.number}/costs/").status_code == 404


def test_markup_stays_words(norfolk: TownHall) -> None:
    case = noticed(norfolk, MARKUP)
    for address in (costs_of(case), "/norfolk/costs/"):
        assert MARKUP not in norfolk.client().get(address).content.decode()


def test_the_list_is_filtered_and_goes_into_a_file(norfolk: TownHall) -> None:
    open_one, paid = noticed(norfolk, "=1+1"), noticed(norfolk, "Paid long ago")
    norfolk.act(paid, "pay_costs", date(2026, 10, 20), amount="10000.00")
    client = norfolk.client()

    said = words_of(client.get("/norfolk/costs/"))
    assert open_one.number in said
    assert paid.number not in said
    assert "$10,111.23 owed in this list" in said
    assert paid.number in words_of(client.get("/norfolk/costs/?show=settled"))
    assert "No costs here" in words_of(client.get("/norfolk/costs/?q=zzz"))
    assert client.get("/norfolk/costs/?q=zzz%00").status_code == 200
    assert client.get("/norfolk/costs/?show=nonsense").status_code == 200

    answer = client.get("/norfolk/costs/export.csv?show=all")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["Owed"] for row in rows] == ["10111.23", "0.00"]
    assert rows[0]["Title"] == "'=1+1"


def test_a_case_is_opened_over_the_file_that_it_follows_from(norfolk: TownHall) -> None:
    permit = norfolk.case()
    client = norfolk.client(Role.INSPECTOR)
    fields = {
        "on": "2026-11-29",
        "at": "9:00 am",
        "address": "0 Any Road",
        "over": permit.number,
        "once": "7e4f5b0c-6b0e-4f0e-8f5f-0d8a8f0c9a11",
    }
    wrong = client.post("/norfolk/costs/new/", {**fields, "over": "SMP-2026-9999"})
    assert "No case SMP-2026-9999 in this town" in words_of(wrong)
    for _ in range(2):  # an impatient finger
        assert client.post("/norfolk/costs/new/", fields).status_code == 302
    with tenancy.town(norfolk.town):
        case = Case.objects.get(kind="cost_recovery")
        assert CaseLink.objects.get(case=case).to == permit
    assert norfolk.file(case).last("town_work_started").at.hour == 9
    assert norfolk.client(Role.ASSESSOR).get("/norfolk/costs/new/").status_code == 403


def test_where_the_text_recovers_no_costs_no_case_is_opened(grafton: TownHall) -> None:
    assert grafton.client().get("/grafton/costs/new/").status_code == 404
    assert "Open a case" not in words_of(grafton.client().get("/grafton/costs/"))


def test_settings_are_the_administrators_and_are_written_down(norfolk: TownHall) -> None:
    assert norfolk.client().get("/norfolk/costs/settings/").status_code == 403
    client = norfolk.client(Role.TOWN_ADMINISTRATOR)
    half = client.post("/norfolk/costs/settings/", {"lien_vote_article": "Article 21"})
    assert "Enter the article and the day of the vote, or neither" in words_of(half)
    vote = {"lien_vote_article": "Article 21", "lien_vote_day": "2025-05-05", "interest_first": "on"}
    assert client.post("/norfolk/costs/settings/", vote).status_code == 302
    with tenancy.town(norfolk.town):
        assert CostSettings.objects.get().lien_voted
        assert SetupChange.objects.filter(what__startswith="Costs: ", by__isnull=False).count() == 3
    said = words_of(norfolk.client().get(costs_of(noticed(norfolk))))
    assert "No vote of town meeting" not in said
    assert "Article 21" in said


def test_the_money_of_a_day_is_handed_over_once_and_signed_for_by_another(norfolk: TownHall) -> None:
    case = noticed(norfolk)
    norfolk.act(case, "pay_costs", TODAY, amount="100.00", keep={"payer": "A. Example", "way": "cash"})
    norfolk.act(case, "pay_costs", TODAY, amount="50.50")
    treasurer = norfolk.client(Role.TREASURER)
    day = {"day": TODAY.isoformat()}

    assert "Hand $150.50 to the treasurer" in words_of(treasurer.get("/norfolk/costs/receipts/", day))
    for _ in range(2):
        treasurer.post("/norfolk/costs/receipts/turn-over/", day)
    with tenancy.town(norfolk.town):
        one = Turnover.objects.get()
        assert Receipt.objects.filter(turned_over=one).count() == 2
    address = f"/norfolk/costs/receipts/{one.pk}/sign/"

    assert norfolk.client().post(address).status_code == 403
    assert "Somebody else must sign" in words_of(treasurer.post(address, follow=True))
    with tenancy.town(norfolk.town):
        Turnover.objects.update(handed_by=norfolk.people[Role.BOARD_ADMINISTRATOR])
    treasurer.post(address)
    with tenancy.town(norfolk.town):
        assert Turnover.objects.get().signed_by == norfolk.people[Role.TREASURER]
    assert treasurer.post("/norfolk/costs/receipts/99999/sign/").status_code == 404


def test_payments_are_reckoned_again_after_a_correction(norfolk: TownHall) -> None:
    case = noticed(norfolk)
    norfolk.act(case, "pay_costs", date(2026, 10, 20), amount="10000.00")
    bill = next(e for e in norfolk.file(case).entries if e.name == "cost_recorded")
    norfolk.act(case, "correct", TODAY, seq=bill.seq, facts={"amount": "12000.00"}, why="A line was missed.")
    client = norfolk.client()
    assert "no longer fits" in words_of(client.get(costs_of(case)))

    client.post(f"{costs_of(case)}reckon/")

    assert "no longer fits" not in words_of(client.get(costs_of(case)))
    assert norfolk.file(case).stage == "notified"


@pytest.mark.parametrize(
    "step",
    [
        "record_cost",
        "notify_costs",
        "receive_cost_notice",
        "pay_costs",
        "file_cost_protest",
        "take_costs_to_court",
        "record_cost_lien",
        "certify_charge",
    ],
)
def test_every_step_of_money_has_its_form(norfolk: TownHall, step: str) -> None:
    case = noticed(norfolk)
    assert norfolk.client().get(f"/norfolk/cases/{case.number}/record/{step}/").status_code == 200


def test_a_payment_is_entered_on_its_form_and_too_much_is_refused_at_the_sum(norfolk: TownHall) -> None:
    case = noticed(norfolk)
    address = f"/norfolk/cases/{case.number}/record/pay_costs/"
    client = norfolk.client(Role.TREASURER)
    page = client.get(address)
    assert "$10,111.23 are owed on Mon Nov 30 2026" in words_of(page)
    typed = {
        **hidden_fields(page),
        "on": "2026-11-30",
        "party": "owner",
        "amount": "10111.24",
        "way": "check",
        "go": "check",
    }
    assert "is more than the $10111.23" in words_of(client.post(address, typed))
