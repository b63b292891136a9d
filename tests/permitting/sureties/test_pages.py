"""The pages of sureties as the treasurer, the office and a stranger see them."""

from __future__ import annotations

import io
from datetime import date

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.permitting.sureties.halls import TREASURER, letter, open_surety, take
from tests.town_fixtures import TownHall
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.models import Case, CaseLink, Document
from towns.roles import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def surety(norfolk: TownHall) -> Case:
    return letter(norfolk)


def test_the_money_page_adds_up_by_day_and_by_permit(norfolk: TownHall, surety: Case) -> None:
    """The printed example of the letter: 118,550.00, of which 110,000.00 to draw and 8,550.00 in the account."""
    page = words_of(norfolk.client(TREASURER).get(f"/norfolk/cases/{surety.number}/money/"))

    for said in (
        "$118,550.00", "$110,000.00 may still be drawn", "$8,550.00 is held in the Town’s account", "Released for phase 1",
        "Spent on the work: outlet riprap and level spreader", "Invoice 1107", "$78,000.00", "$40,550.00",
        "Interest not paid yet, $21.37", "goes to the payee of record, Rockwood Sample Homes LLC",
        "the Town loses the right to draw $110,000.00", "Spending rests on: paragraph 6 of the letter",
    ):  # fmt: skip
        assert said in page, said


def test_the_way_to_the_last_day_names_the_last_meeting_before_it(norfolk: TownHall, surety: Case) -> None:
    """The board meets on 2nd Tuesdays: Dec 8 2026 and Jan 12 2027 lie before the end on Fri Jan 29 2027."""
    page = words_of(norfolk.client(TREASURER).get(f"/norfolk/cases/{surety.number}/money/"))
    assert "Tue Dec 8 2026" in page
    assert "Tue Jan 12 2027 Planning Board, the last meeting before it runs out" in page
    assert "Fri Jan 29 2027 it ends at the bank’s counter" in page


def test_a_full_release_is_offered_only_when_every_proof_is_in(norfolk: TownHall, surety: Case) -> None:
    """§ 267-21: the final inspection report and the certificate, for each of the two permits."""
    office = norfolk.client()
    address = f"/norfolk/cases/{surety.number}/money/"
    page = words_of(office.get(address))
    assert "No, 0 of 4 proofs are in" in page
    assert "Release the surety in full" not in page
    assert (
        "the bond may not be fully released until the Board has received the final inspection report" in page
    )

    with tenancy.town(norfolk.town):
        numbers = [link.to.number for link in CaseLink.objects.filter(case=surety).select_related("to")]
    for number in numbers:
        for item in ("final_inspection_report", "certificate"):
            answer = office.post(
                f"{address}{number}/{item}/", {"on": "2026-11-30", "says": "Report, 4 pages"}
            )
            assert answer.status_code == 302
    page = words_of(office.get(address))
    assert "Yes, all 4 proofs are in" in page
    assert "Release the surety in full" in page

    take(norfolk, surety, "release_surety", date(2026, 11, 30))
    assert "defects" not in norfolk.file(surety).entries[-1].facts


def test_proof_is_for_the_office_and_of_a_day_that_has_come(norfolk: TownHall, surety: Case) -> None:
    with tenancy.town(norfolk.town):
        number = CaseLink.objects.filter(case=surety).select_related("to")[0].to.number
    address = f"/norfolk/cases/{surety.number}/money/{number}/certificate/"
    assert norfolk.client(Role.INSPECTOR).get(address).status_code == 403
    answer = norfolk.client().post(address, {"on": "2026-12-01", "says": "Certificate"})
    assert "That day has not come yet." in words_of(answer)
    assert norfolk.client().get(f"/norfolk/cases/{surety.number}/money/{number}/nothing/").status_code == 404


def test_the_list_names_what_ends_soon_and_what_was_forgotten(norfolk: TownHall, surety: Case) -> None:
    permit = norfolk.case("permitted", title="Old Mill", filed=date(2026, 1, 6))
    forgotten = open_surety(norfolk, [permit], on=date(2016, 5, 2))
    take(norfolk, forgotten, "post_surety", date(2016, 5, 3), amount="9000.00", form="cash")
    treasurer = norfolk.client(TREASURER)

    page = words_of(treasurer.get("/norfolk/sureties/"))
    assert "ends in 60 days" in page
    assert "nothing recorded for 10 years" in page
    assert page.index(surety.number) < page.index(forgotten.number)
    assert "$127,550.00 held or still to be drawn, $17,550.00 of it in the Town’s hands" in page
    page = words_of(treasurer.get("/norfolk/sureties/?sort=last"))
    assert page.index(forgotten.number) < page.index(surety.number)
    assert surety.number not in words_of(treasurer.get("/norfolk/sureties/?q=Old+Mill"))
    assert "No sureties here" in words_of(treasurer.get("/norfolk/sureties/?show=ended"))


