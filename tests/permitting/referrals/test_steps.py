"""One act sends an application to everyone whom the bylaw names; the last comment opens the gate that waits for it."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.referrals.models import Comment
from permitting.referrals.queries import awaited, referrals
from tests.town_fixtures import TownHall, load_town
from towns.access import tenancy
from towns.models import Case, Task
from towns.roles import Role

FILED, SENT = date(2026, 11, 9), date(2026, 11, 10)
OFFICERS = ["planning_board", "board_of_health", "building_inspector", "department_of_public_works"]


def names(town_hall: TownHall, case: Case) -> list[tuple[str, str]]:
    return [(e.name, str(e.facts.get("board", ""))) for e in town_hall.file(case).story]


def test_without_a_name_it_goes_to_everyone_whom_the_bylaw_names(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "refer", SENT)

    asked = [board for name, board in names(grafton, case) if name == "referred"]
    assert asked == OFFICERS
    with tenancy.town(grafton.town):
        ticked = Task.objects.filter(case=case, group="referral").values_list("text", "cite", "done")
        assert next(iter(ticked)) == ("Send the application to the Planning Board (shall seek)", "§ 6", SENT)
        assert [done for *_, done in ticked] == [SENT] * 4


def test_those_already_asked_are_not_asked_again(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "refer", SENT, board="board_of_health")
    grafton.act(case, "refer", date(2026, 11, 12))

    asked = [board for name, board in names(grafton, case) if name == "referred"]
    assert sorted(asked) == sorted(OFFICERS)


def test_the_last_comment_makes_all_of_them_in_and_opens_the_gate(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "refer", SENT)
    for officer in OFFICERS[:3]:
        grafton.act(
            case, "record_comment", date(2026, 11, 16), board=officer, keep={"text": f"From {officer}."}
        )
    assert not grafton.file(case).has("all_comments_in")
    assert [one.to for one in awaited(grafton.file(case))] == ["Department of Public Works"]

    # Entered later, received earlier: the gate opens on the day of the latest comment.
    grafton.act(case, "record_comment", date(2026, 11, 12), board=OFFICERS[3], role=Role.REVIEWER)

    file = grafton.file(case)
    assert file.last("all_comments_in").on == date(2026, 11, 16)  # type: ignore[union-attr]
    gate = next(r for r in file.readings(date(2026, 11, 17)) if r.clock == "comments")
    assert gate.status == "met"
    with tenancy.town(grafton.town):
        assert Comment.objects.filter(case=case).values_list("text", flat=True)[0] == "From planning_board."


def test_a_corrected_comment_takes_the_fact_along_that_rested_on_it(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    for officer in OFFICERS:
        grafton.act(case, "record_comment", date(2026, 11, 16), board=officer)
    last = grafton.file(case).last("comment_received")
    assert last is not None

    grafton.act(case, "correct", date(2026, 11, 18), seq=last.seq, day="2026-11-17", why="The stamp says so.")
    assert grafton.file(case).last("all_comments_in").on == date(2026, 11, 17)  # type: ignore[union-attr]

    grafton.act(case, "correct", date(2026, 11, 19), seq=last.seq, remove=True, why="It was another case's.")
    assert not grafton.file(case).has("all_comments_in")


def test_a_decision_before_the_gate_carries_its_name(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED, complete=FILED)
    grafton.act(case, "find_complete", FILED)
    grafton.act(case, "open_hearing", date(2026, 11, 17))
    grafton.act(case, "close_hearing", date(2026, 11, 17))
    done = grafton.act(case, "decide", date(2026, 11, 18), outcome="disapproved")

    assert "before_gate:comments" in done.entry.facts["defects"]


def test_a_towns_comment_without_a_gate_only_stands_on_file(norfolk: TownHall) -> None:
    case = norfolk.case(filed=FILED)
    norfolk.act(case, "refer", SENT)
    for one in referrals(norfolk.file(case)):
        norfolk.act(case, "record_comment", date(2026, 11, 16), board=one.key)

    assert not norfolk.file(case).has("all_comments_in")
    assert not awaited(norfolk.file(case))


def test_each_board_has_its_own_time_and_a_late_comment_is_on_file_all_the_same(
    db: None, today: date
) -> None:
    ludlow = TownHall(load_town("ludlow")).staff_up()
    case = ludlow.case(matter="site_plan", filed=date(2026, 10, 5))
    ludlow.act(case, "refer", date(2026, 10, 6))
    # 21 days from Tue Oct 6 2026: Tue Oct 27.
    ludlow.act(case, "record_comment", date(2026, 10, 27), board="fire_department")
    late = ludlow.act(case, "record_comment", date(2026, 10, 28), board="board_of_health")

    found = {r.of: r.status for r in ludlow.file(case).readings(date(2026, 10, 28)) if r.clock == "comments"}
    assert found["fire_department"] == "met"
    assert found["board_of_health"] == found["safety_committee"] == "missed"
    assert late.entry.facts["defects"] == ["late:comments"]


@pytest.mark.parametrize("town", ["hopkinton", "grafton", "ludlow", "wrentham", "norfolk"])
def test_the_review_page_of_every_town_says_what_its_text_says(db: None, today: date, town: str) -> None:
    hall = TownHall(load_town(town)).staff_up()
    case = hall.case(filed=FILED, facts={"combined_wetlands": True})
    page = hall.client().get(f"/{town}/cases/{case.number}/review/").content.decode()

    assert "If nobody acts" in page
    assert ("Combined filing" in page) == (town == "grafton")
    assert ("shall be denied" in page) == (town in ("grafton", "wrentham"))
    assert ("21 days of receiving a complete notice of intent" in page) == (town == "grafton")
    assert ("surety or cash bond" in page) == (town == "ludlow")
    assert ("Conservation Administrator" in page) == (town == "hopkinton")
