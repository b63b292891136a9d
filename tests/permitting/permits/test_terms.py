"""A permit from its issue to its end: what its holder may do, and what is named when it should not have been done."""

from __future__ import annotations

from datetime import date
from importlib import import_module

import pytest
from django.db import connection

from permitting.models import Permit
from tests.towns import docket
from towns.access import tenancy
from towns.models import Case, Event
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import Role

ISSUED = date(2026, 11, 24)


@pytest.fixture
def case(db) -> Case:
    docket.load()
    case = docket.at_deliberation(docket.town())
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    docket.act(case, "issue_permit", ISSUED, keep={"permittee": "Sample Trust"})
    return case


def permit(case: Case) -> Permit:
    with tenancy.town(case.town_id):
        return Permit.objects.get(case=case)


def test_suspended_and_reinstated_it_stands_where_it_stood(case):
    docket.act(case, "suspend_permit", date(2026, 12, 1), authority="Condition 4")
    assert permit(case).state == "suspended"
    docket.act(case, "reinstate_permit", date(2026, 12, 2))
    assert permit(case).state == "issued"
    docket.act(case, "record_work_begun", date(2026, 12, 3))
    docket.act(case, "suspend_permit", date(2026, 12, 4))
    docket.act(case, "reinstate_permit", date(2026, 12, 5))
    assert permit(case).state == "active"


def test_a_measure_names_what_it_lacks_and_nothing_else(case):
    bare = docket.act(case, "suspend_permit", date(2026, 12, 1)).entry
    assert bare.facts["defects"] == [
        "measure_without_authority", "measure_without_notice", "measure_without_hearing",
    ]  # fmt: skip
    whole = docket.act(
        case,
        "revoke_permit",
        date(2026, 12, 9),
        authority="Condition 4",
        noticed="2026-12-01",
        heard="2026-12-08",
    ).entry
    assert "defects" not in whole.facts
    with pytest.raises(door.Impossible):
        docket.act(case, "revoke_permit", date(2026, 12, 9), heard="2026-12-10")


def test_the_new_holder_stands_on_the_permit_and_not_in_the_ledger(case):
    docket.act(case, "transfer_permit", date(2026, 12, 1), keep={"permittee": "Second Sample Trust"})
    assert permit(case).permittee == "Second Sample Trust"
    with tenancy.town(case.town_id):
        assert "Second" not in str(Event.objects.get(case=case, name="permit_transferred").facts)


def test_work_under_a_permit_that_does_not_stand_is_stopped_softly_and_named(case):
    docket.act(case, "suspend_permit", date(2026, 12, 1), authority="Condition 4")
    with pytest.raises(door.SoftStops):
        docket.act(case, "record_work_begun", date(2026, 12, 3), override="")
    told = docket.act(case, "record_work_begun", date(2026, 12, 3)).entry
    assert told.facts["defects"] == ["work_without_standing_permit:suspended"]


def test_an_inspector_may_not_suspend(case):
    inspector = door.Actor(None, frozenset({Role.INSPECTOR}))
    with pytest.raises(door.NotAllowed):
        docket.act(case, "suspend_permit", date(2026, 12, 1), by=inspector)


def test_a_permit_without_a_number_in_its_event_is_the_first(case):
    """An earlier version wrote no number; its ledger, which nobody may rewrite, reads as before."""
    with tenancy.town(case.town_id):
        file = open_case_file(docket.fresh(case), case.town)
        issue = file.last("permit_issued")
        bare = [
            entry if entry is not issue else type(entry)(entry.name, entry.on, seq=entry.seq)
            for entry in file.story
        ]
    assert Permit.number_in(next(e for e in bare if e.name == "permit_issued")) == 1
    assert str(Permit.replay([e for e in bare if e.name in Permit.MOVES]).state) == "issued"


def test_the_migration_keeps_every_permit_with_its_holder_and_reads_its_state(case):
    fill = import_module("permitting.migrations.0005_inspections").FILL
    docket.act(case, "record_work", date(2027, 6, 15))
    before = permit(case)
    with tenancy.town(case.town_id), connection.cursor() as cursor:
        cursor.execute("UPDATE permitting_permit SET number = 7, state = 'issued'")
        cursor.execute(fill)
    after = permit(case)
    assert (after.number, after.state) == (1, "active")
    assert (after.permittee, after.issued, after.forced) == (before.permittee, ISSUED, before.forced)


def test_a_certificate_needs_what_the_text_asks_and_evidence_may_stand_in(case):
    """§ 267-20: easements; § 267-22: erosion, bury and final inspections. § 267-24 opens a second road."""
    docket.act(case, "record_work", date(2027, 6, 15))
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "issue_certificate", date(2027, 7, 1), override="")
    assert [stop.key for stop in stopped.value.stops] == [
        "certificate_before:easements_recorded",
        "certificate_without_inspection:erosion",
        "certificate_without_inspection:bury",
        "certificate_without_inspection:final",
    ]
    told = docket.act(
        case,
        "issue_certificate",
        date(2027, 7, 1),
        evidence=["bury", "erosion"],
        not_needed=["easements_recorded"],
    ).entry
    assert told.facts["defects"] == ["certificate_without_inspection:final"]
    assert permit(case).state == "completed"


def test_a_determination_gives_its_reasons_and_a_part_leaves_the_permit_open(case):
    docket.act(case, "record_work_begun", date(2027, 3, 1))
    with pytest.raises(door.Impossible) as refused:
        docket.act(case, "issue_certificate", date(2027, 7, 1), ground="determination")
    assert refused.value.field == "reasons"
    told = docket.act(
        case, "issue_certificate", date(2027, 7, 1), ground="determination", reasons="Phase 1 was measured.",
        outcome="partial", not_needed=["easements_recorded"],
    ).entry  # fmt: skip
    assert "defects" not in told.facts
    assert permit(case).state == "active"
    with pytest.raises(door.Impossible):
        docket.act(case, "issue_certificate", date(2027, 7, 2), outcome="never_begun")
