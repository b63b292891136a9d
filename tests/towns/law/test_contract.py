"""The clocks of design.md section 6, row by row: names, starts, lengths, stops, effects and citations are fixed."""

from __future__ import annotations

import pytest

from towns.law import schema
from towns.law.rules import KINDS, ClockRule

COSTS = """
cost_notice ‡ | town_work_completed | 30 | costs_notified | overdue
pay_or_protest | costs_received | 30 | costs_paid!partial, protest_filed | {charge} | per party
pay_after_decision | protest_decided!rescinded, court_final!rescinded | {last} | costs_paid!partial | {charge}
"""
COMPLY = "comply | order_issued.comply_by | 0 | complied!in_part | {effect} | rolls=false | {cite}\n"
MEETING = (
    "open_meeting | before hearing_scheduled.for | 48 business_hours | meeting_posted | notice_defective | | "
    "c.30A § 20(b)\n"
)
TICKET = """
deliver ‡ | violation_found.violated? | 15 | ticket_delivered | overdue
answer | ticket_issued | 21 | ticket_paid, ticket_hearing_requested | complaint_may_issue
"""
SPILL = """
report_hazardous | release_known:hazardous | 0 | spill_reported | overdue | rolls=false
report | release_known:nonhazardous | 1 business | spill_reported | overdue
confirm | spill_reported | 3 business | spill_confirmed | overdue
"""

