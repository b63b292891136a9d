"""The certificate of completion prints in the very act that records it, with what goes on binding."""

from __future__ import annotations

from datetime import date

from permitting.permits.completion_papers import CertificateFacts
from tests.town_fixtures import TODAY, TownHall
from towns.access import tenancy
from towns.papers import printing


def test_it_says_what_is_certified_on_what_it_rests_and_what_goes_on_binding(norfolk: TownHall) -> None:
    case = norfolk.case("deliberation")
    kept = {"conditions": [("Sweep the road.", False, ""), ("Keep the plan on file.", True, "om_plan")]}
    norfolk.act(case, "decide", date(2026, 11, 16), outcome="approved_with_conditions", keep=kept)
    norfolk.act(case, "issue_permit", date(2026, 11, 17))
    with tenancy.town(norfolk.town):
        assert "certificate_of_completion" not in dict(printing.offered(norfolk.file(case)))
    norfolk.act(case, "record_visit", date(2026, 11, 20), stage="final", outcome="passed", storm_seen=True)
    norfolk.act(case, "issue_certificate", TODAY, outcome="partial", part="Phase 1, lots 1 to 4",
                ground="determination", reasons="The trench was measured.")  # fmt: skip
    with tenancy.town(norfolk.town):
        made = printing.draft("certificate_of_completion", norfolk.file(case), on=TODAY)
    told = made.facts
    assert isinstance(told, CertificateFacts)
    assert told.says.endswith("call for: Phase 1, lots 1 to 4")
    assert (told.inspected, told.determined, told.certified) == (
        date(2026, 11, 20),
        "The trench was measured.",
        TODAY,
    )
    assert [one.text for one in told.lasting] == ["Keep the plan on file."]
    assert told.law_says is not None
    assert told.law_says.cite == "§ 267-24"
    address = f"/norfolk/cases/{case.number}/print/certificate_of_completion/"
    assert "Phase 1, lots 1 to 4" in norfolk.client().get(address).content.decode()
