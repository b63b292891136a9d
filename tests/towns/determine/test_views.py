"""Does it need a permit? One question at a time, every answer in the address, and the text that decided."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.town_fixtures import MARKUP, TownHall, load_town
from tests.towns.papers.reading import close, pdf_text
from towns.access import tenancy
from towns.models import OutboxMessage

PAGE = "/norfolk/does-it-need-a-permit/"


def look(address: str, status: int = 200) -> str:
    """What somebody who is not signed in sees."""
    response = Client().get(address)
    assert response.status_code == status, response.content[:500]
    # where a template breaks its lines is nothing that anybody sees
    return re.sub(r">\s+<", "><", re.sub(r"\s+", " ", response.content.decode()))


def heading(html: str) -> str:
    """The page's one h1."""
    found = re.findall(r"<h1>(.*?)</h1>", html, re.DOTALL)
    assert len(found) == 1
    return re.sub("<.*?>", "", found[0]).strip()


def test_asks_in_plain_words_before_any_figure(norfolk: TownHall) -> None:
    html = look(PAGE)
    assert heading(html) == "What is the work? Tick all that it is"
    assert "Upkeep of existing landscaping, garden or lawn at a single-family house" in html
    assert "I don’t know" in html
    assert "None of these" in html
    assert 'type="text"' not in html


def test_a_figure_only_if_it_can_still_change_the_answer(norfolk: TownHall) -> None:
    assert "Is this part of a larger plan" not in look(f"{PAGE}?activity=none")
    assert heading(look(f"{PAGE}?activity=none")).startswith("How much ground will be disturbed")
    assert "Yes, it is needed" in look(f"{PAGE}?activity=none&disturbed_sqft=43560")
    assert heading(look(f"{PAGE}?activity=none&disturbed_sqft=43559")).startswith(
        "Is this part of a larger plan"
    )


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("disturbed_sqft=43560", "Yes, it is needed"),
        ("disturbed_sqft=43,560", "Yes, it is needed"),
        ("disturbed_sqft=1+acre", "Yes, it is needed"),
        ("disturbed_sqft=0.99+acres&common_plan_sqft=alone", "No, it is not needed"),
        ("disturbed_sqft=2000&common_plan_sqft=alone", "No, it is not needed"),
        ("disturbed_sqft=2000&common_plan_sqft=3+acres", "Yes, it is needed"),
        ("disturbed_sqft=unknown&common_plan_sqft=alone", "It cannot be told yet"),
    ],
)
def test_norfolks_acre(norfolk: TownHall, answers: str, words: str) -> None:
    html = look(f"{PAGE}?activity=none&{answers}")
    assert words in html
    assert "§\u00a0267-16" in html or "§ 267-16" in html


