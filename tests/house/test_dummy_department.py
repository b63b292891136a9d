"""A whole department that the product does not know is registered, opened, acted on and replayed; and nothing of it is
public, mailed or offered to anyone whom it does not name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client, override_settings
from django.utils import timezone

from tests.house.trees import papers, registration
from tests.house.trees.models import Felling, Tree
from tests.house.trees.registration import FELLING
from tests.town_fixtures import TODAY, Applicant, TownHall
from towns.access import tenancy
from towns.clocks import reminders
from towns.law import schema
from towns.models import BylawEdition, Case, Notice, OutboxMessage
from towns.papers import kinds, printing, rendering
from towns.record import case_types, disclosure, door, effects, event_kinds, verify
from towns.record.scenarios import read_story, tell
from towns.record.settle import replay
from towns.roles import Role

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "trees"
#: Words that would give the department away.
TELLING = ("felling", "shade tree", "tree-2026", "trees_", "_tree")


@pytest.fixture(scope="module")
def tables(django_db_setup: None, django_db_blocker: Any, settings_of_trees: None) -> Iterator[None]:
    """Its tables with their walls, made by the owner in this run's database."""
    with django_db_blocker.unblock():
        with connections["owner"].schema_editor() as editor:
            for model in (Felling, Tree):
                editor.create_model(model)
        yield
        with connections["owner"].schema_editor() as editor:
            for model in (Tree, Felling):
                editor.delete_model(model)
        connections["owner"].close()


@pytest.fixture(scope="module")
def settings_of_trees() -> Iterator[None]:
    """Its templates and its addresses, beside the product's own. Its models need no app of Django's."""
    (engine,) = settings.TEMPLATES
    with override_settings(
        TEMPLATES=[{**engine, "DIRS": [*engine["DIRS"], HERE / "templates"]}],
        ROOT_URLCONF="tests.house.trees.urls",
    ):
        yield


@pytest.fixture
def trees(tables: None, norfolk: TownHall) -> Iterator[TownHall]:
    """Norfolk on a text of its law that knows the felling of trees, with the department registered as any other is."""
    rendering._engine().dirs.append(str(HERE / "templates"))
    case_types.register(FELLING)
    event_kinds.declare(*registration.EVENTS)
    effects.declare(*registration.EFFECTS)
    kinds.declare(papers.FellingSheet, papers.FellingLetter)
    text = schema.load("norfolk").text + registration.LAW
    with tenancy.town(norfolk.town):
        BylawEdition.objects.create(
            town=norfolk.town, label="With trees", effective=date(2026, 1, 1), text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(), adopted=True, created=timezone.now(),
        )  # fmt: skip
    yield norfolk
    case_types.forget("felling")
    event_kinds.forget(*registration.EVENTS)
    effects.forget(*registration.EFFECTS)
    kinds.forget(papers.FellingSheet, papers.FellingLetter)
    rendering._engine().dirs.remove(str(HERE / "templates"))


def opened(hall: TownHall, *, mark: bool = True) -> Case:
    """A request of Nov 2 2026; a tree marked on Nov 16 gives until Thu Nov 26, Thanksgiving, so until Fri Nov 27."""
    with tenancy.town(hall.town):
        case = door.open_case(
            town=hall.town, matter="felling", by=hall.actor(Role.PLANNER), on=date(2026, 11, 2),
            today=date(2026, 11, 2), title="Felling at the brook", address="0 Brook Street",
        ).case  # fmt: skip
    if mark:
        hall.act(case, "mark_tree", date(2026, 11, 16), role=Role.PLANNER, today=date(2026, 11, 16))
        hall.act(case, "mark_tree", date(2026, 11, 17), role=Role.PLANNER, today=date(2026, 11, 17))
    return case


def facts_of(hall: TownHall, case: Case) -> list[tuple[str, str]]:
    return [(entry.on.isoformat(), entry.name) for entry in hall.file(case).story]


def test_it_is_opened_acted_on_and_replayed_through_the_door(trees: TownHall):
    case = opened(trees)
    file = trees.file(case)
    assert case.number == "TREE-2026-0001"
    assert file.stage == "marked"
    assert {n: str(tree.marked) for n, tree in file.things["tree"].items()} == {  # type: ignore[attr-defined]
        1: "2026-11-16",
        2: "2026-11-17",
    }

    replay(file)
    assert not file.moved
    with tenancy.town(trees.town):
        assert [proof.faults for proof in verify.verify(trees.town)] == [[]]


