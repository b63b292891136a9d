"""An administrator gives the town another text of its law in the browser: drafts, problems, numbers, adoption."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.town_fixtures import MARKUP, TownHall, load_town
from towns.access import tenancy
from towns.law import schema
from towns.models import BylawEdition, Case, SetupChange
from towns.record import door
from towns.roles import Role
from towns.setup import numbers
from towns.setup.numbers import CannotWrite, Number, write

HOME = "/wrentham/setup/editions/"
NEW_CLOCK = f"{HOME}number/?matter=stormwater_permit"
GIVEN = {
    "name": "decide", "start": "complete", "length": "45", "unit": "calendar", "stop": "decided", "if_missed": "overdue",
    "cite": "Stormwater Regulations § 5.2 (made up for this test)",
    "words": "shall act within 45 days of a complete application", "whose": "own", "label": "With a number",
}  # fmt: skip


@pytest.fixture
def wrentham(db: None, today: date) -> TownHall:
    """The town whose text gives no number."""
    return TownHall(load_town("wrentham")).staff_up()


def admin(hall: TownHall) -> Client:
    return hall.client(Role.TOWN_ADMINISTRATOR)


def held(hall: TownHall) -> list[BylawEdition]:
    with tenancy.town(hall.town):
        return list(BylawEdition.objects.order_by("id"))


def changed(hall: TownHall) -> list[tuple[str, str]]:
    with tenancy.town(hall.town):
        return list(SetupChange.objects.order_by("id").values_list("what", "after"))


def text_of(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def seen(hall: TownHall, row: BylawEdition | None = None) -> str:
    return (row or held(hall)[0]).sha256


def draft(hall: TownHall, **more: str) -> BylawEdition:
    """A draft with a number, made by the form."""
    answer = admin(hall).post(NEW_CLOCK, {**GIVEN, "seen": seen(hall), **more})
    assert answer.status_code == 302, text_of(answer)
    return held(hall)[-1]


def adopt(hall: TownHall, row: BylawEdition, day: str, press: str = "save") -> Any:
    sent = {"seen": row.sha256, "effective": day, "cite": "Planning Board, vote of Dec 14 2026", press: "1"}
    return admin(hall).post(f"{HOME}{row.pk}/adopt/", sent)


def filed(hall: TownHall, on: date) -> Case:
    with tenancy.town(hall.town):
        case = door.open_case(
            town=hall.town, matter="stormwater_permit", by=hall.actor(), on=on, today=on, title=f"Filed {on}",
            keep={"parties": [{"kind": "applicant", "name": "A Trust"}]},
        ).case  # fmt: skip
    hall.act(case, "find_complete", on, today=on)
    return case


def test_wrentham_gets_a_number_and_only_later_cases_have_it(wrentham: TownHall) -> None:
    before = filed(wrentham, date(2026, 11, 23))
    row = draft(wrentham)
    assert not row.adopted
    assert filed(wrentham, date(2026, 11, 30)).edition_id != row.pk

    page = text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    # 45 days from Mon Mar 1 2027: Thu Apr 15.
    assert (
        "The application was complete, Mon Mar 1 2027 → now: no last day; then: due Thu Apr 15 2027" in page
    )
    assert before.number in page
    assert "All 2 running cases stay under the text" in page

    look = text_of(adopt(wrentham, row, "2027-01-01", "look"))
    assert "Cases filed from Fri Jan 1 2027 on are under this text" in look
    assert not held(wrentham)[-1].adopted
    assert adopt(wrentham, row, "2027-01-01").status_code == 302

    after = filed(wrentham, date(2027, 1, 4))
    with tenancy.town(wrentham.town):
        assert wrentham.file(before).readings(date(2027, 1, 5)) == []
        # 45 days from Mon Jan 4 2027: Thu Feb 18.
        assert [(r.clock, r.due) for r in wrentham.file(after).readings(date(2027, 1, 5))] == [
            ("decide", date(2027, 2, 18))
        ]
        door.settle_case(after, today=date(2027, 2, 19))
        assert [e.name for e in wrentham.file(after).entries][-1] == "overdue"
        assert not Case.objects.get(pk=before.pk).closed
    assert "Planning Board, vote of Dec 14 2026" in text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    assert changed(wrentham) == [
        ("Bylaw draft made", "With a number"),
        (f"Bylaw edition {row.pk} adopted",
         "With a number, in force from Fri Jan 1 2027: Planning Board, vote of Dec 14 2026"),
    ]  # fmt: skip


def test_an_adopted_edition_has_no_door_to_change_it(wrentham: TownHall) -> None:
    row = draft(wrentham)
    adopt(wrentham, row, "2027-01-01")

    for path in ("edit/", "adopt/", "number/"):
        assert admin(wrentham).get(f"{HOME}{row.pk}/{path}").status_code == 404
    admin(wrentham).post(f"{HOME}{row.pk}/", {"discard": "1"})
    assert held(wrentham)[-1].pk == row.pk


def test_an_adoption_wants_a_day_a_vote_and_the_text_that_was_seen(wrentham: TownHall) -> None:
    row = draft(wrentham)
    client, where = admin(wrentham), f"{HOME}{row.pk}/adopt/"

    nothing = client.post(where, {"seen": row.sha256, "look": "1"})
    early = client.post(where, {"seen": row.sha256, "effective": "2001-01-01", "cite": "A vote", "save": "1"})
    other = client.post(where, {"seen": "0" * 64, "effective": "2027-01-01", "cite": "A vote", "save": "1"})

    assert [page.status_code for page in (nothing, early, other)] == [422, 422, 422]
    assert "By which vote, where it is written is required" in text_of(nothing)
    assert "cannot begin before it" in text_of(early)
    assert "Somebody changed this draft" in text_of(other)
    assert not held(wrentham)[-1].adopted


def test_an_adoption_from_a_past_day_reads_the_cases_filed_since_or_is_refused(wrentham: TownHall) -> None:
    case = filed(wrentham, date(2026, 11, 23))
    earlier = filed(wrentham, date(2026, 11, 16))
    row = draft(wrentham)

    look = text_of(adopt(wrentham, row, "2026-11-20", "look"))
    assert f"1 case filed on Fri Nov 20 2026 or later is on record: {case.number}" in look
    # 45 days from Mon Nov 23 2026: Thu Jan 7.
    assert "no such clock → Thu Jan 7 2027, running" in look

    refused = adopt(wrentham, row, "2026-11-20")
    assert refused.status_code == 422
    assert "Say that the cases filed since are read by this text" in text_of(refused)
    assert not held(wrentham)[-1].adopted

    sent = {
        "seen": row.sha256,
        "effective": "2026-11-20",
        "cite": "Vote of Nov 19 2026",
        "save": "1",
        "reread": "1",
    }
    assert admin(wrentham).post(f"{HOME}{row.pk}/adopt/", sent).status_code == 302
    with tenancy.town(wrentham.town):
        assert Case.objects.get(pk=case.pk).edition_id == row.pk
        assert Case.objects.get(pk=earlier.pk).edition_id != row.pk
        assert wrentham.file(case).case.next_due == date(2027, 1, 7)
    (told,) = [after for what, after in changed(wrentham) if what == "Cases read by another text of the law"]
    assert f"Read by it: {case.number}." in told
    assert "Vote of Nov 19 2026" in told


def test_the_day_before_counts_for_what_a_draft_is_made_from_and_compared_with(wrentham: TownHall) -> None:
    first = draft(wrentham)
    adopt(wrentham, first, "2027-01-01")

    def starts_with(day: str) -> str:
        return text_of(admin(wrentham).get(f"{HOME}new/?planned_day={day}"))

    assert f"“{first.label}”, the text in force the day before Sat Jan 2 2027" in starts_with("2027-01-02")
    assert f"“{held(wrentham)[0].label}”, the text in force the day before" in starts_with("2027-01-01")
    form = admin(wrentham).get(f"{HOME}new/?planned_day=2027-07-01").context["form"]
    assert form.initial["text"] == first.text

    text = first.text.replace("length = 45", "length = 60")
    sent = {"label": "Sixty days", "text": text, "planned": "2027-07-01"}
    assert admin(wrentham).post(f"{HOME}new/", sent).status_code == 302
    row = held(wrentham)[-1]
    assert (row.effective, row.adopted) == (date(2027, 7, 1), False)
    page = text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    assert "Against “With a number”, the text in force the day before" in page
    assert "Now 45 days, counted from" in page
    # A draft with a planned day is not in force on that day.
    with tenancy.town(wrentham.town):
        assert door.edition_on(wrentham.town, date(2027, 8, 1)) == first


def test_a_future_edition_can_be_withdrawn_until_its_day(wrentham: TownHall) -> None:
    row = draft(wrentham)
    adopt(wrentham, row, "2026-12-15")
    where = f"{HOME}{row.pk}/withdraw/"
    assert "Withdraw it before its day" in text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    assert admin(wrentham).post(where, {"why": ""}).status_code == 422

    assert admin(wrentham).post(where, {"why": "The vote was rescinded on Dec 1 2026."}).status_code == 302

    with tenancy.town(wrentham.town):
        assert door.edition_on(wrentham.town, date(2027, 1, 4)) != row
        assert BylawEdition.objects.get(pk=row.pk).adopted  # it stays on file as it was
    page = text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    assert "Withdrawn on" in page
    assert "The vote was rescinded on Dec 1 2026." in page
    assert "Withdrawn before its day" in text_of(admin(wrentham).get(HOME))
    assert (f"Bylaw edition {row.pk} withdrawn", "The vote was rescinded on Dec 1 2026.") in changed(wrentham)
    assert admin(wrentham).post(where, {"why": "Again."}).status_code == 422
    # The same text can be brought in and adopted for another day, but not for that one.
    again = draft(wrentham)
    assert again.pk != row.pk
    assert adopt(wrentham, again, "2026-12-15").status_code == 422
    assert adopt(wrentham, again, "2026-12-16").status_code == 302


def test_an_edition_in_force_is_not_withdrawn(wrentham: TownHall) -> None:
    row = draft(wrentham)
    assert adopt(wrentham, row, "2026-11-30").status_code == 302

    assert "Withdraw it" not in text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    answer = admin(wrentham).post(f"{HOME}{row.pk}/withdraw/", {"why": "A mistake."})
    assert answer.status_code == 422
    assert "has been in force since 2026-11-30 and stays" in text_of(answer)


def test_a_day_beyond_five_years_is_asked_about_again(wrentham: TownHall) -> None:
    row = draft(wrentham)

    asked = adopt(wrentham, row, "2062-01-01")
    assert asked.status_code == 422
    assert "more than 5 years away" in text_of(asked)
    assert "Confirm the year" in text_of(asked)
    assert not held(wrentham)[-1].adopted

    sent = {"seen": row.sha256, "effective": "2062-01-01", "cite": "A vote", "save": "1", "far": "1"}
    assert admin(wrentham).post(f"{HOME}{row.pk}/adopt/", sent).status_code == 302


def test_an_amendment_may_say_that_it_reaches_pending_cases(
    wrentham: TownHall, django_capture_on_commit_callbacks: Any
) -> None:
    case = filed(wrentham, date(2026, 11, 16))
    row = draft(wrentham)
    reaching = row.text.replace("[edition]\n", "[edition]\nreaches_pending = true\n", 1)
    sent = {"label": "It reaches", "text": reaching, "seen": row.sha256}
    assert admin(wrentham).post(f"{HOME}{row.pk}/edit/", sent).status_code == 302
    row = held(wrentham)[-1]
    assert adopt(wrentham, row, "2026-11-30").status_code == 302
    where = f"{HOME}{row.pk}/reread/"

    assert "The amendment says that it reaches cases filed before its day" in text_of(
        admin(wrentham).get(where)
    )
    look = text_of(
        admin(wrentham).post(where, {"why": "reaches", "cite": "Art. 12, vote of Nov 30", "look": "1"})
    )
    # 45 days from Mon Nov 16 2026: Thu Dec 31.
    assert "no such clock → Thu Dec 31 2026, running" in look
    with tenancy.town(wrentham.town):
        assert Case.objects.get(pk=case.pk).edition_id != row.pk
    with django_capture_on_commit_callbacks(execute=True):
        answer = admin(wrentham).post(where, {"why": "reaches", "cite": "Art. 12", "save": "1"})
    assert answer.status_code == 302
    with tenancy.town(wrentham.town):
        assert wrentham.file(case).case.next_due == date(2026, 12, 31)


def test_an_amendment_that_does_not_say_so_reaches_no_pending_case(wrentham: TownHall) -> None:
    filed(wrentham, date(2026, 11, 16))
    row = draft(wrentham)
    assert adopt(wrentham, row, "2026-11-30").status_code == 302

    offered = text_of(admin(wrentham).get(f"{HOME}{row.pk}/reread/"))

    assert "reaches cases filed before its day" not in offered
    refused = admin(wrentham).post(
        f"{HOME}{row.pk}/reread/", {"why": "reaches", "cite": "No vote", "save": "1"}
    )
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("without", "words"),
    [
        ("cite", "Where the number is written is required"),
        ("words", "The words that give it is required"),
        ("name", "Which time is required"),
        ("start", "Counts from is required"),
        ("stop", "Met by is required"),
        ("length", "How many is required"),
    ],
)
def test_a_number_without_its_place_or_its_sense_is_refused(
    wrentham: TownHall, without: str, words: str
) -> None:
    answer = admin(wrentham).post(NEW_CLOCK, {**GIVEN, "seen": seen(wrentham), without: ""})

    assert answer.status_code == 422
    assert words in text_of(answer)
    assert len(held(wrentham)) == 1


def test_a_number_is_changed_in_a_draft_and_the_comments_stay(wrentham: TownHall) -> None:
    row = draft(wrentham)
    where = f"{HOME}{row.pk}/number/?matter=stormwater_permit&clock=decide"
    sent = {
        "length": "30",
        "unit": "business",
        "cite": "§ 5.3",
        "words": "Thirty business days.",
        "whose": "sense",
    }

    assert admin(wrentham).post(where, {**sent, "seen": row.sha256}).status_code == 302

    now = held(wrentham)[-1]
    clock = tomllib.loads(now.text)["matter"]["stormwater_permit"]["clock"]["decide"]
    assert (clock["length"], clock["unit"], clock["sense"]) == (30, "business", "Thirty business days.")
    assert "says" not in clock
    assert now.pk == row.pk
    comments = [line for line in schema.load("wrentham").text.splitlines() if line.startswith("#")]
    assert set(comments) < set(now.text.splitlines())
    # Who still has the earlier text before them is told.
    stale = admin(wrentham).post(where, {**sent, "seen": row.sha256, "length": "31"})
    assert stale.status_code == 422
    assert "Somebody changed this draft since you opened it" in text_of(stale)


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_the_form_can_write_every_clock_of_every_town(slug: str) -> None:
    text = schema.load(slug).text
    for key, matter in schema.load(slug).matters.items():
        if matter.inherited:
            continue
        for name in numbers.own_clocks(text, key):
            given = Number(
                key, name, 77, matter.clock(name).unit, "§ 1", "77.", own_words=True, if_missed="overdue"
            )
            written = schema.parse(write(text, given, date(2026, 11, 30)), name="it").matters[key].clock(name)
            assert (written.length, written.cite, written.says) == (77, "§ 1", "77.")
        name = numbers.new_names(matter)[0][0]
        given = Number(
            key, name, 5, "calendar", "§ 2", "5.", True, "A title", "filed", ("decided",), "overdue"
        )
        found = schema.parse(write(text, given, date(2026, 11, 30)), name="it").matters[key].clock(name)
        assert (found.length, found.title) == (5, "A title")


def test_a_text_that_the_form_cannot_change_is_left_alone() -> None:
    with pytest.raises(CannotWrite, match="no such matter"):
        write("[town]\n", Number("x", "decide", 1, "calendar", "§ 1", "w", True), date(2026, 11, 30))


def test_every_problem_of_a_text_is_named_and_what_was_typed_is_kept(wrentham: TownHall) -> None:
    text = schema.load("wrentham").text.replace('number_prefix = "SMP"', 'number_prefixx = "SMP"', 1)
    text = text.replace('board = "planning_board"', 'board = "nobody"', 1)

    answer = admin(wrentham).post(f"{HOME}new/", {"label": "Faulty", "text": text.replace("\n", "\r\n")})

    page = text_of(answer)
    assert answer.status_code == 422
    for words in (
        "wrentham.toml", "matter.stormwater_permit.number_prefixx is not a key that this file may have",
        "matter.stormwater_permit.board names &#x27;nobody&#x27;", "matter.stormwater_permit.number_prefix is missing",
    ):  # fmt: skip
        assert words in page
    assert "number_prefixx = &quot;SMP&quot;" in answer.content.decode()
    assert "Nothing was saved. What you typed is still here." in page
    assert len(held(wrentham)) == 1
    assert changed(wrentham) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste the text of the law"),
        ("[", "is not TOML"),
        ("[edition]\nlabel = 3\n", "town.slug is missing"),
    ],
)
def test_what_is_no_law_is_refused(wrentham: TownHall, text: str, words: str) -> None:
    answer = admin(wrentham).post(f"{HOME}new/", {"label": "Nothing", "text": text})

    assert answer.status_code == 422
    assert words in text_of(answer)


def test_another_towns_text_is_refused(wrentham: TownHall) -> None:
    answer = admin(wrentham).post(f"{HOME}new/", {"label": "Norfolk’s", "text": schema.load("norfolk").text})

    assert answer.status_code == 422
    assert "this is Wrentham" in text_of(answer)


def test_a_reading_that_the_town_chose_must_still_be_there(norfolk: TownHall) -> None:
    norfolk.town.readings = {"fines_climb": "one_violation"}
    norfolk.town.save()
    text = schema.load("norfolk").text.replace("[reading.fines_climb", "[reading.fines_go_up")

    answer = admin(norfolk).post("/norfolk/setup/editions/new/", {"label": "Other", "text": text})

    assert answer.status_code == 422
    assert "reading.fines_climb" in text_of(answer)


def test_a_file_is_exported_changed_and_brought_in_again(wrentham: TownHall) -> None:
    client, first = admin(wrentham), held(wrentham)[0]
    answer = client.get(f"{HOME}{first.pk}/text.toml")
    assert answer.content.decode() == schema.dump(schema.load("wrentham"))
    assert "attachment" in answer["Content-Disposition"]

    longer = answer.content.replace(b"# Wrentham:", b"# Wrentham, as changed:")
    sent = {"label": "From a file", "text": "", "file": SimpleUploadedFile("w.toml", longer)}
    assert client.post(f"{HOME}new/", sent).status_code == 302

    row = held(wrentham)[-1]
    assert (row.label, row.adopted) == ("From a file", False)
    assert client.get(f"{HOME}{row.pk}/text.toml").content == longer.replace(
        first.label.encode(), b"From a file", 1
    )


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"a\x00b", b"x" * 500_000])
def test_a_file_that_is_no_text_is_refused(wrentham: TownHall, data: bytes) -> None:
    sent = {"label": "A file", "text": "", "file": SimpleUploadedFile("w.toml", data)}

    assert admin(wrentham).post(f"{HOME}new/", sent).status_code == 422
    assert len(held(wrentham)) == 1


def test_a_draft_is_changed_compared_and_thrown_away(wrentham: TownHall) -> None:
    client, row = admin(wrentham), draft(wrentham)
    text = row.text.replace("length = 45", "length = 60")

    done = client.post(f"{HOME}{row.pk}/edit/", {"label": "Sixty", "text": text, "seen": row.sha256})
    page = text_of(client.get(f"{HOME}{row.pk}/"))

    assert done.status_code == 302
    assert held(wrentham)[-1].label == "Sixty"
    assert "Added length = 60" in page
    assert f"Removed label = &quot;{held(wrentham)[0].label}&quot;" in page
    assert "matter.stormwater_permit.clock.decide.length: 45 → 60" in changed(wrentham)[-1][1]

    client.post(f"{HOME}{row.pk}/", {"discard": "1"})
    assert len(held(wrentham)) == 1
    assert changed(wrentham)[-1][0] == "Bylaw draft thrown away"


def test_a_draft_that_has_become_unsound_names_its_problems(wrentham: TownHall) -> None:
    row = draft(wrentham)
    with tenancy.town(wrentham.town):
        BylawEdition.objects.filter(pk=row.pk).update(text="[town]\n")

    assert "edition.label is missing" in text_of(admin(wrentham).get(f"{HOME}{row.pk}/"))
    assert admin(wrentham).get(f"{HOME}{row.pk}/number/").status_code == 302
    assert adopt(wrentham, row, "2027-01-01").status_code == 422


def test_markup_in_a_text_stays_text(wrentham: TownHall) -> None:
    row = draft(wrentham, words=MARKUP, cite=MARKUP, label=MARKUP)

    for path in ("", f"{row.pk}/", f"{row.pk}/edit/", f"{row.pk}/adopt/", f"{row.pk}/number/"):
        page = admin(wrentham).get(f"{HOME}{path}")
        assert page.status_code == 200
        assert "<script>alert(1)" not in page.content.decode()


def test_only_a_town_administrator_comes_near(
    wrentham: TownHall, norfolk: TownHall, stranger: Client
) -> None:
    row = draft(wrentham)
    for path in ("", "new/", "number/", f"{row.pk}/", f"{row.pk}/edit/", f"{row.pk}/number/", f"{row.pk}/adopt/",
                 f"{row.pk}/text.toml"):  # fmt: skip
        assert wrentham.client(Role.TOWN_CLERK).get(HOME + path).status_code == 403
        assert wrentham.client(Role.TOWN_CLERK).post(HOME + path, {"discard": "1"}).status_code == 403
        assert stranger.get(HOME + path).status_code == 404
        assert stranger.post(HOME + path, {"discard": "1"}).status_code == 404
    assert admin(norfolk).get(f"/norfolk/setup/editions/{row.pk}/").status_code == 404
    assert admin(norfolk).get(f"/norfolk/setup/editions/{row.pk}/text.toml").status_code == 404
    assert held(wrentham)[-1].pk == row.pk


@pytest.mark.parametrize("where", ["matter=stormwater_permit&clock=nothing", "matter=ticket&clock=deliver"])
def test_a_time_that_is_not_the_towns_to_set_is_not_found(wrentham: TownHall, where: str) -> None:
    assert admin(wrentham).get(f"{HOME}number/?{where}").status_code == 404


def test_the_list_says_what_each_text_is(wrentham: TownHall) -> None:
    filed(wrentham, date(2026, 11, 23))
    draft(wrentham)

    page = text_of(admin(wrentham).get(HOME))

    assert "With a number Draft, counts for nothing not adopted The town’s own 0 Export" in page
    assert re.search(r"In force today Mon Nov 21 2022 Came with the product 1 Export", page)
    for other in ("/wrentham/setup/", "/wrentham/setup/law/"):
        assert "editions/" in admin(wrentham).get(other).content.decode()
