"""The one door: whole or not at all, once, in order, by whoever may, and never two at a time."""

from __future__ import annotations

from datetime import date, time
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from permitting.models import Application, Decision, Permit
from tests.towns import docket
from towns import roles
from towns.access import tenancy
from towns.models import Case, CaseNumber, Event, Person, Task
from towns.record import door
from towns.record.case_file import open_case_file
from towns.roles import Role

CHAIR = door.Actor(None, frozenset({Role.CHAIR}))
CLERK = door.Actor(None, frozenset({Role.TOWN_CLERK}))
STRANGER = door.Actor(None, frozenset())


@pytest.fixture
def norfolk(db):
    docket.load()
    return docket.town()


@pytest.fixture
def case(norfolk) -> Case:
    return docket.at_deliberation(norfolk)


def everything(case: Case) -> dict[str, Any]:
    """All that the door may write about a case, to prove that a refusal wrote nothing."""
    with tenancy.town(case.town_id):
        file = open_case_file(Case.objects.select_related("town").get(pk=case.pk), docket.town())
        return {
            "entries": file.entries,
            "state": file.principal.state,
            "hearings": {n: (h.state, h.day) for n, h in file.hearings.items()},
            "clocks": {key: (row.status, row.due) for key, row in file.clocks.items()},
            "case": {f.name: getattr(file.case, f.attname) for f in Case._meta.concrete_fields},
            "decisions": Decision.objects.count(),
            "permits": Permit.objects.count(),
            "tasks": Task.objects.count(),
        }


def test_a_step_writes_event_state_clocks_and_summary_together(case):
    done = docket.act(case, "decide", date(2026, 11, 20), outcome="approved", voted=date(2026, 11, 17))

    assert (done.entry.name, done.entry.seq, done.repeated) == ("decided", 5, False)
    assert done.entry.facts["voted"] == "2026-11-17"
    now = everything(case)
    assert now["state"] == "approved"
    assert now["case"]["stage"] == "approved"
    assert now["clocks"]["decide", ""] == ("met", "2026-11-27")
    assert now["decisions"] == 1
    assert (now["case"]["seq"], now["entries"][-1].name) == (5, "decided")


def test_recorded_is_the_true_moment_and_on_the_legal_day(case):
    from django.utils import timezone

    before = timezone.now()
    docket.act(case, "decide", date(2026, 11, 20), today=date(2026, 11, 25), outcome="approved")
    with tenancy.town(case.town_id):
        event = Event.objects.filter(case=case).last()
    assert event.on == date(2026, 11, 20)
    assert before <= event.recorded <= timezone.now()


@pytest.mark.parametrize(
    ("step", "on", "facts", "field"),
    [
        ("decide", date(2026, 11, 20), {"outcome": "perhaps"}, "outcome"),
        ("decide", date(2026, 11, 20), {"outcome": "approved", "voted": "2026-11-21"}, "voted"),
        ("decide", date(2026, 11, 20), {"outcome": "approved", "voted": "2026-11-31"}, "voted"),
        ("decide", date(26, 11, 20), {"outcome": "approved"}, "on"),
        ("open_hearing", date(2026, 11, 20), {}, ""),
        ("reopen_hearing", date(2026, 10, 20), {}, ""),
        ("find_complete", date(2026, 9, 7), {}, "on"),
        ("extend", date(2026, 11, 20), {"clock": "hold_hearing", "until": "2026-12-20"}, "clock"),
        ("extend", date(2026, 11, 20), {"until": "2026-11-20"}, "until"),
        ("extend", date(2026, 11, 20), {"until": "soon"}, "until"),
        ("certify_lapse", date(2026, 11, 20), {}, "on"),
        ("refuse_certification", date(2026, 11, 20), {}, "on"),
        ("issue_permit", date(2026, 11, 20), {}, ""),
        ("schedule_hearing", date(2026, 11, 20), {"for": "2026-11-19T19:00"}, "for"),
        ("schedule_hearing", date(2026, 11, 20), {}, "for"),
        ("correct", date(2026, 11, 20), {"seq": 99, "why": "x", "remove": True}, "seq"),
    ],
)
def test_an_impossible_fact_is_refused_at_its_field_and_nothing_is_saved(case, step, on, facts, field):
    before = everything(case)
    with pytest.raises(door.Impossible) as refusal:
        docket.act(case, step, on, today=date(2026, 12, 20), **facts)
    assert refusal.value.field == field
    assert refusal.value.because.endswith((".", "?"))
    assert everything(case) == before, "not even the settling of other clocks stays"


def test_a_day_to_come_is_refused(case):
    with pytest.raises(door.Impossible, match="has not come yet") as refusal:
        docket.act(case, "decide", date(2026, 11, 21), today=date(2026, 11, 20), outcome="approved")
    assert refusal.value.field == "on"