def test_its_clock_runs_out_once_and_is_taken_back_by_a_late_entry(trees: TownHall):
    case = opened(trees)
    with tenancy.town(trees.town):
        for _ in range(3):
            door.settle_case(case, today=date(2026, 12, 3))
    # c. 4 § 9: ten days from Nov 16 is Thanksgiving, so Fri Nov 27; the effect stands from the day after.
    assert [row for row in facts_of(trees, case) if "forfeited" in row[1]] == [
        ("2026-11-28", "felling_forfeited")
    ]
    assert trees.file(case).stage == "forfeited"

    trees.act(case, "fell_trees", date(2026, 11, 20), role=Role.PLANNER, today=date(2026, 12, 4))
    assert [row[1] for row in facts_of(trees, case)][-1] != "felling_forfeited"
    assert trees.file(case).stage == "done"


def test_a_story_is_told_to_it(trees: TownHall):
    story = read_story(
        {
            "name": "Nobody fells",
            "source": "§ 999A",
            "town": "norfolk",
            "matter": "felling",
            "until": date(2026, 12, 3),
            "step": [
                {"on": date(2026, 11, 2), "event": "felling_asked"},
                {"on": date(2026, 11, 16), "event": "trees_marked"},
            ],
        }
    )
    (told,) = tell(story, trees.town)
    assert told.refused == []
    assert told.state == "forfeited"


def test_it_has_a_page_a_tab_a_paper_and_a_letter(trees: TownHall):
    case = opened(trees)
    client = trees.client(Role.PLANNER)
    front = client.get(f"/norfolk/cases/{case.number}/").content.decode()
    assert f"/norfolk/cases/{case.number}/trees/" in front
    assert "Mark a shade tree" in front
    page = client.get(f"/norfolk/cases/{case.number}/trees/").content.decode()
    assert "Tree 2, marked" in page
    assert client.get(f"/norfolk/cases/{case.number}/record/mark_tree/").status_code == 200

    with tenancy.town(trees.town):
        for kind in ("felling_sheet", "felling_letter"):
            printed = printing.print_paper(
                kind, case, by=trees.people[Role.PLANNER], on=TODAY, reason="The blanks do not matter here."
            )
            assert printed.pdf[:5] == b"%PDF-"
            assert "2 shade trees were marked" in " ".join(printed.html.split())


def test_what_the_paper_asserts_must_be_on_record(trees: TownHall):
    case = opened(trees, mark=False)
    with tenancy.town(trees.town), pytest.raises(printing.OnlyADraft):
        printing.print_paper("felling_sheet", case, by=None, on=TODAY, reason="for a test")


def outside(case: Case) -> list[str]:
    """Every page by which someone without a role could come upon a case."""
    return [
        "/norfolk/", "/norfolk/register/", "/norfolk/register/?q=Brook+Street", "/norfolk/hearings/",
        "/norfolk/hearings.ics", f"/norfolk/register/{case.number}/", f"/norfolk/cases/{case.number}/",
        f"/norfolk/cases/{case.number}/trees/", f"/norfolk/cases/{case.number}/record/mark_tree/", "/my/",
        "/norfolk/apply/", "/norfolk/does-it-need-a-permit/",
    ]  # fmt: skip


def test_nothing_of_it_is_public(trees: TownHall, applicant: Applicant, stranger: Client):
    case = opened(trees)
    with tenancy.town(trees.town):
        notice = printing.print_paper("felling_sheet", case, by=None, on=TODAY, reason="for a test")
        door.settle_case(case, today=date(2026, 12, 3))
        case = Case.objects.get(pk=case.pk)
        assert not disclosure.is_public(case)
        assert disclosure.public_entries(trees.file(case)) == []
        assert not Case.objects.filter(disclosure.public_cases(), pk=case.pk).exists()
    for client in (Client(), stranger, applicant.client):
        for path in [*outside(case), f"/norfolk/papers/{notice.pk}/", f"/norfolk/papers/{notice.pk}.pdf"]:
            answer = client.get(path)
            said = answer.content.decode("utf-8", "replace").lower()
            if answer.status_code == 200:
                assert not [word for word in TELLING if word in said], path
            else:
                assert answer.status_code in (302, 403, 404), path


