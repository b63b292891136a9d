"""A case on one page: where it stands, what happens next, its docket, its dates and what a court might say."""

from datetime import date, time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.town_fixtures import STAGES, TownHall, load_town
from tests.towns.cases.reading import words_of
from towns.access import tenancy
from towns.cases.papers import papers_of
from towns.models import Case, ClosedDay, CounterHours, Event, Task
from towns.papers import printing
from towns.roles import Role

PAGES = ("", "land/", "deadlines/", "hearing/", "decision/", "documents/", "people/", "ledger/")


@pytest.mark.parametrize("stage", STAGES)
def test_every_page_of_a_case_in_every_stage(norfolk: TownHall, stage: str) -> None:
    case = norfolk.case(stage)
    for role in (Role.BOARD_ADMINISTRATOR, Role.TOWN_CLERK, Role.MEMBER):
        client = norfolk.client(role)
        for page in PAGES:
            answer = client.get(f"/norfolk/cases/{case.number}/{page}")
            assert answer.status_code == 200, page
            assert answer.content.decode().count("<h1") == 1, page


@pytest.mark.parametrize(
    ("stage", "role", "button"),
    [
        ("filed", Role.PLANNER, "Find the application complete"),
        ("complete", Role.CHAIR, "Schedule the hearing"),
        ("hearing", Role.BOARD_ADMINISTRATOR, "Close the hearing"),
        ("deliberation", Role.PLANNER, "Record the decision"),
        ("deemed", Role.TOWN_CLERK, "Certify that the time passed without action"),
        ("certified", Role.PLANNER, "Issue the permit"),
        ("approved", Role.PLANNER, "Issue the permit"),
    ],
)
def test_one_main_button_for_who_may_press_it(norfolk: TownHall, stage: str, role: str, button: str) -> None:
    case = norfolk.case(stage)

    answer = norfolk.client(role).get(f"/norfolk/cases/{case.number}/")

    assert answer.context["next"].primary.label == button
    assert answer.content.decode().count('class="usa-button"') == 1


def test_who_may_not_press_it_reads_whose_turn_it_is(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")

    page = words_of(norfolk.client(Role.MEMBER).get(f"/norfolk/cases/{case.number}/"))

    assert "“Certify that the time passed without action” comes next. It is for: Town clerk." in page
    assert "Held: the public pages say only that time has run and is being checked" in page


def test_proof_of_notice_comes_before_opening_a_hearing_whose_day_has_not_come(norfolk: TownHall) -> None:
    case = norfolk.case(
        "scheduled", filed=date(2026, 11, 2), complete=date(2026, 11, 3), hearing=date(2026, 12, 15)
    )

    shown = norfolk.client().get(f"/norfolk/cases/{case.number}/").context["next"]

    assert shown.primary.key in ("record_published", "record_posted", "record_mailed")


def test_the_docket_reads_newest_first_with_what_is_to_come_on_top(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")

    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/")

    days = [line.day for line in answer.context["docket"]]
    assert days == sorted(days, reverse=True)
    assert answer.context["future"][-1]["day"] == date(2026, 12, 3)
    assert "Recorded by Norfolk Board administrator, Board administrator" in words_of(answer)


def test_the_presumed_clock_runs_from_the_filing_until_someone_says_complete(norfolk: TownHall) -> None:
    case = norfolk.case("filed", filed=date(2026, 11, 23))
    client = norfolk.client()

    page = words_of(client.get(f"/norfolk/cases/{case.number}/"))
    assert "Hold the hearing (presumed) Thu Jan 7 2027" in page
    assert "Nobody has found the application complete or incomplete yet" in page
    assert "The application was complete on" not in page

    norfolk.act(case, "find_incomplete", date(2026, 11, 30), missing=["fees"])
    assert "(presumed)" not in words_of(client.get(f"/norfolk/cases/{case.number}/"))


def test_the_last_hour_at_the_counter_is_not_the_last_day(norfolk: TownHall) -> None:
    """Norfolk's hall is shut on Fridays: a Friday is still a last day, and the counter closes on Thursday."""
    case = norfolk.case("hearing", closed=date(2026, 11, 20))
    norfolk.act(case, "close_hearing", date(2026, 11, 20), at=time(21), today=date(2026, 11, 20))

    page = words_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))

    assert "Final action by the board Fri Dec 11 2026" in page
    assert "Last hour you can reach the counter: Thu Dec 10 2026, 4:00 pm." in page


