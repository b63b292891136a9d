"""The tests' own town halls bring a case to every stage through the one door."""

import pytest

from tests.town_fixtures import STAGES, TownHall

REACHED = {"scheduled": "complete", "noticed": "complete", "approved": "approved_with_conditions",
           "deemed": "deemed_approved", "certified": "deemed_approved"}  # fmt: skip


@pytest.mark.parametrize("stage", STAGES)
def test_a_case_is_brought_to_every_stage(norfolk: TownHall, stage: str) -> None:
    case = norfolk.case(stage)

    assert case.stage == REACHED.get(stage, stage)