#: town, matter → its clocks in file order: name (‡ a duty) | from | length | stops | if_missed | also | cite.
TABLE = {
    ("hopkinton", "stormwater_permit"): """
issue ‡ | complete | 60 | permit_issued, decided:disapproved | overdue | extend agreement | § 172-4B(1)
appeal | decided | 60 | appeal_filed | decision_final | strict from voted | § 172-4F
""",
    ("hopkinton", "enforcement_order"): COMPLY.format(effect="town_may_act", cite="§ 172-5A")
    + """
request_hearing | order_issued | 30 | hearing_requested | order_final | | § 172-5D
hold_hearing ‡ | hearing_requested | 21 | hearing_opened | overdue | | § 172-5D
court_appeal | appeal_decided | 60 | court_appeal_filed | decision_final | | § 172-4F
"""
    + MEETING,
    ("hopkinton", "cost_recovery"): """
remediation_notice ‡ | town_work_started | 24 hours | remediation_notified | overdue | | § 172-5E
"""
    + COSTS.format(charge="municipal_charge", last=60),
    ("grafton", "stormwater_permit"): """
hold_hearing ‡ | complete | 30 | hearing_opened | overdue | | § 7b
comments | filed | 14 | all_comments_in | decision_allowed | rolls=false | § 6
decide ‡ | hearing_closed | 21 | decided | overdue | extend agreement | § 7b
waiver ‡ | waiver_requested | 30 | waiver_decided | overdue | extend agreement; per waiver | § 4
notice | before hearing_scheduled.for | 5 | notice_given | notice_defective | | § 7b
mail | before hearing_scheduled.for | 5 | notices_mailed | notice_defective | | § 7b
permit_term | permit_issued | 3 years | certificate_issued | expired | rolls=false; adds permit_renewed 1 | § 5d
renewal_request | before @permit_term | 30 | renewal_requested | renewal_barred | | § 5d
appeal | decided | 60 | appeal_filed | decision_final | strict from voted | § 16
"""
    + MEETING,
    ("grafton", "enforcement_order"): "",
    ("ludlow", "special_permit"): """
hold_hearing ‡ | filed | 65 | hearing_opened | overdue | extend filed_agreement | 7.0.3; c.40A § 9
decide ‡ | hearing_closed | 90 | decision_filed | deemed_approved | extend filed_agreement | 7.0.3; c.40A § 9
petitioner_notice | @decide | 14 | petitioner_notice_filed | grant_lost | | c.40A § 9
deemed_appeal | petitioner_notice_filed | 20 | appeal_filed | grant_final | | c.40A §§ 9, 17
appeal | decision_filed | 20 | appeal_filed | decision_final | | c.40A § 17
lapse | granted | 1 years | use_commenced, construction_begun, good_cause_found | lapse_asserted | rolls=false | 7.0.5
publish | before hearing_scheduled.for | 14 | notice_published | notice_defective | | c.40A § 11
post | before hearing_scheduled.for | 14 | notice_posted | notice_defective | | c.40A § 11
"""
    + MEETING,
    ("ludlow", "site_plan"): """
comments | referred | 21 | comment_received | no_opposition | per board | 7.1.6
hold_hearing ‡ | filed | 65 | hearing_opened | overdue | | 7.1.6
decide ‡ | hearing_closed | 90 | decided | deemed_approved | extend filed_agreement | 7.1.6
file_decision ‡ | hearing_closed | 90 | decision_filed | overdue | extend filed_agreement with decide | 7.1.6; c.40A § 9
petitioner_notice | @decide | 14 | petitioner_notice_filed | grant_lost | | 7.1.6; c.40A § 9
deemed_appeal | petitioner_notice_filed | 20 | appeal_filed | grant_final | | 7.1.6; c.40A § 9
"""
    + MEETING,
    ("ludlow", "site_plan_waiver"): """
hold_hearing ‡ | filed | 65 business | hearing_opened, hearing_waived | overdue | | 7.1.7
decide ‡ | hearing_closed | 90 | decided | overdue | | 7.1.7
"""
    + MEETING,
    ("ludlow", "stormwater_permit"): """
completeness | filed | 7 | complete.found_on?, returned_incomplete | overdue | | V-7.2
decide ‡ | complete | 21 | decided | deemed_approved | extend agreement | V-7.2
stabilize | work_ceased | 14 | stabilized | overdue | rolls=false | V-7.2
""",
    ("ludlow", "stormwater_waiver"): "",
    ("ludlow", "notice_of_violation"): COMPLY.format(effect="town_may_act", cite="V-7.2")
    + "appeal | order_served | 15 | appeal_filed | order_final | | V-7.2",
    ("ludlow", "enforcement_order"): COMPLY.format(effect="town_may_act", cite="V-7.2"),
    ("ludlow", "om_plan"): "cure | maintenance_notice | 30 | maintenance_corrected | town_may_act | | V-7.2",
    ("ludlow", "cost_recovery"): COSTS.format(charge="municipal_charge", last=30),
    ("ludlow", "spill"): SPILL,
    ("wrentham", "stormwater_permit"): "",
    ("wrentham", "limited_approval"): "",
    ("wrentham", "recharge_approval"): "",
    ("wrentham", "notice_of_violation"): COMPLY.format(effect="cease_and_desist_due", cite="§ 351-7"),
    ("wrentham", "cost_recovery"): COSTS.format(charge="special_assessment", last=30),
    ("norfolk", "stormwater_permit"): """
hold_hearing ‡ | complete | 45 | hearing_opened | overdue | | § 267-18
publish | before hearing_scheduled.for | 7 | notice_published | notice_defective | | § 267-18
post | before hearing_scheduled.for | 7 | notice_posted | notice_defective | | § 267-18
mail | before hearing_scheduled.for | 7 | notices_mailed | notice_defective | | § 267-18
decide ‡ | hearing_closed | 21 | decided | deemed_approved | extend agreement | § 267-18
must_issue | lapse_certified | none | permit_issued | None | | § 267-18
as_built | work_completed | 1 years | as_built_filed | overdue | | § 267-18
"""
    + MEETING,
    ("norfolk", "groundwater_permit"): "",
    ("norfolk", "enforcement_order"): COMPLY.format(effect="town_may_act", cite="§§ 267-10, -25"),
    ("norfolk", "cost_recovery"): COSTS.format(charge="special_assessment", last=30),
    ("norfolk", "spill"): SPILL,
    **{(town, "ticket"): TICKET for town in schema.TOWNS},
}

