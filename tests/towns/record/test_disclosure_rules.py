"""The rules of the hold, each with the small wrong change it must catch: days, extensions, certificates, documents.

The case of all tests: Norfolk, hearing closed Thu Nov 5 2026; § 267-18 gives 21 days, so the last day is Fri Nov 27 (Thanksgiving
rolls, c. 4 § 9) and the silence is dated Sat Nov 28. The town believes that it is Mon Nov 30.
"""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.town_fixtures import TODAY, Applicant, TownHall
from towns.access import tenancy
from towns.documents import storage
from towns.ledger.entries import Entry
from towns.models import Case, Document, Hearing, Party, Person
from towns.record import disclosure, door
from towns.record.case_file import CaseFile
from towns.roles import SYSTEM, Role

CLOSED, LAST_DAY, LAPSE = date(2026, 11, 5), date(2026, 11, 27), date(2026, 11, 28)


def held_with(hall: TownHall, *facts: tuple[str, date, dict[str, Any]]) -> CaseFile:
    """A held case in whose ledger further facts stand."""
    file = hall.file(hall.case("deemed"))
    assert file.case.held
    for name, on, more in facts:
        file.entries.append(Entry(name, on, facts=more, seq=len(file.entries) + 1))
    return file


def shown(file: CaseFile) -> list[tuple[str, date]]:
    return [(entry.name, entry.on) for entry in disclosure.public_entries(file)]


# ---------------------------------------------------------------- acts while held, by their day


@pytest.mark.parametrize("act", ["voted", "decided", "decision_filed", "permit_issued", "extension_agreed"])
@pytest.mark.parametrize(
    ("on", "public"),
    [(LAST_DAY, True), (LAPSE, False), (TODAY, False)],
    ids=["the day before", "that day", "later"],
)
def test_an_act_that_would_tell_is_hidden_from_the_very_day_of_the_lapse(
    in_norfolk: TownHall, act: str, on: date, public: bool
):
    assert ((act, on) in shown(held_with(in_norfolk, (act, on, {})))) is public


def test_an_act_that_tells_nothing_stays_public_while_held(in_norfolk: TownHall):
    file = held_with(in_norfolk, ("hearing_reopened", LAPSE, {}), ("referred", TODAY, {"board": "health"}))

    assert ("hearing_reopened", LAPSE) in shown(file)
    assert ("hearing_closed", CLOSED) in shown(file)


def test_the_first_of_two_lapses_sets_the_day(in_norfolk: TownHall):
    """A second thing that ran out later does not open the days between."""
    file = held_with(in_norfolk, ("decided", date(2026, 11, 29), {"outcome": "approved"}))
    file.entries.append(Entry("deemed_approved", TODAY, role=SYSTEM, seq=len(file.entries) + 1))

    assert "decided" not in [name for name, _ in shown(file)]


def test_once_nothing_is_held_the_same_acts_are_public(in_norfolk: TownHall):
    file = held_with(in_norfolk, ("decided", TODAY, {"outcome": "disapproved"}))
    file.case.held = False

    assert ("decided", TODAY) in shown(file)
    assert "deemed_approved" not in [name for name, _ in shown(file)]


def test_an_extension_entered_during_the_hold_is_not_told(norfolk: TownHall):
    """Through the door and on the page: an agreement made too late would tell that time had run out."""
    case = norfolk.case("deemed")
    norfolk.act(case, "extend", TODAY, clock="decide", until="2026-12-22", agreed="in writing")
    page = Client().get(f"/norfolk/register/{case.number}/").content.decode()

    file = norfolk.file(case)
    assert file.case.held, "a late agreement does not end the hold"
    assert any(entry.name == "extension_agreed" for entry in file.story)
    assert "Dec 22" not in page
    assert "xten" not in page
    assert disclosure.BEING_CHECKED in page


