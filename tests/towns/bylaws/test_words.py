"""What the towns' files quote is in the towns' texts, word for word; a planner may hold one against the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from towns.law import schema
from towns.law.board_rules import findings_of, referrals_of, still_needed_of, waiver_of
from towns.law.parts import lapse_of
from towns.law.passages import clauses_for, definition_of, definitions_of, numbering_of
from towns.law.rules import Bylaw
from towns.law.surety_rules import surety_of

TEXTS = Path(schema.__file__).parent.parent / "bylaws" / "texts"


def plain(words: str) -> str:
    """Words without the differences that printing makes: spaces, line ends, curly quotes, capitals."""
    for curly, straight in (("’", "'"), ("“", '"'), ("”", '"'), ("`", "'")):
        words = words.replace(curly, straight)
    return " ".join(words.replace("land_disturbing", "land-disturbing").split()).casefold()


def quotes(bylaw: Bylaw) -> Iterator[tuple[str, str]]:
    """Everything that a file says the law says, with where it stands."""
    for matter in bylaw.matters.values():
        for item in matter.submissions:
            yield f"{matter.key}.submission.{item.key}", item.says or item.text
            for who in item.prepared_by:
                yield f"{matter.key}.submission.{item.key}.prepared_by", who.removeprefix("a ")
        for referral in referrals_of(matter):
            yield f"{matter.key}.referral.{referral.key}", referral.says
        for finding in findings_of(matter):
            yield f"{matter.key}.finding.{finding.key}", finding.text
        for needed in still_needed_of(matter):
            yield f"{matter.key}.still_needed.{needed.key}", needed.says
        if waiver := waiver_of(matter):
            yield f"{matter.key}.waiver.says", waiver.says
            yield from ((f"{matter.key}.waiver.tests", test) for test in waiver.tests)
            yield f"{matter.key}.waiver.denied_if", waiver.denied_if
        surety = surety_of(matter)
        for name in ("says", "approvals_say", "amount_says", "issuer", "phase_says", "release_says"):
            yield f"{matter.key}.surety.{name}", getattr(surety, name)
        yield from ((f"{matter.key}.surety.terms", term) for term in surety.terms)
        if vote := matter.sections.get("vote"):
            yield f"{matter.key}.vote", vote.says
        for key, quoted in matter.sections.get("quote", {}).items():
            yield f"{matter.key}.quote.{key}", quoted.says
        for article in matter.sections.get("article", {}).values():
            for words in filter(None, (article.expenses, article.costs, article.appeal)):
                yield f"{matter.key}.article.{article.article}", words
        if matter.note.startswith("“") and matter.note.endswith("”"):
            yield f"{matter.key}.note", matter.note[1:-1]
        if lapse := lapse_of(matter):
            yield f"{matter.key}.lapse", lapse.says
        for rule in matter.clocks:
            # the words of statutes are not on file; "…" joins passages
            yield from (
                (f"{matter.key}.clock.{rule.name}", part) for part in rule.says.split("…") if part.strip()
            )
        for other in matter.sections.get("beside", ()):
            yield f"{matter.key}.beside.{other.key}", other.says
        for kind in ("threshold", "exemption"):
            for item in matter.sections.get(kind, ()):
                for part in item.text.split("…"):  # what is left out is marked
                    yield f"{matter.key}.{kind}.{item.key}", part.strip()
    for condition in bylaw.sections.get("condition", ()):
        yield f"condition.{condition.key}", condition.text
    for clause in bylaw.sections.get("clause", ()):
        yield f"clause.{clause.key}", clause.text
    for definition in definitions_of(bylaw):
        yield f"definition.{definition.key}", definition.text


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_quotation_is_in_the_towns_text(town: str) -> None:
    text = plain((TEXTS / f"{town}.txt").read_text("utf-8"))

    strange = [(where, words) for where, words in quotes(schema.load(town)) if plain(words) not in text]

    assert not strange


def test_norfolks_plan_has_the_twenty_two_items_and_twelve_copies_of_the_package() -> None:
    submissions = schema.load("norfolk").matters["stormwater_permit"].submissions

    assert len([item for item in submissions if item.cite.startswith("§ 267-19A(")]) == 22
    assert [item.copies for item in submissions if item.key == "application_package"] == [12]
    assert [item.to for item in submissions if item.key == "clerk_set"] == ["town_clerk"]


def test_ludlows_erosion_plan_has_fourteen_design_requirements() -> None:
    submissions = schema.load("ludlow").matters["stormwater_permit"].submissions

    assert len([item for item in submissions if item.key.startswith("erosion_") and item.group]) == 15
    assert [item.copies for item in submissions if item.key == "application"] == [2]


@pytest.mark.parametrize(
    ("town", "matter", "officers"),
    [
        (
            "hopkinton",
            "stormwater_permit",
            "Conservation Administrator, Public Health Administrator, Director of Municipal Inspections, "
            "Director of Public Works",
        ),
        (
            "grafton",
            "stormwater_permit",
            "Planning Board, Board of Health, Building Inspector, Department of Public Works",
        ),
        (
            "norfolk",
            "stormwater_permit",
            "Conservation Commission, Department of Public Works, Board of Health, Building Department",
        ),
        (
            "ludlow",
            "site_plan",
            "Fire Department, Department of Public Works, Safety Committee, "
            "Building Official and/or Town Engineer, Conservation Commission, Board of Health",
        ),
        ("wrentham", "stormwater_permit", ""),
    ],
)
def test_who_must_be_sent_the_application(town: str, matter: str, officers: str) -> None:
    rules = referrals_of(schema.load(town).matters[matter])

    assert ", ".join(rule.to for rule in rules) == officers


@pytest.mark.parametrize("town", schema.TOWNS)
def test_every_permit_says_what_silence_means_and_how_to_appeal(town: str) -> None:
    from towns.law.board_rules import words_of

    permits = [m for m in schema.load(town).matters.values() if m.submissions]

    assert permits
    for matter in permits:
        for key in ("silence", "appeal"):
            words = words_of(matter, key)
            assert words is not None, (matter.key, key)
            assert words.cite


# ---------------------------------------------------------------- passages that no rule computes with


def told(town: str, *places: str, matter: str = "stormwater_permit") -> str:
    """The clauses of a town for one kind of business, each with its citation."""
    found = clauses_for(schema.load(town), *places, matter=matter)
    return "\n".join(f"{clause.cite}: {clause.text}" for clause in found)


@pytest.mark.parametrize(
    ("town", "cite", "words"),
    [
        ("norfolk", "§ 267-19B(4)(a)", "90% of the average annual load"),
        ("norfolk", "§ 267-19B(4)(a)", "60% of the average annual load of total phosphorus"),
        ("norfolk", "§ 267-19B(4)(b)", "80% of the average annual load"),
        ("norfolk", "§ 267-19B(4)(b)", "50% of the average annual load of total phosphorus"),
        ("norfolk", "§ 267-19B(4)(b)[2]", "one inch multiplied by"),
        ("norfolk", "§ 267-19B(4)(c)", "greater than or equal to a single lane width"),
        ("ludlow", "V-7.2, Stormwater management performance standards", "80 percent"),
        ("ludlow", "V-7.2, Specific design criteria", "at least ten feet from basement walls"),
        ("ludlow", "V-7.2, Specific design criteria", "100 feet from any drinking water supply well"),
        ("ludlow", "V-7.2, Specific design criteria", "three-foot minimum separation"),
        ("ludlow", "V-7.2, Specific design criteria", "a 4:1 slope to a depth of two feet"),
        ("ludlow", "V-7.2, Specific design criteria", "must be fenced in"),
        ("ludlow", "V-7.2, Specific design criteria", "oil and water separators"),
        ("grafton", "§ 1", "whenever possible"),
        ("grafton", "§ 2", "at a minimum, the Massachusetts Stormwater Management Standards"),
        ("grafton", "§ 5b", "shall meet the standards"),
    ],
)
def test_what_a_design_must_meet_is_told_with_its_section(town: str, cite: str, words: str) -> None:
    lines = told(town, "design").splitlines()

    assert any(line.startswith(f"{cite}: ") and words in line for line in lines)


def test_what_hangs_on_an_application_and_its_review_is_told() -> None:
    assert "§ 5a: The applicant shall submit all additional information" in told("grafton", "application")
    assert "§ 7b: The Commission shall make the application available" in told("grafton", "review")
    assert "§ 8: The Commission shall make the final decision" in told("grafton", "review")
    for matter in ("stormwater_permit", "limited_approval", "recharge_approval"):
        assert "§ 351-9: Projects may also be subject" in told("wrentham", "application", matter=matter)
    assert "§ 267-7D(2)(o): " in told("norfolk", "discharge", matter="")
    assert "§ 267-12: Residential property owners shall have 60 days" in told(
        "norfolk", "transition", matter=""
    )
    assert "no more than six months" not in told("ludlow", "transition", matter="")
    assert "more than six months" in told("ludlow", "transition", matter="")


@pytest.mark.parametrize(
    ("town", "matter", "cite"),
    [
        ("hopkinton", "enforcement_order", "§ 172-5G"),
        ("grafton", "enforcement_order", "§ 13"),
        ("ludlow", "notice_of_violation", "V-7.2, Violations"),
        ("wrentham", "notice_of_violation", "§ 351-7"),
        ("norfolk", "enforcement_order", "§ 267-10"),
    ],
)
def test_every_town_says_what_a_court_may_do(town: str, matter: str, cite: str) -> None:
    assert cite in [clause.cite for clause in clauses_for(schema.load(town), "enforcement", matter=matter)]
    assert clauses_for(schema.load(town), "enforcement", matter="stormwater_permit")


def test_a_definition_is_no_duty() -> None:
    """clauses.md, W7: definitions of § 351-2 and of Grafton's § 11 stood among what is handed in."""
    for town in ("wrentham", "grafton"):
        bylaw = schema.load(town)
        handed_in = [item for matter in bylaw.matters.values() for item in matter.submissions]
        assert handed_in
        assert not {item.cite for item in handed_in} & {"§ 351-2", "§ 11"}
        assert "§ 351-2" not in {condition.cite for condition in bylaw.sections["condition"]}
        assert definition_of(bylaw, "erosion and sedimentation control plan") is not None


def test_what_is_not_held_is_said() -> None:
    assert "not held" in schema.load("grafton").note
    assert "stops in § 351-9" in schema.load("wrentham").note
    assert "Regulations" in schema.load("wrentham").note


def test_hopkintons_inferred_section_numbers_are_ours() -> None:
    """The text names §§ 172-2B, 172-2C, 172-5A, 172-5B and 172-5E itself and prints no other number."""
    numbers = numbering_of(schema.load("hopkinton"))

    assert numbers is not None
    for printed in ("§ 172-2B(1)", "§ 172-2C(4)", "§ 172-5A", "c.40 § 21D", "M.G.L. c. 59, § 57"):
        assert not numbers.ours(printed), printed
    for ours in ("§ 172-2A", "§ 172-2D(7)", "§§ 172-2A, -2D", "§ 172-4B(1)", "§ 172-5F; M.G.L. c. 59, § 57"):
        assert numbers.ours(ours), ours
    assert numbering_of(schema.load("norfolk")) is None
