"""A decision answers the bylaw's own tests and its vote is counted; what speaks against it is named, never refused."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from permitting.decisions.findings import carried, count_words, listed, tally, told
from permitting.decisions.models import Decision
from tests.town_fixtures import TownHall, load_town
from towns.access import tenancy
from towns.cases.defects import in_words
from towns.law.board_rules import VoteRule
from towns.models import Document
from towns.roles import Role

MEMBERS = VoteRule("majority_of_members", "a majority of the members", "§ 1")
DAY = date(2026, 11, 24)


def votes(**cast: int) -> list[dict[str, str]]:
    return [
        {"name": f"{ballot} {n}", "vote": ballot} for ballot, number in cast.items() for n in range(number)
    ]


@pytest.mark.parametrize(
    ("cast", "rule", "passed"),
    [
        ({}, None, None),
        ({"yes": 3, "no": 2}, None, True),
        ({"yes": 2, "no": 2}, None, False),
        ({"yes": 2, "no": 1, "abstain": 2}, None, True),
        ({"yes": 2, "no": 1, "abstain": 2}, MEMBERS, False),
        ({"yes": 3, "absent": 2}, MEMBERS, True),
        ({"yes": 3, "absent": 3}, MEMBERS, False),
    ],
)
def test_a_motion_carries_by_its_count(
    cast: dict[str, int], rule: VoteRule | None, passed: bool | None
) -> None:
    assert carried(tally(votes(**cast)), rule) is passed


def test_the_count_is_a_sentence() -> None:
    assert count_words({"yes": 4, "no": 1, "absent": 2}) == (
        "4 in favor, 1 opposed, 2 absent; carried by a simple majority of those voting"
    )
    assert (
        count_words({"yes": 1, "no": 1}, MEMBERS)
        == "1 in favor, 1 opposed; short of a majority of the members"
    )
    assert count_words({}) == ""


def test_the_ledger_hears_of_the_count_and_names_nobody() -> None:
    kept = {
        "votes": votes(yes=2, no=1),
        "findings": [{"key": "standards", "answer": "yes"}, {"key": "other"}],
    }

    assert told(kept) == {"tally": {"yes": 2, "no": 1}, "found": {"standards": "yes", "other": "open"}}
    assert told({"findings": "Words of the board."}) == {"tally": {}, "found": {}}
    assert listed("  ") == []


def decided(hall: TownHall, outcome: str, **kept: Any) -> tuple[str, ...]:
    done = hall.act(hall.case("deliberation"), "decide", DAY, outcome=outcome, keep=kept)
    return tuple(done.entry.facts.get("defects", ()))


def test_a_decision_against_its_count_is_recorded_and_named(norfolk: TownHall) -> None:
    found = decided(norfolk, "disapproved", votes=votes(yes=2, no=3))

    assert found == ("against_count",)


def test_an_approval_over_a_test_answered_no_is_named_with_the_bylaws_words(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    norfolk.act(case, "record_inspection", date(2026, 11, 13))
    lines = [
        {"key": "standards", "text": "x", "cite": "§", "answer": "no", "words": "The outlet erodes."},
        {"key": "water_resources", "text": "x", "cite": "§", "answer": "yes", "words": ""},
    ]
    done = norfolk.act(
        case, "decide", DAY, outcome="approved", keep={"votes": votes(yes=3), "findings": lines}
    )

    assert done.entry.facts["defects"] == ["finding_no:standards", "finding_open:in_compliance"]
    assert (
        "the proposed plan meets the standards in § 267-19"
        in in_words(norfolk.file(case), "finding_no:standards").says
    )
    with tenancy.town(norfolk.town):
        assert Decision.objects.get(case=case).findings[0]["words"] == "The outlet erodes."


def test_wrentham_wants_a_majority_of_the_members(db: None, today: date) -> None:
    wrentham = TownHall(load_town("wrentham")).staff_up()
    case = wrentham.case(filed=date(2026, 10, 5))
    done = wrentham.act(case, "decide", DAY, outcome="approved", keep={"votes": votes(yes=3, absent=4)})

    assert done.entry.facts["defects"] == ["against_count"]
    assert (
        "approved by a majority of the stormwater authority members"
        in in_words(wrentham.file(case), "against_count").says
    )


# ---------------------------------------------------------------- on the page


def test_the_form_asks_the_tests_of_the_bylaw_and_offers_its_conditions(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    page = norfolk.client(Role.CHAIR).get(f"/norfolk/cases/{case.number}/record/decide/").content.decode()

    assert "The proposed plan meets the standards in § 267-19" in page
    assert "Standard conditions from the bylaw" in page
    assert "certified by a registered professional engineer" in page


def test_the_draft_holds_tests_conditions_and_members_and_closes_with_the_clerks_stamp(
    norfolk: TownHall,
) -> None:
    import docx

    case = norfolk.case("deliberation")
    address = f"/norfolk/cases/{case.number}/decision/"
    client = norfolk.client(Role.CHAIR)
    answer = client.get(f"{address}draft.docx")
    paper = docx.Document(io.BytesIO(answer.content))
    text = "\n".join(
        [p.text for p in paper.paragraphs] + [c.text for t in paper.tables for r in t.rows for c in r.cells]
    )

    for words in (
        "will adequately protect the water resources of the community", "Norfolk Chair", case.number,
        "[ ] Within one year of completion of the project", "Further relief shall be to a court", "Stony Brook Realty Trust",
    ):  # fmt: skip
        assert words in text, words

    client = norfolk.client(Role.PLANNER)
    marked = SimpleUploadedFile("marked.docx", answer.content)
    assert (
        "Kept with the case: marked.docx"
        in client.post(f"{address}marked-up/", {"file": marked}, follow=True).content.decode()
    )
    norfolk.act(case, "decide", DAY, outcome="disapproved", keep={"votes": votes(yes=3)})
    norfolk.act(case, "file_decision", DAY)
    again = SimpleUploadedFile("again.docx", answer.content)
    assert (
        "its drafts are closed"
        in client.post(f"{address}marked-up/", {"file": again}, follow=True).content.decode()
    )
    assert client.get(f"{address}draft.docx").status_code == 302
    with tenancy.town(norfolk.town):
        assert [d.filename for d in Document.objects.filter(case=case)] == ["marked.docx"]
    page = client.get(address).content.decode()
    assert "3 in favor; carried by a simple majority of those voting" in page
    assert "Its drafts are closed" in page


def test_a_decision_prints_tests_count_and_appeal_of_its_own_town(db: None, today: date) -> None:
    from towns.papers import printing

    ludlow = TownHall(load_town("ludlow")).staff_up()
    case = ludlow.case(filed=date(2026, 11, 9))
    ludlow.act(case, "find_complete", date(2026, 11, 9))
    lines = [{"key": "purposes", "text": "consistent", "cite": "V-7.2", "answer": "yes", "words": ""}]
    ludlow.act(case, "decide", date(2026, 11, 23), outcome="approved", keep={"findings": lines})

    with tenancy.town(ludlow.town):
        draft = printing.draft("decision", ludlow.file(case), on=date(2026, 11, 23))
    assert "The bylaw names no appeal" in draft.html
    assert "The board so finds." in draft.html
    assert not [p for p in draft.problems if "vote" in str(p)]


def test_a_condition_that_outlasts_the_as_built_plan_says_so_on_paper(norfolk: TownHall) -> None:
    from towns.papers import printing

    case = norfolk.case("deliberation")
    kept = {"votes": votes(yes=3), "conditions": [("Mow the swale.", True), ("Sweep the road.", False)]}
    norfolk.act(case, "decide", DAY, outcome="approved_with_conditions", keep=kept)

    with tenancy.town(norfolk.town):
        printed = [c.text for c in printing.draft("decision", norfolk.file(case), on=DAY).facts.conditions]
    assert printed == [
        "Mow the swale. This condition remains in force after the as-built plan is approved.", "Sweep the road.",
    ]  # fmt: skip