def test_the_treasurers_workbook_has_account_payee_interest_and_turnover(
    norfolk: TownHall, surety: Case
) -> None:
    """Turnover of the fiscal year from Jul 1 2026: in 40,000.00 and 21.37 of interest, out 18,240.00 and 13,210.00."""
    answer = norfolk.client(TREASURER).get("/norfolk/sureties/export.xlsx")
    sheet = load_workbook(io.BytesIO(answer.content)).active
    head, line = ([cell.value for cell in row] for row in (sheet[2], sheet[3]))
    told = dict(zip(head, line, strict=True))
    assert (told["Surety"], told["Account"], told["Payee of record"]) == (
        surety.number, "Town 8840-117", "Rockwood Sample Homes LLC"
    )  # fmt: skip
    assert (told["Balance"], told["Interest not paid"]) == (118550, 21.37)
    assert (told["In this fiscal year"], told["Out this fiscal year"]) == (40021.37, 31450)
    assert told["Ends"].date() == date(2027, 1, 29)


def test_strangers_and_applicants_find_nothing(
    norfolk: TownHall, surety: Case, stranger: Client, applicant
) -> None:
    for client in (Client(), stranger, applicant.client):
        for address in (
            f"/norfolk/cases/{surety.number}/money/",
            "/norfolk/sureties/",
            "/norfolk/sureties/export.xlsx",
        ):
            assert client.get(address).status_code in (302, 404)
        assert client.get(f"/norfolk/register/{surety.number}/").status_code == 404
        assert surety.number not in words_of(client.get("/norfolk/register/"))


def test_another_towns_surety_is_no_number_here(norfolk: TownHall, grafton: TownHall, surety: Case) -> None:
    assert grafton.client().get(f"/grafton/cases/{surety.number}/money/").status_code == 404
    assert "No sureties here" in words_of(grafton.client().get("/grafton/sureties/"))


def test_the_board_asks_for_a_surety_from_the_permits_own_page(norfolk: TownHall) -> None:
    permit = norfolk.case("permitted")
    address = f"/norfolk/cases/{permit.number}/sureties/"
    office = norfolk.client()
    page = office.get(address)
    assert "The Board may require the permittee to post" in words_of(page)
    typed = {
        "on": "2026-11-24",
        "amount": "$50,000",
        "purpose": "construction",
        "once": page.context["form"]["once"].value(),
    }
    first, again = office.post(address, typed), office.post(address, typed)
    assert first.status_code == 302
    assert first["Location"] == again["Location"]
    with tenancy.town(norfolk.town):
        (case,) = Case.objects.filter(kind="surety")
        assert [link.to for link in CaseLink.objects.filter(case=case).select_related("to")] == [permit]
    assert norfolk.file(case).entries[0].facts["amount"] == "50000.00"
    assert norfolk.client(Role.INSPECTOR).post(address, typed).status_code == 403


def test_without_a_rule_spending_shows_that_counsel_is_asked(norfolk: TownHall) -> None:
    """M.G.L. c. 44 § 53G½: the board may spend without further appropriation as a rule or contract provides."""
    case = open_surety(norfolk, [norfolk.case("permitted")])
    take(norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="cash")
    take(norfolk, case, "call_surety", date(2026, 4, 2), amount="1000.00")
    take(norfolk, case, "claim_surety", date(2026, 4, 3), amount="1000.00")
    done = take(norfolk, case, "spend_surety", date(2026, 4, 4), amount="10.00")
    assert "ask_counsel_appropriation" in done.entry.facts["overridden"]
    assert "Ask counsel: appropriation." in words_of(
        norfolk.client().get(f"/norfolk/cases/{case.number}/money/")
    )


def test_the_steps_can_be_taken_on_pages(norfolk: TownHall, surety: Case) -> None:
    """Every step's form opens for someone; a sum is read as it is typed and divided by permit."""
    office = norfolk.client()
    for step in norfolk.file(surety).type.by_key.values():
        assert office.get(f"/norfolk/cases/{surety.number}/record/{step.key}/").status_code == 200, step.key
    page = office.get(f"/norfolk/cases/{surety.number}/record/claim_surety/")
    kept = {name: page.context[name] for name in ("once", "seen")}
    typed = {
        **kept,
        "on": "2026-11-30",
        "amount": "$1,500",
        "share_0": "1500",
        "says": "Second drawing",
        "go": "act",
    }
    assert office.post(f"/norfolk/cases/{surety.number}/record/claim_surety/", typed).status_code == 302
    entry = norfolk.file(surety).entries[-1]
    assert entry.facts["amount"] == "1500.00"
    assert list(entry.facts["by_permit"].values()) == ["1500.00"]


def test_too_much_is_said_at_the_amount(norfolk: TownHall, surety: Case) -> None:
    office = norfolk.client()
    page = office.get(f"/norfolk/cases/{surety.number}/record/spend_surety/")
    kept = {name: page.context[name] for name in ("once", "seen")}
    typed = {**kept, "on": "2026-11-30", "amount": "8550.01", "share_1": "8550.01", "go": "check"}
    answer = office.post(f"/norfolk/cases/{surety.number}/record/spend_surety/", typed)
    assert "Enter $8,550.00 or less." in words_of(answer)
    assert "amount" in answer.context["form"].errors


def test_defects_are_called_by_their_words(norfolk: TownHall, surety: Case) -> None:
    take(norfolk, surety, "release_surety", date(2026, 11, 30))
    page = words_of(norfolk.client().get(f"/norfolk/cases/{surety.number}/"))
    assert "Released before this was in: Certificate of completion issued by the Board." in page
    with tenancy.town(norfolk.town):
        assert not Document.objects.filter(case=surety).exists()
