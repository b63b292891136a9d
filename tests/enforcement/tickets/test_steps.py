"""What the door says to facts of a ticket (M.G.L. c. 40 § 21D)."""

from __future__ import annotations

from datetime import date

import pytest

from tests.enforcement import docket as enforcement
from tests.towns import docket
from towns.access import tenancy
from towns.models import Case
from towns.record import door

pytestmark = pytest.mark.django_db

FIRST = {"amount": "100.00", "offense": "1", "provision": "§ 172-2B"}


@pytest.fixture
def town(db):
    docket.load()
    return docket.town("hopkinton")


@pytest.fixture
def found(town):
    return enforcement.violation(town)


def ticket(town, found, on=date(2026, 6, 5), **more):
    return enforcement.opened(town, "ticket", "issue_ticket", on, over=[found], **{**FIRST, **more})


def last_defects(case):
    issued = enforcement.file(case).last("ticket_issued")
    return list(issued.facts.get("defects", ()))


def test_opening_a_ticket_copies_the_finding(town, found):
    case = ticket(town, found)
    entry = enforcement.file(case).story[0]
    assert (entry.name, entry.on) == ("violation_found", date(2026, 6, 3))
    assert entry.facts == {"violated": "2026-06-02", "from_case": found.number}
    assert last_defects(case) == []
    with tenancy.town(town):
        assert case.clocks.get(name="deliver").due == "2026-06-17"  # 15 days from Jun 2


def test_a_ticket_for_a_later_day_of_the_violation_counts_from_that_day(town, found):
    """15 days from Thu Jun 4 2026 is Fri Jun 19, Juneteenth; by c. 4 § 9 Mon Jun 22 is still in time."""
    case = ticket(town, found, violated="2026-06-04")
    with tenancy.town(town):
        assert case.clocks.get(name="deliver").due == "2026-06-22"


def test_no_ticket_without_a_violation(town):
    with pytest.raises(door.Impossible, match="one offense on one day"):
        enforcement.opened(town, "ticket", "issue_ticket", **FIRST)
    unfound = enforcement.opened(town, "violation", "report_violation")
    with pytest.raises(door.Impossible, match="one offense on one day"):
        ticket(town, unfound)


def test_no_ticket_for_a_day_to_come(town, found):
    with pytest.raises(door.Impossible, match="after it"):
        ticket(town, found, violated="2026-06-06")


@pytest.mark.parametrize("amount", [None, "", "100", "100.5", "-1.00", "a lot", "1e2"])
def test_the_sum_is_told_in_dollars_and_cents(town, found, amount):
    with pytest.raises(door.Impossible) as refused:
        ticket(town, found, amount=amount)
    assert refused.value.field == "amount"


@pytest.mark.parametrize("offense", ["0", "first", "-2"])
def test_the_number_of_the_offense_is_a_number(town, found, offense):
    with pytest.raises(door.Impossible) as refused:
        ticket(town, found, offense=offense)
    assert refused.value.field == "offense"


def test_numbers_have_no_gap_and_a_refused_ticket_takes_none(town, found):
    first = ticket(town, found)
    with pytest.raises(door.Impossible):
        ticket(town, found, amount="none")
    docket.act(first, "void_ticket", date(2026, 6, 6))
    second = ticket(town, found, violated="2026-06-03")
    assert (first.number, second.number) == ("TK-2026-0001", "TK-2026-0002")
    assert docket.fresh(first).stage == "voided"


def test_another_sum_than_the_texts_stops_and_is_named(town, found):
    with pytest.raises(door.SoftStops, match=r"\$300.00 for offense 2, not \$100.00"):
        ticket(town, found, offense="2", override="")
    assert last_defects(ticket(town, found, offense="2")) == ["not_the_sum_of_the_text"]


def test_more_than_300_is_above_what_a_ticket_may_ask(town, found):
    assert "above_the_most_a_ticket_may_ask" in last_defects(ticket(town, found, amount="300.01"))
    assert last_defects(ticket(town, found, amount="300.00", offense="2", provision="§ 172-3")) == []


def test_a_second_for_the_same_day_and_provision_stops_and_is_named(town, found):
    first = ticket(town, found)
    with pytest.raises(door.SoftStops, match=first.number):
        ticket(town, found, override="")
    assert last_defects(ticket(town, found)) == ["second_ticket_for_the_same_offense"]
    assert last_defects(ticket(town, found, violated="2026-06-03")) == []
    assert last_defects(ticket(town, found, provision="§ 172-3")) == []


