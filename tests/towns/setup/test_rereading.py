"""What a changed text or interpretation moves is shown first and done by a named act; what is settled stays."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.law import schema
from towns.management.commands.load_towns import load_editions
from towns.models import BylawEdition, Case, SetupChange
from towns.record import door
from towns.record.verify import verify
from towns.roles import Role
from towns.setup import rereading
from towns.setup.editions import adopt, import_edition
from towns.setup.rereading import FILED_SINCE, REACHES, SAME_LAW, RereadingRefused, read_by

pytestmark = pytest.mark.django_db

HOME = "/norfolk/setup/editions/"


def text_of(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def admin(hall: TownHall) -> Any:
    return hall.client(Role.TOWN_ADMINISTRATOR)


@pytest.fixture
def next_release(monkeypatch: pytest.MonkeyPatch) -> str:
    """The product as a later release ships it: Norfolk's 21 days to act are 28, as if they had been read wrongly."""
    shipped = schema.load("norfolk").text
    later = shipped.replace("length = 21", "length = 28")
    assert later != shipped
    law = schema.parse(later, name="norfolk.toml")
    true = schema.load
    monkeypatch.setattr(schema, "load", lambda slug, on=None: law if slug == "norfolk" else true(slug, on))
    return later


def editions(hall: TownHall) -> list[BylawEdition]:
    with tenancy.town(hall.town):
        return list(BylawEdition.objects.order_by("pk"))


def test_a_shipped_text_that_changed_is_not_doubled(norfolk: TownHall, next_release: str) -> None:
    before = editions(norfolk)

    with tenancy.town(norfolk.town):
        load_editions(norfolk.town, schema.load("norfolk"))

    assert editions(norfolk) == before


def test_it_is_offered_with_its_difference_and_taken_up_under_a_label_of_its_own(
    norfolk: TownHall, next_release: str
) -> None:
    client = admin(norfolk)
    assert "Another text came with this release" in text_of(client.get(HOME))
    shown = text_of(client.get(f"{HOME}offered/"))
    assert "clock.decide.length: 21 → 28" in shown

    assert client.post(f"{HOME}offered/", {"draft": "1"}).status_code == 302

    old, draft = editions(norfolk)[0], editions(norfolk)[-1]
    assert (draft.text, draft.adopted, draft.shipped) == (next_release, False, True)
    assert draft.label != old.label
    assert "Another text came with this release" not in text_of(client.get(HOME))


def test_a_change_beside_the_number_is_named_and_not_shown_as_twice_the_same(norfolk: TownHall) -> None:
    text = schema.load("norfolk").text
    rule = schema.load("norfolk").matters["stormwater_permit"].clock("decide")
    changed = text.replace(f'title = "{rule.title}"', 'title = "What the board does last"', 1)
    assert changed != text
    draft = import_edition(norfolk.town, changed)

    page = text_of(admin(norfolk).get(f"{HOME}{draft.pk}/"))

    assert "Then The same; what changes: its title" in page


def test_it_can_be_set_aside_with_a_reason_and_is_not_offered_again(
    norfolk: TownHall, next_release: str
) -> None:
    client = admin(norfolk)
    assert client.post(f"{HOME}offered/", {"why": ""}).status_code == 422
    assert client.post(f"{HOME}offered/", {"why": "Counsel reads 21 days."}).status_code == 302

    assert "Another text came" not in text_of(client.get(HOME))
    with tenancy.town(norfolk.town):
        assert SetupChange.objects.filter(
            what__startswith="Offered text", after="Counsel reads 21 days."
        ).exists()
    assert len(editions(norfolk)) == 1


def test_nothing_is_offered_to_a_town_that_holds_the_shipped_text(norfolk: TownHall) -> None:
    assert "Another text came" not in text_of(admin(norfolk).get(HOME))
    assert admin(norfolk).get(f"{HOME}offered/").status_code == 302


def longer(hall: TownHall, effective: date = TODAY) -> BylawEdition:
    """An adopted text in which the board has 28 days to act."""
    text = schema.load("norfolk").text.replace("length = 21", "length = 28")
    return adopt(import_edition(hall.town, text), effective, reread="for a test")


def test_running_cases_move_only_by_the_named_act(
    norfolk: TownHall, django_capture_on_commit_callbacks: Any
) -> None:
    case = norfolk.case("deliberation", closed=date(2026, 11, 12))  # 21 days: Thu Dec 3 2026
    edition = longer(norfolk)
    with tenancy.town(norfolk.town):
        door.settle_case(case, today=TODAY)
        assert norfolk.file(case).case.next_due == date(2026, 12, 3)
    page = text_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))
    assert "read by a later text" not in page
    where = f"{HOME}{edition.pk}/reread/"

    look = text_of(admin(norfolk).post(where, {"why": SAME_LAW, "cite": "Counsel, Nov 30", "look": "1"}))
    # 28 days from Thu Nov 12 2026: Thu Dec 10.
    assert "Thu Dec 3 2026, running → Thu Dec 10 2026, running" in look
    assert norfolk.file(case).case.next_due == date(2026, 12, 3)

    with django_capture_on_commit_callbacks(execute=True):
        saved = admin(norfolk).post(where, {"why": SAME_LAW, "cite": "Counsel, Nov 30", "save": "1"})
    assert saved.status_code == 302
    with tenancy.town(norfolk.town):
        file = norfolk.file(case)
        assert (file.case.next_due, file.case.edition_id) == (date(2026, 12, 10), edition.pk)
        (told,) = SetupChange.objects.filter(what="Cases read by another text of the law")
        assert f"Counsel, Nov 30 Read by it: {case.number}." in told.after
        assert all(not proof.faults for proof in verify(norfolk.town))
    assert admin(norfolk).get(where).status_code == 404  # nothing is left to read
    page = text_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))
    assert "read by a later text than the one in force when it was filed" in page