def test_an_extension_made_before_the_lapse_stays_readable_with_its_day(in_norfolk: TownHall):
    case = in_norfolk.case("deliberation", closed=CLOSED)
    in_norfolk.act(case, "extend", LAST_DAY, today=LAST_DAY, clock="decide", until="2026-11-28")
    door.settle_case(case, today=date(2026, 12, 2))
    file = in_norfolk.file(case)
    assert file.case.held

    (entry,) = [one for one in disclosure.public_entries(file) if one.name == "extension_agreed"]

    assert disclosure.entry_words(entry).endswith("; the new last day is Sat Nov 28 2026")


# ---------------------------------------------------------------- what comes next


def test_next_dates_are_silent_while_held_and_once_closed(in_norfolk: TownHall):
    file = in_norfolk.file(in_norfolk.case("deliberation", closed=CLOSED))
    assert [item.day for item in disclosure.next_dates(file, LAST_DAY)] == [LAST_DAY], (
        "the last day itself counts"
    )
    assert disclosure.next_dates(file, LAPSE) == [], "a day that is over lies not ahead"

    file.case.held = True
    assert disclosure.next_dates(file, LAST_DAY) == []
    file.case.held, file.case.closed = False, True
    assert disclosure.next_dates(file, LAST_DAY) == []


def test_a_hearing_is_told_with_hour_and_place_until_its_own_day_is_over(in_norfolk: TownHall):
    file = in_norfolk.file(in_norfolk.case("scheduled", hearing=date(2026, 12, 15)))
    (hearing,) = file.hearings.values()
    hearing.time, hearing.place = time(19, 30), "Room 105"

    def told(today: date) -> list[str]:
        return [
            item.words
            for item in disclosure.next_dates(file, today)
            if item.words.startswith("Public hearing")
        ]

    assert told(date(2026, 12, 15)) == ["Public hearing at 7:30 pm, Room 105"]
    assert told(date(2026, 12, 16)) == []


def test_a_hearing_that_has_closed_is_not_ahead_whatever_day_it_bears(in_norfolk: TownHall):
    file = in_norfolk.file(in_norfolk.case("deliberation", closed=CLOSED))
    (hearing,) = file.hearings.values()
    hearing.day = date(2026, 12, 15)

    assert hearing.state == Hearing.State.CLOSED
    assert [item.day for item in disclosure.next_dates(file, CLOSED)] == [LAST_DAY]


# ---------------------------------------------------------------- certificates


def certificate(on: date = TODAY) -> tuple[str, date, dict[str, Any]]:
    return "lapse_certified", on, {}


REFUSAL = ("certification_refused", TODAY, {"why": "A decision was filed in time."})


@pytest.mark.parametrize(
    ("said", "open_to_all"),
    [
        ((), False),
        ((certificate(),), True),
        ((REFUSAL,), False),
        ((certificate(), REFUSAL), False),
        ((REFUSAL, certificate()), True),
    ],
    ids=["nothing", "certified", "refused", "certified then refused", "refused then certified"],
)
def test_the_clerks_latest_word_decides_what_is_read_of_the_silence(
    in_norfolk: TownHall, said: tuple[Any, ...], open_to_all: bool
):
    file = held_with(in_norfolk, *said)
    file.case.held = False

    assert disclosure.certified(file.story) is open_to_all
    names = [name for name, _ in shown(file)]
    assert ("deemed_approved" in names) is open_to_all
    assert ("lapse_certified" in names) is open_to_all
    assert "certification_refused" not in names


def test_a_certificate_tells_nothing_while_something_else_is_held(in_norfolk: TownHall):
    file = held_with(in_norfolk, certificate())

    assert {"deemed_approved", "lapse_certified"}.isdisjoint(name for name, _ in shown(file))
    assert disclosure.public_stage(file) == disclosure.BEING_CHECKED


def test_what_the_law_did_without_a_declaration_is_never_public(in_norfolk: TownHall):
    file = in_norfolk.file(in_norfolk.case("certified"))
    file.entries.append(Entry("overdue", TODAY, role=SYSTEM, seq=len(file.entries) + 1))

    names = [name for name, _ in shown(file)]
    assert "deemed_approved" in names
    assert "overdue" not in names


