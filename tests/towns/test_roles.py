"""Who may do what: the lines of the table that the law or the plan asks for, and nothing by accident."""

from __future__ import annotations

import pytest

from towns.access import permissions
from towns.roles import APPLICANT, Role


@pytest.mark.parametrize("action", ["certify_lapse", "refuse_certification"])
def test_the_town_clerk_alone_confirms_silence_unless_the_town_names_another(action):
    assert [role for role in Role if permissions.may({role}, action)] == [Role.TOWN_CLERK]
    assert not permissions.may({APPLICANT}, action)
    assert [role for role in Role if permissions.may({role}, action, Role.COUNSEL)] == [Role.COUNSEL]


def test_another_confirming_officer_changes_no_other_line():
    for action in permissions.MAY:
        if not permissions.is_of_the_confirming_officer(action):
            assert permissions.allowed(action, Role.COUNSEL) == permissions.MAY[action]


@pytest.mark.parametrize(
    "action",
    ["decide", "extend", "issue_permit", "schedule_hearing", "open_hearing", "close_hearing", "correct"],
)
def test_an_applicant_takes_none_of_the_towns_steps(action):
    assert not permissions.may({APPLICANT}, action)


@pytest.mark.parametrize("action", ["file", "withdraw", "add_document", "see_case"])
def test_an_applicant_may(action):
    assert permissions.may({APPLICANT}, action)


@pytest.mark.parametrize("role", [Role.MEMBER, Role.REVIEWER, Role.ASSESSOR, Role.TREASURER])
@pytest.mark.parametrize(
    "action", ["decide", "file", "find_complete", "issue_permit", "correct", "override", "withdraw"]
)
def test_those_who_only_look_or_advise_do_not_act(role, action):
    assert not permissions.may({role}, action)


def test_nobody_without_a_role_may_do_anything():
    assert not [action for action in permissions.MAY if permissions.may(set(), action)]


def test_the_board_administrator_does_not_stamp_silence_and_the_clerk_does_not_decide():
    """Two people: who keeps the board's files cannot confirm that the board was silent."""
    assert not permissions.may({Role.BOARD_ADMINISTRATOR}, "certify_lapse")
    assert not permissions.may({Role.TOWN_CLERK}, "decide")


def test_an_action_that_is_not_in_the_table_is_an_error():
    with pytest.raises(KeyError):
        permissions.may({Role.CHAIR}, "anything")
