"""Every step can be taken by someone, has a form and an event; everything the law does has words for people."""

from __future__ import annotations

from importlib import import_module

import pytest

from towns import roles
from towns.access import permissions
from towns.law import schema
from towns.law.events import EVENTS
from towns.record import case_types, effects, steps

MATTERS = [(slug, matter) for slug in schema.TOWNS for matter in schema.load(slug).matters.values()]


def matter_id(item: object) -> str:
    return getattr(item, "key", str(item))


@pytest.mark.parametrize("step", list(steps.every()), ids=lambda step: step.key)
def test_a_step_is_in_the_roles_table(step):
    assert step.permission in permissions.MAY, f"add {step.permission!r} to permissions.MAY"
    assert permissions.MAY[step.permission], "nobody may take it"


@pytest.mark.parametrize("step", list(steps.every()), ids=lambda step: step.key)
def test_a_step_has_an_event_and_words(step):
    assert step.event in EVENTS or step.event == "hearing_cancelled"
    assert not (step.event in EVENTS and EVENTS[step.event].by_law), "the law itself does this"
    assert step.button
    assert step.button[0].isupper()


@pytest.mark.parametrize("step", [step for step in steps.every() if step.form], ids=lambda step: step.key)
def test_a_steps_form_exists(step):
    module, _, name = step.form.rpartition(".")
    assert callable(getattr(import_module(module), name, None)), f"{step.form} is missing"


@pytest.mark.parametrize(("slug", "matter"), MATTERS, ids=matter_id)
def test_every_fact_that_a_clock_waits_for_can_be_entered(slug, matter):
    named = {p.event for rule in matter.clocks for p in (*rule.from_, *rule.stops) if p.event}
    named |= {rule.adds for rule in matter.clocks if rule.adds}
    named |= {need for gate in matter.gates for need in gate.needs if not EVENTS[need].by_law}
    if matter.kind not in {one.kind for one in case_types.every()}:
        pytest.fail(f"{matter.kind} is claimed by no department")
    assert not [event for event in named if case_types.of(matter.kind).step_for(event, matter) is None]


@pytest.mark.parametrize(("slug", "matter"), MATTERS, ids=matter_id)
def test_what_the_law_does_has_words(slug, matter):
    for rule in matter.clocks:
        if rule.if_missed:
            kind = EVENTS[rule.if_missed]
            assert kind.by_law
            assert kind.says
            assert kind.says[0].isupper()
            assert "_" not in kind.says


def test_what_is_held_is_something_the_law_does():
    assert all(EVENTS[name].by_law for name in effects.names(held=True))


def test_every_role_may_do_something_and_no_line_is_for_a_role_that_does_not_exist():
    known = {*roles.Role.values, roles.APPLICANT}
    for action, allowed in permissions.MAY.items():
        assert set(allowed) <= known, action
    assert not [
        role for role in roles.Role.values if not any(role in allowed for allowed in permissions.MAY.values())
    ]
