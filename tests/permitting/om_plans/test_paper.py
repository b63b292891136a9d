"""The notice to repair as it leaves the printer: what it names, the last day, and when it no longer says what is so."""

from __future__ import annotations

from datetime import date

import pytest

from tests.permitting.om_plans.commons import Commons
from tests.town_fixtures import TODAY
from tests.towns.papers.reading import pdf_text
from towns.access import tenancy
from towns.papers import kinds, printing
from towns.roles import Role


def printed(commons: Commons):
    with tenancy.town(commons.hall.town):
        return printing.print_paper(
            "maintenance_notice", commons.case, by=commons.hall.people[Role.BOARD_ADMINISTRATOR], on=TODAY, reason="seal"
        )  # fmt: skip


def test_the_notice_names_the_repairs_and_the_last_day(commons: Commons) -> None:
    items = ["3 Vacuum the separator", "Reset the outlet grate"]
    done = commons.hall.act(commons.case, "give_maintenance_notice", date(2026, 11, 5), keep={"items": items})
    paper = printed(commons)
    text = " ".join(pdf_text(bytes(paper.pdf)).split())
    for said in (
        *items,
        "Holyoke Example Gym LLC",
        "Map 9, Lot 31A",
        "Monday, December 7, 2026",
        "Thursday, November 5, 2026",
    ):
        assert said in text
    assert "The town may do the work from Tue Dec 8 2026" in text
    kind = kinds.kind("maintenance_notice")
    assert kind.stale(paper, commons.hall.file(commons.case)) == ""
    commons.hall.act(
        commons.case, "correct", TODAY, seq=done.entry.seq, day="2026-11-06", why="mailed on Friday"
    )
    assert "Print it anew" in kind.stale(paper, commons.hall.file(commons.case))


def test_without_a_notice_there_is_only_a_draft(commons: Commons) -> None:
    with pytest.raises((printing.OnlyADraft, printing.Nothing)):
        printed(commons)
