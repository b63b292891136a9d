"""A duty of the town counts from its first start: finding an application complete again gives the board no new 45 days.

Norfolk § 267-18: a hearing within 45 days of a complete application. From Tue Sep 8 2026 that is Fri Oct 23 2026.
"""

from __future__ import annotations

from datetime import date

import pytest

from tests.town_fixtures import TownHall
from towns.ledger.entries import Entry
from towns.record import duties
from towns.record.case_file import CaseFile

FIRST = date(2026, 9, 8)


@pytest.fixture
def complete(in_norfolk: TownHall) -> CaseFile:
    return in_norfolk.file(in_norfolk.case("complete", complete=FIRST))


def moved_not(file: CaseFile, name: str, on: date) -> list[str]:
    return [reading.clock for reading in duties.not_moved(file, Entry(name, on, seq=len(file.entries) + 1))]


@pytest.mark.parametrize(
    ("on", "clocks"),
    [
        (date(2026, 9, 9), ["hold_hearing"]),
        (date(2026, 10, 1), ["hold_hearing"]),
        (FIRST, []),  # the same day changes nothing, so nothing is to be said
        (date(2026, 9, 7), []),  # an earlier day does move it, to the town's cost
    ],
)
def test_a_later_start_moves_no_duty(complete: CaseFile, on: date, clocks: list[str]):
    assert moved_not(complete, "complete", on) == clocks


def test_the_first_start_is_no_second_one_and_other_acts_are_not_asked(
    in_norfolk: TownHall, complete: CaseFile
):
    filed = in_norfolk.file(in_norfolk.case("filed"))

    assert moved_not(filed, "complete", date(2026, 9, 9)) == []
    assert moved_not(complete, "referred", date(2026, 10, 1)) == []


def test_the_stop_says_from_which_day_it_counts_where_it_ends_and_what_moves_it(complete: CaseFile):
    (stop,) = duties.stops(complete, Entry("complete", date(2026, 10, 1), seq=9))

    assert stop.key == "not_moved:hold_hearing"
    assert "the time counts from Tue Sep 8 2026 and ends on Fri Oct 23 2026." in stop.says
    assert "A later day does not start it anew." in stop.says
    (rule,) = [rule for rule in complete.matter.clocks if rule.name == "hold_hearing"]
    says = (
        "Only an agreement with the applicant moves it."
        if rule.extend
        else "Nothing that the town does alone"
    )
    assert says in stop.says


def test_a_hearing_closed_again_moves_only_the_duty_that_it_starts(in_norfolk: TownHall):
    """§ 267-18: the 21 days to act run from the first close, and an agreement extends them; the 45 days are another duty."""
    file = in_norfolk.file(in_norfolk.case("deliberation", closed=date(2026, 11, 5)))

    (stop,) = duties.stops(file, Entry("hearing_closed", date(2026, 11, 12), seq=99))

    assert stop.key == "not_moved:decide"
    assert stop.says.endswith("Only an agreement with the applicant moves it.")


def test_a_duty_for_each_waiver_is_asked_of_the_waiver_meant(grafton: TownHall):
    """Grafton counts the time to act on a waiver for each waiver by itself."""
    case = grafton.case("filed")
    file = grafton.file(case)
    for key in ("slope", "buffer"):
        file.entries.append(
            Entry("waiver_requested", FIRST, facts={"waiver": key}, seq=len(file.entries) + 1)
        )

    def said(**facts: str) -> list[str | None]:
        entry = Entry("waiver_requested", date(2026, 9, 15), facts=facts, seq=99)
        return [reading.of for reading in duties.not_moved(file, entry) if reading.clock == "waiver"]

    assert said(waiver="slope") == ["slope"]
    assert said(waiver="buffer") == ["buffer"]
    assert said(waiver="third") == []
