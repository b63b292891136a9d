"""The words of silence, of the counter's hours and of defects."""

from datetime import date, datetime, time
from types import SimpleNamespace
from typing import Any

import pytest

from tests.town_fixtures import TownHall
from towns.calendar import counter_hours
from towns.calendar.today import MASSACHUSETTS
from towns.cases import defects
from towns.documents.spreadsheets import harmless
from towns.law import schema
from towns.law.days import Calendar
from towns.law.events import EVENTS
from towns.record import effects
from towns.record.effects import silence
from towns.record.stages import short_matter

HOURS: list[Any] = [SimpleNamespace(weekday=day, opens=time(9), closes=time(16)) for day in range(4)]


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    return schema.load("norfolk").calendar


def test_every_effect_of_the_law_has_words() -> None:
    named = {
        rule.if_missed
        for slug in schema.TOWNS
        for matter in schema.load(slug).matters.values()
        for rule in matter.clocks
        if rule.if_missed
    }

    declared = {effect.name for effect in effects.every()}
    assert named <= declared
    assert declared <= set(EVENTS)


def test_silence_takes_effect_the_day_after_the_last_day() -> None:
    assert str(silence("deemed_approved", date(2026, 12, 3))) == "Approval by silence on Fri Dec 4 2026"
    assert (
        str(silence("deemed_approved", date(2026, 11, 27), ran_out=True))
        == "Approved by silence. The town clerk may certify from Sat Nov 28 2026."
    )
    assert str(silence("", date(2026, 12, 3))) == ""
    assert str(silence("deemed_approved", None)) == ""
    assert str(silence("something_new", date(2026, 12, 3))) == "Something new from Fri Dec 4 2026"


@pytest.mark.parametrize(
    ("day", "at", "said"),
    [
        (date(2026, 11, 30), time(8, 59), "town hall opens at 9:00 am"),
        (date(2026, 11, 30), time(9, 0), "town hall open until 4:00 pm"),
        (date(2026, 11, 30), time(15, 59), "town hall open until 4:00 pm"),
        (date(2026, 11, 30), time(16, 0), "town hall closed now, open again Tue Dec 1 2026 at 9:00 am"),
        (date(2026, 11, 26), time(10, 0), "town hall closed today (Thanksgiving Day), open again Mon Nov 30 2026 at 9:00 am"),
        (date(2026, 11, 27), time(10, 0), "town hall closed now, open again Mon Nov 30 2026 at 9:00 am"),
    ],
)  # fmt: skip
def test_the_hours_of_town_hall(calendar: Calendar, day: date, at: time, said: str) -> None:
    assert counter_hours.now_words(HOURS, datetime.combine(day, at, MASSACHUSETTS), calendar) == said


def test_a_town_without_hours_on_file_says_nothing(calendar: Calendar) -> None:
    assert counter_hours.now_words([], datetime(2026, 11, 30, 8, tzinfo=MASSACHUSETTS), calendar) == ""
    assert counter_hours.last_hour([], date(2026, 11, 27), calendar) == ""


def test_the_last_hour_skips_holidays_and_shut_fridays(calendar: Calendar) -> None:
    # Fri Nov 27 2026 the hall is shut, Thu Nov 26 is Thanksgiving Day.
    assert counter_hours.last_hour(HOURS, date(2026, 11, 27), calendar) == "Wed Nov 25 2026, 4:00 pm"
    assert counter_hours.last_hour(HOURS, date(2026, 11, 30), calendar) == "Mon Nov 30 2026, 4:00 pm"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_nothing_typed_is_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


def test_what_is_no_formula_stays() -> None:
    assert harmless("Main Street = 1") == "Main Street = 1"
    assert harmless(date(2026, 11, 30)) == date(2026, 11, 30)
    assert harmless("bell\x07") == "bell"


def test_kinds_of_business_in_a_few_words() -> None:
    assert short_matter("Stormwater Management Permit") == "Stormwater permit"
    assert short_matter("Special Permit") == "Special permit"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("notice_defective:mail", "Notice was not given in time: mail the notice to abutters."),
        ("notice_defective", "The hearing behind this decision had a defective notice."),
        ("late:hold_hearing", "Too late: the time to hold the hearing had run out."),
        ("after_lapse:decide", "The board acted after its time had run out (final action by the board)."),
        ("too_late:decide", "The agreement came after the last day, so it does not count (Final action by the board)."),
        ("agreement_without_end", "The agreement to extend names no last day, so it moves nothing."),
        ("without_hearing", "The board decided without a hearing that was closed."),
        ("something_else:here", "Something else: here."),
    ],
)  # fmt: skip
def test_defects_in_words(norfolk: TownHall, key: str, said: str) -> None:
    file = norfolk.file(norfolk.case("filed"))

    assert defects.in_words(file, key).says == said


def test_a_defect_at_a_gate_quotes_the_bylaw(norfolk: TownHall) -> None:
    file = norfolk.file(norfolk.case("filed"))

    found = defects.in_words(file, "before_gate:initial_inspection")

    assert found.says.startswith(
        "Decided before the initial inspection. The bylaw: “Initial site inspection."
    )
    assert found.cite == "§ 267-22"
