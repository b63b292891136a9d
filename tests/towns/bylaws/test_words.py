"""What the towns' files quote is in the towns' texts, word for word; a planner may hold one against the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from towns.law import schema
from towns.law.board_rules import findings_of, referrals_of, still_needed_of, waiver_of
from towns.law.parts import lapse_of
from towns.law.rules import Bylaw

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
    for condition in bylaw.sections.get("condition", ()):
        yield f"condition.{condition.key}", condition.text


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
