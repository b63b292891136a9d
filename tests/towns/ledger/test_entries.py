"""The ledger: appended and never edited, and every way of tampering with it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections, transaction

from tests.towns import docket
from towns.access import tenancy
from towns.ledger import entries
from towns.ledger.entries import Entry, story
from towns.models import Case, Event
from towns.record.case_file import entry_of

# ---------------------------------------------------------------- the story that a ledger tells


def entry(number: int, name: str, day: int, /, **facts: Any) -> Entry:
    return Entry(name, date(2026, 11, day), facts=facts, seq=number)


def told(*entries: Entry) -> list[tuple[str, int]]:
    return [(e.name, e.on.day) for e in story(entries)]


def test_a_story_is_told_by_legal_day_whatever_the_order_of_entry():
    assert told(entry(1, "filed", 2), entry(2, "hearing_closed", 9), entry(3, "complete", 4)) == [
        ("filed", 2), ("complete", 4), ("hearing_closed", 9)]  # fmt: skip


def test_what_was_taken_back_does_not_stand():
    assert told(entry(1, "filed", 2), entry(2, "deemed_approved", 3), entry(3, "taken_back", 4, seq=2)) == [
        ("filed", 2)
    ]


def test_a_correction_moves_a_day_and_a_later_one_moves_it_again():
    first = [entry(1, "filed", 2), entry(2, "corrected", 9, seq=1, day="2026-11-03")]
    assert told(*first) == [("filed", 3)]
    assert told(*first, entry(3, "corrected", 9, seq=1, day="2026-11-04")) == [("filed", 4)]
    assert told(*first, entry(3, "corrected", 9, seq=2, day="2026-11-05")) == [("filed", 5)], (
        "named by its correction"
    )


def test_a_removal_can_be_undone_and_the_undoing_too():
    removed = [entry(1, "filed", 2), entry(2, "corrected", 9, seq=1, remove=True)]
    undone = [*removed, entry(3, "corrected", 9, seq=2, remove=True)]
    assert told(*removed) == []
    assert told(*undone) == [("filed", 2)]
    assert told(*undone, entry(4, "corrected", 9, seq=3, remove=True)) == []


def test_undoing_one_of_two_corrections_leaves_the_other():
    entries = [
        entry(1, "decided", 2, outcome="approved"),
        entry(2, "corrected", 9, seq=1, day="2026-11-03"),
        entry(3, "corrected", 9, seq=1, facts={"outcome": "disapproved"}),
        entry(4, "corrected", 9, seq=2, remove=True),
    ]
    (decided,) = story(entries)
    assert (decided.on.day, decided.outcome) == (2, "disapproved")


# ---------------------------------------------------------------- append-only


@pytest.fixture
def case(db) -> Case:
    docket.load()
    return docket.at_deliberation(docket.town())


@pytest.mark.parametrize("column", ["facts", "on", "name", "role", "hash"])
def test_an_event_cannot_be_changed(case, column):
    value = {"facts": {"x": 1}, "on": date(2020, 1, 1)}.get(column, "x")
    with tenancy.town(case.town_id):
        event = Event.objects.filter(case=case).first()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(**{column: value})
        setattr(event, column, value)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            event.save()


def test_an_event_cannot_be_deleted_nor_a_case_with_events(case):
    with tenancy.town(case.town_id):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            Event.objects.filter(case=case).delete()
        with pytest.raises(DatabaseError), transaction.atomic():
            Case.objects.filter(pk=case.pk)._raw_delete("default")


def test_two_events_cannot_have_one_number(case):
    with tenancy.town(case.town_id):
        event = Event.objects.filter(case=case).last()
        event.pk = None
        with pytest.raises(DatabaseError, match="towns_event_seq"), transaction.atomic():
            event.save(force_insert=True)


def test_no_table_that_must_stay_is_without_its_trigger(db):
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "select tgrelid::regclass::text, tgenabled from pg_trigger t join pg_proc p on p.oid = t.tgfoid "
            "where p.proname = 'refuse_rewriting'"
        )
        found = dict(cursor.fetchall())
    assert {"towns_event", "towns_document", "towns_notice"} <= set(found)
    assert set(found.values()) == {"O"}


# ---------------------------------------------------------------- tampering, by one who owns the tables


@contextmanager
def tampering() -> Iterator[psycopg.Cursor]:
    """A connection of the owner with the triggers off: what a dishonest or careless administrator has."""
    entry = connections["owner"].settings_dict
    with psycopg.connect(
        host=entry["HOST"] or None, port=entry["PORT"] or None, dbname=entry["NAME"], user=entry["USER"],
        password=entry["PASSWORD"], autocommit=True,
    ) as made:  # fmt: skip
        made.execute("alter table towns_event disable trigger user")
        try:
            yield made.cursor()
        finally:
            made.execute("alter table towns_event enable trigger user")


def verify(root: Any = None) -> str:
    """What the command says, or what it complains of."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_ledger", stdout=out, stderr=err, **({"root": root} if root else {}))
    except CommandError:
        return err.getvalue()
    assert not err.getvalue()
    return out.getvalue()


