"""A town's law is brought in as a draft, adopted from a day on, and a town that nobody knew runs its permits by it."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from tests.town_fixtures import TownHall, load_town
from towns.access import tenancy
from towns.law import schema
from towns.law.entries import BylawError
from towns.models import Board, BylawEdition, Membership, Person, Town
from towns.record import door, scenarios
from towns.roles import Role
from towns.setup.editions import EditionRefused, adopt, import_edition, new_town

pytestmark = pytest.mark.django_db

FILE = Path(__file__).parent / "alderbrook.toml"
LAW = FILE.read_text("utf-8")

STORY = """
town = "alderbrook"
matter = "rain_permit"
until = 2027-01-04

[[step]]
on = 2026-12-07
event = "filed"

[[step]]
on = 2026-12-07
event = "referred"

[[step]]
on = 2026-12-07
event = "complete"

[[step]]
on = 2026-12-10
event = "comment_received"
board = "tree_warden"
"""


@pytest.fixture
def alderbrook(db: None) -> Town:
    """The made-up town with its law in force."""
    town = new_town(LAW)
    adopt(import_edition(town, LAW), date(2025, 5, 5))
    return town


def told(town: Town, text: str = STORY) -> scenarios.Told:
    return scenarios.tell(scenarios.read_story(tomllib.loads(text)), town)[0]


def test_a_sixth_town_runs_its_permit_with_no_code(alderbrook: Town) -> None:
    # 15 business days from Mon Dec 7 2026, without Fri Dec 25: Tue Dec 29 2026.
    last_day = told(alderbrook, STORY.replace("2027-01-04", "2026-12-29"))
    after = told(alderbrook)

    assert not after.refused
    assert {r.clock: r.status for r in last_day.clocks} == {"comments": "met", "decide": "running"}
    assert [r.due for r in after.clocks if r.clock == "decide"] == [date(2026, 12, 29)]
    assert after.state == "deemed_approved"


def test_its_boards_and_checklist_come_from_its_file(alderbrook: Town) -> None:
    with tenancy.town(alderbrook):
        done = door.open_case(
            town=alderbrook, matter="rain_permit", by=door.SYSTEM, on=date(2026, 12, 7),
            today=date(2026, 12, 7), title="A pond", keep={},
        )  # fmt: skip

        assert done.case.number == "RAIN-2026-0001"
        assert set(Board.objects.values_list("name", flat=True)) == {"Rain Board", "Tree Warden"}
        assert [task.text for task in done.case.tasks.all()] == [
            "A sketch of where the rain goes", "Send the application to the Tree Warden (shall ask)",
        ]  # fmt: skip


def test_a_draft_counts_for_nothing_until_it_is_adopted(norfolk: TownHall) -> None:
    longer = schema.load("norfolk").text.replace(
        '[matter.stormwater_permit.clock.decide]\ntitle = "Final action by the board"',
        '[matter.stormwater_permit.clock.decide]\ntitle = "Last action by the board"',
    )
    draft = import_edition(norfolk.town, longer)

    with tenancy.town(norfolk.town):
        assert not draft.adopted
        assert import_edition(norfolk.town, longer) == draft
        assert door.edition_on(norfolk.town, date(2027, 3, 1)) != draft

    adopted = adopt(draft, date(2027, 1, 1))

    with tenancy.town(norfolk.town):
        assert door.edition_on(norfolk.town, date(2027, 3, 1)) == adopted
        assert door.edition_on(norfolk.town, date(2026, 12, 31)) != adopted


def test_an_adopted_edition_cannot_be_adopted_again_nor_brought_in_again(alderbrook: Town) -> None:
    with tenancy.town(alderbrook):
        edition = BylawEdition.objects.get()

    with pytest.raises(EditionRefused, match="was adopted and cannot change"):
        adopt(edition, date(2027, 1, 1))
    with pytest.raises(EditionRefused, match="has adopted this very text already"):
        import_edition(alderbrook, LAW)


@pytest.mark.parametrize("act", ["change", "delete"])
def test_the_database_refuses_to_change_an_adopted_edition(alderbrook: Town, act: str) -> None:
    with tenancy.town(alderbrook):
        held = BylawEdition.objects.filter(adopted=True)

        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            held.update(text="") if act == "change" else held.delete()


def test_an_edition_cannot_begin_before_the_one_in_force(alderbrook: Town) -> None:
    draft = import_edition(alderbrook, LAW.replace("length = 10", "length = 12"))

    with pytest.raises(EditionRefused, match="cannot begin before it, on 2025-05-04"):
        adopt(draft, date(2025, 5, 4))


def test_a_faulty_text_is_refused_with_file_key_and_mend(alderbrook: Town) -> None:
    with pytest.raises(
        BylawError, match=r"alderbrook\.toml: matter\.rain_permit\.clock\.decide\.cite: is missing\. Add"
    ):
        import_edition(alderbrook, LAW.replace('cite = "§ 9-5"\n\n[[matter', "\n[[matter"))
    with pytest.raises(BylawError, match=r'town\.slug: is "?\'?elsewhere'):
        import_edition(alderbrook, LAW.replace('slug = "alderbrook"', 'slug = "elsewhere"'))


def test_only_the_towns_own_administrator_may(alderbrook: Town, norfolk: TownHall) -> None:
    stranger = norfolk.people[Role.TOWN_ADMINISTRATOR]
    text = LAW.replace("length = 10", "length = 12")
    with pytest.raises(EditionRefused, match="is no administrator of Alderbrook"):
        import_edition(alderbrook, text, stranger)

    own = Person.objects.create_user(
        "own@alderbrook.example", "correct horse battery", name="An Administrator"
    )
    Membership.objects.create(person=own, town=alderbrook, role=Role.TOWN_ADMINISTRATOR)

    assert adopt(import_edition(alderbrook, text, own), date(2026, 1, 1), own).adopted


def test_an_amendment_in_the_text_takes_effect_on_its_own_day(db: None) -> None:
    amended = (
        LAW
        + '\n[[matter.rain_permit.clock.decide.amendment]]\neffective = 2027-01-01\ncite = "Art. 3"\nlength = 20\n'
    )
    town = new_town(amended)
    adopt(import_edition(town, amended), date(2025, 5, 5))

    with tenancy.town(town):
        days = list(BylawEdition.objects.order_by("effective").values_list("effective", flat=True))
    assert days == [date(2025, 5, 5), date(2027, 1, 1)]


def test_the_command_makes_a_town_and_adopts_its_law(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="Add --new-town"):
        call_command("bylaw", "import", str(FILE))

    call_command("bylaw", "import", str(FILE), "--new-town", "--adopt", "2025-05-05")

    assert "Alderbrook: Article 9 as adopted: adopted from 2025-05-05." in capsys.readouterr().out
    assert told(Town.objects.get(slug="alderbrook")).state == "deemed_approved"


@pytest.mark.parametrize(
    ("more", "says"),
    [(["--by", "nobody@example.org"], "Nobody signs in as"), (["--adopt", "soon"], "is not a day")],
)
def test_the_command_says_what_to_mend(db: None, more: list[str], says: str) -> None:
    new_town(LAW)

    with pytest.raises(CommandError, match=says):
        call_command("bylaw", "import", str(FILE), *more)


def test_no_town_takes_a_name_that_the_product_uses(db: None) -> None:
    with pytest.raises(EditionRefused, match="No town can be made of 'health'"):
        new_town(LAW.replace('slug = "alderbrook"', 'slug = "health"'))


WRENTHAM_CLOCK = """
[matter.stormwater_permit.clock.decide]
title = "Final action"
says = "shall act within 45 days of a complete application"
from = ["complete"]
length = 45
stops = ["decided"]
if_missed = "overdue"
cite = "Stormwater Management Regulations § 5.2 (made up for this test)"
"""


def test_an_administrator_gives_wrentham_a_number_with_its_citation(db: None) -> None:
    town = load_town("wrentham")
    adopt(import_edition(town, schema.load("wrentham").text + WRENTHAM_CLOCK), date(2027, 1, 1))
    story = (
        'town = "wrentham"\nmatter = "stormwater_permit"\nuntil = {day}\n'
        'step = [{{ on = {day}, event = "filed" }}, {{ on = {day}, event = "complete" }}]'
    )

    before, after = (told(town, story.format(day=day)) for day in ("2026-12-31", "2027-01-04"))

    assert before.clocks == []
    # 45 days from Mon Jan 4 2027: Thu Feb 18.
    assert [(r.clock, r.due, r.cite[:10]) for r in after.clocks] == [
        ("decide", date(2027, 2, 18), "Stormwater")
    ]
