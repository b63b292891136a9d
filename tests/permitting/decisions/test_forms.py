"""The forms of a decision: conditions by paragraph, votes of the board on file, agreements on the times that allow them."""

from typing import Any

import pytest

from permitting.decisions.forms import DecisionForm, Extension, paragraphs
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.record import steps
from towns.roles import Role

GOOD = {"voted": "2026-11-23", "on": "2026-11-24", "outcome": "approved"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One.\n\nTwo,\nover two lines.\n\n\nThree.", ["One.", "Two, over two lines.", "Three."]),
        ("One.\r\n\r\nTwo.", ["One.", "Two."]),
        ("One.\nTwo.\nThree.", ["One.", "Two.", "Three."]),
        ("  \n \n", []),
        ("", []),
    ],
)
def test_one_condition_a_paragraph(text: str, found: list[str]) -> None:
    assert paragraphs(text) == found


def made(
    hall: TownHall, kind: Any, key: str, data: dict[str, Any] | None, stage: str = "deliberation"
) -> Any:
    with tenancy.town(hall.town):
        case = hall.case(stage)
        form = kind(data, file=hall.file(case), today=TODAY, actor=hall.actor(), step=steps.get(key))
        if data is not None:
            form.is_valid()
        return form


def test_the_day_of_the_writing_is_the_legal_day_and_the_vote_a_fact(norfolk: TownHall) -> None:
    form = made(norfolk, DecisionForm, "decide", GOOD)

    assert not form.errors
    assert form.on.isoformat() == "2026-11-24"
    assert form.facts()["voted"].isoformat() == "2026-11-23"
    assert form.facts()["outcome"] == "approved"


def test_every_member_on_file_may_be_counted(norfolk: TownHall) -> None:
    chair = norfolk.people[Role.CHAIR]
    form = made(norfolk, DecisionForm, "decide", {**GOOD, f"vote_{chair.pk}": "abstain"})

    assert set(form.members.values()) == {chair.name, norfolk.people[Role.MEMBER].name}
    assert form.kept()["votes"] == [{"name": chair.name, "vote": "abstain"}]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"outcome": "approved_with_conditions"}, "conditions"),
        ({"conditions": "Silt fence."}, "outcome"),
        ({"lasting": "Maintain the basin."}, "outcome"),
        ({"voted": "2026-12-01", "on": "2026-12-01"}, "voted"),
        ({"outcome": ""}, "outcome"),
    ],
)
def test_an_outcome_that_does_not_fit_is_named(norfolk: TownHall, more: dict[str, str], field: str) -> None:
    assert field in made(norfolk, DecisionForm, "decide", {**GOOD, **more}).errors


def test_only_times_that_an_agreement_may_move_are_offered(norfolk: TownHall) -> None:
    form = made(norfolk, Extension, "extend", None)

    assert [value for value, _ in form.fields["clock"].choices] == ["decide"]
    assert form.initial["clock"] == "decide"


def test_an_agreement_keeps_until_when_and_when_it_was_filed(norfolk: TownHall) -> None:
    form = made(
        norfolk,
        Extension,
        "extend",
        {"on": "2026-11-30", "clock": "decide", "until": "12/15/2026", "filed": "11/30/2026"},
    )

    assert not form.errors
    assert {key: str(value) for key, value in form.facts().items()} == {
        "clock": "decide", "until": "2026-12-15", "filed": "2026-11-30",
    }  # fmt: skip


def test_an_agreement_cannot_be_filed_tomorrow(norfolk: TownHall) -> None:
    data = {"on": "2026-11-30", "clock": "decide", "until": "12/15/2026", "filed": "12/01/2026"}

    assert "filed" in made(norfolk, Extension, "extend", data).errors