@pytest.fixture
def committed(transactional_db) -> list[Case]:
    """Three cases that other connections see: one in Grafton, two in Norfolk."""
    docket.load()
    norfolk = docket.town()
    return [
        docket.at_deliberation(docket.town("grafton")),
        docket.at_deliberation(norfolk),
        docket.file(norfolk),
    ]


def test_whole_ledgers_are_whole(committed):
    assert (
        verify()
        == f"3 ledgers with {sum(len(docket.ledger(case)) for case in committed)} events are whole.\n"
    )


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("""update towns_event set facts = '{"x": "y"}' where case_id = %s and seq = 2""", "event 2 was changed"),
        ("update towns_event set \"on\" = \"on\" - 1 where case_id = %s and seq = 3", "event 3 was changed"),
        ("update towns_event set role = 'chair' where case_id = %s and seq = 4", "event 4 was changed"),
        ("update towns_event set recorded = recorded - interval '1 day' where case_id = %s and seq = 4", "event 4 was"),
        ("delete from towns_event where case_id = %s and seq = 2", "event 2 is missing"),
        ("delete from towns_event where case_id = %s and seq = 4", "the ledger ends at event 3, but the case says 4"),
        ("delete from towns_event where case_id = %s", "the ledger ends at event 0, but the case says 4"),
        ("update towns_case set head = '' where id = %s", "the ledger ends at event 4"),
    ],
)  # fmt: skip
def test_tampering_is_found_and_named(committed, change, found):
    with tampering() as cursor:
        cursor.execute(change, [committed[1].pk])

    said = verify()

    assert f"norfolk {committed[1].number}: " in said
    assert found in said
    assert "grafton" not in said
    assert committed[2].number not in said


def test_a_cut_tail_with_the_head_rewritten_is_found_by_the_root(committed, tmp_path):
    root, case = tmp_path / "heads.json", committed[1]
    assert "whole" in verify(root)
    kept = json.loads(root.read_text())
    with tampering() as cursor:
        cursor.execute("delete from towns_event where case_id = %s and seq = 4", [case.pk])
        cursor.execute(
            "update towns_case set seq = 3, head = (select hash from towns_event where case_id = %s and seq = 3) "
            "where id = %s", [case.pk, case.pk])  # fmt: skip

    assert "whole" in verify(), "the chain alone cannot know"
    assert f"norfolk/{case.number}: event 4 is not the one that was kept." in verify(root)
    assert json.loads(root.read_text()) == kept, "a root with faults is not overwritten"


def test_a_history_rewritten_with_new_hashes_is_found_by_the_root(committed, tmp_path):
    root, case = tmp_path / "heads.json", committed[1]
    verify(root)
    with tampering() as cursor:
        rows = _rows(case)
        previous = entries.GENESIS
        for row in rows:
            if row.seq == 4:
                row.on = date(2026, 11, 20)
            row.previous = previous
            row.hash = previous = entries.digest(
                previous, town_id=row.town_id, case_id=case.pk, entry=entry_of(row)
            )
            cursor.execute(
                'update towns_event set "on" = %s, previous = %s, hash = %s where id = %s',
                [row.on, row.previous, row.hash, row.pk],
            )
        cursor.execute("update towns_case set head = %s where id = %s", [previous, case.pk])

    assert "whole" in verify()
    assert "event 4 is not the one that was kept" in verify(root)


def _rows(case: Case) -> list[Event]:
    with tenancy.town(case.town_id):
        return list(Event.objects.filter(case=case).order_by("seq"))


def test_a_case_that_disappeared_is_found_by_the_root(committed, tmp_path):
    root, case = tmp_path / "heads.json", committed[2]
    verify(root)
    with tampering() as cursor:
        cursor.execute("delete from towns_event where case_id = %s", [case.pk])
        for table in ("towns_clock", "towns_task", "permitting_application"):
            cursor.execute(f"delete from {table} where case_id = %s", [case.pk])
        cursor.execute("delete from towns_case where id = %s", [case.pk])
    assert "the case has disappeared since the heads were kept" in verify(root)


def test_a_ledger_that_grew_since_the_root_is_whole(committed, tmp_path):
    root = tmp_path / "heads.json"
    verify(root)
    docket.act(committed[1], "decide", date(2026, 11, 20), outcome="approved")
    assert "3 ledgers" in verify(root)
    assert "3 ledgers" in verify(root)


def test_a_root_that_cannot_be_read_is_refused(committed, tmp_path):
    root = tmp_path / "heads.json"
    root.write_text("[]")
    with pytest.raises(CommandError, match="not a file of heads"):
        call_command("verify_ledger", root=root)
    assert root.read_text() == "[]"