def test_a_late_act_on_a_silence_nobody_certified_shows_the_stage_before_it(in_norfolk: TownHall):
    """The public stage is what the public entries alone amount to: never that the silence approved."""
    file = in_norfolk.file(in_norfolk.case("deemed"))
    file.case.held = False

    assert disclosure.public_stage(file) == file.type.public_stages["deliberation"]


# ---------------------------------------------------------------- documents


def document(case: Case, by: Person | None, *, public: bool = False) -> Document:
    return storage.add(
        case, SimpleUploadedFile("p.pdf", b"%PDF-1.7\n" + str(by).encode()), by=by, public=public
    )


def test_an_applicant_reads_their_own_documents_and_no_others(
    norfolk: TownHall, applicant: Applicant, stranger: Client
):
    case = norfolk.case("filed", by=applicant.actor)
    others = norfolk.case("filed")
    neighbor = Person.objects.create_user("n@elsewhere.example", "correct horse battery", name="A Neighbor")
    with tenancy.town(norfolk.town):
        own, office = document(case, applicant.person), document(case, norfolk.people[Role.PLANNER])
        open_to_all = document(case, norfolk.people[Role.PLANNER], public=True)
        theirs, nobodys = document(case, neighbor), document(case, None)
        elsewhere = document(others, applicant.person)

    def status(client: Client, where: Case, row: Document) -> int:
        return client.get(f"/norfolk/register/{where.number}/documents/{row.pk}/").status_code

    assert status(applicant.client, case, own) == 200
    assert status(applicant.client, case, open_to_all) == 200
    for closed in (office, theirs, nobodys):
        assert status(applicant.client, case, closed) == 404
    assert status(applicant.client, others, elsewhere) == 404, "handed in to a case that somebody else filed"
    assert status(applicant.client, case, elsewhere) == 404, "a document of another case"
    by_neighbor = Client()
    by_neighbor.force_login(neighbor)
    for client in (Client(), stranger, by_neighbor):
        assert status(client, case, open_to_all) == 200
        assert [status(client, case, row) for row in (own, office, theirs, nobodys)] == [404] * 4
    assert status(norfolk.client(Role.MEMBER), case, office) == 200

    page = applicant.client.get(f"/norfolk/register/{case.number}/").content.decode()
    assert f"documents/{own.pk}/" in page
    assert not [row for row in (office, theirs, nobodys, elsewhere) if f"documents/{row.pk}/" in page]


def test_a_document_is_read_only_with_its_own_case(in_norfolk: TownHall):
    one, two = in_norfolk.case("filed"), in_norfolk.case("filed")
    row = document(one, None, public=True)

    assert disclosure.may_read_document(one, row, None)
    assert not disclosure.may_read_document(two, row, None)


# ---------------------------------------------------------------- people


def test_only_applicant_owner_and_engineer_are_named_in_that_order(in_norfolk: TownHall):
    kinds = [Party.Kind.ENGINEER, Party.Kind.ABUTTER, Party.Kind.OWNER, Party.Kind.APPLICANT]
    case = in_norfolk.case("filed", keep={"parties": [{"kind": kind, "name": f"A {kind}"} for kind in kinds]})

    assert [row.kind for row in disclosure.public_parties(case)] == ["applicant", "owner", "engineer"]


# ---------------------------------------------------------------- which cases


def test_the_cases_anyone_may_find_are_those_of_a_public_stage(in_norfolk: TownHall):
    filed = in_norfolk.case("filed")
    draft = in_norfolk.case("filed")
    Case.objects.filter(pk=draft.pk).update(stage="draft")
    order = in_norfolk.case("filed")
    Case.objects.filter(pk=order.pk).update(kind="order")

    found = Case.objects.filter(disclosure.public_cases())

    assert [row.pk for row in found] == [filed.pk]
    assert [disclosure.is_public(Case.objects.get(pk=row.pk)) for row in (filed, draft, order)] == [
        True,
        False,
        False,
    ]
