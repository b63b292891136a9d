"""The picture of days between a start and a last day."""

from __future__ import annotations

from datetime import date

from tests.towns.law.asked import clocks, norfolk
from towns.law import schema
from towns.law.ribbon import KEPT, ribbon

CALENDAR = schema.load("norfolk").calendar


def test_from_the_close_of_the_hearing_to_the_day_after_the_last() -> None:
    cells = ribbon(norfolk("2026-11-28", "hearing_closed=2026-11-05")["decide"], CALENDAR)

    assert [cells[0].day, cells[-1].day] == [date(2026, 11, 5), date(2026, 11, 28)]
    assert [(cell.kind, cell.number) for cell in cells[-3:]] == [("strict", 21), ("last", 22), ("after", 23)]
    assert cells[0].label == "Thu Nov 5 2026: day 0"
    assert cells[-3].label == "Thu Nov 26 2026: the day as counted, Thanksgiving Day"
    assert [cell.day.day for cell in cells if cell.kind == "closed"] == [7, 8, 11, 14, 15, 21, 22]


def test_counting_back_from_the_last_safe_day_to_the_hearing() -> None:
    cells = ribbon(
        norfolk("2026-10-01", "hearing_scheduled=2026-09-28:for=2026-10-19T19:00")["post"], CALENDAR
    )

    assert [(cell.day.day, cell.kind) for cell in cells] == [
        (9, "last"), (10, "closed"), (11, "closed"), (12, "strict"), (13, "open"), (14, "open"), (15, "open"),
        (16, "open"), (17, "closed"), (18, "closed"), (19, "start"),
    ]  # fmt: skip
    assert cells[0].label == "Fri Oct 9 2026: the last safe day"


def test_a_long_span_is_folded_in_the_middle() -> None:
    cells = ribbon(norfolk("2026-10-01", "complete=2026-09-08")["hold_hearing"], CALENDAR)

    assert len(cells) == 2 * KEPT + 1
    gap = cells[KEPT]
    assert (gap.kind, gap.days, gap.label) == ("gap", 33, "33 days, Tue Sep 15 2026 to Sat Oct 17 2026")


def test_business_days_are_not_numbered() -> None:
    found = clocks("norfolk", "spill", "2026-11-30", "spill_reported=2026-11-25")["confirm"]

    assert {cell.number for cell in ribbon(found, CALENDAR)} == {None}


def test_a_waiting_clock_and_one_without_a_number_have_no_picture() -> None:
    found = norfolk("2027-01-01", "lapse_certified=2026-12-08")

    assert ribbon(found["decide"], CALENDAR) == []
    assert ribbon(found["must_issue"], CALENDAR) == []
