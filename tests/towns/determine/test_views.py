"""Does it need a permit? One question at a time, every answer in the address, and the text that decided."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.town_fixtures import MARKUP, TownHall, load_town
from tests.towns.papers.reading import close, pdf_text

PAGE = "/norfolk/does-it-need-a-permit/"


def look(address: str, status: int = 200) -> str:
    """What somebody who is not signed in sees."""
    response = Client().get(address)
    assert response.status_code == status, response.content[:500]
    return response.content.decode()


def heading(html: str) -> str:
    """The page's one h1."""
    found = re.findall(r"<h1>(.*?)</h1>", html, re.DOTALL)
    assert len(found) == 1
    return re.sub("<.*?>", "", found[0]).strip()


def test_asks_in_plain_words_before_any_figure(norfolk: TownHall) -> None:
    html = look(PAGE)
    assert heading(html) == "What is the work? Tick all that it is"
    assert "Upkeep of landscaping, garden or lawn at a single-family house" in html
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
    assert '<a class="usa-button" href="/norfolk/apply/">' in html
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
            "parking_after", "drains_to_ms4",
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
