"""What is known of a case on a day, and what may be presumed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import read
from towns.law.story import Event, presumed_complete

FILED = event_from_words("filed=2026-09-08")


def test_until_someone_says_so_an_application_is_presumed_complete_as_filed() -> None:
    story = presumed_complete([FILED, event_from_words("filed=2026-09-10")], date(2026, 9, 20))

    assert story is not None
    assert story[-1] == Event("complete", date(2026, 9, 8))


def test_nothing_is_presumed_once_someone_said_complete_or_incomplete_or_nothing_is_filed() -> None:
    on = date(2026, 9, 20)

    assert presumed_complete([FILED, event_from_words("complete=2026-09-12")], on) is None
    assert presumed_complete([FILED, event_from_words("returned_incomplete=2026-09-12")], on) is None
    assert presumed_complete([FILED], date(2026, 9, 7)) is None
    assert presumed_complete([FILED, event_from_words("complete=2026-09-21")], on) is not None


def _read(text: str, *events: str) -> list[tuple[str, str | None, str, tuple[str, ...]]]:
    bylaw = schema.parse(text, name="sometown.toml")
    story = [event_from_words(event) for event in events]
    readings = read(bylaw.matters["permit"], story, date(2026, 11, 30), bylaw.calendar)
    return [(r.clock, r.of, r.status, r.because) for r in readings]


GOOD = (Path(__file__).parent / "sometown.toml").read_text("utf-8")


def test_only_the_starts_of_a_clock_have_instances() -> None:
    text = GOOD.replace('from = ["complete"]', 'from = ["decided:approved"]\nper = "board"')

    found = _read(text, "decided=2026-11-02:outcome=approved", "decided=2026-11-03:outcome=disapproved")

    assert [(clock, of, status) for clock, of, status, _ in found][:1] == [("hold_hearing", None, "running")]


def test_a_clock_may_start_from_any_day_that_a_fact_names() -> None:
    text = GOOD.replace('from = ["complete"]', 'from = ["complete.found_on"]')

    _, _, status, because = _read(text, "complete=2026-11-02:found_on=2026-11-05")[0]

    assert status == "running"
    assert because[0] == (
        "The application was complete on Mon Nov 2 2026; the day the office found the application complete is "
        "Thu Nov 5 2026."
    )
