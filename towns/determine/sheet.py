"""The sheet to print: the answers given, what comes out and why, and in large words that it decides nothing."""

from __future__ import annotations

from datetime import date

from towns.determine.answers import Given
from towns.determine.queries import Outcome, lines, outcomes
from towns.law.rules import Bylaw
from towns.models import Town
from towns.papers import facts as paper_facts
from towns.papers.facts import LawWords, Said, TownPaper
from towns.papers.kinds import Paper

KIND = "determination_sheet"


class DeterminationSheet(Paper):
    """Does it need a permit? The answers given and what comes out, for anybody; it decides nothing."""

    key = KIND
    title = "Does it need a permit?"
    needs = paper_facts.DeterminationSheet
    audience = "public"


#: The sheet is for everybody and proves nothing, so a town without a seal on file prints it without one.
WITHOUT_WHAT_IS_MISSING = "A sheet for information is printed without what the town has not set up."

NO_PERMIT = "This is no permit and no decision of the board."


def facts_of(
    town: Town, law: Bylaw, given: Given, day: date, where: str
) -> tuple[paper_facts.DeterminationSheet, TownPaper, LawWords]:
    """The facts of the sheet, the town's letterhead and the law it rests on."""
    found = outcomes(law, given, day)
    boards = list(dict.fromkeys(outcome.board for outcome in found if outcome.board))
    cites = list(dict.fromkeys(law.matters[outcome.matter].cite for outcome in found))
    office = ", ".join(filter(None, [" ".join(town.office.split()), town.phone, town.email]))
    facts = paper_facts.DeterminationSheet(
        made=day,
        warning=NO_PERMIT,
        explains=(
            "It tells what the town’s text says to the answers listed here, and nothing else. Other answers, a look at "
            "the land or a later change of the text may lead to another result. Ask the office before work begins."
        ),
        answers=tuple(
            paper_facts.AnswerGiven(question=line.question, answer=line.answer) for line in lines(law, given)
        ),
        outcomes=tuple(_printed(outcome) for outcome in found),
        edition=law.edition,
        ask=office or f"The {boards[0] if boards else 'office'} at town hall.",
        where=where,
    )
    body = boards[0] if len(boards) == 1 else "Town Hall"
    letterhead = TownPaper(
        town=town.paper_name,
        body=body,
        address=tuple(line.strip() for line in town.office.splitlines() if line.strip()) or ("Town Hall",),
        phone=town.phone,
        email=town.email,
        seal=bytes(town.seal) if town.seal else None,
        ink=town.colour,
    )
    words = LawWords(cite="; ".join(cites), text=f"Bylaws of the {town.paper_name}", line=law.bylaw)
    return facts, letterhead, words


def _printed(outcome: Outcome) -> paper_facts.SheetOutcome:
    return paper_facts.SheetOutcome(
        permit=outcome.permit,
        says=outcome.words,
        because=tuple(
            Said(
                text=" ".join(filter(None, [why.says, f"“{why.quote}”" if why.quote else ""])),
                cite=why.cite,
            )
            for why in outcome.why
        ),
        missing=tuple(item.label for item in outcome.missing),
        then=what_next(outcome),
    )


def what_next(outcome: Outcome) -> str:
    """What to do about one permit."""
    board = outcome.board or "board"
    if outcome.needed:
        return f"Apply to the {board} before any work begins, online or at the counter."
    if outcome.by_board:
        return f"Ask the {board} before any work begins; it decides whether the permit is needed."
    if outcome.missing:
        return "Find out what is named, and answer again; the office helps."
    return "This answer speaks of this permit only; other permits may be needed."
