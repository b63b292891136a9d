"""Every kind of order, every ticket and every violation file of every town can be told from its start to its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.towns import docket
from towns.law import schema
from towns.management.commands.replay import answer
from towns.record import scenarios

pytestmark = pytest.mark.django_db

ORDERS = [
    (slug, key)
    for slug in schema.TOWNS
    for key, matter in schema.load(slug).matters.items()
    if matter.kind == "order"
]


def told(slug: str, matter: str, *steps: dict[str, Any], until: str = "2026-08-31") -> dict[str, Any]:
    docket.load()
    story = scenarios.read_story({"town": slug, "matter": matter, "until": until, "step": list(steps)})
    (one,) = scenarios.tell(story, docket.town(slug))
    return answer(one)


def step(on: str, event: str, **facts: Any) -> dict[str, Any]:
    return {"on": on, "event": event, **facts}


LIFE = (
    (step("2026-06-01", "order_drafted"), "drafted"),
    (step("2026-06-02", "order_issued", comply_by="2026-07-15"), "issued"),
    (step("2026-06-03", "order_served", way="certified_mail"), "served"),
    (step("2026-06-05", "deadline_extended", until="2026-07-31"), "served"),
    (step("2026-06-06", "order_amended"), "served"),
    (step("2026-06-10", "appeal_filed"), "appealed"),
    (step("2026-06-20", "appeal_decided", outcome="modified"), "modified"),
    (step("2026-07-01", "complied", outcome="in_part"), "partly_complied"),
    (step("2026-08-03", "order_defaulted"), "defaulted"),
    (step("2026-08-10", "complied", outcome="in_full"), "complied"),
    (step("2026-08-11", "compliance_confirmed"), "complied"),
)


@pytest.mark.parametrize(("slug", "matter"), ORDERS, ids=lambda one: one)
def test_the_whole_life_of_an_order(slug, matter):
    whole = told(slug, matter, *(one for one, _state in LIFE))
    assert whole["refused"] == []
    assert whole["principal"] == {"kind": matter, "state": "complied"}
    assert whole["order"] == {"state": "complied"}
    assert [line["event"] for line in whole["ledger"] if line["by"] != "system"] == [
        one["event"] for one, _state in LIFE
    ]


def test_each_fact_leads_to_its_state():
    for place, (_step, state) in enumerate(LIFE, start=1):
        so_far = told("hopkinton", "enforcement_order", *(one for one, _ in LIFE[:place]), until="2026-08-11")
        assert so_far["order"]["state"] == state, LIFE[place - 1][0]["event"]


@pytest.mark.parametrize(("slug", "matter"), ORDERS, ids=lambda one: one)
def test_a_rescission_voids_what_runs(slug, matter):
    ended = told(
        slug, matter, step("2026-06-02", "order_served"),
        step("2026-06-02", "order_issued", comply_by="2026-07-15"), step("2026-06-20", "order_rescinded"),
    )  # fmt: skip
    assert ended["order"]["state"] == "rescinded"
    assert {clock["status"] for clock in ended["clocks"]} <= {"void", "met", "missed"}
    assert all(clock["status"] == "void" for clock in ended["clocks"] if clock["clock"] == "comply")


SUMS = {
    "hopkinton": "100.00",
    "grafton": "50.00",
    "ludlow": "100.00",
    "wrentham": "50.00",
    "norfolk": "100.00",
}


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_the_whole_life_of_a_ticket(slug):
    """A supplied finding is of the ticket's own day; norfolk's 100 is the second offense of Article I."""
    ticket = step("2026-06-02", "ticket_issued", amount=SUMS[slug], offense="2" if slug == "norfolk" else "1")
    paid = told(
        slug, "ticket", ticket, step("2026-06-02", "ticket_delivered"), step("2026-06-23", "ticket_paid")
    )
    assert paid["principal"] == {"kind": "ticket", "state": "paid"}
    assert paid["refused"] == []
    assert [(line["event"], line["supplied"]) for line in paid["ledger"]][:2] == [
        ("violation_found", True), ("ticket_issued", False),
    ]  # fmt: skip
    assert {clock["clock"]: clock["status"] for clock in paid["clocks"]} == {
        "deliver": "met",
        "answer": "met",
    }
    assert not any(line["facts"].get("defects") for line in paid["ledger"])


@pytest.mark.parametrize("event", [
    "ticket_delivered", "ticket_paid", "ticket_hearing_requested", "ticket_heard", "ticket_dismissed", "ticket_voided",
])  # fmt: skip
def test_a_sum_is_never_supplied(event):
    refused = told("grafton", "ticket", step("2026-06-02", event))
    assert [(one["event"], "amount" in one["because"]) for one in refused["refused"]] == [(event, True)]
    assert refused["ledger"] == []


@pytest.mark.parametrize("slug", schema.TOWNS)
def test_the_whole_life_of_a_violation_file(slug):
    closed = told(
        slug, "violation", step("2026-06-01", "violation_reported"), step("2026-06-02", "inspection_held", outcome="failed"),
        step("2026-06-02", "violation_found", violated="2026-06-01"), step("2026-06-20", "violation_cured"),
        step("2026-06-21", "violation_closed"),
    )  # fmt: skip
    assert closed["principal"] == {"kind": "violation", "state": "closed"}
    assert closed["refused"] == []