@pytest.mark.parametrize("told_to", [False, True])
def test_a_silence_already_written_stays_unless_told_to(norfolk: TownHall, told_to: bool) -> None:
    """Closed Thu Nov 5 2026: 21 days ran out on Fri Nov 27; by 28 days it would be Thu Dec 3, and not yet."""
    case = norfolk.case("deemed")
    edition = longer(norfolk)

    with tenancy.town(norfolk.town):
        (outcome,) = rereading.outcomes(
            norfolk.town, rereading.candidates(edition, SAME_LAW), rereading.under(edition, norfolk.town), TODAY, {}
        )  # fmt: skip
        assert outcome.settled
        assert any(line.startswith("taken back: ") for line in outcome.writes)
    done = read_by(edition, SAME_LAW, "Counsel", TODAY, settled_too=told_to)

    with tenancy.town(norfolk.town):
        file = norfolk.file(case)
        assert [one.pk for one in (done.read if told_to else done.left)] == [case.pk]
        assert file.has("deemed_approved") is not told_to
        assert (file.case.edition_id == edition.pk) is told_to


def test_looking_changes_nothing(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")
    edition = longer(norfolk)
    with tenancy.town(norfolk.town):
        before = list(Case.objects.values())
        rereading.outcomes(
            norfolk.town, Case.objects.all(), rereading.under(edition, norfolk.town), TODAY, {}
        )
        assert list(Case.objects.values()) == before
        assert len(norfolk.file(case).entries) == before[0]["seq"]


def test_a_reason_that_does_not_hold_is_refused(norfolk: TownHall) -> None:
    norfolk.case("deliberation")
    edition = longer(norfolk)

    for why in (REACHES, FILED_SINCE, "because"):
        with pytest.raises(RereadingRefused):
            read_by(edition, why, "Counsel", TODAY)


def test_a_text_of_the_future_reads_no_case_yet(norfolk: TownHall) -> None:
    norfolk.case("deliberation")
    edition = longer(norfolk, date(2027, 1, 1))

    with pytest.raises(RereadingRefused):
        read_by(edition, SAME_LAW, "Counsel", TODAY)
    assert admin(norfolk).get(f"{HOME}{edition.pk}/reread/").status_code == 404


# ---------------------------------------------------------------- interpretations


def weekend(hall: TownHall) -> tuple[str, str, str]:
    """The doubt about last days on closed days: its key, the sense in force and the other."""
    with tenancy.town(hall.town):
        law = hall.file(hall.case("filed", title="Any")).law
    doubt = next(d for d in law.open_readings.values() if "closed day" in d.question)
    other = next(key for key in doubt.choices if key != doubt.choice)
    return doubt.key, doubt.choice, other


@pytest.mark.parametrize("told_to", [False, True])
def test_an_interpretation_moves_nothing_settled_unless_told_to(
    norfolk: TownHall, told_to: bool, django_capture_on_commit_callbacks: Any
) -> None:
    """Closed Thu Nov 5 2026: day 21 is Thanksgiving. Read as moving on, it ran out on Fri Nov 27; read as standing still,
    on Thu Nov 26 itself: the effect of Nov 28 would be taken back and written anew a day earlier."""
    key, present, other = weekend(norfolk)
    silent = norfolk.case("deemed", title="The silent lot")
    running = norfolk.case("deliberation", title="The running lot", closed=date(2026, 11, 14))
    with tenancy.town(norfolk.town):
        before = [(e.name, e.on) for e in norfolk.file(silent).entries]
    sent = {
        "choice": other,
        "decided_by": "Town Counsel",
        "decided_on": "2026-11-27",
        "why": "Opinion 26-14.",
    }

    look = text_of(admin(norfolk).get(f"/norfolk/setup/law/{key}/?choice={other}"))
    assert silent.number in look
    assert "settled" in look
    more = {"settled_too": "1"} if told_to else {}
    with django_capture_on_commit_callbacks(execute=True):
        assert admin(norfolk).post(f"/norfolk/setup/law/{key}/", {**sent, **more}).status_code == 302

    with tenancy.town(norfolk.town):
        after = norfolk.file(silent)
        assert ([(e.name, e.on) for e in after.entries] == before) is not told_to
        assert after.case.kept_readings == ({} if told_to else {key: present})
        assert norfolk.file(running).case.next_due == date(2026, 12, 5)
        # What stays goes on staying: another act on the case settles it by the sense it was settled by.
        door.settle_case(silent, today=TODAY)
        assert ([(e.name, e.on) for e in norfolk.file(silent).entries] == before) is not told_to
    page = text_of(norfolk.client().get(f"/norfolk/cases/{silent.number}/"))
    assert ("stays under the earlier interpretation" in page) is not told_to


@pytest.mark.parametrize("without", ["decided_by", "decided_on", "why"])
def test_who_decided_when_and_why_is_asked(norfolk: TownHall, without: str) -> None:
    key, _present, other = weekend(norfolk)
    sent = {
        "choice": other,
        "decided_by": "Town Counsel",
        "decided_on": "2026-11-27",
        "why": "Opinion 26-14.",
    }

    answer = admin(norfolk).post(f"/norfolk/setup/law/{key}/", {**sent, without: ""})

    assert answer.status_code == 422
    norfolk.town.refresh_from_db()
    assert norfolk.town.readings == {}
