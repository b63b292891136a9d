"""Waivers of a requirement, each with its own time and its own rule; the waiver of a permit, denied, followed, rescinded."""

from __future__ import annotations

from datetime import date

import pytest

from permitting.applications.models import Application
from permitting.waivers.queries import rows_of, waivers
from tests.town_fixtures import TownHall, load_town
from towns.access import tenancy
from towns.cases.defects import in_words
from towns.models import Case, Event, Party
from towns.record import door

FILED = date(2026, 10, 5)


def hall(town: str) -> TownHall:
    return TownHall(load_town(town)).staff_up()


@pytest.fixture
def ludlow(db: None, today: date) -> TownHall:
    return hall("ludlow")


@pytest.fixture
def wrentham(db: None, today: date) -> TownHall:
    return hall("wrentham")


def test_each_request_has_its_own_key_words_and_time(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "request_waiver", date(2026, 10, 7), keep={"requirement": "The two-foot contours"})
    grafton.act(case, "request_waiver", date(2026, 10, 14), keep={"requirement": "The narrative"})
    grafton.act(
        case,
        "decide_waiver",
        date(2026, 11, 4),
        waiver="waiver-1",
        outcome="granted",
        keep={"ruling": "So voted."},
    )

    file = grafton.file(case)
    with tenancy.town(grafton.town):
        first, second = waivers(file, date(2026, 11, 30), rows_of(file))
    assert (first.key, first.outcome, first.row.ruling) == ("waiver-1", "granted", "So voted.")  # type: ignore[union-attr]
    # 30 days from Wed Oct 14 2026: Fri Nov 13.
    assert (second.open, second.reading.due, second.reading.status) == (True, date(2026, 11, 13), "missed")  # type: ignore[union-attr]


def test_a_grant_where_the_text_commands_a_denial_is_named(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "request_waiver", date(2026, 10, 7))
    done = grafton.act(
        case, "decide_waiver", date(2026, 10, 20), outcome="granted", applicant="no_information"
    )

    assert done.entry.facts["defects"] == ["must_be_denied:waiver-1"]
    words = in_words(grafton.file(case), "must_be_denied:waiver-1")
    assert "fails to provide the requested information, the waiver request shall be denied" in words.says
    assert words.cite == "§ 4"


def test_a_denial_then_is_no_defect_and_a_late_one_is(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "request_waiver", date(2026, 10, 7))
    done = grafton.act(
        case, "decide_waiver", date(2026, 11, 9), outcome="denied", applicant="refused_continuance"
    )

    assert done.entry.facts["defects"] == ["late:waiver"]  # 30 days from Wed Oct 7 2026: Fri Nov 6


def test_an_outcome_that_no_board_can_give_is_refused(grafton: TownHall) -> None:
    case = grafton.case(filed=FILED)
    grafton.act(case, "request_waiver", date(2026, 10, 7))

    with pytest.raises(door.Impossible, match="Choose what the board did"):
        grafton.act(case, "decide_waiver", date(2026, 10, 20), outcome="maybe")


def test_wrentham_wants_a_public_hearing_for_every_request(wrentham: TownHall) -> None:
    case = wrentham.case(filed=FILED)
    wrentham.act(case, "request_waiver", date(2026, 10, 7))
    early = wrentham.act(case, "decide_waiver", date(2026, 10, 20), outcome="denied")

    assert early.entry.facts["defects"] == ["waiver_without_hearing:waiver-1"]
    assert in_words(wrentham.file(case), "waiver_without_hearing:waiver-1").cite == "§ 351-5"


def test_norfolk_votes_at_the_close_of_the_hearing(norfolk: TownHall) -> None:
    case = norfolk.case("hearing")
    norfolk.act(case, "request_waiver", date(2026, 10, 7))
    early = norfolk.act(case, "decide_waiver", date(2026, 10, 20), outcome="granted")
    norfolk.act(case, "close_hearing", date(2026, 11, 12))
    norfolk.act(case, "request_waiver", date(2026, 11, 12))
    late = norfolk.act(case, "decide_waiver", date(2026, 11, 12), outcome="granted")

    assert early.entry.facts["defects"] == ["waiver_before_close:waiver-1"]
    assert "defects" not in late.entry.facts


# ---------------------------------------------------------------- the waiver of the permit itself


def waived(ludlow: TownHall, outcome: str, sqft: int = 20_000) -> Case:
    case = ludlow.case(matter="stormwater_waiver", filed=FILED, keep={"disturbed_sqft": sqft})
    ludlow.act(case, "decide", date(2026, 10, 12), outcome=outcome)
    return case


