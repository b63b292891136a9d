"""manage.py deadlines: the law's answer without a database, one story or a stream of them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from towns.management.commands import deadlines

ROOT = Path(deadlines.__file__).parents[3]
STORY = ("norfolk", "stormwater_permit", "hearing_closed=2026-11-05")


def told(*words: str) -> str:
    out = io.StringIO()
    call_command("deadlines", *words, stdout=out)
    return out.getvalue()


def test_json_is_a_list_of_one_object_for_every_clock() -> None:
    clocks = json.loads(told(*STORY, "--on", "2026-11-28", "--json"))

    assert [(clock["clock"], clock["due"]) for clock in clocks if clock["due"]] == [("decide", "2026-11-27")]
    assert len(clocks) == 8


def test_a_person_reads_last_days_and_reasons() -> None:
    text = told(*STORY, "--on", "2026-11-28")

    assert "decide: missed, last day Fri Nov 27 2026  [§ 267-18]" in text
    assert "    Nov 26 is Thanksgiving Day, so Fri Nov 27 2026 (M.G.L. c. 4 § 9)." in text


def test_each_board_is_named() -> None:
    text = told("ludlow", "site_plan", "referred=2026-06-01:board=fire", "--on", "2026-06-02")

    assert "comments (fire): running" in text


def test_a_matter_without_clocks_says_so() -> None:
    assert "no clock" in told("wrentham", "stormwater_permit", "filed=2026-01-05")


def test_without_a_day_it_is_read_today(settings: Any) -> None:
    settings.DOCKET_TODAY = "2026-11-27"
    assert "decide: running" in told(*STORY)

    settings.DOCKET_TODAY = "2026-11-28"
    assert "decide: missed" in told(*STORY)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("norfolk",), "Name the town and the matter"),
        (("boston", "stormwater_permit"), "we hold no law for 'boston'"),
        (("norfolk", "dog_license"), "no matter 'dog_license'"),
        (("norfolk", "stormwater_permit", "hearing_shut=2026-01-01"), "'hearing_shut' is not an event"),
        (("norfolk", "stormwater_permit", "filed=2026-02-30"), "'2026-02-30' is not a day"),
        (("norfolk", "stormwater_permit", "--on", "soon"), "--on: 'soon' is not a day"),
    ],
)
def test_what_is_wrong_is_named_with_its_mend(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        told(*words)


def test_a_stream_answers_line_by_line_and_a_bad_line_alone_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        '{"town":"norfolk","matter":"stormwater_permit","on":"2026-11-28","events":[{"event":"hearing_closed","on":"2026-11-05"}]}',
        "{not json",
        "",
        '{"town":"norfolk","matter":"stormwater_permit","events":[{"event":"filed","on":"soon"}]}',
        '{"town":"wrentham","matter":"limited_approval","events":[]}',
        "[]",
    ]
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    monkeypatch.setattr(sys, "stdout", out)

    call_command("deadlines", "--batch", "--on", "2026-11-30")

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0][4]["due"] == "2026-11-27"
    assert answers[1]["error"].startswith("line: is not JSON")
    assert answers[2]["error"].startswith("filed: on: 'soon' is not a day")
    assert answers[3] == []
    assert answers[4]["error"].startswith("The story is []")
    assert len(answers) == 5


@pytest.mark.service
def test_the_command_itself_fails_with_a_sentence_and_no_traceback() -> None:
    words = [
        sys.executable,
        "manage.py",
        "deadlines",
        "norfolk",
        "stormwater_permit",
        "hearing_shut=2026-01-01",
    ]

    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode != 0
    assert "'hearing_shut' is not an event" in ran.stderr
    assert "Traceback" not in ran.stderr
