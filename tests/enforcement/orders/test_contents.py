"""An order that lacks what its bylaw wants stops before it is issued, and keeps the defect when it was issued so."""

from __future__ import annotations

from datetime import date

import pytest

from enforcement.orders import contents, forms
from tests.enforcement import docket as enforcement
from tests.towns import docket
from towns.access import tenancy
from towns.record import door, steps

pytestmark = pytest.mark.django_db
JUNE = date(2026, 6, 4)
OWNER = {"owner_name": "An Example Trust", "owner_address": "1 Sample Way"}


def drafted(slug: str, matter: str = "enforcement_order", address: str = "22 Sample Road", **said):
    docket.load()
    town = docket.town(slug)
    case = enforcement.opened(town, matter, "draft_order", date(2026, 6, 1), address=address)
    form = _form(case, forms.DraftOrder, "draft_order", {"on_0": "", "on": "2026-06-01", **said})
    assert form.is_valid(), form.errors
    docket.act(case, "draft_order", date(2026, 6, 1), keep=form.kept())
    return case


def _form(case, kind, step, data):
    file = enforcement.file(case)
    with tenancy.town(case.town_id):
        form = kind(data, None, file=file, today=JUNE, actor=docket.ANYBODY, step=steps.get(step))
        form.is_valid()
        form.facts()
        return form


def facts(case, **data):
    """What the issuing form tells the ledger."""
    file = enforcement.file(case)
    with tenancy.town(case.town_id):
        form = forms.IssueOrder(
            {"on": "06/04/2026", **data}, None, file=file, today=JUNE, actor=docket.ANYBODY,
            step=steps.get("issue_order"),
        )  # fmt: skip
        assert form.is_valid(), form.errors
        return form.facts()


SIX = {
    "says_nature": "Silt leaves the site.",
    "says_actions": "Mend the fence.",
    "says_town_may_do": "The Town may do the work.",
    **OWNER,
}


def test_a_whole_order_lacks_nothing():
    case = drafted("hopkinton", **SIX)
    assert facts(case, comply_by="07/30/2026")["lacks"] == []
    assert (
        enforcement.defects(
            docket.act(case, "issue_order", JUNE, override="", **facts(case, comply_by="07/30/2026"))
        )
        == []
    )


@pytest.mark.parametrize(("without", "lacks"), [
    ("says_nature", "nature"), ("says_actions", "actions"), ("says_town_may_do", "town_may_do"),
    ("owner_name", "violator"), ("owner_address", "violator"), ("comply_by", "deadline"), ("address", "address"),
])  # fmt: skip
def test_each_of_hopkintons_six_is_asked_for(without, lacks):
    """§ 172-5A, first paragraph."""
    said = {"address": "22 Sample Road", **SIX}
    said[without] = ""
    case = drafted("hopkinton", **said)
    told = facts(case, comply_by="" if without == "comply_by" else "07/30/2026")
    assert told["lacks"] == [lacks]
    with pytest.raises(door.SoftStops, match="lacks what the text wants"):
        docket.act(case, "issue_order", JUNE, override="", **told)
    assert enforcement.defects(docket.act(case, "issue_order", JUNE, **told)) == [f"lacks:{lacks}"]


def test_a_deadline_is_wanted_only_where_the_order_remediates():
    """V-7.2, Orders: “If the enforcing person determines that abatement or remediation of contamination is required”."""
    plain = drafted("ludlow", commands=["monitor"], **OWNER)
    assert facts(plain)["lacks"] == []
    abating = drafted("ludlow", commands=["remediate"], says_town_may_do="", **OWNER)
    assert facts(abating)["lacks"] == ["deadline", "town_may_do"]


def test_norfolks_articles_want_different_words():
    """§ 267-10: charged to the violator; § 267-25: the property owner shall reimburse."""
    case = drafted(
        "norfolk", commands=["remediate_ii"], says_town_may_do_ii="The owner shall reimburse.", **OWNER
    )
    assert facts(case, article="II", comply_by="07/01/2026")["lacks"] == []
    assert facts(case, article="I", comply_by="07/01/2026")["lacks"] == ["town_may_do_i"]
    with pytest.raises(door.Impossible, match="no article 'III'"):
        docket.act(case, "issue_order", JUNE, article="III")


def test_a_notice_of_ludlow_always_stops_the_work():
    case = drafted("ludlow", "notice_of_violation", **OWNER)
    file = enforcement.file(case)
    with tenancy.town(case.town_id):
        assert contents.stops_work(file)
        assert not contents.stops_work(enforcement.file(drafted("hopkinton", **SIX)))


def test_drafting_again_takes_the_place_of_what_was_drafted():
    case = drafted("hopkinton", **SIX, violator_name="Sample Builders")
    form = _form(
        case, forms.DraftOrder, "draft_order", {"on": "06/01/2026", "says_nature": "Other.", **OWNER}
    )
    docket.act(case, "draft_order", date(2026, 6, 2), keep=form.kept())
    file = enforcement.file(case)
    with tenancy.town(case.town_id):
        assert [one.name for one in contents.recipients_of(file)] == ["An Example Trust"]
        assert contents.order_of(file).contents == {"nature": "Other."}
    assert "Sample Builders" not in str([entry.facts for entry in file.entries])


def test_wrentham_wants_certified_mail():
    """§ 351-7: “Be served by certified mail upon the violator”."""
    docket.load()
    case = enforcement.opened(docket.town("wrentham"), "notice_of_violation", "issue_order", JUNE)
    with pytest.raises(door.SoftStops, match="served by certified mail"):
        docket.act(case, "serve_order", JUNE, way="by_hand", override="")
    done = docket.act(case, "serve_order", JUNE, way="by_hand")
    assert enforcement.defects(done) == ["not_served_by:certified_mail"]
    assert enforcement.defects(docket.act(case, "serve_order", JUNE, way="certified_mail")) == []


def test_a_letter_that_was_refused_does_not_serve():
    docket.load()
    case = enforcement.opened(docket.town("hopkinton"), "enforcement_order", "issue_order", JUNE)
    with pytest.raises(door.SoftStops, match="may not be service"):
        docket.act(case, "serve_order", JUNE, way="certified_mail", outcome="refused", override="")
    done = docket.act(case, "serve_order", JUNE, way="certified_mail", outcome="refused")
    assert enforcement.defects(done) == ["the_mail_was_refused"]
    assert docket.fresh(case).stage == "issued"
    docket.act(case, "serve_order", JUNE, way="constable")
    assert docket.fresh(case).stage == "served"
