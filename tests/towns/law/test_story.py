"""What is known of a case on a day, and what may be presumed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from towns.law import schema
from towns.law.answers import event_from_words
from towns.law.clocks import read
from towns.law.presumed import presumed_complete
from towns.law.story import Event

FILED = event_from_words("filed=2026-09-08")


def _presumed(town: str, on: str, *events: str) -> Event | None:
    bylaw = schema.load(town)
    told = presumed_complete(
        bylaw.matters["stormwater_permit"],
        [FILED, *map(event_from_words, events)],
        date.fromisoformat(on),
        bylaw.calendar,
    )
    return told[-1] if told else None


def test_until_someone_says_so_an_application_is_presumed_complete_as_filed() -> None:
    assert _presumed("norfolk", "2026-09-20", "filed=2026-09-10") == Event(
        "complete", date(2026, 9, 8), {"found_on": "2026-09-08"}
    )


def test_nothing_is_presumed_once_someone_said_complete_or_incomplete_or_nothing_is_filed() -> None:
    assert _presumed("norfolk", "2026-09-20", "complete=2026-09-12") is None
    assert _presumed("norfolk", "2026-09-20", "returned_incomplete=2026-09-12") is None
    assert _presumed("norfolk", "2026-09-07") is None
    assert _presumed("norfolk", "2026-09-20", "complete=2026-09-21") is not None


def test_in_ludlow_a_return_after_the_seventh_day_leaves_the_presumed_clock_as_it_is() -> None:
    # V-7.2: filed Tue Sep 8 2026 + 7 = Tue Sep 15.
    assert _presumed("ludlow", "2026-09-20", "returned_incomplete=2026-09-15") is None
    assert _presumed("ludlow", "2026-09-20", "returned_incomplete=2026-09-16") is not None


def test_after_a_return_the_next_filing_is_presumed_complete() -> None:
    found = _presumed("norfolk", "2026-10-20", "returned_incomplete=2026-09-12", "filed=2026-10-01")

    assert found is not None
    assert found.on == date(2026, 10, 1)


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