def test_a_denied_waiver_becomes_a_permit_case_that_names_it(ludlow: TownHall) -> None:
    case = waived(ludlow, "disapproved")
    ludlow.act(case, "open_permit_case", date(2026, 10, 19))

    with tenancy.town(ludlow.town):
        permit = Case.objects.get(matter="stormwater_permit")
        filed = Event.objects.get(case=permit, name="filed")
        assert (permit.number, filed.facts["from_case"], filed.on) == (
            "SMP-2026-0001",
            case.number,
            date(2026, 10, 19),
        )
        assert Party.objects.get(case=permit).name == "Stony Brook Realty Trust"
        assert Application.objects.get(case=permit).disturbed_sqft == 20_000
    completeness = next(
        r for r in ludlow.file(permit).readings(date(2026, 10, 20)) if r.clock == "completeness"
    )
    assert completeness.due == date(2026, 10, 26)

    with pytest.raises(door.Impossible, match="opened already"):
        ludlow.act(case, "open_permit_case", date(2026, 10, 20))


def test_a_granted_waiver_is_endorsed_and_no_permit_follows(ludlow: TownHall) -> None:
    from towns.record import steps

    file = ludlow.file(waived(ludlow, "approved"))

    assert not steps.get("issue_permit").offered(file)
    assert not steps.get("open_permit_case").offered(file)
    assert steps.get("rescind_waiver").offered(file)


def test_a_granted_waiver_may_be_rescinded_upon_a_recommendation(ludlow: TownHall) -> None:
    case = waived(ludlow, "approved")
    done = ludlow.act(case, "rescind_waiver", date(2026, 11, 2), board="town_engineer")

    assert "defects" not in done.entry.facts
    assert ludlow.file(case).case.stage == "rescinded"
    ludlow.act(case, "open_permit_case", date(2026, 11, 9))
    with tenancy.town(ludlow.town):
        assert Case.objects.filter(matter="stormwater_permit").count() == 1


def test_a_rescission_without_one_is_named(ludlow: TownHall) -> None:
    done = ludlow.act(waived(ludlow, "approved"), "rescind_waiver", date(2026, 11, 2), board="nobody")

    assert done.entry.facts["defects"] == ["without_recommendation"]


def test_a_waiver_for_an_acre_is_granted_against_the_text(ludlow: TownHall) -> None:
    case = waived(ludlow, "approved", sqft=43_560)
    entry = ludlow.file(case).last("decided")

    assert entry is not None
    assert entry.facts["defects"] == ["finding_fails:under_one_acre"]
    assert (
        "sites disturbing less than one acre"
        in in_words(ludlow.file(case), "finding_fails:under_one_acre").says
    )
    assert "defects" not in ludlow.file(waived(ludlow, "approved", sqft=43_559)).last("decided").facts  # type: ignore[union-attr]


def test_a_silence_that_needs_no_clerk_is_confirmed_not_certified(ludlow: TownHall) -> None:
    case = ludlow.case(filed=date(2026, 11, 2))
    ludlow.act(case, "find_complete", date(2026, 11, 2))
    with tenancy.town(ludlow.town):
        door.settle_case(case, today=date(2026, 11, 30))

    with pytest.raises(door.SoftStops, match="Nobody has confirmed yet"):
        ludlow.act(case, "issue_permit", date(2026, 11, 30), override="")


def test_the_life_of_a_waiver_ends_with_its_decision(ludlow: TownHall) -> None:
    case = waived(ludlow, "approved")
    file = ludlow.file(case)
    assert [step.label for step in file.type.life(file)] == ["Filed", "Approved"]

    ludlow.act(case, "rescind_waiver", date(2026, 11, 2), board="town_engineer")
    file = ludlow.file(case)
    assert [step.label for step in file.type.life(file)] == ["Filed", "Approved", "Rescinded"]


def test_the_page_of_a_denied_waiver_leads_to_the_permits_case(ludlow: TownHall) -> None:
    case = waived(ludlow, "disapproved")
    client = ludlow.client()
    assert (
        "Open the application for the permit" in client.get(f"/ludlow/cases/{case.number}/").content.decode()
    )

    address = f"/ludlow/cases/{case.number}/record/open_permit_case/"
    sent = {"on": "2026-11-30", "go": "act", "seen": "2", "once": "0b7ac2b6-5f2c-4c8a-9d4e-000000000002"}
    first, again = client.post(address, sent), client.post(address, sent)

    assert (first.status_code, again.status_code) == (302, 302)
    with tenancy.town(ludlow.town):
        assert Case.objects.filter(matter="stormwater_permit").count() == 1


@pytest.mark.parametrize("step", ["request_waiver", "refer", "record_comment"])
def test_every_form_of_a_review_opens_and_says_what_is_missing(grafton: TownHall, step: str) -> None:
    case = grafton.case(filed=FILED)
    address = f"/grafton/cases/{case.number}/record/{step}/"
    client = grafton.client()
    assert client.get(address).status_code == 200

    sent = {"on": "soon", "go": "check", "seen": "1", "once": "0b7ac2b6-5f2c-4c8a-9d4e-000000000003"}
    assert "usa-form-group--error" in client.post(address, sent).content.decode()
