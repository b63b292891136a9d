"""The forms of an application: completeness with its checklist, what is missing, and the clerk's word."""

from datetime import date
from typing import Any

from permitting.applications.forms import FindComplete, FindIncomplete, Refusal, Withdrawal
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.models import Task
from towns.record import steps


def made(hall: TownHall, kind: Any, key: str, data: dict[str, Any] | None) -> Any:
    with tenancy.town(hall.town):
        case = hall.case("filed")
        form = kind(data, file=hall.file(case), today=TODAY, actor=hall.actor(), step=steps.get(key))
        if data is not None:
            form.is_valid()
        return form


def test_a_complete_application_counts_from_its_filing_unless_said_otherwise(norfolk: TownHall) -> None:
    form = made(norfolk, FindComplete, "find_complete", None)

    assert form.initial["on"] == date(2026, 9, 8)
    assert form.initial["found_on"] == TODAY


def test_the_office_cannot_find_so_before_the_last_piece_or_tomorrow(norfolk: TownHall) -> None:
    early = made(norfolk, FindComplete, "find_complete", {"on": "2026-11-30", "found_on": "2026-11-29"})
    late = made(norfolk, FindComplete, "find_complete", {"on": "2026-11-30", "found_on": "2026-12-01"})

    assert "found_on" in early.errors
    assert "found_on" in late.errors


def test_ticks_are_kept_with_the_day_and_the_person(norfolk: TownHall) -> None:
    form = made(
        norfolk,
        FindComplete,
        "find_complete",
        {"on": "2026-11-27", "found_on": "2026-11-30", "checklist": ["fees"]},
    )

    with tenancy.town(norfolk.town):
        form.before_act()
        task = Task.objects.get(case=form.file.case, key="fees")
    assert task.done == date(2026, 11, 27)
    assert task.by == form.actor.person


def test_a_return_names_what_is_missing(norfolk: TownHall) -> None:
    empty = made(norfolk, FindIncomplete, "find_incomplete", {"on": "2026-11-30"})
    form = made(
        norfolk, FindIncomplete, "find_incomplete",
        {"on": "2026-11-30", "checklist": ["fees"], "more": "A seal on sheet 3\n\nThe soil logs"},
    )  # fmt: skip

    assert "more" in empty.errors
    assert form.facts() == {"missing": ["fees"], "also_missing": ["A seal on sheet 3", "The soil logs"]}


def test_a_withdrawal_is_in_writing_and_a_refusal_has_a_reason(norfolk: TownHall) -> None:
    assert "written" in made(norfolk, Withdrawal, "withdraw", {"on": "2026-11-30"}).errors
    assert "why" in made(norfolk, Refusal, "refuse_certification", {"on": "2026-11-30"}).errors
    refused = made(
        norfolk, Refusal, "refuse_certification", {"on": "2026-11-30", "why": "A vote of Nov 24 was found."}
    )
    assert refused.facts() == {"why": "A vote of Nov 24 was found."}