EVERY_TOWN = {
    "om_plan": "om_plan",
    "surety": "surety",
    "violation": "violation",
    "stop_work": "order",
    "cease_and_desist": "order",
    "suspension": "order",
}
KIND = {
    "stormwater_permit": "permit",
    "groundwater_permit": "permit",
    "limited_approval": "permit",
    "recharge_approval": "permit",
    "stormwater_waiver": "waiver",
    "special_permit": "zoning",
    "site_plan": "zoning",
    "site_plan_waiver": "zoning",
    "notice_of_violation": "order",
    "enforcement_order": "order",
    "cost_recovery": "cost_recovery",
    "ticket": "ticket",
    "spill": "spill",
    **EVERY_TOWN,
}


def told(rule: ClockRule) -> list[str]:
    """A clock as a row of the table."""
    also = [
        "" if rule.rolls or "hours" in rule.unit else "rolls=false",
        f"extend {rule.extend}" if rule.extend else "",
        f"adds {rule.adds} {rule.adds_length}" if rule.adds else "",
        f"per {rule.per}" if rule.per else "",
        f"strict from {rule.strict_from}" if rule.strict_from else "",
    ]
    with_others = [name for name in rule.extended_with if name != rule.name]
    return [
        rule.name + (" ‡" if rule.duty else ""),
        ("before " if rule.before else "") + rule.from_text,
        "none" if rule.length is None else f"{rule.length} {rule.unit}".removesuffix(" calendar"),
        ", ".join(pattern.text for pattern in rule.stops),
        str(rule.if_missed),
        "; ".join(filter(None, also)) + (f" with {', '.join(with_others)}" if with_others else ""),
        rule.cite,
    ]


@pytest.mark.parametrize(("town", "matter"), TABLE, ids=str)
def test_the_clocks_are_those_of_the_plan(town: str, matter: str) -> None:
    rows = [row for row in TABLE[town, matter].splitlines() if row]
    rules = schema.load(town).matters[matter].clocks

    for row, rule in zip(rows, rules, strict=True):
        wanted = [cell.strip() for cell in row.split("|")]
        cells = told(rule)
        assert cells[: len(wanted)] == wanted
        assert len(wanted) >= 6 or not cells[5]


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_matter_is_in_the_plan_and_of_its_kind(town: str) -> None:
    matters = schema.load(town).matters

    assert {key for held, key in TABLE if held == town} | set(EVERY_TOWN) == set(matters)
    assert {key: matter.kind for key, matter in matters.items()} == {key: KIND[key] for key in matters}
    assert set(KIND.values()) == set(KINDS)


@pytest.mark.parametrize("town", schema.TOWNS)
def test_matters_that_no_town_sets_out_come_from_the_state_layer_unless_its_file_has_its_own(
    town: str,
) -> None:
    matters = schema.load(town).matters
    inherited = {key for key, matter in matters.items() if matter.inherited}
    own = {
        "hopkinton": {"surety", "stop_work"},
        "grafton": {"surety", "om_plan"},
        "ludlow": {"surety", "stop_work", "suspension", "om_plan"},
        "wrentham": {"cease_and_desist"},
        "norfolk": {"surety", "om_plan", "suspension"},
    }

    assert inherited == set(EVERY_TOWN) - own[town]
    assert {key for key in EVERY_TOWN if matters[key].clocks} <= ({"om_plan"} if town == "ludlow" else set())
    assert all(matters[key].cite for key in own[town])
    orders = [m for m in matters.values() if m.kind == "order"]
    assert {m.voided_by for m in orders} == {"order_rescinded"}


@pytest.mark.parametrize("town", schema.TOWNS)
def test_tickets_cite_the_statute_and_the_town(town: str) -> None:
    for rule in schema.load(town).matters["ticket"].clocks:
        statute, _, own = rule.cite.partition("; ")
        assert statute == "c.40 § 21D"
        assert own