def test_one_that_was_voided_is_no_first(town, found):
    docket.act(ticket(town, found), "void_ticket", date(2026, 6, 5))
    assert last_defects(ticket(town, found)) == []


def test_another_violation_is_another_offense(town, found):
    ticket(town, found)
    assert last_defects(ticket(town, enforcement.violation(town))) == []


@pytest.mark.parametrize(("slug", "facts"), [
    ("wrentham", {"amount": "300.00", "offense": "3"}),
    ("norfolk", {"amount": "300.00", "offense": "1", "article": "II"}),
])  # fmt: skip
def test_no_ticket_where_the_text_gives_no_sum(town, slug, facts):
    where = docket.town(slug)
    found = enforcement.violation(where)
    with pytest.raises(door.SoftStops, match="gives no sum"):
        ticket(where, found, override="", **facts)
    assert last_defects(ticket(where, found, **facts)) == ["no_specific_penalty_in_the_text"]


def test_a_first_under_article_i_is_a_warning(town):
    where = docket.town("norfolk")
    case = ticket(where, enforcement.violation(where), amount="0.00", offense="1", article="I")
    assert docket.fresh(case).stage == "warned"
    assert last_defects(case) == ["a_warning_is_no_ticket"]


def test_two_clerks_record_one_payment(town, found):
    case = ticket(town, found)
    docket.act(case, "pay_ticket", date(2026, 6, 10), amount="100.00")
    with pytest.raises(door.Impossible, match="paid on Wed Jun 10 2026"):
        docket.act(case, "pay_ticket", date(2026, 6, 11), amount="100.00")


def test_a_payment_of_another_sum_stops_and_is_named(town, found):
    case = ticket(town, found)
    with pytest.raises(door.SoftStops, match=r"asks for \$100.00; \$120.00 was entered"):
        docket.act(case, "pay_ticket", date(2026, 6, 10), amount="120.00", override="")
    done = docket.act(case, "pay_ticket", date(2026, 6, 10), amount="120.00")
    assert enforcement.defects(done) == ["not_the_sum_of_the_ticket"]


def test_a_paid_ticket_stays_paid(town, found):
    """c. 40 § 21D: payment is a final disposition of the case."""
    case = ticket(town, found)
    docket.act(case, "pay_ticket", date(2026, 6, 10))
    done = docket.act(case, "apply_for_complaint", date(2026, 7, 10))
    assert "after_the_ticket_was_paid" in enforcement.defects(done)
    assert docket.fresh(case).stage == "paid"


def test_a_default_before_day_22_is_named(town, found):
    """21 days from Fri Jun 5 2026 is Fri Jun 26."""
    case = ticket(town, found)
    early = docket.act(case, "note_ticket_default", date(2026, 6, 26))
    assert enforcement.defects(early) == ["before_the_time_to_answer_ran_out"]
    assert enforcement.defects(docket.act(case, "note_ticket_default", date(2026, 6, 27))) == []


def test_a_ticket_does_not_see_another_towns_violation(town, found):
    from django.db import DatabaseError

    other = docket.town("grafton")
    with pytest.raises(DatabaseError):
        ticket(other, found, amount="50.00")
    with tenancy.town(other):
        assert not Case.objects.exists()


def test_the_day_of_a_payment_can_be_corrected(town, found):
    case = ticket(town, found)
    docket.act(case, "pay_ticket", date(2026, 6, 10), amount="100.00")
    seq = enforcement.file(case).last("ticket_paid").seq
    docket.act(case, "correct", date(2026, 6, 12), seq=seq, day="2026-06-09", why="A slip.")
    assert enforcement.file(case).last("ticket_paid").on == date(2026, 6, 9)


def test_a_corrected_sum_is_still_a_sum(town, found):
    case = ticket(town, found)
    seq = enforcement.file(case).last("ticket_issued").seq
    with pytest.raises(door.Impossible):
        docket.act(case, "correct", date(2026, 6, 12), seq=seq, facts={"amount": "a lot"}, why="A slip.")
    docket.act(case, "correct", date(2026, 6, 12), seq=seq, facts={"amount": "300.00"}, why="A slip.")
