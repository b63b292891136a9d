"""Recording a step: the form, the page that shows what it does, the act; once, and never half."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from permitting.models import Decision
from tests.town_fixtures import MARKUP, TownHall
from tests.towns.cases.reading import hidden_fields as hidden
from tests.towns.cases.reading import words_of as text
from towns.access import tenancy
from towns.models import Case, Document, Event, Task
from towns.roles import Role


class Recorder:
    """One step of one case, as a person clicks through it."""

    def __init__(self, client: Client, case: Case, step: str) -> None:
        self.client, self.case = client, case
        self.address = f"/{case.town.slug}/cases/{case.number}/record/{step}/"

    def open(self) -> dict[str, str]:
        return hidden(self.client.get(self.address))

    def check(self, **typed: Any) -> Any:
        return self.client.post(self.address, {**self.open(), "go": "check", **typed})

    def act(self, **typed: Any) -> Any:
        more = {name: typed.pop(name) for name in ("override", "proof") if name in typed}
        page = self.check(**typed)
        assert page.status_code == 200
        return self.client.post(self.address, {**hidden(page), **more})


def events(hall: TownHall, case: Case) -> list[str]:
    with tenancy.town(hall.town):
        return list(Event.objects.filter(case=case).order_by("seq").values_list("name", flat=True))


SITTING = {"for_day": "2026-12-15", "for_time": "7:00 pm", "place": "Room 105", "on": "2026-11-30"}
DECISION = {"voted": "11/30/2026", "on": "2026-11-30", "outcome": "approved"}


def test_three_pages_from_the_case_to_the_record(norfolk: TownHall) -> None:
    case = norfolk.case("filed", filed=date(2026, 11, 23))
    step = Recorder(norfolk.client(), case, "find_complete")
    keys = [task.key for task in tasks(norfolk, case) if task.group == "filing"]

    page = step.check(on="2026-11-23", found_on="2026-11-30", checklist=keys)
    words = text(page)

    assert "check before you record it" in words
    assert "The case goes from Filed to Complete" in words
    assert "Hold the hearing" in words
    assert "Thu Jan 7 2027" in words
    assert events(norfolk, case) == ["filed"]  # looking is not doing
    assert not any(task.done for task in tasks(norfolk, case))

    answer = step.client.post(step.address, hidden(page), follow=True)

    assert answer.redirect_chain == [(f"/norfolk/cases/{case.number}/", 302)]
    assert "Recorded: The application was complete, Mon Nov 23 2026." in text(answer)
    assert events(norfolk, case) == ["filed", "complete"]
    assert {task.done for task in tasks(norfolk, case) if task.group == "filing"} == {date(2026, 11, 23)}


def tasks(hall: TownHall, case: Case) -> list[Task]:
    with tenancy.town(hall.town):
        return list(Task.objects.filter(case=case))


def test_the_dates_before_and_after_are_those_of_the_law(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")

    words = text(Recorder(norfolk.client(), case, "close_hearing").check(on="2026-11-05", at="9:30 pm"))

    # Closed Nov 5 and not decided by Nov 27: the act itself writes what silence did, and the page says so first.
    assert "Deemed approved" in words
    assert "The application is deemed approved, from Sat Nov 28 2026." in words
    assert events(norfolk, case)[-1] == "hearing_opened"


def test_a_double_click_gives_the_same_answer(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    step = Recorder(norfolk.client(), case, "decide")
    page = step.check(**DECISION)

    first = step.client.post(step.address, hidden(page))
    second = step.client.post(step.address, hidden(page))

    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    assert events(norfolk, case).count("decided") == 1
    with tenancy.town(norfolk.town):
        assert Decision.objects.filter(case=case).count() == 1


def test_someone_was_quicker(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    step = Recorder(norfolk.client(), case, "decide")
    page = step.check(**DECISION, findings=f"Drains well. {MARKUP}")
    norfolk.act(case, "extend", date(2026, 11, 30), clock="decide", until="2026-12-20", role=Role.PLANNER)

    answer = step.client.post(step.address, hidden(page))
    words = text(answer)

    assert answer.status_code == 409
    assert "An extension was agreed. Until Sun Dec 20 2026." in words
    assert "Norfolk Planner" in words
    assert "Drains well." in words
    assert "<script>alert" not in answer.content.decode()
    assert "decided" not in events(norfolk, case)

    again = step.client.post(step.address, hidden(answer))
    assert again.status_code == 200
    assert "Drains well." in again.content.decode()
    done = step.client.post(
        step.address, {**hidden(again), **DECISION, "findings": "Drains well.", "go": "check"}
    )
    assert step.client.post(step.address, hidden(done)).status_code == 302


def test_a_stop_wants_a_reason_which_stays_in_the_ledger(norfolk: TownHall) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    step = Recorder(norfolk.client(), case, "schedule_hearing")

    page = step.check(**{**SITTING, "for_day": "2026-12-25"})
    assert "Fri Dec 25 2026 is Christmas Day; town hall is closed." in text(page)
    refused = step.client.post(step.address, {**hidden(page), "override": "  "})
    assert "Say why you go on" in text(refused)
    assert "2026-12-25" in refused.content.decode()
    assert events(norfolk, case)[-1] == "complete"

    done = step.client.post(step.address, {**hidden(refused), "override": "The board voted for that day."})

    assert done.status_code == 302
    with tenancy.town(norfolk.town):
        event = Event.objects.filter(case=case).latest("seq")
    assert event.facts["overridden"] == ["closed_day"]
    assert event.facts["reason"] == "The board voted for that day."


@pytest.mark.parametrize(
    ("step", "stage", "typed", "words"),
    [
        ("find_complete", "filed", {"on": "2026-02-30", "found_on": "2026-11-30"}, "“2026-02-30” is not a day in the calendar"),
        ("find_complete", "filed", {"on": "", "found_on": "2026-11-30"}, "is required"),
        ("find_complete", "filed", {"on": "0026-11-30", "found_on": "2026-11-30"}, "The year 26 cannot be right"),
        ("find_complete", "filed", {"on": "2026-09-07", "found_on": "2026-11-30"}, "before the filing on Tue Sep 8 2026"),
        ("find_complete", "filed", {"on": "2026-12-01", "found_on": "2026-12-01"}, "has not come yet"),
        ("find_incomplete", "filed", {"on": "2026-11-30", "more": ""}, "Say what is missing"),
        ("schedule_hearing", "complete", {**SITTING, "for_day": "2026-11-01"}, "that is before it was scheduled"),
        ("schedule_hearing", "complete", {**SITTING, "for_time": "25:99"}, "Write the time like 7:00 pm."),
        ("schedule_hearing", "complete", {**SITTING, "place": "x" * 300}, "at most 200 characters"),
        ("close_hearing", "hearing", {"on": "2026-10-01"}, "The hearing closed on Thu Oct 1 2026: that cannot be"),
        ("close_hearing", "complete", {"on": "2026-11-30"}, "that cannot be"),
        ("continue_hearing", "hearing", {**SITTING, "for_day": "2026-11-30"}, "A continuation needs a later day"),
        ("decide", "deliberation", {**DECISION, "voted": "2026-11-30", "on": "2026-11-29"}, "cannot come after the writing"),
        ("decide", "deliberation", {**DECISION, "outcome": "granted"}, "granted is not one of the available choices"),
        ("decide", "deliberation", {**DECISION, "outcome": "approved_with_conditions"}, "Enter the conditions"),
        ("decide", "deliberation", {**DECISION, "conditions": "Silt fence."}, "choose “Approved with conditions”"),
        ("extend", "deliberation", {"on": "2026-11-30", "clock": "decide", "until": "2026-11-30"}, "ends before it was agreed"),
        ("extend", "deliberation", {"on": "2026-11-30", "clock": "mail", "until": "2026-12-30"}, "not one of the available"),
        ("issue_permit", "complete", {"on": "2026-11-30", "permittee": "Someone"}, "that cannot be"),
        ("withdraw", "filed", {"on": "2026-11-30"}, "Check “The withdrawal is in writing and in the file” to go on."),
        ("record_mailed", "scheduled", {"on": "2026-10-06", "letters": "-3"}, "greater than or equal to 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named_at_its_field_and_nothing_typed_is_lost(
    norfolk: TownHall, step: str, stage: str, typed: dict[str, str], words: str
) -> None:
    case = norfolk.case(stage)
    before = events(norfolk, case)

    answer = Recorder(norfolk.client(), case, step).check(**typed)

    assert answer.status_code == 200
    assert words in text(answer)
    assert "<title>Error: " in answer.content.decode()
    page = answer.content.decode()
    for name, value in typed.items():
        if value and name != "outcome" and len(value) < 100 and name not in ("clock", "for_time", "at"):
            assert f'value="{value}"' in page or value in text(answer), name
    assert events(norfolk, case) == before


def test_a_step_the_page_does_not_offer_is_judged_by_the_door_alone(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    step = Recorder(norfolk.client(), case, "file_decision")

    assert "The case does not call for this now" in text(step.client.get(step.address))
    assert step.act(on="2026-11-30").status_code == 302
    assert events(norfolk, case)[-1] == "decision_filed"


def test_defects_are_named_before_the_act_and_refuse_nothing(norfolk: TownHall) -> None:
    case = norfolk.case("filed", filed=date(2026, 11, 2))
    step = Recorder(norfolk.client(), case, "decide")

    page = step.check(**DECISION)

    assert "The board decided without a hearing that was closed." in text(page)
    assert "Decided before the initial inspection." in text(page)
    assert step.client.post(step.address, hidden(page)).status_code == 302
    with tenancy.town(norfolk.town):
        assert "without_hearing" in Event.objects.get(case=case, name="decided").facts["defects"]
    shown = text(step.client.get(f"/norfolk/cases/{case.number}/"))
    assert "Defects in the record" in shown
    assert "The board decided without a hearing that was closed." in shown


def test_a_late_entry_takes_back_what_silence_did(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")
    step = Recorder(norfolk.client(), case, "decide")
    page = step.check(voted="2026-11-20", on="2026-11-27", outcome="disapproved")

    assert "Taken back: the application is deemed approved, Sat Nov 28 2026." in text(page)
    answer = step.client.post(step.address, hidden(page), follow=True)

    assert "What had run out was taken back" in text(answer)
    assert answer.context["case"]["stage"] == "Disapproved"


def test_votes_and_conditions_go_to_the_decision_and_never_to_the_ledger(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    member = norfolk.people[Role.MEMBER]

    Recorder(norfolk.client(), case, "decide").act(
        **{**DECISION, "outcome": "approved_with_conditions"}, findings="It drains.",
        conditions="Silt fence before any work.\n\nNo work in\nDecember.", lasting="Maintain the basin.",
        **{f"vote_{member.pk}": "no"},
    )  # fmt: skip

    with tenancy.town(norfolk.town):
        decision = Decision.objects.get(case=case)
        event = Event.objects.get(case=case, name="decided")
        conditions = list(decision.conditions.values_list("text", "survives_as_built"))
    assert conditions == [
        ("Silt fence before any work.", False), ("No work in December.", False), ("Maintain the basin.", True),
    ]  # fmt: skip
    assert decision.votes == [{"name": member.name, "vote": "no"}]
    assert member.name not in str(event.facts)


def test_the_paper_that_proves_it_is_kept_with_the_event(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    paper = SimpleUploadedFile("signed decision.pdf", b"%PDF-1.7 signed", "text/html")

    Recorder(norfolk.client(), case, "decide").act(**DECISION, proof=paper)

    with tenancy.town(norfolk.town):
        document = Document.objects.get(case=case)
        event = Event.objects.get(case=case, name="decided")
    assert document.event_seq == event.seq
    assert document.content_type == "application/pdf"
    assert "signed decision.pdf" in text(norfolk.client().get(f"/norfolk/cases/{case.number}/"))


def test_a_bad_file_stops_the_act_and_a_stopped_act_keeps_no_file(norfolk: TownHall) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    step = Recorder(norfolk.client(), case, "schedule_hearing")

    empty = step.act(**SITTING, proof=SimpleUploadedFile("notice.pdf", b""))
    assert "“notice.pdf” is empty (0 bytes)" in text(empty)
    stopped = step.act(
        **{**SITTING, "for_day": "2026-12-25"}, proof=SimpleUploadedFile("notice.pdf", b"%PDF-1")
    )
    assert "Say why you go on" in text(stopped)

    assert events(norfolk, case)[-1] == "complete"
    with tenancy.town(norfolk.town):
        assert not Document.objects.filter(case=case).exists()


def test_an_expired_sign_in_keeps_what_was_typed(norfolk: TownHall) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    client = norfolk.client()
    step = Recorder(client, case, "schedule_hearing")
    fields = step.open()
    client.logout()

    sent = client.post(step.address, {**fields, **SITTING, "place": "The library"})
    assert sent.status_code == 302
    client.force_login(norfolk.people[Role.BOARD_ADMINISTRATOR])
    page = client.get(step.address)

    assert "The library" in page.content.decode()
    assert "Your sign-in had run out" in text(page)
    assert events(norfolk, case)[-1] == "complete"
    assert "The library" not in client.get(step.address).content.decode()


def test_a_page_without_its_token_records_nothing(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    client = norfolk.client()

    for once in ("", "nonsense"):
        answer = client.post(
            f"/norfolk/cases/{case.number}/record/decide/",
            {**DECISION, "go": "act", "once": once, "seen": "abc"},
        )
        assert "without its token" in text(answer)
    assert "decided" not in events(norfolk, case)


def test_a_token_of_another_case_does_not_answer_for_this_one(norfolk: TownHall) -> None:
    one, other = norfolk.case("deliberation"), norfolk.case("deliberation")
    first = Recorder(norfolk.client(), one, "decide")
    page = hidden(first.check(**DECISION))
    first.client.post(first.address, page)
    second = Recorder(norfolk.client(), other, "decide")

    answer = second.client.post(second.address, page)

    assert answer.status_code in (200, 302, 409)
    assert "decided" not in events(norfolk, other)


def test_markup_in_every_field_stays_text(norfolk: TownHall) -> None:
    case = norfolk.case("complete", filed=date(2026, 11, 23), complete=date(2026, 11, 23))
    client = norfolk.client()
    step = Recorder(client, case, "schedule_hearing")

    page = step.check(**{**SITTING, "place": MARKUP, "remote": MARKUP})
    done = client.post(step.address, hidden(page), follow=True)
    pages = [
        page,
        done,
        *(client.get(f"/norfolk/cases/{case.number}/{tail}") for tail in ("hearing/", "ledger/")),
    ]

    for shown in pages:
        assert shown.status_code == 200
        assert "<script>alert" not in shown.content.decode()
        assert "&lt;script&gt;alert" in shown.content.decode()


def test_a_name_of_three_hundred_characters_is_refused_with_what_was_typed(norfolk: TownHall) -> None:
    case = norfolk.case("deemed")
    name = "N" * 301

    answer = Recorder(norfolk.client(), case, "issue_permit").check(on="2026-11-30", permittee=name)

    assert "at most 300 characters (it has 301)" in text(answer)
    assert name in answer.content.decode()


def test_a_correction_names_its_entry_and_strikes_it(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")
    client = norfolk.client()
    with tenancy.town(norfolk.town):
        seq = Event.objects.get(case=case, name="hearing_opened").seq
    step = Recorder(client, case, "correct")
    assert f'<option value="{seq}" selected>' in client.get(f"{step.address}?seq={seq}").content.decode()

    step.act(seq=seq, how="mend", day="2026-10-14", why="The minutes say the 14th.", on="2026-11-30")
    page = client.get(f"/norfolk/cases/{case.number}/")

    assert (
        "Corrected on Mon Nov 30 2026. The right day is Wed Oct 14 2026. The minutes say the 14th."
        in text(page)
    )
    assert 'class="struck"' in page.content.decode()
    again = step.check(seq=seq, how="mend", why="Nothing.", on="2026-11-30")
    assert "Enter the right day or the right fact" in text(again)
    step.act(seq=seq, how="remove", why="It was another case.", on="2026-11-30")
    assert "it did not happen. It was another case." in text(client.get(f"/norfolk/cases/{case.number}/"))


def test_plain_facts_of_the_law_have_a_page_too(grafton: TownHall) -> None:
    case = grafton.case("filed", filed=date(2026, 11, 23))
    step = Recorder(grafton.client(), case, "record_all_comments_in")

    assert step.act(on="2026-11-30").status_code == 302
    assert events(grafton, case)[-1] == "all_comments_in"


def test_recording_costs_a_fixed_number_of_queries(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    step = Recorder(norfolk.client(), case, "decide")
    fields = {**step.open(), **DECISION, "go": "check"}

    with CaptureQueriesContext(connection) as seen:
        step.client.post(step.address, fields)

    assert len(seen) <= 60


def test_sixty_megabytes_are_refused_by_name(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    big = SimpleUploadedFile("plans.pdf", b"%PDF-" + bytes(60 * 1024 * 1024))

    answer = Recorder(norfolk.client(), case, "decide").act(**DECISION, proof=big)

    assert settings.DOCUMENT_MAX_BYTES == 50 * 1024 * 1024
    assert "“plans.pdf” has 60 MB; the most is 50 MB." in text(answer)
    assert "decided" not in events(norfolk, case)


def test_tokens_are_fresh_on_every_page(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    step = Recorder(norfolk.client(), case, "decide")

    assert step.open()["once"] != step.open()["once"] != str(uuid4())


@pytest.mark.parametrize("outcome", ["granted", MARKUP, "approved "])
def test_a_correction_to_an_outcome_that_cannot_be_is_refused_in_words(
    norfolk: TownHall, outcome: str
) -> None:
    case = norfolk.case("approved")
    with tenancy.town(norfolk.town):
        seq = Event.objects.get(case=case, name="decided").seq
    before = events(norfolk, case)

    answer = Recorder(norfolk.client(), case, "correct").check(
        seq=seq, how="mend", fact_outcome=outcome, why="A slip.", on="2026-11-30"
    )

    assert answer.status_code == 200
    if outcome.strip() != "approved":
        assert "There is a problem" in text(answer)
    assert events(norfolk, case) == before


def test_a_correction_can_itself_be_undone(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")
    client = norfolk.client()
    with tenancy.town(norfolk.town):
        seq = Event.objects.get(case=case, name="hearing_opened").seq
    step = Recorder(client, case, "correct")
    step.act(seq=seq, how="mend", day="2026-10-14", why="The minutes say the 14th.", on="2026-11-30")
    with tenancy.town(norfolk.town):
        mended = Event.objects.get(case=case, name="corrected").seq

    answer = step.act(seq=mended, how="remove", why="The minutes were of another case.", on="2026-11-30")

    assert answer.status_code == 302
    page = client.get(f"/norfolk/cases/{case.number}/")
    assert 'class="struck"' not in page.content.decode()
    assert "Tue Oct 13 2026" in text(page)