def test_a_yes_says_what_to_do_next(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=none&disturbed_sqft=50000")
    assert '<a class="usa-button" href="/norfolk/apply/?matter=stormwater_permit&amp;' in html
    assert "This is no permit and no decision of the board." in html


def test_what_is_missing_is_named_with_a_link_that_asks_it(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=unknown&disturbed_sqft=unknown&common_plan_sqft=unknown")
    link = re.search(r'<li><a href="([^"]+)">The land disturbed</a></li>', html)
    assert link
    again = look(PAGE + link[1].replace("&amp;", "&"))
    assert heading(again).startswith("How much ground will be disturbed")
    assert '<input type="hidden" name="activity" value="unknown">' in again


def test_an_answer_is_changed_without_losing_the_others(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=none&disturbed_sqft=2000&common_plan_sqft=alone&ask=disturbed_sqft")
    assert 'value="2000"' in html
    before, after = html.split('id="answer"')
    assert '<input type="hidden" name="activity" value="none">' in before
    assert '<input type="hidden" name="common_plan_sqft" value="alone">' in after


def test_back_asks_the_question_before(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=none&disturbed_sqft=2000")
    back = re.search(r'<a class="docket-cancel" href="\?([^"]+)">Back</a>', html)
    assert back
    asked = parse_qs(back[1].replace("&amp;", "&"))
    assert asked == {"activity": ["none"], "disturbed_sqft": ["2000"], "ask": ["disturbed_sqft"]}
    assert "docket-cancel" not in look(PAGE)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type the number of square feet, or choose “I don’t know”."),
        ("a+lot", "is not a number"),
        ("-5", "is less than zero"),
        ("43.560,5", "is not a number"),
    ],
)
def test_what_cannot_be_read_is_said_at_the_question_and_kept(
    norfolk: TownHall, typed: str, says: str
) -> None:
    html = look(f"{PAGE}?activity=none&disturbed_sqft={typed}", status=422)
    assert html.count(says) == 2  # in the summary and at the field
    assert '<a href="#answer">' in html
    assert f'value="{typed.replace("+", " ")}"' in html
    assert "<title>Error: " in html


def test_the_buttons_beside_a_field_win_over_what_is_in_it(norfolk: TownHall) -> None:
    assert "It cannot be told yet" in look(
        f"{PAGE}?activity=fencing&activity=none&disturbed_sqft=12&disturbed_sqft=unknown&common_plan_sqft=&common_plan_sqft=alone"
    )
    assert look(f"{PAGE}?activity=", status=422).count("Tick what the work is") == 2


def test_an_activity_that_another_town_exempts_is_not_taken(norfolk: TownHall) -> None:
    look(f"{PAGE}?activity=patio_pool_shed_fence", status=422)


def test_markup_in_the_address_stays_words(norfolk: TownHall) -> None:
    from urllib.parse import quote

    html = look(f"{PAGE}?activity=none&disturbed_sqft={quote(MARKUP)}&<script>=1&ask=<b>", status=422)
    assert "<script>alert" not in html
    assert "<b title" not in html


def test_hopkintons_pool_leaves_one_question(db: None, today: Any) -> None:
    load_town("hopkinton")
    page = "/hopkinton/does-it-need-a-permit/?activity=patio_pool_shed_fence"
    assert heading(look(page)).startswith("How much ground will be disturbed")
    html = look(f"{page}&disturbed_sqft=4000&common_plan_sqft=alone")
    assert "No, it is not needed" in html
    assert "patio" in html
    assert "(disturbed_sqft)" not in html


def test_ludlows_two_permits_are_answered_each(db: None, today: Any) -> None:
    load_town("ludlow")
    page = (
        "/ludlow/does-it-need-a-permit/?activity=under_one_acre&disturbed_sqft=43560&common_plan_sqft=alone"
    )
    skipped = "&".join(
        f"{key}=unknown"
        for key in (
            "impervious_before_sqft", "impervious_after_sqft", "use", "dwelling_units", "floor_area_before_sqft",
            "floor_area_after_sqft", "new_building", "exterior_alteration", "change_of_use", "parking_before",
            "parking_after", "drains_to_ms4", "building_use", "single_family", "change_of_occupancy",
            "new_floor_area_sqft", "new_impervious_sqft", "new_parking",
        )
    )  # fmt: skip
    html = look(f"{page}&{skipped}")
    assert html.count('class="card outcome"') == 2


def test_every_town_can_be_answered_with_i_dont_know_to_the_end(db: None, today: Any) -> None:
    for slug in ("norfolk", "hopkinton", "grafton", "ludlow", "wrentham"):
        load_town(slug)
        address = f"/{slug}/does-it-need-a-permit/"
        asked: list[str] = []
        while "This is no permit" not in (html := look(address)):
            name = re.findall(r'name="([a-z0-9_]+)"', html)[-1]
            assert name not in asked
            asked.append(name)
            kept = re.findall(r'<input type="hidden" name="([a-z0-9_]+)" value="([a-z]+)">', html)
            address = f"/{slug}/does-it-need-a-permit/?" + "&".join(
                f"{key}={value}" for key, value in [*kept, (name, "unknown")]
            )
        assert asked[0] == "activity"


def test_the_sheet_says_large_that_it_is_no_permit_and_lists_everything(norfolk: TownHall) -> None:
    query = "activity=none&disturbed_sqft=0.5+acres&common_plan_sqft=alone"
    response = Client().get(f"/norfolk/does-it-need-a-permit/sheet.pdf?{query}")
    assert response["Content-Type"] == "application/pdf"
    text = close(pdf_text(response.content))
    for words in (
        "This is no permit and no decision of the board.", "No, it is not needed", "21,780 square feet (0.5 acres)",
        "None of these", "Monday, November 30, 2026", "§ 267-16", "No, it stands alone",
    ):  # fmt: skip
        assert close(words) in text, words
    assert "[not given]" not in text
    html = Client().get(f"/norfolk/does-it-need-a-permit/sheet/?{query}")
    assert html.status_code == 200
    assert "This is no permit and no decision of the board." in html.content.decode()


def test_a_sheet_before_the_end_leads_back_to_the_questions(norfolk: TownHall) -> None:
    for ending in ("sheet/", "sheet.pdf"):
        response = Client().get(f"/norfolk/does-it-need-a-permit/{ending}?activity=none")
        assert response.status_code == 302
        assert urlsplit(response["Location"]).path == PAGE


def test_it_is_found_from_the_front_page_and_the_desk(norfolk: TownHall) -> None:
    assert f'href="{PAGE}"' in look("/norfolk/")
    assert f'href="{PAGE}" aria-current="page"' in norfolk.client().get(PAGE).content.decode()


# ---------------------------------------------------------------- unknown is never no


def test_a_larger_plan_that_nobody_knows_of_is_never_no(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=none&disturbed_sqft=2000&common_plan_sqft=unknown")

    assert "No, it is not needed" not in html
    assert "It cannot be told yet" in html
    assert "The land disturbed by the whole common plan</a>" in html


def test_work_of_which_nobody_knows_what_it_is_may_be_exempt(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=unknown&disturbed_sqft=3+acres&common_plan_sqft=alone")

    assert "It cannot be told yet" in html
    assert "What the work is</a>" in html
    assert html.index("is 43,560 square feet or more") < html.index("hangs on what the work is")


def test_the_threshold_stands_before_the_exemption_that_lifts_it(norfolk: TownHall) -> None:
    html = look(f"{PAGE}?activity=agriculture&disturbed_sqft=3+acres&common_plan_sqft=alone")

    assert "No, it is not needed" in html
    assert html.index("is 43,560 square feet or more") < html.index("Exempt: normal maintenance")


# ---------------------------------------------------------------- what else the text says


def test_the_text_s_own_meaning_stands_beside_the_question(db: None, today: Any) -> None:
    load_town("hopkinton")
    page = "/hopkinton/does-it-need-a-permit/?activity=none&disturbed_sqft=2000"
    plan = look(page)
    assert heading(plan).startswith("Is this part of a larger plan")
    assert "separate, independent builders" in plan
    assert "prevents water from infiltrating the underlying soil" in look(f"{page}&ask=impervious_after_sqft")


def test_a_word_that_the_text_does_not_define_is_said_to_have_no_definition(norfolk: TownHall) -> None:
    assert "The text held does not define “common plan”." in look(f"{PAGE}?activity=none&disturbed_sqft=2000")


def test_the_figures_that_a_design_must_meet_stand_with_the_permit(norfolk: TownHall) -> None:
    needed = look(f"{PAGE}?activity=none&disturbed_sqft=2+acres")
    assert "90% of the average annual load" in needed
    assert "§ 267-19B(4)(a)" in needed.replace("\u00a0", " ")
    assert "advanced written approval" in needed
    small = look(f"{PAGE}?activity=none&disturbed_sqft=200&common_plan_sqft=alone")
    assert "90% of the average annual load" not in small


def test_section_numbers_that_are_ours_are_marked(db: None, today: Any) -> None:
    load_town("hopkinton")
    page = "/hopkinton/does-it-need-a-permit/"
    assert "(section number ours)" in look(
        f"{page}?activity=septic_repair&disturbed_sqft=200&common_plan_sqft=alone"
    )
    pdf = Client().get(f"{page}sheet.pdf?activity=septic_repair&disturbed_sqft=200&common_plan_sqft=alone")
    assert close("section number ours") in close(pdf_text(pdf.content))


# ---------------------------------------------------------------- the answers go on


def test_the_answers_go_into_an_application(norfolk: TownHall) -> None:
    from permitting.applications.models import FilingDraft
    from towns.models import Person

    html = look(f"{PAGE}?activity=none&disturbed_sqft=2+acres")
    link = re.search(r'href="(/norfolk/apply/\?[^"]+)"', html)
    assert link
    person = Person.objects.create_user(
        "ann@applicant.example", "correct horse battery", name="Ann Applicant"
    )
    client = Client()
    client.force_login(person)
    apply = client.get(link[1].replace("&amp;", "&")).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)">', apply))
    assert hidden["matter"] == "stormwater_permit"
    client.post("/norfolk/apply/begin/", hidden)
    with tenancy.town(norfolk.town):
        (draft,) = FilingDraft.objects.filter(person=person)
    assert draft.answers["disturbed_sqft"] == "87120"
    assert draft.answers["matter"] == "stormwater_permit"
    assert "87,120 square feet (2 acres)" in draft.answers["description"]
    assert draft.answers["applicant"] == "Ann Applicant"


def test_a_stranger_signs_in_with_the_answers_kept(norfolk: TownHall) -> None:
    html = look("/norfolk/apply/?matter=stormwater_permit&disturbed_sqft=87120")
    assert "next=%2Fnorfolk%2Fapply%2F%3Fmatter%3Dstormwater_permit%26disturbed_sqft%3D87120" in html


def test_nothing_strange_is_carried_into_an_application(norfolk: TownHall) -> None:
    client = norfolk.client()
    html = client.get(
        "/norfolk/apply/?matter=ticket&disturbed_sqft=lots&lot_sqft=-1&applicant=Somebody"
    ).content.decode()
    assert 'name="matter"' not in html
    assert 'name="disturbed_sqft"' not in html
    assert 'name="applicant"' not in html


# ---------------------------------------------------------------- ask the office

ASK = "/norfolk/does-it-need-a-permit/ask/?activity=none&disturbed_sqft=2000&common_plan_sqft=unknown"
WHO = {
    "name": "Nell Neighbor",
    "email": "nell@neighbor.example",
    "phone": "",
    "question": "Is my shed alright?",
}


def waiting(hall: TownHall) -> list[Any]:
    """The mail that waits in a town's outbox for questions."""
    with tenancy.town(hall.town):
        return list(OutboxMessage.objects.filter(key__startswith="question:").order_by("id"))


def test_the_office_gets_the_answers_with_a_contact_and_nobody_else_gets_mail(norfolk: TownHall) -> None:
    norfolk.town.email = "office@norfolk.example"
    norfolk.town.save()
    sent = Client().post(ASK, WHO, follow=True)

    assert "are sent to the office" in sent.content.decode()
    (mail,) = waiting(norfolk)
    assert mail.to == "office@norfolk.example"
    for words in (
        "Nell Neighbor",
        "nell@neighbor.example",
        "Is my shed alright?",
        "2,000 square feet",
        "I don’t know",
    ):
        assert words in mail.body, words
    assert "It cannot be told yet" in mail.body
    assert "does-it-need-a-permit/?activity=none&disturbed_sqft=2000" in mail.body


def test_without_an_address_on_file_the_board_administrator_is_asked(norfolk: TownHall) -> None:
    Client().post(ASK, WHO)
    assert [mail.to for mail in waiting(norfolk)] == ["board_administrator@norfolk.example"]


def test_the_same_question_sent_twice_is_one_mail(norfolk: TownHall) -> None:
    Client().post(ASK, WHO)
    Client().post(ASK, WHO)
    assert len(waiting(norfolk)) == 1


def test_a_question_without_a_way_to_answer_is_not_sent(norfolk: TownHall) -> None:
    answer = Client().post(ASK, {**WHO, "email": ""})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert html.count("Give your e-mail or your telephone") == 2
    assert "Is my shed alright?" in html
    assert not waiting(norfolk)


def test_a_machine_that_fills_every_field_sends_nothing(norfolk: TownHall) -> None:
    assert Client().post(ASK, {**WHO, "website": "http://spam.example"}).status_code == 302
    assert not waiting(norfolk)


def test_a_flood_of_questions_ends(norfolk: TownHall) -> None:
    for number in range(3):
        assert Client().post(ASK, {**WHO, "question": f"Number {number}"}).status_code == 302
    late = Client().post(ASK, {**WHO, "question": "One more"})
    assert late.status_code == 422
    assert "try again in an hour" in late.content.decode()
    assert len(waiting(norfolk)) == 3


def test_a_name_with_line_ends_makes_no_second_header(norfolk: TownHall) -> None:
    Client().post(ASK, {**WHO, "name": "Nell\r\nBcc: everybody@spam.example"})
    (mail,) = waiting(norfolk)
    assert "\n" not in mail.subject
    assert mail.to == "board_administrator@norfolk.example"


def test_a_form_from_another_site_is_refused(norfolk: TownHall) -> None:
    assert Client(enforce_csrf_checks=True).post(ASK, WHO).status_code == 403
    assert not waiting(norfolk)


def test_whoever_comes_to_the_form_by_its_address_is_led_to_the_answer(norfolk: TownHall) -> None:
    led = Client().get(ASK)
    assert led.status_code == 302
    assert led["Location"].startswith(f"{PAGE}?activity=none")