def test_a_failure_while_keeping_rows_undoes_the_event(case):
    before = everything(case)
    with pytest.raises(ValueError, match=r"unpack"):
        docket.act(
            case, "decide", date(2026, 11, 20), outcome="approved", keep={"conditions": [("only text",)]}
        )
    assert everything(case) == before


def test_overdue_clocks_are_settled_before_the_step(case):
    """The board writes its decision the day after the last day: silence had approved already, and that stands."""
    done = docket.act(case, "decide", date(2026, 11, 28), today=date(2026, 11, 30), outcome="disapproved")

    assert [e.name for e in done.also] == ["deemed_approved"]
    assert done.entry.facts["defects"][0] == "after_lapse:decide"
    assert docket.ledger(case)[-2:] == [("deemed_approved", "2026-11-28"), ("decided", "2026-11-28")]
    assert everything(case)["state"] == "deemed_approved"


# ---------------------------------------------------------------- who may


def test_a_step_is_refused_to_whoever_may_not(case):
    before = everything(case)
    for who in (STRANGER, CLERK, door.Actor(None, frozenset({roles.APPLICANT}))):
        with pytest.raises(door.NotAllowed):
            docket.act(case, "decide", date(2026, 11, 20), by=who, outcome="approved")
    assert everything(case) == before
    done = docket.act(case, "decide", date(2026, 11, 20), by=CHAIR, outcome="approved")
    assert done.entry.role == "chair"


def test_the_role_written_is_the_one_in_which_it_was_done(case):
    both = door.Actor(None, frozenset({Role.PLANNER, Role.TOWN_CLERK}))
    docket.act(case, "withdraw", date(2026, 11, 20), by=both)
    with tenancy.town(case.town_id):
        assert Event.objects.filter(case=case).last().role == "planner"


def test_the_town_names_who_confirms_silence(case):
    """By default the town clerk; a town may name another officer, and then the clerk may not."""
    with pytest.raises(door.NotAllowed):
        docket.act(case, "certify_lapse", date(2026, 12, 8), by=CHAIR)
    town = docket.town()
    town.silence_confirmed_by = Role.COUNSEL
    town.save()
    with pytest.raises(door.NotAllowed):
        docket.act(case, "certify_lapse", date(2026, 12, 8), by=CLERK)
    counsel = door.Actor(None, frozenset({Role.COUNSEL, Role.PLANNER}))
    assert docket.act(case, "certify_lapse", date(2026, 12, 8), by=counsel).entry.role == "counsel"


def test_the_applicant_acts_on_their_own_filing_only(norfolk):
    person = Person.objects.create_user("applicant@example.com", name="An Applicant")
    other = Person.objects.create_user("other@example.com", name="Another")
    with tenancy.town(norfolk):
        me = door.actor_for(person, norfolk)
        mine = door.open_case(
            town=norfolk, matter="stormwater_permit", by=me, on=date(2026, 9, 8), today=date(2026, 9, 8)
        ).case
        assert mine.filed_by == person
        assert roles.APPLICANT in door.actor_for(person, norfolk, mine).roles
        stranger = door.actor_for(other, norfolk, mine)
        assert not stranger.roles
    with pytest.raises(door.NotAllowed):
        docket.act(mine, "withdraw", date(2026, 9, 9), by=stranger)
    docket.act(mine, "withdraw", date(2026, 9, 9), by=door.Actor(person, frozenset({roles.APPLICANT})))


# ---------------------------------------------------------------- soft stops


def test_a_soft_stop_needs_a_reason_by_one_who_may_override(norfolk):
    case = docket.file(norfolk)
    planner = door.Actor(None, frozenset({Role.PLANNER}))
    christmas = {"for": "2026-12-25T19:00"}
    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "schedule_hearing", date(2026, 9, 10), by=planner, override="", **christmas)
    assert "closed_day" in [stop.key for stop in stopped.value.stops]
    with pytest.raises(door.SoftStops):
        docket.act(case, "schedule_hearing", date(2026, 9, 10), by=planner, override="   ", **christmas)

    done = docket.act(
        case, "schedule_hearing", date(2026, 9, 10), by=planner, override="By choice.", **christmas
    )

    assert done.entry.facts["overridden"] == ["closed_day"]
    assert done.entry.facts["reason"] == "By choice."