def test_only_its_own_declaration_makes_it_public(trees: TownHall):
    """The same pages, once the department says so: what it does not name stays inside."""
    case = opened(trees)
    case_types.forget("felling")
    case_types.register(replace(FELLING, public_stages={"marked": "Trees are marked", "asked": "Asked for"}))
    event_kinds.forget(*registration.EVENTS)
    event_kinds.declare(event_kinds.EventKind("felling_asked", public=True))
    page = Client().get(f"/norfolk/register/{case.number}/")
    assert page.status_code == 200
    with tenancy.town(trees.town):
        assert [entry.name for entry in disclosure.public_entries(trees.file(case))] == ["felling_asked"]
    said = page.content.decode().lower()
    assert "felling" in said
    assert "marked" not in said.replace("trees are marked", "")


def test_nothing_of_it_is_mailed(trees: TownHall):
    case = opened(trees)
    with tenancy.town(trees.town):
        printing.print_paper("felling_letter", case, by=None, on=TODAY, reason="for a test")
    for day in (date(2026, 11, 20), date(2026, 11, 27), date(2026, 11, 30)):
        reminders.queue_all(day)
    with tenancy.town(trees.town):
        assert not OutboxMessage.objects.filter(case=case).exists()
    effects.forget(*registration.EFFECTS)
    effects.declare(replace(registration.EFFECTS[0], reminded=True))
    reminders.queue_all(date(2026, 11, 30))
    with tenancy.town(trees.town):
        assert OutboxMessage.objects.filter(case=case).exists()


def test_nothing_of_it_is_offered_to_anyone_else(trees: TownHall, applicant: Applicant):
    permit, tree = trees.case("filed"), opened(trees)
    with tenancy.town(trees.town):
        known = {step.key for step in FELLING.by_key.values()}
        for one in case_types.every():
            if one.kind != "felling":
                assert {"ask_to_fell", "mark_tree", "fell_trees"}.isdisjoint(one.by_key), one.kind
        assert known == {"ask_to_fell", "mark_tree", "fell_trees", "correct"}
        assert {kind.key for kind in printing.papers_for(trees.file(permit))}.isdisjoint(
            {"felling_sheet", "felling_letter"}
        )
    front = trees.client().get(f"/norfolk/cases/{permit.number}/").content.decode().lower()
    assert not [word for word in ("felling", "shade tree") if word in front]
    assert trees.client().get(f"/norfolk/cases/{permit.number}/trees/").status_code == 404
    assert trees.client().get(f"/norfolk/cases/{permit.number}/record/mark_tree/").status_code == 404
    with pytest.raises(door.Impossible):
        trees.act(permit, "mark_tree", TODAY, role=Role.PLANNER)
    with pytest.raises(door.Impossible):
        trees.act(tree, "decide", TODAY, outcome="approved")
    # The steps name the staff: neither the town clerk nor an applicant may take them.
    with pytest.raises(door.NotAllowed):
        trees.act(tree, "mark_tree", TODAY, role=Role.TOWN_CLERK)
    with tenancy.town(trees.town), pytest.raises(door.NotAllowed):
        door.open_case(town=trees.town, matter="felling", by=applicant.actor, on=TODAY, today=TODAY)
    for path in ("/norfolk/apply/", "/norfolk/does-it-need-a-permit/", "/norfolk/file/"):
        for client in (applicant.client, trees.client()):
            said = client.get(path, follow=True).content.decode().lower()
            assert not [word for word in TELLING if word in said], path


def test_another_town_does_not_see_its_rows(trees: TownHall, grafton: TownHall):
    opened(trees)
    with tenancy.town(grafton.town):
        assert Felling.objects.count() == Tree.objects.count() == Notice.objects.count() == 0
    with tenancy.town(trees.town):
        assert (Felling.objects.count(), Tree.objects.count()) == (1, 2)


def test_no_file_of_the_product_names_it():
    names = ("felling", "mark_tree", "tests.house", "shade_tree")
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for floor in ("towns", "permitting", "enforcement", "templates")
        for path in sorted((ROOT / floor).rglob("*"))
        if path.suffix in (".py", ".html", ".toml")
        for name in names
        if name in path.read_text("utf-8")
    ]
    assert found == []
