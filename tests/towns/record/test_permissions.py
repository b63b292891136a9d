"""The table of who may do what: a line is declared once, and the town's own officer stands in for the confirming role."""

from __future__ import annotations

import pytest

from towns.access import permissions
from towns.roles import Role

STEP = "certify_lapse"


def test_a_line_may_be_declared_twice_alike_and_not_otherwise():
    line = permissions.MAY["decide"]
    permissions.declare("decide", line)
    with pytest.raises(ValueError, match="declared twice"):
        permissions.declare("decide", line | {Role.INSPECTOR})
    assert permissions.MAY["decide"] == line
    assert not permissions.is_of_the_confirming_officer("decide")


def test_the_officer_whom_the_town_named_confirms_and_nobody_else():
    assert permissions.is_of_the_confirming_officer(STEP)
    assert permissions.allowed(STEP) == permissions.MAY[STEP] == {Role.TOWN_CLERK}
    assert permissions.allowed(STEP, Role.COUNSEL) == {Role.COUNSEL}
    assert permissions.may({Role.COUNSEL}, STEP, Role.COUNSEL)
    assert not permissions.may({Role.TOWN_CLERK}, STEP, Role.COUNSEL)


def test_the_named_officer_gains_no_other_step():
    assert permissions.allowed("decide", Role.COUNSEL) == permissions.MAY["decide"]
    assert not permissions.may({Role.COUNSEL}, "decide", Role.COUNSEL)


def test_a_step_of_the_confirming_officer_is_known_from_its_declaration(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(permissions, "_TABLE", {})
    monkeypatch.setattr(permissions, "_CONFIRMING", set())

    permissions.declare("plain", {Role.CHAIR})
    permissions.declare("stamp", {Role.TOWN_CLERK}, confirming=True)

    assert {"stamp"} == permissions._CONFIRMING