def test_a_declared_closed_day_is_no_day_to_come(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    with tenancy.town(norfolk.town):
        ClosedDay.objects.create(
            town=norfolk.town,
            on=date(2026, 12, 2),
            name="Boiler repair",
            cite="Select Board",
            declared=date(2026, 11, 1),
        )
        CounterHours.objects.filter(weekday=3).delete()

    page = words_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))

    assert "Last hour you can reach the counter: Tue Dec 1 2026, 4:00 pm." in page


def test_a_late_act_is_done_late_and_not_overdue_for_ever(norfolk: TownHall) -> None:
    case = norfolk.case("hearing", hearing=date(2026, 11, 10))

    page = words_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))

    assert "done late" in page
    assert "Done late, on Tue Nov 10 2026." in page
    assert "days overdue" not in page
    with tenancy.town(norfolk.town):
        assert Case.objects.get(pk=case.pk).next_due is None


def test_the_deadlines_page_has_the_laws_own_words_and_doubts(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    norfolk.act(case, "extend", date(2026, 11, 30), clock="decide", until="2026-12-20")

    page = words_of(norfolk.client().get(f"/norfolk/cases/{case.number}/deadlines/"))

    assert "shall take final action within 21 days of the close of the hearing" in page
    assert "21 calendar days, counted on, moves off closed days" in page
    assert "1 year, to the anniversary, counted on" in page
    assert "until Sun Dec 20 2026, agreed Mon Nov 30 2026" in page
    assert "Mon Dec 21 2026" in page  # the agreed Sunday moves on
    assert "Doubtful:" in page


def test_a_matter_without_a_clock_says_so(norfolk: TownHall) -> None:
    case = norfolk.case("filed", matter="groundwater_permit")

    for page in PAGES:
        assert norfolk.client().get(f"/norfolk/cases/{case.number}/{page}").status_code == 200
    assert "The law gives no time here" in words_of(
        norfolk.client().get(f"/norfolk/cases/{case.number}/deadlines/")
    )


def test_tasks_are_ticked_and_unticked(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    client = norfolk.client()
    with tenancy.town(norfolk.town):
        task = Task.objects.filter(case=case).first()
    assert task
    address = f"/norfolk/cases/{case.number}/tasks/"

    answer = client.post(address, {"task": task.pk, "done": "yes"}, follow=True)
    assert "Received: Completed application package" in words_of(answer)
    part = client.post(address, {"task": task.pk, "done": "no"}, headers={"HX-Request": "true"})
    assert part.content.decode().startswith(f'<li id="task-{task.pk}"')

    with tenancy.town(norfolk.town):
        task.refresh_from_db()
    assert task.done is None
    assert client.post(address, {"task": "nonsense"}).status_code == 404


def test_a_case_that_the_sweep_could_not_settle_says_so(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=case.pk).update(swept_badly="KeyError: 'clock'")

    assert "could not settle this case" in words_of(norfolk.client().get(f"/norfolk/cases/{case.number}/"))


def test_a_case_page_costs_the_same_however_long_its_ledger(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")
    client = norfolk.client()
    address = f"/norfolk/cases/{case.number}/"

    def count() -> int:
        client.get(address)
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        return len(seen)

    short = count()
    for day in range(1, 9):
        norfolk.act(
            case, "continue_hearing", date(2026, 10, 13 + day), today=date(2026, 10, 13 + day),
            **{"for": f"2026-10-{14 + day}T19:00"},
        )  # fmt: skip

    assert count() == short
    assert short <= 32


def test_the_ledger_shows_every_entry_and_whether_the_chain_holds(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")
    client = norfolk.client()

    page = words_of(client.get(f"/norfolk/cases/{case.number}/ledger/"))
    assert "Every entry’s hash follows from the one before." in page
    assert "The application is deemed approved" in page
    assert "deemed_approved" not in page
    with tenancy.town(norfolk.town):
        Case.objects.filter(pk=case.pk).update(head="0" * 64)
    assert "The chain of hashes does not hold" in words_of(
        client.get(f"/norfolk/cases/{case.number}/ledger/")
    )


def test_the_ledger_as_files(norfolk: TownHall) -> None:
    case = norfolk.case("complete")
    client = norfolk.client()

    told = client.get(f"/norfolk/cases/{case.number}/ledger.json").json()
    lines = client.get(f"/norfolk/cases/{case.number}/ledger.csv").content.decode().splitlines()

    with tenancy.town(norfolk.town):
        last = Event.objects.filter(case=case).latest("seq")
    assert told["case"] == case.number
    assert [event["event"] for event in told["events"]] == ["filed", "complete"]
    assert told["events"][-1]["hash"] == last.hash == told["head"]
    assert lines[0] == "seq,event,on,at,facts,by,role,recorded,previous,hash"
    assert len(lines) == 3


def test_parties_live_on_their_own_page_and_never_in_the_ledger(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    client = norfolk.client()
    address = f"/norfolk/cases/{case.number}/people/"

    bad = client.post(f"{address}add/", {"kind": "owner", "name": "n" * 301, "email": "not an address"})
    assert bad.status_code == 200
    assert "n" * 301 in bad.content.decode()
    assert "Enter a valid email address" in words_of(bad)
    done = client.post(
        f"{address}add/", {"kind": "owner", "name": "Owner <b>Sample</b>", "address": "1 Sample Street\nNorfolk"},
        follow=True,
    )  # fmt: skip
    assert "Owner <b>Sample</b> is on the case as owner." in words_of(done)
    assert "<b>Sample</b>" not in done.content.decode()
    ledger = client.get(f"/norfolk/cases/{case.number}/ledger.json").content.decode()
    assert "Sample" not in ledger


def test_papers_fit_the_stage_and_the_letter_lists_what_the_return_named(norfolk: TownHall) -> None:
    case = norfolk.case("filed")
    norfolk.act(
        case, "find_incomplete", date(2026, 11, 30), missing=["fees"], also_missing=["A seal on sheet 3"]
    )

    with tenancy.town(norfolk.town):
        file = norfolk.file(case)
        papers = [paper["kind"] for paper in papers_of(file)]
        letter = printing.draft("incompleteness_letter", file, on=date(2026, 11, 30)).facts

    assert papers == ["extension_agreement", "incompleteness_letter"]
    assert [missing.what for missing in letter.missing] == [
        "Payment of the application and review fees", "A seal on sheet 3",
    ]  # fmt: skip
    assert {"hearing_notice", "abutter_letter"} <= {
        paper["kind"] for paper in papers_in(norfolk, "scheduled")
    }
    assert "decision" in [paper["kind"] for paper in papers_in(norfolk, "approved")]
    assert "certificate_of_no_action" in [paper["kind"] for paper in papers_in(norfolk, "certified")]
    assert "permit" in [paper["kind"] for paper in papers_in(norfolk, "permitted")]


def papers_in(hall: TownHall, stage: str) -> list[dict[str, Any]]:
    with tenancy.town(hall.town):
        return papers_of(hall.file(hall.case(stage)))


def test_a_certified_silence_asks_for_nothing_more(norfolk: TownHall) -> None:
    case = norfolk.case("certified")

    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/")

    assert [line.reading.clock for line in answer.context["clocks"]] == ["must_issue"]
    assert "decide" in [line.reading.clock for line in answer.context["done"]]
    assert "If nobody acts" not in words_of(answer)


def test_a_notice_too_late_stays_in_sight_while_another_day_can_be_set(norfolk: TownHall) -> None:
    case = norfolk.case(
        "scheduled", hearing=date(2026, 12, 4), filed=date(2026, 11, 12), complete=date(2026, 11, 12)
    )

    answer = norfolk.client().get(f"/norfolk/cases/{case.number}/")

    missed = [line for line in answer.context["clocks"] if line.tag_words == "not in time"]
    assert {line.reading.clock for line in missed} == {"publish", "post", "mail"}


def test_a_zoning_matter_is_kept_and_offers_no_step_of_a_permit(db: None, today: date) -> None:
    hall = TownHall(load_town("ludlow")).staff_up()
    case = hall.case("filed", matter="special_permit", filed=date(2026, 11, 2))

    client = hall.client()
    shown = client.get(f"/ludlow/cases/{case.number}/").context["next"]

    assert shown.primary is None
    assert shown.groups == []
    assert shown.facts == []
    for key in ("decide", "find_complete", "schedule_hearing", "record_granted"):
        assert client.get(f"/ludlow/cases/{case.number}/record/{key}/").status_code == 404
