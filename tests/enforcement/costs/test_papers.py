"""The notice of the costs: every cost with its sum, the bylaw's own words, and nothing before the work is completed."""

from __future__ import annotations

from datetime import date

import pytest

from tests.enforcement.costs.test_pages import noticed
from tests.journeys.halls import _SEAL
from tests.town_fixtures import TODAY, TownHall, load_town
from tests.towns.papers.reading import close, pdf_text
from towns.access import tenancy
from towns.models import Case
from towns.papers import printing
from towns.record import door
from towns.roles import Role


def draft(hall: TownHall, case: Case, on: date = TODAY) -> printing.Draft:
    with tenancy.town(hall.town):
        return printing.draft("cost_notice", hall.file(case), on=on)


@pytest.fixture
def furnished(norfolk: TownHall) -> TownHall:
    norfolk.town.seal, norfolk.town.office = _SEAL, "1 Sample Street\nNorfolk, MA"
    norfolk.town.save()
    return norfolk


def test_it_names_every_cost_and_the_bylaws_words(furnished: TownHall) -> None:
    case = noticed(furnished)
    with tenancy.town(furnished.town):
        Case.objects.filter(pk=case.pk).update(map_lot="Map 1 Lot 2")
        paper = printing.print_paper(
            "cost_notice", case, by=furnished.people[Role.PLANNER], on=TODAY, reason="for a test"
        )
    text = close(pdf_text(bytes(paper.pdf)))
    assert close("Labor: Crew of three") in text
    assert close("$10,000.00") in text
    assert close("A. Example") in text
    assert close("within 30 days of receipt of the notification of the costs incurred") in text
    assert close("after the 31st day") in text


def test_before_the_work_is_completed_it_is_a_draft(furnished: TownHall) -> None:
    with tenancy.town(furnished.town):
        case = door.open_case(
            town=furnished.town,
            matter="cost_recovery",
            by=furnished.actor(),
            on=date(2026, 11, 2),
            today=TODAY,
        ).case
    with pytest.raises(printing.Nothing):
        draft(furnished, case)
    furnished.act(case, "record_cost", date(2026, 11, 3), amount="1.00", what="labor")
    assert draft(furnished, case).only_a_draft
    with tenancy.town(furnished.town), pytest.raises(printing.OnlyADraft):
        printing.print_paper(
            "cost_notice", case, by=furnished.people[Role.PLANNER], on=TODAY, reason="for a test"
        )


def test_a_missing_name_stops_it(furnished: TownHall) -> None:
    case = noticed(furnished)
    with tenancy.town(furnished.town):
        case.cost_parties.all().delete()
    assert "facts.to" in {problem.field for problem in draft(furnished, case).problems}


@pytest.mark.parametrize(
    ("town", "words"), [("wrentham", "Select Board"), ("ludlow", "department of public works")]
)
def test_each_town_says_where_a_protest_goes(db: None, today: date, town: str, words: str) -> None:
    hall = TownHall(load_town(town)).staff_up()
    filled = draft(hall, noticed(hall)).facts
    assert words in " ".join([*(f"{one.text} {one.note}" for one in filled.rights), filled.remark])
    assert bool(filled.interest) is (town == "wrentham")


@pytest.mark.parametrize(("article", "to"), [("I", "the Department"), ("II", "the Board")])
def test_norfolks_articles_each_send_the_protest_to_their_own_body(
    furnished: TownHall, article: str, to: str
) -> None:
    with tenancy.town(furnished.town):
        case = door.open_case(
            town=furnished.town,
            matter="cost_recovery",
            by=furnished.actor(),
            on=date(2026, 11, 2),
            today=TODAY,
            article=article,
        ).case
    furnished.act(case, "record_cost", date(2026, 11, 3), amount="1.00", what="labor")
    (right,) = draft(furnished, case).facts.rights
    assert f"basis of costs with {to} within 30 days" in right.text