@pytest.mark.parametrize("held", [set(), {Role.MEMBER}, {Role.INSPECTOR, Role.TREASURER}])
def test_a_role_that_may_take_the_step_is_not_enough_to_go_past_a_soft_stop(case, held):
    """Someone who filed the application and sits on the board, or inspects for the town, may withdraw, not override."""
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    who = door.Actor(None, frozenset({roles.APPLICANT, *held}))
    before = everything(case)

    with pytest.raises(door.SoftStops) as stopped:
        docket.act(case, "withdraw", date(2026, 11, 24), by=who, override="I say so.")

    assert [stop.key for stop in stopped.value.stops] == ["after_decision"]
    assert everything(case) == before


@pytest.mark.parametrize("also", [Role.CHAIR, Role.TOWN_CLERK, Role.TOWN_ADMINISTRATOR])
def test_who_may_override_goes_past_it_with_the_reason_kept(case, also):
    docket.act(case, "decide", date(2026, 11, 20), outcome="approved")
    who = door.Actor(None, frozenset({roles.APPLICANT, also}))

    done = docket.act(case, "withdraw", date(2026, 11, 24), by=who, override=" Both agreed. ")

    assert (done.entry.facts["overridden"], done.entry.facts["reason"]) == (
        ["after_decision"],
        "Both agreed.",
    )


# ---------------------------------------------------------------- once, and what was seen


def test_the_same_token_gets_the_first_answer(case):
    token = uuid4()
    first = docket.act(case, "decide", date(2026, 11, 20), once=token, outcome="approved")
    before = everything(case)
    again = docket.act(case, "decide", date(2026, 11, 20), once=token, outcome="disapproved")
    assert again.repeated
    assert (again.entry.seq, again.entry.outcome) == (first.entry.seq, "approved")
    assert everything(case) == before


def test_the_same_token_opens_one_case(norfolk):
    token = uuid4()
    first = docket.file(norfolk, once=token)
    with tenancy.town(norfolk):
        again = door.open_case(
            town=norfolk, matter="stormwater_permit", by=docket.ANYBODY, on=date(2026, 9, 8), today=date(2026, 9, 8),
            once=token,
        )  # fmt: skip
        assert again.repeated
        assert (again.case.pk, again.entry.name) == (first.pk, "filed")
        assert Case.objects.count() == 1
        assert CaseNumber.objects.get().last == 1


def test_what_happened_since_is_refused_and_shown(case):
    docket.act(case, "record_inspection", date(2026, 11, 10), seen=4)
    with pytest.raises(door.Conflict) as conflict:
        docket.act(case, "decide", date(2026, 11, 20), seen=4, outcome="approved")
    assert [entry.name for entry in conflict.value.since] == ["initial_inspection"]
    docket.act(case, "decide", date(2026, 11, 20), seen=5, outcome="approved")


def test_a_late_request_does_not_take_back_what_the_night_wrote(case):
    """It began before midnight, waited for the sweep, and still believes in yesterday."""
    with tenancy.town(case.town_id):
        door.settle_case(case, today=docket.LAPSE)
    docket.act(case, "record_inspection", date(2026, 11, 27), today=date(2026, 11, 27))
    assert [name for name, _ in docket.ledger(case)][-2:] == ["deemed_approved", "initial_inspection"]


# ---------------------------------------------------------------- what stands behind


def test_the_door_takes_a_fixed_number_of_queries(case, django_assert_max_num_queries):
    with tenancy.town(case.town_id), django_assert_max_num_queries(24):
        door.act(
            "decide",
            case=case,
            by=docket.ANYBODY,
            on=date(2026, 11, 20),
            today=date(2026, 11, 20),
            outcome="approved",
        )


def test_the_database_refuses_a_state_that_does_not_exist(case):
    from django.db import IntegrityError

    with tenancy.town(case.town_id):
        for table in ("permitting_application", "towns_hearing"):
            with pytest.raises(IntegrityError, match="state_known"), transaction.atomic():
                connection.cursor().execute(f"update {table} set state = 'garbage'")


def test_a_state_cannot_be_assigned(case):
    with tenancy.town(case.town_id):
        application = Application.objects.get(case=case)
        with pytest.raises(AttributeError):
            application.state = "approved"


def test_times_of_day_are_kept(norfolk):
    case = docket.file(norfolk, at=time(16, 31))
    with tenancy.town(norfolk):
        assert Event.objects.get(case=case).at == time(16, 31)


@pytest.mark.parametrize("key", ["record_appeal_filed", "record_court_final"])
def test_a_plain_fact_needs_no_step_of_its_own(case, key):
    done = docket.act(case, key, date(2026, 11, 20))
    assert done.entry.name == key.removeprefix("record_")


@pytest.mark.parametrize(
    "key", ["record_deemed_approved", "record_taken_back", "record_corrected", "record_nonsense"]
)
def test_what_the_law_does_cannot_be_recorded_by_hand(case, key):
    with pytest.raises(door.Impossible, match="no step"):
        docket.act(case, key, date(2026, 11, 20))
