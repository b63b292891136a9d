"""The call on the issuer and the release, as they leave the printer."""

from __future__ import annotations

from datetime import date

import pytest

from tests.permitting.sureties.halls import letter, open_surety, permits, take
from tests.town_fixtures import TODAY, TownHall
from tests.towns.papers.reading import close, pdf_text
from towns.models import Case
from towns.papers import printing
from towns.roles import Role

pytestmark = pytest.mark.django_db


def printed(hall: TownHall, kind: str, case: Case) -> str:
    """The words of a paper printed today."""
    by = hall.people[Role.BOARD_ADMINISTRATOR]
    return close(pdf_text(bytes(printing.print_paper(kind, case, by=by, on=TODAY, reason="for a test").pdf)))


def test_the_call_names_sum_instrument_default_and_where_it_is_presented(in_norfolk: TownHall) -> None:
    """150,000.00 could be drawn before the call of Sep 3 2026 for 40,000.00."""
    text = printed(in_norfolk, "surety_call", letter(in_norfolk))
    for said in (
        "$40,000.00", "$150,000.00", "Irrevocable letter of credit No. L-20417", "Example Savings Bank", "September 1, 2026",
        "the bank’s counter", "January 29, 2027", "Town 8840-117",
    ):  # fmt: skip
        assert close(said) in text, said


def test_a_call_that_is_not_recorded_is_only_a_draft(in_norfolk: TownHall) -> None:
    case = open_surety(in_norfolk, [in_norfolk.case("filed")])
    with pytest.raises(printing.Nothing):
        printed(in_norfolk, "surety_call", case)
    take(in_norfolk, case, "post_surety", date(2026, 4, 1), amount="1000.00", form="bond")
    with pytest.raises(printing.OnlyADraft):
        printed(in_norfolk, "surety_call", case)
    assert printing.draft("surety_call", in_norfolk.file(case), on=TODAY).facts.amount == "$1,000.00"


def test_the_release_says_what_is_paid_back_with_interest_and_to_whom(in_norfolk: TownHall) -> None:
    """Cash of 9,000.00 less 2,000.00 released before: 7,000.00 are let go and paid back, with 12.40 of interest."""
    case = open_surety(in_norfolk, [in_norfolk.case("permitted")])
    take(in_norfolk, case, "post_surety", date(2026, 4, 1), amount="9000.00", form="cash",
         keep={"payee": "Old Mill Sample Trust", "account": "Town 8840-021"})  # fmt: skip
    take(in_norfolk, case, "reduce_surety", date(2026, 6, 1), amount="2000.00", phase="1")
    text = printed(in_norfolk, "surety_release", case)
    assert close("in part") in text
    assert close("$2,000.00") in text
    assert close("For the Town Treasurer") not in text
    take(in_norfolk, case, "credit_interest", date(2026, 9, 1), amount="12.40")
    take(in_norfolk, case, "release_surety", date(2026, 10, 1))
    text = printed(in_norfolk, "surety_release", case)
    for said in (
        "in full",
        "Pay $7,000.00 with interest of $12.40",
        "Old Mill Sample Trust",
        "Town 8840-021",
        "$0.00",
    ):
        assert close(said) in text, said


def test_a_printed_call_is_stale_when_the_sum_is_corrected(in_norfolk: TownHall) -> None:
    case = letter(in_norfolk)
    by = in_norfolk.people[Role.BOARD_ADMINISTRATOR]
    notice = printing.print_paper("surety_call", case, by=by, on=TODAY, reason="for a test")
    assert printing.stale(notice, in_norfolk.file(case)) == ""
    seq = next(entry.seq for entry in in_norfolk.file(case).entries if entry.name == "surety_called")
    right = {"amount": "45000.00", "by_permit": {permits(in_norfolk, case)[1].number: "45000.00"}}
    in_norfolk.act(case, "correct", TODAY, seq=seq, why="Misread.", facts=right)
    assert "another amount" in printing.stale(notice, in_norfolk.file(case))
