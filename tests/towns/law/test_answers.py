"""Stories as typed and as JSON, the answers as JSON, and what is said of a story that cannot be read."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest

from towns.law.answers import StoryError, answer, event_from, event_from_words

TODAY = date(2026, 11, 30)
STORY: dict[str, Any] = {
    "town": "norfolk",
    "matter": "stormwater_permit",
    "on": "2026-11-28",
    "events": [
        {"event": "hearing_scheduled", "on": "2026-09-20", "for": "2026-10-13T19:00", "outcome": None},
        {"event": "hearing_closed", "on": "2026-11-05"},
    ],
}


def one(event: str, **facts: Any) -> dict[str, Any]:
    return {"events": [{"event": event, "on": "2026-01-01", **facts}]}


def test_one_object_for_every_clock_in_file_order_with_these_keys() -> None:
    clocks = answer(STORY, TODAY)

    assert [clock["clock"] for clock in clocks] == [
        "hold_hearing", "publish", "post", "mail", "decide", "must_issue", "as_built", "open_meeting",
    ]  # fmt: skip
    assert list(clocks[0]) == [
        "clock",
        "of",
        "from",
        "started",
        "strict",
        "due",
        "status",
        "if_missed",
        "cite",
        "because",
    ]


def test_the_answer_is_plain_json() -> None:
    clocks = json.loads(json.dumps(answer(STORY, TODAY)))

    decide, must_issue, meeting = clocks[4], clocks[5], clocks[7]
    assert {key: value for key, value in decide.items() if key != "because"} == {
        "clock": "decide",
        "of": None,
        "from": "hearing_closed",
        "started": "2026-11-05",
        "strict": "2026-11-26",
        "due": "2026-11-27",
        "status": "missed",
        "if_missed": "deemed_approved",
        "cite": "§ 267-18",
    }
    assert isinstance(decide["because"], list)
    assert (must_issue["started"], must_issue["due"], must_issue["if_missed"]) == (None, None, None)
    assert (meeting["from"], meeting["due"]) == ("hearing_scheduled.for", "2026-10-08T19:00")


def test_a_clock_with_two_starts_names_both_as_written() -> None:
    clocks = answer({"town": "norfolk", "matter": "cost_recovery", "events": []}, TODAY)

    assert clocks[2]["from"] == "protest_decided!rescinded, court_final!rescinded"


def test_a_story_without_a_day_is_read_today() -> None:
    story = {key: value for key, value in STORY.items() if key != "on"}

    assert answer(story, date(2026, 11, 27))[4]["status"] == "running"
    assert answer(story, date(2026, 11, 28))[4]["status"] == "missed"


def test_facts_follow_the_day_after_colons_and_a_time_keeps_its_own() -> None:
    event = event_from_words("hearing_scheduled=2026-09-20T09:30:for=2026-10-13T19:00")

    assert event.on == datetime.fromisoformat("2026-09-20T09:30")
    assert event.facts == {"for": "2026-10-13T19:00"}


def test_a_number_as_the_name_of_a_waiver_is_taken_as_text() -> None:
    assert event_from({"event": "waiver_requested", "on": "2026-09-08", "waiver": 3}).facts == {"waiver": "3"}


def test_effects_of_the_law_are_events_too_and_move_nothing() -> None:
    story = {
        **STORY,
        "events": [*STORY["events"], {"event": "deemed_approved", "on": "2026-11-28", "clock": "decide"}],
    }

    assert answer(story, TODAY) == answer(STORY, TODAY)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"town": "boston"}, "town: we hold no law for 'boston'. Give one of: grafton,"),
        ({"town": None}, "town: we hold no law for missing."),
        ({"matter": "dog_license"}, "matter: Norfolk has no matter 'dog_license'. Give one of: stormwater_permit,"),
        ({"matter": ["x"]}, "matter: Norfolk has no matter ['x']."),
        ({"on": "2026-02-30"}, "on: '2026-02-30' is not a day. Write YYYY-MM-DD"),
        ({"on": 20260101}, "on: 20260101 is not a day."),
        ({"events": None}, "events: is missing. Give a list"),
        ({"events": ["filed"]}, "events: has 'filed'. Write an object with event and on."),
        (one("hearing_shut"), "event: 'hearing_shut' is not an event. Did you mean"),
        (one("zzz"), "event: 'zzz' is not an event. Use one of: filed,"),
        ({"events": [{"on": "2026-01-01"}]}, "event: missing is not an event."),
        ({"events": [{"event": "filed"}]}, "filed: on: missing is not a day."),
        ({"events": [{"event": "filed", "on": "20260101"}]}, "filed: on: '20260101' is not a day."),
        ({"events": [{"event": "filed", "on": "2026-W05-4"}]}, "filed: on: '2026-W05-4' is not a day."),
        ({"events": [{"event": "filed", "on": "2026-01-01T25:00"}]}, "filed: on: '2026-01-01T25:00' is not a day."),
        ({"events": [{"event": "filed", "on": "1800-01-01"}]}, "from 1900 to 2199"),
        (one("filed", untill="x"), "filed: 'untill' is not a fact. Use one of: for,"),
        (one("order_issued", comply_by="soon"), "order_issued: comply_by: 'soon'"),
        (one("decided", outcome=["a"]), "decided: outcome is ['a']. Write it as text."),
        (one("decided", outcome=True), "decided: outcome is True. Write it as text."),
    ],
)  # fmt: skip
def test_an_unreadable_story_is_refused_with_field_value_and_mend(change: dict[str, Any], says: str) -> None:
    with pytest.raises(StoryError) as caught:
        answer({**STORY, **change}, TODAY)

    assert says in str(caught.value)


def test_a_story_that_is_no_object_is_refused() -> None:
    with pytest.raises(StoryError, match="The story is 3"):
        answer(3, TODAY)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hearing_closed", "names no day"),
        ("decided=2026-01-01:outcome=a:outcome=b", "'outcome' stands twice"),
        ("decided=2026-01-01:on=2026-01-02", "'on' stands twice"),
    ],
)
def test_what_is_typed_wrongly_is_refused(text: str, says: str) -> None:
    with pytest.raises(StoryError, match=says):
        event_from_words(text)
